"""The ambush: a duel on foot between two spies (docs/rules/ambush.md). `call` is the seam to the
week, `game` the duel itself.
"""
