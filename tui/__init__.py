"""How people meet the engine: the command, plain mode and the screens."""

HIGHEST_SEED = (1 << 63) - 1
"""Seeds stand in saves, and programs in every language can read a number up to this one."""
