"""Dawn of Peacemakers: a campaign of chapters in which adventurers bring two armies to withdraw."""

from engine.games.dawn_of_peacemakers.game import DawnOfPeacemakers

rules = DawnOfPeacemakers()
