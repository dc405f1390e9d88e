"""Parley's tests: laws that every game obeys, each game's rules, and the project itself."""
