"""Presentation of a game on the site, separate from its rules. Everything is a value or a pure
function of values.
"""
