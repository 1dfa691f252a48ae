"""Discussions in a club: the board, comments, questions, announcements, letters and private
notes.
"""
