"""The games section of the API: games, tables, moves, logs and chat. It offers the same as the
pages, as JSON.
"""
