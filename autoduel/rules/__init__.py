"""The rules of the autoduel, numbered as in its brief (V1 to V83), and later rulings.

V84 A car in reverse turns about the front corner on the inside of the bend (`manoeuvres.py`). The
brief names only the rear corner, which would turn the car the other way in reverse.

V85 Cars with the same speed move in pole order, regardless of reflexes (`duel.py`). The order of
movement is public, but only the owner knows a driver's reflexes (V61).

V87 A car blocked by another car that it already touches does not move in that inch and pushes
nothing. It takes the other car's speed if both go the same way, within 45°; otherwise it stops
(`moving.py`). Contact ends when there is a gap of 0.15 inch between the two.

V88 A car that rolls after a vault takes one die of damage for each 10 mph when it lands
(`driving.py`). The brief calls this a ram without another car.

V89 A skid begins with the car's next inch, in the same phase if it has one left (`driving.py`).

V90 When all turrets of a car are wrecked, the weapons in them cannot fire, and everyone can see it
(`car.py`).

V91 The dice of damage from a vault hit the leading tyres along the course. Everyone aboard loses a
point, which no suit stops (`driving.py`).

V92 If a hit destroys the second wheel, its control roll also decides the loss of control on table
1. It is rolled only if there is a hazard, and never twice (`driving.py`).

V93 The record contains what the match can show. The dead get only `death`. Everyone else aboard
gets one line that says how they left the car. It has `killed_surrendered` once for anyone who shot
someone dead in a car that had yielded (`record.py`).

V94 An order to drop automatically is one firing action for the turn. It drops once in each phase in
which the car moves (`dropping.py`).

V95 Only mines have an effect within half an inch, and not on the car that laid them. Spikes must be
driven over (`dropping.py`).

V96 A cloud in the line of fire reduces the roll by 1, or by 2 if the line runs within 45° of its
length (`dropping.py`).

V97 Debris lands behind the car that lost it. It is not solid and does not end a quiet spell
(`dropping.py`).

V98 The ground also adds to D for hazards and braking, if D is not 0 (`driving.py`).

V99 If the cause of a roll is hidden, the dice are the victim's own: fire, extinguishers, explosions
of burning cars, tyres worn by hard braking, burns in a roll, and bailing out. V59 makes the dice
for fire public, but their number would reveal what is inside the car.

V115 A duel ends after 12 turns without a fight; V47 has 8 (`numbers.py`). Cars that start 28 inches
apart need 4 or 5 turns to meet, and the same time to meet again after they have passed. With 8
turns, duels ended when cars were nose to nose. A ram without damage is not a fight (`contact.py`).

V116 Drivers by doctrine have penalties of 60 for the risk to lose control and 6 for each mph,
reduced from 250 and 20 (`doctrine/weigh.py`). With the higher penalties, they lost control in fewer
turns than V80 requires.

V130 A gun on automatic needs no person (`aiming.py`). It fires along the axis of its mount
(straight ahead for a turret) at the nearest car in the line that is not out, even one of its own
side. It fires in a skid, in a spin, and after any manoeuvre, but not in a roll. The driver gets
credit for its kills.

V131 (replaces V86, under which they were led off immediately) People who bail out stand beside the
car, one on each side, until the end of the next turn. If there is no room, they are led off
immediately. People who are shot and knocked down, or who are run over, stay there and do not block
anyone (`walkers.py`). Running over a person of the same side is not recorded.

V132 People who are ejected land outside the arena and are never on foot (`ends.py`).

V133 After two turns without a fight, every doctrine with a gun closes in to three inches at 15 mph
(`doctrine/weigh.py`). Otherwise, two cars that circle at the same distance never decide the duel.

V134 The main enemy is the nearest one. Damage makes an enemy count as up to four inches nearer
(`doctrine/driver.py`).

V135 By doctrine a crew bails out of a burning car if it could blow up, has nothing to put the fire
out, or has a plant with 2 points or less (`doctrine/driver.py`).

V136 A survivor with a hole in one of its sides drives out through its own gate if it can
(`doctrine/driver.py`).

V137 A circler without a turret or a side gun turns so that its gun bears on the enemy
(`doctrine/weigh.py`).

V138 A driver by doctrine with nothing left to fire rams if it is a charger or never yields.
Otherwise it keeps away while it has dealt more points than any enemy. If it has not, it drives out
through its gate, or gives up if it cannot. A driver with few shots saves them
(`doctrine/driver.py`).

V139 Drivers by doctrine prefer to hit a side that has been hit before, is holed, or is not the
front (`doctrine/weigh.py`). Ten shots are not enough to penetrate all armour.

V140 Driving slower than 25 mph, or than the preferred speed if that is lower, costs a driver by
doctrine 40 for each mph, increased from 30 (`doctrine/weigh.py`). With 30, cars stopped nose to
nose and fired. With 80, they drove past each other until the turn limit.

V141 A driver that gives up when hurt and holed does so if the hole faces an enemy within 16 inches
and it has dealt its main enemy no more points than it has taken (`doctrine/driver.py`). In earlier
versions, half of all cars gave up. V80 allows a third at most.

V142 Drivers by doctrine avoid mines within half an inch of their whole path. Unless they close in
(V133), they also avoid driving within five inches behind a car that could drop mines, spikes or
burning oil (`doctrine/weigh.py`). In earlier versions, they followed mine layers over all their
mines. With three times the penalty, equal cars stayed apart until the turn limit.

V143 A car that a ram has made faster than its plant can drive it, forwards or backwards, can keep
that speed or brake, but cannot accelerate (`driving.py`). Earlier versions refused a plan to keep
such a speed in reverse.

V145 The side of a wall that a car meets (V30) does not depend on the order of the wall's corners.
It is the side whose line is farthest from the car. At a corner, it is the side that the car brushes
along, otherwise the longer one. A car that heads straight at a corner runs into it. If a car
crosses two sides of the arena, the same rules apply to the side that it crosses farther
(`ground.py`). A wall's corners are in counter-clockwise order (`fairness.py`). In earlier versions,
a turned or mirrored arena gave different results (V76).

V146 (with V13) A cycle has no reverse gear, but its rider can walk it back at 5 mph after a turn at
a standstill, with or without a plant (`driving.py`). Otherwise a cycle with its nose at a wall
could never leave, because a pivot moves ahead before it turns.

V147 (with V19) A skid ends when the car stops. In earlier versions, the car stayed in the skid
until the end of the duel: a skidding car neither steers nor accelerates, and a stopped car never
moves its next inch.

V148 A driver by doctrine that does not see its enemy takes the shortest path for the whole width of
its car, and drives to the last point of it that the car can reach straight. It uses the position at
the end of each plan, not at the start of the turn, avoids mines, spikes, oil and obstacles, and
drives forwards at 30 mph (`doctrine/roads.py`, `doctrine/weigh.py`). After six turns without a
fight, the leading driver waits for the other, or the one from the lower gate if they are level.
Drivers do not wait before the first hit. The penalty for standing where nothing can be hit grows
with each turn without a fight. Only shots that the driver would fire have a value, and a driver
that leaves does not stop. In earlier versions, 17 of 100 duels of equal cars ended quietly or at
the limit. Drivers checked only the middle of the car at corners and turned around in front of them,
followed each other around a wall, or faced enemies without firing because the odds were too low.

V149 A driver by doctrine gives up if it is immobile, none of its guns bears on an enemy, and it has
taken as many points as its main enemy. It also gives up if it has nothing left to fire, is not
ahead, and would not reach its gate in time (`doctrine/driver.py`). These rules do not apply if its
orders are never to yield. In earlier versions, such duels lasted until the last turn.

V150 (with V148) Paths can start and end wherever a car can be, even close to a wall. From there
they lead straight to square inches with room for a car. An enemy is expected to drive straight on
up to a wall (`doctrine/roads.py`, `doctrine/weigh.py`). In earlier versions, no path led to an
enemy at a wall, and an enemy driving towards a wall was expected inside it, where no shot reaches.
"""
