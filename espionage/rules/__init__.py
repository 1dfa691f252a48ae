"""Pure functions for the weekly espionage phase.

They depend on neither Django nor the clock, files or sockets.
"""
