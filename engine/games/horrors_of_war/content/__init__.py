"""Content of the game: the types of its files, the library that loads them, and the checks on it."""
