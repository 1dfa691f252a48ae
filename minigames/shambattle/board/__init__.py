"""The battle's board: the picture, written or clicked marches, odds, and the same in words. It has
no side effects.
"""
