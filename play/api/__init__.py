"""API operations for games, tables, moves, logs and chat, which match the pages' functions."""
