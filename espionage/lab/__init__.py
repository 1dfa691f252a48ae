"""Simulated seasons of the weekly game, played by bots without a database.

They show the effect of rules and defaults over twelve weeks.
"""
