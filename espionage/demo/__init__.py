"""The demo club: four teams, three finished weeks and an open week.

It is created with the ordinary services.
"""
