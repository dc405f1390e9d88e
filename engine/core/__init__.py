"""What every game stands on: tables, journals, frames, dice, hexes, cards and content."""
