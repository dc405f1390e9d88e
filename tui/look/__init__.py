"""How everything looks: colours and signs, themes, keys, and what a player has chosen."""
