"""The presentation of a game on the site, separate from the game's rules. This package contains
only values and pure functions.
"""
