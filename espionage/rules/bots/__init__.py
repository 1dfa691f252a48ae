"""Bots of the weekly game: a team's knowledge, three tempers, and the doctrine that writes an order
sheet.
"""
