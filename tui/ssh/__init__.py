"""The door of a game house: everything between an ssh client and an app. Only `parley serve` loads more than this."""
