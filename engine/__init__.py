"""The engine: the contract every game keeps, and what runs and checks games. Pure: no clock, no
files, no sockets.
"""
