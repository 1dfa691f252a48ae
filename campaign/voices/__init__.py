"""Discussions in a club: board, comments, questions, announcements, letters, and private notes."""
