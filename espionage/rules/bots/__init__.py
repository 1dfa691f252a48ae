"""Bots that play the weekly game: what a team may know, three tempers, and the doctrine that writes
an order sheet.
"""
