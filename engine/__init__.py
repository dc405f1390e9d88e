"""The engine: games as facts, with no screen and no clock."""
