"""Bots for the weekly game: their knowledge, their three tempers, and how they write sheets."""
