"""Bots of the weekly game: knowledge, three tempers, and the doctrine for order sheets."""
