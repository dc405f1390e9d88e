"""What reaches into the private parts of Textual; nothing else does."""
