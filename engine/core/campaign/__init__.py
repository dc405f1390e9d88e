"""Campaigns: chapters under one story, a ledger over their tables, and where a campaign stands by it.

`content` and `conditions` are what a campaign file holds, `ledger` what happened, `run` and `standing` where that
leads, `explore` and `check` all that can happen.
"""
