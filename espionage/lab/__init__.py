"""Whole seasons of the weekly game, played by bots with no database: what its rules and defaults
come to in twelve weeks.
"""
