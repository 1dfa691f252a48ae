"""Conversion of a club's records to cars, crews and results of the arena, and back.

The modules work only on values. Rulings:

V120 The catalogue's keys determine which bodies are small (subcompact, compact) or blunt (van,
camper, pickup), which tyres are solid (solid, plasticore; all of a car's must be), and that the
anti-tank gun has recoil. A club's own parts have none of these properties (`cars.py`).

V121 A gas cloud counts as smoke. A club's own dropper without anything to drop is left out
(`cars.py`).

V122 From a club's own duel numbers, the arena takes the suit, braking, control and the speed
modifier of a crash. The movement chart and the rows of the crash tables apply only to duels on
paper (`numbers.py`).

V123 If a club's rules exclude death, people who would have died are unconscious. Deeds without an
award of the club are not recorded (`results.py`).
"""
