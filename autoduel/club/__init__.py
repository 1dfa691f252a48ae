"""Between a club's books and the arena: cars and crews as they enter, what a duel leaves behind.

Values only. What was ruled for it:

V120 Which bodies are small (subcompact, compact) or blunt (van, camper, pickup), which tyres are
solid (solid, plasticore; all of a car's have to be), and that the anti-tank gun kicks, is told by
the catalogue's keys: a club's own parts are plain (`cars.py`).

V121 A cloud of gas is one of smoke, and a club's own dropper that drops nothing stays behind
(`cars.py`).

V122 Of a club's own numbers of the duel the arena takes the suit, braking, control and what speed
adds to a crash; the chart and the rows of the crash tables are for duels on paper (`numbers.py`).

V123 Where a club's rules have nobody die, whoever fell is unconscious; deeds for which the club has
no award are not ticked (`results.py`).
"""
