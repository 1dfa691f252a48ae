"""The ambush: a duel on foot between two spies (docs/reference/rules/ambush.md)."""
