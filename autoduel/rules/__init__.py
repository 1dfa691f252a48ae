"""The rules of the autoduel, by the numbers of its brief (V1 to V83), and what was ruled since.

V84 A car in reverse turns about the front corner on the inside of the bend (`manoeuvres.py`): the
brief names only the rear corner, which leads the other way there.

V85 Ties of speed are broken by the pole order alone, not by reflexes first (`duel.py`): the order
of movement is seen by all, and reflexes are the owner's (V61).

V86 Who bails out has yielded and is led off at once (`ends.py`): nobody stands about on foot.

V87 A car that is blocked by one which it already touches stays where it is in that inch and pushes
nothing (`moving.py`); contact lasts until there is a gap of 0.15 in between the two.

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
"""
