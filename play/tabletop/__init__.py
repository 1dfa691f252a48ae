"""Presentation of a game on the site, besides its rules. It is pure: everything is a value or a
function of values.
"""
