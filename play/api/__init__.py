"""The games section of the API: games, tables, moves, logs and chat. It offers the functions of the
pages as JSON.
"""
