"""The presentation of a game on the site, separate from the game's rules. It consists of values and
of pure functions of values.
"""
