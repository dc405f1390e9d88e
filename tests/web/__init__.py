"""Tests of Parley in a browser."""
