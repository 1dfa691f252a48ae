"""The rules of the autoduel, by the numbers of its brief (V1 to V83), and later rulings.

V84 A car in reverse turns about the front corner on the inside of the bend (`manoeuvres.py`). The
brief names only the rear corner, which leads the other way there.

V85 Ties of speed are broken by the pole order alone, not by reflexes first (`duel.py`). The order
of movement is public, and reflexes belong to the owner (V61).

V87 A car blocked by one that it already touches stays where it is in that inch and pushes nothing.
It takes the other's speed if both go the same way, within 45°, otherwise it stops (`moving.py`).
Contact lasts until there is a gap of 0.15 inch between the two.

V88 A roll from a vault lands with one die for each 10 mph (`driving.py`). The brief names a ram
without another car.

V89 A skid begins with the car's next inch, in the same phase if it has one left (`driving.py`).

V90 When all turrets of a car are wrecked, the weapons in them cannot fire, and everyone sees that
(`car.py`).

V91 A vault takes its dice off the leading tyres along the course. No suit stops the point that
everyone aboard loses (`driving.py`).

V92 The roll for the blow that takes the second wheel also decides its loss on table 1: never
without a hazard, never twice (`driving.py`).

V93 The record has what the match can tell: only `death` for the dead, otherwise one line for how
the car was left, for everyone aboard. It has `killed_surrendered` once for anyone who shot someone
dead in a car that had yielded (`record.py`).

V94 An order to drop automatically is one firing action for the turn, and drops once in each phase
in which the car moves (`dropping.py`).

V95 Only mines work within half an inch, and then not on the car that laid them. Spikes must be
driven over (`dropping.py`).

V96 A cloud in the line of fire takes 1 off, or 2 if the line runs within 45° of its length
(`dropping.py`).

V97 Debris falls behind the car that it comes from. It is not solid and does not end a quiet spell
(`dropping.py`).

V98 The ground also adds to D for hazards and braking, if there is any D (`driving.py`).

V99 Dice with a hidden cause are the victim's own: fire, extinguishers, explosions of burning cars,
tyres worn by hard braking, the burn of a roll, bailing out. V59 has public dice for fire, but their
number would reveal what is inside the car.

V115 A duel ends after 12 turns without a fight, where V47 has 8 (`numbers.py`). Cars that start 28
inches apart need 4 or 5 turns to meet, and as many to come round again, and were stopped nose to
nose. A ram without damage is no fight (`contact.py`).

V116 The penalties of drivers by doctrine for the risk to lose control are 60, and 6 for each mph,
down from 250 and 20 (`doctrine/weigh.py`). They lost control in fewer turns than V80 asks for.

V130 A gun on automatic needs no person (`aiming.py`). It fires along the axis of its mount, a
turret's straight ahead, at the nearest car in the line that is not out, even on its own side. It
fires in a skid, a spin or after any manoeuvre, but not in a roll. Its kills are the driver's.

V131 (instead of V86, in which they were led off immediately) People who bail out stand beside the
car, one on each side, to the end of the next turn. If there is no room they are led off
immediately. People who are shot and do not stay up, or who are run down, lie there and block nobody
(`walkers.py`). A person run over by their own side is on nobody's record.

V132 People who are ejected come down outside the arena, and are never on foot (`ends.py`).

V133 After two turns without a fight every doctrine with a gun closes in to three inches at 15 mph
(`doctrine/weigh.py`). Two cars that circle at the same distance never decide the duel.

V134 Of several enemies the nearest is the main one. Damage makes an enemy count as up to four
inches nearer (`doctrine/driver.py`).

V135 By doctrine a crew bails out of a burning car if it could blow up, has nothing to put the fire
out, or has a plant with 2 points or less (`doctrine/driver.py`).

V136 A survivor with a hole in one of its sides drives out through its own gate if it can
(`doctrine/driver.py`).

V137 A circler without a turret or a side gun turns so that its gun bears on the enemy
(`doctrine/weigh.py`).

V138 A driver by doctrine with nothing left to fire rams if it is a charger or never yields.
Otherwise it keeps away while it has dealt more points than any enemy. If it has not, it drives out
through its gate, or gives up if it cannot. The fewer shots it has, the more it saves them
(`doctrine/driver.py`).

V139 Drivers by doctrine prefer a side that has been hit before, is holed, or is not the front
(`doctrine/weigh.py`). Ten shots are not enough to go through all armour.

V140 Driving slower than 25 mph, or than the preferred speed if that is less, costs a driver by
doctrine 40 for each mph, up from 30 (`doctrine/weigh.py`). Cars stood nose to nose and shot. At 80
they drove past each other until the limit.

V141 A driver that gives up when hurt and holed does so if the hole is towards an enemy within 16
inches, and the main enemy has been dealt no more points than itself (`doctrine/driver.py`). Half of
all cars gave up, where V80 has a third at most.

V142 Drivers by doctrine avoid mines within half an inch of their whole path. Unless they press
(V133), they also avoid driving within five inches behind a car that could drop mines, spikes or
burning oil (`doctrine/weigh.py`). They followed mine layers over all their mines. With three times
the penalty, equal cars kept apart until the limit.

V143 A car that a ram has made faster than its plant can drive, forwards or backwards, can keep that
speed or brake from it, but not gain any (`driving.py`). Backwards, a plan with its current speed
was refused.

V145 The side of a wall that a car meets (V30) does not depend on the order of its corners. It is
the side that the car lies farthest outside of. At a corner, it is the one that the car brushes
along, else the longer one. A car heading straight at a corner runs into it. If it crosses two sides
of the arena, the side that it crosses farther counts, and so on (`ground.py`). A wall's corners are
in counter-clockwise order (`fairness.py`). Before, a turned or mirrored arena gave different
results (V76).

V146 (with V13) A cycle has no reverse gear, but its rider walks it back at 5 mph after a turn at a
standstill, with or without a plant (`driving.py`). With its nose at a wall it could never leave,
because a pivot moves ahead before it turns.

V147 (with V19) A skid ends when the car stops. It stayed in the skid until the end of the duel: a
skidding car neither steers nor accelerates, and a stopped one never moves its next inch.

V148 A driver by doctrine that does not see its enemy makes for the last point of the shortest path
that its car, with its whole width, can reach straight. It uses the end of each plan, not the start
of the turn, avoids mines, spikes, oil and obstacles, and drives forwards at 30 mph
(`doctrine/roads.py`, `doctrine/weigh.py`). After six turns without a fight the leading driver waits
for the other, or the one from the lower gate if they are level. Before the first hit nobody waits.
Standing where nothing can be hit costs more the longer nobody has fought. Only shots that the
driver would fire have a value, and a driver that leaves does not stop. Of 100 duels of equal cars
17 ended quietly or at the limit: drivers looked past a corner with the middle of the car and turned
round before it, followed each other round one wall, and faced enemies at odds at which they saved
their shots.

V149 A driver by doctrine gives up if it is immobile, none of its guns bears on an enemy, and it has
taken as many points as its main enemy. It also gives up if it has nothing left to fire, is not
ahead, and would not reach its gate in time (`doctrine/driver.py`). Neither applies if its orders
are never to yield. Before, the last turns of such duels were waited out.

V150 (with V148) Paths begin and end wherever a car can be, even close to a wall. From there they go
straight to square inches with room for a car. An enemy is expected to drive straight on until a
wall (`doctrine/roads.py`, `doctrine/weigh.py`). Before, no path led to an enemy at a wall, and one
driving towards a wall was expected inside it, where no shot reaches.
"""
