"""Play's part of the API: games, tables, moves, what was heard, talk. The same as the pages, as
JSON.
"""
