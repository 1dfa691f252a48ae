"""The ambush: a duel on foot between two spies (docs/reference/rules/ambush.md).

`call` connects it to the week, and `game` is the duel itself.
"""
