"""Tests of Dawn of Peacemakers."""
