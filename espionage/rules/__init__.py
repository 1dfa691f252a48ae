"""The weekly espionage phase as pure functions over values: no Django, clock, files, sockets or
random.
"""
