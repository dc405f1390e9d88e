"""Peacemakers: Horrors of War."""

from engine.games.horrors_of_war.game import HorrorsOfWar

rules = HorrorsOfWar()
