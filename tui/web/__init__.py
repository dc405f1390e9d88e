"""Parley in a browser."""
