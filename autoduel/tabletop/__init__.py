"""The autoduel as a game of the site: options, board, plan and log. It has no side effects.

Rulings for the page continue the list of the rules (`autoduel.rules`):

V100 A table in the lobby uses the garage's stock cars in price divisions up to $6,000, $12,000,
$16,000 and $20,000. All sides drive the division's cheapest car. In a mixed field, each side takes
the next stock car of the division (`options.py`).

V101 A side and its cars have the colour of its seat. The colour is part of a car's name, such as
"Red Greyhound", and each car has its number, so names are unique. A club's cars keep their own
names.

V102 The page's scale is 24 units per inch, with north up. Directions to other cars are given as on
a clock face, with the nose of the player's own car at 12 (V71).

V103 The form gives each person aboard one order to fire, with one weapon or any that bears, the
heaviest first, at one target (`plan_form.py`). The API accepts three different orders (V53). The
last person aboard who can fire drops things.

V104 "Repeat last turn" fills in the manoeuvres that everyone saw the car drive, at its current
speed. Orders that were not carried out are not repeated (`fills.py`).

V105 A forecast assumes that the other cars drive straight on. It rolls no dice and uses only
visible facts about rivals, so sloped armour is not considered (`forecast.py`, `sight.py`). The
chance to lose control combines all control rolls of the turn. The different path after a loss of
control is not shown.

V106 A turn is shown phase by phase. A phase without movement and lines is merged with the previous
one. A phase is shown long enough to read its lines (`stages.py`). Its picture shows the shots that
the reader saw, with the points at the struck side, and collisions, fires and skid marks
(`effects.py`).

V107 The picture shows the whole arena. While a plan is drawn, it shows the part around the player's
first car and the enemies within 12 inches of that car, unless the whole arena is requested
(`picture.py`). Texts in the picture do not overlap (`labels.py`). A press on the arena, or a
dragged ghost, fills in the manoeuvres that bring the car closest to that point (`steering.py`).

V108 The API returns the same information about a draft as the page (V74), but only to the seat that
could seal the draft. A plan that leaves the turn to doctrine has no odds (`table.py`).

V109 At a table with *own designs*, each person chooses their side's cars before the start. They can
choose stock cars, vehicles of their teams as built, and designs from the libraries of their clubs.
The division's price and the table's weight limit (0 for none) apply, also to stock cars. Bots drive
stock cars. The match starts when all seats are taken and everyone has chosen. There is no clock for
choosing, just as there is none for waiting for players. Tournaments do not have this option,
because they leave no time to choose (`own_cars.py`).

V110 A club's own parts are not allowed, because players from other clubs have not agreed to the
parts' prices.

V111 Only the person in a seat sees what they chose. Everyone sees that a choice has been made,
because the other players wait for it. The choice is stored as the car is at that time. Cars start
new, with a crew at base skill, so a side benefits from its designs but not from its experience.
After the duel, the sheets are public, like everything at a table in the lobby. The page says this
before people choose.

V112 A finished duel is a film. Its steps are the turns, and each turn is divided into the phases of
V106. Each part has its own address. A button starts the film without a script. Each part is shown
for 2 to 8 seconds, long enough to read its lines, until someone stops the film
(`play/views/history.py`).

V113 Spectators, except guests, can chat among themselves during a duel at any table that can be
watched. They see the table's messages but cannot write there. Drivers and deputies see nothing of
the spectators' chat until the duel is over. After that, everyone can read the chat and nobody can
write. Bots do not read it (`play/selectors/channels.py`).

V114 Keys plan the side's first car. Keys 1 to 5 open a phase's pad, in which the arrow keys choose
a manoeuvre. V moves to the speed, and the up and down arrows change it. D, L and G fill in the pad:
by doctrine, as last turn, and straight on. S seals the plan. Holding a key down, or typing in a
field, triggers nothing. A checkbox in the menu turns the keys off (`plan_form.py`).

V182 In the film and in replays, the crowd reacts to the most exciting event of a phase that
everyone saw. The result says whom it applauds (`crowd.py`). Reactions have no effect on play, and
they are not part of the log.
"""

from .table import AUTODUEL_TABLE

__all__ = ["AUTODUEL_TABLE"]
