"""Marsh Lights, a small made-up game: the example for whoever adds a game, and the proof that the core can carry it.

It is no part of Parley and never in its registry. It needs, in little, what the real games need between them: hidden
pieces that only their owner knows and may shuffle, private looks that differ from seat to seat, a reaction of another
seat in the middle of a move that may itself be answered, a window in which bystanders may react, seats asked at once in
secret, a secret set-up that can be taken back step by step, a reroll before a result stands, a map that grows, partners
who share all they know, and asides: remarks, resigning and draws.

The rules. Two or three rivals, or two pairs, lead four cloaked walkers each (keeper, scout, brute, shade) through a
foggy marsh. They are dealt by chance, or everybody arranges their own in secret. A round begins with secret bids of
sparks, shown together: whoever bids most moves first. In a turn a rival may shuffle cloaked walkers that stand
together, then rests for a spark or sends one walker: it steps, explores a new tile, looks at something in secret, lifts
a stone or attacks an enemy next to it. The attacked rival stands, slips away or lets another walker cover, and a
covered attack may be called off. Cloaks drop, a die is rolled; a bystander may dim the attack by showing a shade beside
it; the attacker may roll again, then the defender may force that for a spark; with 3 or more above the defence the
defender falls, else the attacker does. Stones are worth light, one is a snare. Once a round everybody may say
something; a draw can be agreed on at any time, and of two sides one can resign. After the last round, or when no stone
is left or only one side, the most light wins; a keeper that still stands is worth two.

A folder of a game has these files: `content` (what is in the box), `state`, `moves`, `frames`, `facts` (the only things
that change a state), the rules by chapter (`rounds`, `deeds`, `clashes`, `asides`), `options` (the legal moves), `view`
(what a seat may see, and what it can imagine), `words`, and `game`, which answers the table.
"""

from tests.made_up.game import MarshLights

rules = MarshLights()

MARSH_LIGHTS = "marsh-lights=tests.made_up"
"""How PARLEY_GAMES names the game."""
