"""What the teams of a club vote on: a pause, going on, and what becomes of a team whose player has
vanished.
"""
