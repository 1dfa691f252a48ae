"""The demo club: four teams, three weeks played and one open. It uses the same services as
players.
"""
