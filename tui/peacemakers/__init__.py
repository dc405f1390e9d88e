"""What the screens of both Peacemakers games share: map, units, motivation tracks, threats, forecasts and signs.

Every function takes what differs between the games (grounds, fronts, statistics) from its caller.
"""
