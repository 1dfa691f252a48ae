"""The rules of the autoduel, numbered as in its brief (V1 to V83), and later rulings.

V84 A car in reverse turns about the front corner on the inside of the bend (`manoeuvres.py`). The
brief mentions only the rear corner, which would turn a reversing car the other way.

V85 Cars with the same speed move in pole order, regardless of reflexes (`duel.py`). The order of
movement is public, but only the owner knows a driver's reflexes (V61).

V87 A car that is blocked by a car it already touches does not move in that inch and pushes nothing.
It takes the other car's speed if both go the same way, within 45°. Otherwise, it stops
(`moving.py`). Contact ends when there is a gap of 0.15 inch between the two cars.

V88 A car that rolls after a vault takes one die of damage for each 10 mph when it lands
(`driving.py`). The brief treats the landing as a ram without another car.

V89 A skid begins with the car's next inch. That inch is in the same phase if the car has movement
left (`driving.py`).

V90 If all turrets of a car are wrecked, the weapons in them cannot fire, and everyone can see this
(`car.py`).

V91 The damage dice of a vault apply to the leading tyres along the course. Everyone aboard also
loses a point, which no suit stops (`driving.py`).

V92 If a hit destroys the second wheel, the control roll for that hit also decides the loss of
control on table 1. The roll is made only if there is a hazard, and never twice (`driving.py`).

V93 The record contains what the match can show. Dead people get only `death`. Everyone else aboard
gets one entry that says how they left the car. Anyone who shot someone dead in a car that had
yielded gets `killed_surrendered` once (`record.py`).

V94 An order to drop automatically takes one firing action per turn. It drops something in each
phase in which the car moves (`dropping.py`).

V95 Only mines have an effect at up to half an inch, and they do not affect the car that laid them.
Spikes have an effect only on cars that drive over them (`dropping.py`).

V96 A cloud in the line of fire reduces the roll by 1, or by 2 if the line runs within 45° of its
length (`dropping.py`).

V97 Debris lands behind the car that lost it. Debris is not solid and does not end a quiet spell
(`dropping.py`).

V98 The ground also adds to D for hazards and braking, unless that D is 0 (`driving.py`).

V99 Dice are shown only to the victim's owner if the cause of the roll is hidden. This applies to
fire, extinguishers, explosions of burning cars, tyres worn by hard braking, burns in a roll, and
bailing out. V59 makes the dice for fire public, but the number of dice would reveal what is inside
the car.

V115 A duel ends after 15 turns without a fight, although V47 says 8 (`numbers.py`). Cars that pass
each other at 35 mph on the oval need up to ten turns to meet again. With a limit of 8 turns, duels
ended when the cars were nose to nose. A ram without damage does not count as a fight
(`contact.py`).

V116 Drivers by doctrine apply a penalty of 60 for the risk of losing control and 6 for each mph,
reduced from 250 and 20 (`doctrine/weigh.py`). With the higher penalties, they lost control in fewer
turns than V80 requires.

V130 A gun on automatic needs no operator (`aiming.py`). It fires along the axis of its mount, which
is straight ahead for a turret. Its target is the nearest car in the line that is still in the duel,
even one of its own side. It fires in a skid, in a spin and after any manoeuvre, but not in a roll.
The driver gets credit for its kills.

V131 (replaces V86, under which people were led off immediately) People who bail out stand beside
the car, one on each side, until the end of the next turn. If there is no room, they are led off
immediately. People who are shot and knocked down, or run over, stay on the ground and do not block
anyone (`walkers.py`). Running over a person of the same side is not recorded.

V132 People who are ejected land outside the arena and are never on foot (`ends.py`).

V133 After two turns without a fight, and in the second half of the turn limit, every doctrine with
a gun closes in to three inches at 30 mph (`doctrine/weigh.py`). Otherwise, two cars could circle at
the same distance and never decide the duel.

V134 The main enemy is the nearest one, but a damaged enemy counts as up to four inches nearer
(`doctrine/driver.py`).

V135 Under every doctrine, a crew bails out of a burning car that could blow up, that has nothing to
put the fire out, or whose plant has 2 points or less (`doctrine/driver.py`).

V136 A survivor with a hole in one side drives out through its own gate if possible
(`doctrine/driver.py`).

V137 A circler without a turret or side gun turns so that its gun bears on the enemy
(`doctrine/weigh.py`).

V138 A driver by doctrine with nothing left to fire rams if it is a charger or never yields.
Otherwise, it keeps away while it has dealt more points than any enemy. If it has not, it drives out
through its gate, or gives up if it cannot. A driver that is low on ammunition saves it
(`doctrine/driver.py`).

V139 Drivers by doctrine prefer to hit a side that has been hit before, has a hole, or is not the
front (`doctrine/weigh.py`). Ten shots are not enough to penetrate the armour on every side.

V140 A driver by doctrine has a penalty of 600 for each mph below 30 mph, or below its preferred
speed if that is lower (`doctrine/weigh.py`). With a penalty of 40, undamaged cars stood still in
half of their turns, because the penalty was small compared with the value of a shot.

V141 A side with orders to give up when hurt and holed gives up only if two conditions are met. The
hole must face an enemy within 16 inches, and the car must have dealt its main enemy no more points
than it has taken (`doctrine/driver.py`). In earlier versions, half of all cars gave up, but V80
allows at most a third.

V142 Drivers by doctrine avoid mines within half an inch of their whole path. They also avoid
driving within five inches behind a car that could drop mines, spikes or burning oil, unless they
are closing in (V133) (`doctrine/weigh.py`). In earlier versions, they followed mine layers over all
their mines. With three times the penalty, equal cars stayed apart until the turn limit.

V143 If a ram has made a car faster than its plant can drive it, forwards or backwards, the car can
keep that speed or brake, but cannot accelerate (`driving.py`). Earlier versions rejected plans to
keep such a speed in reverse.

V145 The side of a wall that a car meets (V30) does not depend on the order of the wall's corners.
It is the side whose line is farthest from the car. At a corner, it is the side that the car brushes
along, or otherwise the longer one. A car that heads straight for a corner runs into it. If a car
crosses two sides of the arena, the same rules apply to the side that it crosses farther
(`ground.py`). A wall's corners are listed counter-clockwise (`fairness.py`). In earlier versions, a
turned or mirrored arena gave different results (V76).

V146 (with V13) A cycle has no reverse gear. After a turn at a standstill, its rider can push it
backwards at 5 mph, with or without a plant (`driving.py`). Otherwise, a cycle with its nose against
a wall could never leave, because a pivot moves ahead before it turns.

V147 (with V19) A skid ends when the car stops. In earlier versions, the skid lasted until the end
of the duel. A skidding car neither steers nor accelerates, and a stopped car never moved the next
inch that would have ended the skid.

V148 A driver by doctrine that cannot see its enemy takes the shortest path that is wide enough for
its car. It drives to the last point on that path that it can reach in a straight line. It plans
with the positions at the end of each plan, not at the start of the turn. It avoids mines, spikes,
oil and obstacles, and drives forwards at 40 mph (`doctrine/roads.py`, `doctrine/weigh.py`). After
eight turns without a fight, the leading driver waits for the other. If they are level, the driver
from the lower gate waits, also before the first hit. The penalty for standing where nothing can be
hit grows with each turn without a fight. Only shots that the driver would fire have
a value, and a driver that is leaving does not stop. In earlier versions, 17 of 100 duels between
equal cars ended quietly or at the limit. Drivers checked only the middle of the car at corners and
turned around in front of them, followed each other around a wall, or faced enemies without firing
because the odds were too low.

V149 A driver by doctrine gives up if it is immobile, none of its guns bears on an enemy, and it has
taken at least as many points as its main enemy. It also gives up if it has nothing left to fire, is
not ahead, and could not reach its gate in time (`doctrine/driver.py`). These rules do not apply to
a side with orders never to yield. In earlier versions, such duels lasted until the last turn.

V150 (with V148) Paths can start and end wherever a car can be, even close to a wall. From there,
they lead in a straight line to square inches with room for a car. Drivers expect an enemy to drive
straight on up to a wall (`doctrine/roads.py`, `doctrine/weigh.py`). In earlier versions, no path
led to an enemy at a wall. An enemy driving towards a wall was expected to end up inside it, where
no shot can reach.

V151 (with V17) Cars start two inches in front of their gates at 40 mph (`numbers.py`, `game.py`).
When they started in the gates at 20 mph, the first shot with a fair chance came in turn 6.

V152 (with V36 and V53) A driver by doctrine plans to fire in the phase with the lowest number to
hit, among the phases in which it can fire (`doctrine/weigh.py`). Before the last phase, this number
is the limit of its order to fire. Drivers also avoid places that another car could reach by turning
towards them, and gaps of less than 0.2 inch.

V153 (replaces the die of V40 for hit plants and volatile weapons) A hit on the plant or on a loaded
volatile weapon adds to the fire modifiers of the turn, like a burning weapon. It adds 3 for an
electric plant, and 4 for a gas engine or a volatile weapon (`damage.py`, `ends.py`). A car catches
fire if two dice at the end of the turn show at most the sum. Weapons keep their modifiers. Adding
modifiers and rolling two dice follows “All Fired Up” (Autoduel Quarterly 2/3). The modifiers of
parts are our own. With the die of V40, which set a car on fire on 1 to 2, or on 1 to 4 after a hit
by a laser, 43 % of the cars that went out were burning.

V154 (with V36) A club decides whether drivers can fire in a phase with a manoeuvre, hard braking or
a hazard: not at all, with the D of that phase as a penalty (the default), or without a penalty
(`shooting.py`). The sources disagree. With the penalty as default, drivers can steer and fight at
the same time.

V155 (with V116) A driver by doctrine weighs its chance to lose control by its speed. It also weighs
what follows from a plan: the next hit at a low handling status, and handling that has not recovered
by the next turn (`doctrine/weigh.py`).

V156 (with V57) Doctrines differ in distance, speed, the weight of enemy fire and of their own
shots, the numbers at which they fire, and the distance at which they drop things
(`doctrine/weigh.py`).

V157 Strong and club bots play out their best plans for some turns in imagined duels, in which all
cars follow doctrine, and choose the plan with the best result (`doctrine/search.py`). They never
give up a car that can drive and fire. They imagine that an enemy's car is built like their own car
that looks most like it, with the damage that they have seen (`rules/imagine.py`).

V158 Club and newcomer bots make mistakes that people make: they misjudge distances, forget an arc
of fire, brake late, fire hastily or steer too hard (`doctrine/mistakes.py`). They never make a
random plan.

V159 (with V6) A duel lasts at most 60 turns (`numbers.py`). With 40, three in a hundred duels
between equal cars reached the limit.

V166 (with V1) A race has lines that a car crosses in order, lap after lap. A car crosses a line
when its centre does, and only its next line counts (`race.py`). Cars start on a grid, two abreast,
the first seats in front. All other rules are those of a duel, so that drivers may fire.

V167 (with V47) A race ends with the turn in which a car crosses the last line, with one side left,
or at the turn limit. It does not end because it is quiet (`ends.py`).

V168 (with V48) Places of a race: cars that have finished, the earlier phase first; then cars in the
race, by lines crossed and the distance to the next line; then cars that are out, likewise. A side
has the place of its best car (`race.py`).

V169 (with V57) A driver by doctrine in a race takes the shortest way to its next line, at up to 60
mph, and never rams, leaves or gives up while the car can be steered (`doctrine/racing.py`). It
fires and drops things as in a duel.

V175 (with V13, V31, V43 and V44) Some parts of the published list have an effect in a duel. Heavy-
duty brakes reduce the D of braking by one, and heavy-duty shocks reduce the hazard of debris and
obstacles by one. Paint does not stick to a no-paint windscreen. Component armour of a crew member,
the armour of a windshell and improved body armour add their points to the suit (`car.py`).

V181 In a club's event, cars have their team's paint and emblem. The arena's board has the names of
the club and the event, and the teams advertise on the walls. The club's name is left out if it has
no public page, because anyone can watch a shared film. A custom colour is shown as the paint that
looks most like it (`tabletop/show_picture.py`).
"""
