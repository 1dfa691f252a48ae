"""The engine, which defines the interface of all games, and runs and checks games. It uses no
clock, files or sockets.
"""
