"""The board of Shambattle: picture, marches, odds, and a description in words.

Marches can be written or clicked. Nothing in this package has side effects.
"""
