"""The content of Dawn of Peacemakers: its types, its operations, and what a table is played with."""
