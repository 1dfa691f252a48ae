from .schemer import Nature, Schemer
LURKER = Schemer(Nature())
HUNTER = Schemer(Nature(stash=-1, carry=9, pluck=-1, chase=3, suspicion=3))
TINKER = Schemer(Nature(stash=1, shops=4, suspicion=1))
