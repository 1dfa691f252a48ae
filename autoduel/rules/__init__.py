"""The rules of the autoduel, by the numbers of its brief (V1 to V83), and what was ruled since.

V84 A car in reverse turns about the front corner on the inside of the bend (`manoeuvres.py`): the
brief names only the rear corner, which leads the other way there.

V85 Ties of speed are broken by the pole order alone, not by reflexes first (`duel.py`): the order
of movement is seen by all, and reflexes are the owner's (V61).

V87 A car that is blocked by one which it already touches stays where it is in that inch, pushes
nothing, and falls to the other's speed if both go the same way, within 45°, else to nothing
(`moving.py`); contact lasts until there is a gap of 0.15 in between the two.

V88 A roll from a vault lands with one die for each 10 mph (`driving.py`), where the brief names a
ram without another car.

V89 A skid begins with the car's next inch, in the same phase too if it has one left (`driving.py`).

V90 When all turrets of a car are wrecked, what stands in them fires no more, and that is seen
(`car.py`).

V91 A vault takes its dice off the tyres in front along the course; the point that everybody aboard
loses is stopped by no suit (`driving.py`).

V92 The second wheel is lost on table 1 by the roll for the blow that took it: never without a
hazard, never twice (`driving.py`).

V93 The record ticks what the match can tell: `death` alone for the dead, else one line for how the
car was left, for everybody aboard; `killed_surrendered` once, for who shot somebody dead in a car
that had yielded (`record.py`).

V94 An order to drop automatically is one firing action for the turn, and drops once in each phase
in which the car moves (`dropping.py`).

V95 Only mines work within half an inch, and not so on who laid them; spikes have to be driven over
(`dropping.py`).

V96 A cloud in the line of fire takes 1 off, and 2 if the line runs within 45° of its length
(`dropping.py`).

V97 Debris falls behind the car that it comes from, and is nothing solid; nor does it end a quiet
spell (`dropping.py`).

V98 What the ground adds to D it adds to hazards and braking too, where there is a D at all
(`driving.py`).

V99 Dice whose cause is hidden are the victim's own: what a fire catches on, extinguishers, whether
what burns explodes, tyres that hard braking wears, the burn of a roll, bailing out (V59 would have
fire in the open, but then the number of public dice would tell what is inside).

V115 A duel ends after 12 turns without a fight, where V47 has 8 (`numbers.py`): cars that start 28
inches apart need 4 or 5 to meet, and as many to come round again, and were stopped nose to nose. A
ram whose dice come to nothing is no fight (`contact.py`).

V116 What drivers by doctrine mind of a chance to lose control is 60 and 6 for each mph, where it
was 250 and 20 (`doctrine/weigh.py`): they lost control in fewer turns than V80 asks.

V130 A gun on automatic needs nobody (`aiming.py`): an order without a person. It fires along the
axis of its mount, a turret's straight ahead, at the nearest car in the line that is not out, its
own side's too; in a skid, a spin or after any manoeuvre, but not in a roll. Its kills are the
driver's.

V131 (for V86, which had them led off at once) Who bails out stands beside the car, one to each
side, to the end of the next turn; where there is no room they are led off at once. Who is shot or
run down and does not stay up, or is run down at all, lies there and is in nobody's way
(`walkers.py`). A mate run over by his own side is on nobody's record.

V132 Who is ejected comes down outside the arena, and is on foot nowhere (`ends.py`).

V133 After two turns without a fight every doctrine with a gun closes in to three inches at 15 mph
(`doctrine/weigh.py`): two cars that circle at the same distance end in nothing.

V134 Of several enemies the nearest is minded, and up to four inches nearer the more it has been hit
(`doctrine/driver.py`).

V135 By doctrine a crew bails out of a car that burns if it could blow up, has nothing that puts the
fire out, or a plant with 2 points or less (`doctrine/driver.py`).

V136 A survivor with a hole in one of its sides drives out by its own gate if it can
(`doctrine/driver.py`).

V137 A circler without a turret or a gun to the side has the enemy where its gun bears
(`doctrine/weigh.py`).

V138 A driver by doctrine that has nothing left to fire with rams if it charges or never gives up;
else it keeps away while it has dealt more points than any enemy, and drives out by its gate, or
gives up if it cannot, when it has not. It saves the shots it has the more, the fewer they are
(`doctrine/driver.py`).

V139 Drivers by doctrine would rather hit a side that has been hit before, or is holed, or one that
is not the front (`doctrine/weigh.py`): ten shots are not enough to go through the armour of all.

V140 To be slower than 25 mph, or than the pace it wants if that is less, costs a driver by doctrine
40 for each mph, where it was 30 (`doctrine/weigh.py`): cars stood nose to nose and shot it out. At
80 they drove past each other until the limit.

V141 Who gives up when hurt and holed does so when the hole is towards an enemy within 16 inches,
and the one it minds has been dealt no more points than itself (`doctrine/driver.py`): half of all
cars gave up where V80 would have a third at most.

V142 Drivers by doctrine mind mines within half an inch of all their way, and, unless they press
(V133), to drive within five inches behind a car that could drop mines, spikes or burning oil
(`doctrine/weigh.py`): they followed whoever trailed mines over all of them. Minded three times as
much it kept like cars apart until the limit.

V143 A car that a ram has made faster than its plant would take it, forwards or
backwards, may keep that speed or brake from it; it gains none (`driving.py`). Backwards its plan
of the speed that it had was refused.

V145 Which side of a wall a car meets (V30) does not hang on how its corners are written down: the
one it lies farthest outside of; at a corner the one that it brushes along rather than runs into,
else the longer one; straight at a corner, by its heading, it runs into it. Over two sides of the
arena at once, the one that it reaches over farther, and so on (`ground.py`). A wall's corners go
round it counter-clockwise (`fairness.py`). An arena turned or in a mirror drove otherwise there
(V76).

V146 (with V13) A cycle has no reverse gear, but its rider walks it back at 5 mph after a turn at a
standstill, plant or no plant (`driving.py`). With its nose at a wall it stood there for ever, as a
pivot goes ahead before it turns.

V147 (with V19) A skid ends where the car stands. It stood there until the duel was over, since who
skids neither steers nor gains speed, and who stands never comes to the next inch.

V148 A driver by doctrine that does not see its enemy makes for the last point of the shortest way
that its car, as wide as it is, gets to straight on: from where each plan would end, not from where
the turn began; round mines, spikes, oil and obstacles; at 30 mph and forwards (`doctrine/roads.py`,
`doctrine/weigh.py`). After six turns without a fight who is ahead waits for the other, or who came
in by the lower gate when they are level; before the first hit nobody does. To stand where nothing
can be hit costs the more, the longer nobody has fought. Only shots that it would fire are worth
anything, and who leaves does not stand about. Of 100 duels of like cars 17 ended quietly or at the
limit: drivers looked past a corner with the middle of the car and turned round before it, went
round one wall after each other, and turned to enemies at odds at which they saved their shots.

V149 A driver by doctrine gives up when it stands for good, no gun of its bears on an enemy and it
has taken as many points as the one it minds; and when it has nothing left to fire with, is not
ahead and would not come to its gate before time is up (`doctrine/driver.py`). Both unless its
orders are never to yield: the last turns of such duels were waited out.

V150 (with V148) Ways begin and end where a car may stand, also close to a wall: from there one gets
straight on to square inches with room for a car. An enemy is expected to go straight on as far as
no wall is in its way (`doctrine/roads.py`, `doctrine/weigh.py`). Who stood at a wall could not be
found by any way, and who drove towards one was expected within it, where no shot reaches.
"""
