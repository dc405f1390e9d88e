"""Tests of the door of a game house."""
