"""Tests of what the Peacemakers games share, used as the second game will use it."""
