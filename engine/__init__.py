"""The engine: the contract of all games, and the code that runs and checks games. It uses no clock,
files or sockets.
"""
