"""The game house: tables that several people share, each through an app of their own, in one process."""
