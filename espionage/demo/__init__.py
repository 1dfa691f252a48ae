"""The demo club: four teams, three finished weeks and an open week.

Everything is created with the ordinary services.
"""
