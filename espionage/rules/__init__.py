"""Pure functions for the weekly espionage phase. They use no Django, clock, files or sockets."""
