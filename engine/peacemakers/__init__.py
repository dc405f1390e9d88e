"""What the two Peacemakers games share: map, armies and sides, motivation, fortifications, targets and the die.

Each module says which rules of both games it holds and what differs. What differs is given as an argument or stays in
the game's own folder; nothing in here asks which game is played. Rule ids that begin with HOW are those of Horrors of
War, DOP those of Dawn of Peacemakers.
"""
