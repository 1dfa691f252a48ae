"""Conversion between a club's records and the arena's cars, crews and results.

The modules work only on values. Rulings:

V120 The catalogue's keys determine which bodies are small (subcompact, compact) or blunt (van,
camper, pickup) and which tyres are solid (solid, plasticore; a car must have no other tyres). They
also determine that the anti-tank gun has recoil. A club's own parts have none of these properties
(`cars.py`).

V121 A gas cloud counts as smoke. A club's own dropper is left out if it drops nothing (`cars.py`).

V122 The arena takes the suit, braking, control and the speed modifier of a crash from a club's own
duel numbers. The club's movement chart and crash tables apply only to duels on paper
(`numbers.py`).

V123 If a club's rules exclude death, people who would have died are recorded as unconscious. Deeds
for which the club has no award are not recorded (`results.py`).
"""
