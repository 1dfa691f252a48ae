"""The demo club: four teams, three finished weeks and an open one, created by the ordinary
services.
"""
