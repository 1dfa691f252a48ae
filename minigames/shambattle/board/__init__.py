"""The battle's board: picture, marches written or clicked, odds, and the same in words. Without
side effects.
"""
