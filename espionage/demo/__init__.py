"""The demo club: four teams, three weeks played and one open, made through the same services that
players use.
"""
