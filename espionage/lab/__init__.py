"""Whole seasons of the weekly game, played by bots without a database, to measure its rules and
defaults over twelve weeks.
"""
