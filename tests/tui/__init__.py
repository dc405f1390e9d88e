"""Tests of the command and of plain mode."""
