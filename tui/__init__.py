"""How people meet the engine: the command, plain mode and the screens."""
