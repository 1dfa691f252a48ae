"""The campaign's rules as pure functions over values: no Django, clock, files, sockets or random."""
