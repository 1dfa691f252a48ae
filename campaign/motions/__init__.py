"""Votes of a club's teams, on pausing or resuming the league and on teams without an active
player.
"""
