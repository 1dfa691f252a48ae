"""Pure functions for the weekly espionage phase, without Django, clock, files or sockets."""
