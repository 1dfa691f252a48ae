"""The autoduel at a table of the site: options, board, plan, log. Pure.

What was ruled for the page goes on from the rules' own list (`autoduel.rules`):

V100 A table of the lobby is driven with the garage's stock cars, in divisions by their price, up to
$6,000, $12,000, $16,000 and $20,000: all sides drive the division's cheapest car, or, in a mixed
field, its cars in turn (`options.py`).

V101 A side and its cars bear the colour of its seat, and a car its number, so that no two are
called the same ("Red Greyhound"); a club's cars keep their own names.

V102 The page's scale is twenty-four units an inch, north is up, and directions to others are those
of a clock with one's own nose at 12 (V71).

V103 The plan's form gives each person aboard one order to fire: one weapon, or whatever bears, the
heaviest first, at one target (`plan_form.py`). Three orders that differ are for who plans by the
API (V53). What is dropped is dropped by the last one aboard who may fire.

V104 "As last turn" fills in what everybody saw the car drive, at the speed it has now: an order
that was not driven is not repeated (`fills.py`).

V105 A forecast takes the others to drive straight on, throws no die, and knows of a rival what is
seen: sloped armour is not reckoned with (`forecast.py`, `sight.py`). The chance to lose control is
that of any roll of the turn; after a loss the rest of the path is another, and not shown.

V106 A turn is shown phase by phase; a phase in which nothing moves and nothing has a line goes with
the one before it, and a phase stands as long as its lines take to read (`stages.py`).

V107 The picture shows the whole arena; while a plan is drawn, the part around one's first car and
the enemies within 12 inches of it, unless the whole is asked for (`picture.py`).

V108 The API tells of a draft what the page tells (V74), to the seat that could seal it; a plan that
leaves the turn to doctrine has no odds (`table.py`).

V109 At a table of *own designs* each person chooses their side's cars before the start: stock, a
vehicle of a team that they run, as it was built, or a design of the library of a club that they
belong to, up to the division's price and the table's weight limit (0: none), which holds for stock
cars, too. Bots drive stock cars. It starts when the chairs are full and everybody has chosen: there
is no clock on choosing, as there is none on waiting for players. Not in tournaments, where nobody
has a moment to choose in (`own_cars.py`).

V110 Parts of a club's own stay at home: another club's players never agreed to their prices.

V111 Who sits in a chair alone reads what they chose; that they have chosen is open, since the
others wait for it. What was chosen is kept as it is then, and starts new, with a crew at base
skill: a side brings how it builds, not what it won. When the duel is over its sheets are open, as
everything at a table of the lobby is; whoever chooses reads that first.

V112 A finished duel is a film: its steps are its turns, their parts the phases of V106, each at an
address of its own that opens there. It plays by itself at a press, without a script, each part as
long as its lines take to read, 2 to 8 seconds, until somebody stops it (`play/views/history.py`).

V113 The stands talk among themselves while a duel is driven: who watches, guests not among them,
wherever a table may be watched. They hear the table and say nothing there; who drives, and who
deputises, hears nothing of the stands until it is over; then everybody reads it and nobody adds to
it. Bots hear no stands (`play/selectors/channels.py`).

V114 Keys plan the side's first car: 1 to 5 open a phase's pad, in which arrows choose, V goes to
the speed, D, L and G fill the pad by doctrine, as last turn and straight on, S seals. Whoever holds
a key down, or writes, presses nothing, and a box in the menu turns keys off (`plan_form.py`).
"""

from .table import AUTODUEL_TABLE

__all__ = ["AUTODUEL_TABLE"]
