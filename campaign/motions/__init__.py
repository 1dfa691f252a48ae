"""Votes of a club's teams on a pause, on resuming, and on teams whose player has stopped
playing.
"""
