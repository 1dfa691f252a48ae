"""Simulated seasons of the weekly game, played by bots without a database.

They measure rules and defaults over twelve weeks.
"""
