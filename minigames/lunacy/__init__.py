"""Spy vs Spy: Lunacy at the Labs, a game for two by Blake Cetnar."""
