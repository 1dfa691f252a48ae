"""The autoduel as a game of the site: options, board, plan and log. It has no side effects.

Rulings for the page continue the list of the rules (`autoduel.rules`):

V100 A table of the lobby uses the garage's stock cars in price divisions up to $6,000, $12,000,
$16,000 and $20,000. All sides drive the division's cheapest car. In a mixed field, each takes the
next of its cars (`options.py`).

V101 A side and its cars have the colour of its seat, and each car has its number, so that names are
unique ("Red Greyhound"). A club's cars keep their own names.

V102 The page's scale is 24 units per inch, with north up. Directions to other cars are given as on
a clock face, with the nose of the player's own car at 12 (V71).

V103 The form gives each person aboard one order to fire, with one weapon or any that bears, the
heaviest first, at one target (`plan_form.py`). The API accepts three different orders (V53). The
last person aboard who can fire drops things.

V104 "Repeat last turn" fills in the manoeuvres that everyone saw the car drive, at its current
speed.
Orders that were not carried out are not repeated (`fills.py`).

V105 A forecast assumes that the others drive straight on. It rolls no dice and uses only visible
facts about rivals, so sloped armour is not considered (`forecast.py`, `sight.py`). The chance to
lose control is that of any roll of the turn. The different path after a loss is not shown.

V106 A turn is shown phase by phase. A phase without movement and lines is merged with the previous
one. A phase is shown long enough to read its lines (`stages.py`).

V107 The picture shows the whole arena. While a plan is drawn, it shows the part around the player's
first car and the enemies within 12 inches of it, unless the whole arena is requested
(`picture.py`).

V108 The API returns the same information about a draft as the page (V74), to the seat that could
seal it. A plan that leaves the turn to doctrine has no odds (`table.py`).

V109 At a table with *own designs*, each person chooses their side's cars before the start: stock, a
vehicle of one of their teams as it was built, or a design from the library of one of their clubs.
The division's price and the table's weight limit (0: none) apply, to stock cars as well. Bots drive
stock cars. The match starts when all seats are taken and everyone has chosen. As with waiting for
players, there is no clock for choosing. Tournaments do not have this option, because they leave no
time to choose (`own_cars.py`).

V110 A club's own parts are not allowed, because players of other clubs have not agreed to their
prices.

V111 Only the person in a seat sees what they chose. Everyone sees that they have chosen, because
the other players wait for it. The choice is stored as it is at that time. Cars start new, with a
crew at base skill, so a side uses its designs but not its experience. After the duel its sheets are
public, like everything at a table of the lobby. The page says this before people choose.

V112 A finished duel is a film. Its steps are the turns, and their parts are the phases of V106,
each with its own address. It starts with a button, without a script. Each part is shown long enough
to read its lines, 2 to 8 seconds, until someone stops the film (`play/views/history.py`).

V113 Spectators, except guests, can chat among themselves during a duel at any table that can be
watched. They see the table's messages but cannot write there. Drivers and deputies see nothing of
the spectators' chat until the duel is over. After that, everyone can read it and nobody can write.
Bots do not read it (`play/selectors/channels.py`).

V114 Keys plan the side's first car. 1 to 5 open a phase's pad, in which the arrow keys choose. V
goes to the speed. D, L and G fill in the pad by doctrine, as last turn, and straight on. S seals.
Holding a key down, or typing in a field, triggers nothing. A box in the menu turns keys off
(`plan_form.py`).
"""

from .table import AUTODUEL_TABLE

__all__ = ["AUTODUEL_TABLE"]
