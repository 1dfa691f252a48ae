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

V106 A turn is shown phase by phase; a phase in which nothing has a line goes with the one before
it, and a phase stands as long as its lines take to read (`stages.py`).

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
"""

from .table import AUTODUEL_TABLE

__all__ = ["AUTODUEL_TABLE"]
