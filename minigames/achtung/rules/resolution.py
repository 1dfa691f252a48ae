"""The order of resolution (A4): one list of rows, each a name, the players it is for, and a small
function.

Whom a row is for is settled when the row begins, so what happens within a row happens all at once.
A class, an unlock or a modifier is a row here and nothing anywhere else; only what a Spy seems to
be, with a Disguise, is told beside the list, in `shown_total`. Rows of the complex classes are
skipped in the plain game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.values import Seat

from .battle import Battle, Who
from .classes import printed
from .values import Backstab, Disguise, Headshot, Sabotage, Seats, Shoot

Act = Callable[[Battle, Seats], None]


class Row(NamedTuple):
    """One line of the order: what happens, to or by whom, and whether only under the complex
    classes.
    """

    title: str
    who: Who
    act: Act
    complex_only: bool = False


def each(act: Callable[[Battle, Seat], None]) -> Act:
    """The same for every one of the row's players."""

    def one_by_one(battle: Battle, seats: Seats) -> None:
        for seat in seats:
            act(battle, seat)

    return one_by_one


# --- removals -------------------------------------------------------------------------------------


def smoke_out(battle: Battle, pyro: Seat) -> None:
    """Every Spy of the Pyro's squad is out, their ability negated."""
    for mate in battle.mates(pyro):
        if battle.kinds[mate] == "spy":
            battle.remove(mate, "burnt")
            battle.negated.add(mate)


def headshot(battle: Battle, spy: Seat) -> None:
    """A Spy who is hit is out, in the squad or not (A12); anybody else is not hurt."""
    action = battle.actions[spy]
    if isinstance(action, Headshot) and battle.kinds[action.target] == "spy":
        battle.remove(action.target, "headshot")
        battle.negated.add(action.target)


def sabotage(battle: Battle, spies: Seats) -> None:
    """Right guesses at players not sabotaged yet; two Spies who are right in the same match both
    are (A6, A22). On any Spy it fails (A12).
    """
    fresh = frozenset(battle.sabotaged)
    for spy in spies:
        action = battle.actions[spy]
        if (
            isinstance(action, Sabotage)
            and action.target not in fresh
            and battle.kinds[action.target] == action.guess != "spy"
        ):
            battle.sabotaged.add(action.target)
            battle.guessed.add(spy)


def hold_fast(battle: Battle, seats: Seats) -> None:
    """Nothing removes these."""
    battle.unmovable.update(seats)


def guard(battle: Battle, seats: Seats) -> None:
    """The first blade does not remove these."""
    battle.guarded.update(seats)


def backstab(battle: Battle, spy: Seat) -> None:
    """The victim is out. Who is guarded takes the first blade, and is sabotaged at once; the next
    one finds its mark.
    """
    action = battle.actions[spy]
    if not isinstance(action, Backstab):
        return
    if action.target in battle.guarded:
        battle.guarded.remove(action.target)
        battle.sabotaged.add(action.target)
    else:
        battle.remove(action.target, "backstab")


def retarget(battle: Battle, medic: Seat) -> None:
    """The first of the Medic's wishes who still stands; or, once the first is gone, one by the
    dice.
    """
    wishes = battle.patients_of(medic)
    left = [mate for mate in wishes if mate not in battle.removed]
    if battle.terms.medic == "automatic" or battle.patients.get(medic) in left:
        return
    random = battle.terms.medic == "random" and bool(left) and left[0] != wishes[0]
    battle.patients[medic] = battle.dice.pick(left) if random else next(iter(left), None)


def charge(*served: int) -> Act:
    """The Übercharge fires in the match after so many served (A9)."""
    return each(
        lambda battle, medic: battle.charged.update(
            {medic} if battle.secrets[medic].served in served else ()
        )
    )


def shield(battle: Battle, medic: Seat) -> None:
    """Only Spies remove a Medic who charges, and the present patient."""
    if medic in battle.charged:
        battle.shielded.update(
            seat for seat in (medic, battle.patients.get(medic)) if seat is not None
        )


def duel(battle: Battle, seats: Seats) -> None:
    """Of all who carry it in the match, the dice leave one."""
    if len(seats) > 1:
        last = battle.dice.pick(seats)
        for seat in seats:
            if seat != last:
                battle.remove(seat, "duel")


def shoot(battle: Battle, sniper: Seat) -> None:
    """The target is out; a Spy is not (A5)."""
    action = battle.actions[sniper]
    if isinstance(action, Shoot) and battle.kinds[action.target] != "spy":
        battle.remove(action.target, "shot")


def choose_best(battle: Battle, medic: Seat) -> None:
    """The automatic Medic: whoever makes the squad's total largest, ties by the dice (A19)."""
    if battle.terms.medic != "automatic" or not battle.mates(medic):
        return
    totals: dict[Seat, int] = {}
    for mate in battle.mates(medic):
        battle.patients[medic] = mate
        count(battle)
        totals[mate] = battle.total(battle.sides[medic])
    best = [mate for mate, total in totals.items() if total == max(totals.values())]
    battle.patients[medic] = battle.dice.pick(best) if len(best) > 1 else best[0]


# --- points ---------------------------------------------------------------------------------------


def print_points(battle: Battle, seat: Seat) -> None:
    """The class's printed number for this type of match."""
    battle.points[seat] = printed(
        battle.kinds[seat], battle.match, complex_classes=battle.terms.complex_classes
    )


def if_healed(points: int) -> Act:
    """So many points if a Medic has chosen this player, before any doubling."""
    return each(lambda battle, seat: battle.add(seat, points if battle.medics_of(seat) else 0))


def per_enemy(points: int, *kinds: str) -> Act:
    """So many points for each enemy of these classes who still stands."""

    def act(battle: Battle, seat: Seat) -> None:
        battle.add(
            seat, points * sum([battle.kinds[enemy] in kinds for enemy in battle.enemies(seat)])
        )

    return each(act)


def to_enemies(points: int, kind: str, *, without: str = "") -> Act:
    """So many points to each enemy of this class who still stands and does not carry `without`."""

    def act(battle: Battle, seat: Seat) -> None:
        for enemy in battle.enemies(seat):
            if battle.kinds[enemy] == kind and battle.unlocks[enemy] != without:
                battle.add(enemy, points)

    return each(act)


def by_match(payload: int, flag: int, control: int) -> Act:
    """So many points by the type of match."""
    points = {"payload": payload, "flag": flag, "control": control}
    return each(lambda battle, seat: battle.add(seat, points[battle.match]))


def beside_a_spy(battle: Battle, seat: Seat) -> None:
    """One point less if a Spy still stands in the same squad."""
    if any(battle.kinds[mate] == "spy" for mate in battle.mates(seat)):
        battle.add(seat, -1)


def per_sound_medic(battle: Battle, seat: Seat) -> None:
    """One point from each Medic who is not sabotaged."""
    battle.add(seat, sum([medic not in battle.sabotaged for medic in battle.medics_of(seat)]))


def per_match_won(battle: Battle, seat: Seat) -> None:
    """One point for each match won as Demoman, not removed (A18)."""
    battle.add(seat, battle.secrets[seat].won)


def graze(battle: Battle, sniper: Seat) -> None:
    """A sabotaged Sniper only takes one point, and none from a Spy."""
    action = battle.actions[sniper]
    if (
        isinstance(action, Shoot)
        and battle.standing(action.target)
        and battle.kinds[action.target] != "spy"
    ):
        battle.add(action.target, -1)


def hamper(battle: Battle, seat: Seat) -> None:
    """One point less."""
    battle.add(seat, -1)


def floor(battle: Battle, seat: Seat) -> None:
    """No player is worth less than nothing."""
    battle.points[seat] = max(0, battle.points[seat])


def shut_out_medics(battle: Battle, seats: Seats) -> None:
    """Medics do nothing for these."""
    battle.unhealed.update(seats)


def _patient(battle: Battle, medic: Seat) -> Seat | None:
    """The Medic's patient, if still there and one whom Medics can help."""
    patient = battle.patients.get(medic)
    return (
        None
        if patient is None or patient in battle.removed or patient in battle.unhealed
        else patient
    )


def double(battle: Battle, medic: Seat) -> None:
    """The patient counts twice."""
    patient = _patient(battle, medic)
    if patient is not None:
        battle.points[patient] *= 2


def bandage(battle: Battle, medic: Seat) -> None:
    """A sabotaged Medic only gives one point."""
    patient = _patient(battle, medic)
    if patient is not None:
        battle.add(patient, 1)


def charge_points(points: int) -> Act:
    """So many points for the squad, if the Medic who charged still stands."""

    def act(battle: Battle, medic: Seat) -> None:
        if medic in battle.charged:
            battle.bonus[battle.sides[medic]] += points

    return each(act)


# --- the list -------------------------------------------------------------------------------------

REMOVALS: Final = (
    Row("Bonk! Atomic Punch", Who(unlock="bonk"), hold_fast),
    Row(
        "A Pyro smokes out the Spies of the squad", Who("pyro"), each(smoke_out), complex_only=True
    ),
    Row("Headshots", Who("spy", does=Headshot, anywhere=True), each(headshot)),
    Row("Sabotage", Who("spy", does=Sabotage, anywhere=True), sabotage),
    Row("The Razorback", Who(unlock="razorback", sabotaged=False), guard),
    Row("Backstabs", Who("spy", does=Backstab), each(backstab)),
    Row("Medics turn to the next", Who("medic"), each(retarget)),
    Row(
        "Übercharges",
        Who("medic", without="ubersaw", sabotaged=False),
        charge(2),
        complex_only=True,
    ),
    Row(
        "Übercharges with the Ubersaw",
        Who("medic", unlock="ubersaw", sabotaged=False),
        charge(1, 3),
        complex_only=True,
    ),
    Row(
        "Übercharges shield, but for a Kritzkrieg’s",
        Who("medic", without="kritzkrieg"),
        each(shield),
        complex_only=True,
    ),
    Row("The Half-Zatoichi leaves one", Who(unlock="half-zatoichi"), duel),
    Row("Snipers shoot", Who("sniper", does=Shoot, sabotaged=False), each(shoot)),
    Row("Medics turn to the next again", Who("medic"), each(retarget)),
    Row("Automatic Medics choose", Who("medic"), each(choose_best)),
)

POINTS: Final = (
    Row("Printed points", Who(), each(print_points)),
    Row("Scout: −1 if healed", Who("scout"), if_healed(-1), complex_only=True),
    Row("Soldier: +1 if healed", Who("soldier"), if_healed(1), complex_only=True),
    Row("Heavy: +1 if healed", Who("heavy"), if_healed(1), complex_only=True),
    Row(
        "Demoman: enemy Engineers −1",
        Who("demoman"),
        to_enemies(-1, "engineer", without="gunslinger"),
        complex_only=True,
    ),
    Row(
        "Engineer: −1 beside a Spy",
        Who("engineer", without="gunslinger"),
        each(beside_a_spy),
        complex_only=True,
    ),
    Row(
        "The Gunslinger: Medics give 1",
        Who("engineer", "gunslinger"),
        each(per_sound_medic),
        complex_only=True,
    ),
    Row("Crit-a-cola", Who(unlock="crit-a-cola"), by_match(0, 0, 1)),
    Row("The Pain Train", Who(unlock="pain-train"), by_match(1, -1, 1)),
    Row("The Backburner: +1", Who(unlock="backburner"), by_match(1, 1, 1)),
    Row(
        "The Backburner: −1 for each enemy Soldier and Demoman",
        Who(unlock="backburner"),
        per_enemy(-1, "soldier", "demoman"),
    ),
    Row("The Eyelander", Who(unlock="eyelander"), each(per_match_won)),
    Row("Natascha: enemy Scouts −1", Who(unlock="natascha"), to_enemies(-1, "scout")),
    Row("A sabotaged Sniper takes 1", Who("sniper", does=Shoot, sabotaged=True), each(graze)),
    Row("Sabotage takes 1", Who(sabotaged=True), each(hamper)),
    Row("No player is worth less than 0", Who(), each(floor)),
    Row("Engineer: Medics do nothing", Who("engineer"), shut_out_medics, complex_only=True),
    Row("Medics double", Who("medic", sabotaged=False), each(double)),
    Row("A sabotaged Medic gives 1", Who("medic", sabotaged=True), each(bandage)),
    Row(
        "Übercharge points", Who("medic", without="kritzkrieg"), charge_points(2), complex_only=True
    ),
    Row(
        "Übercharge points with the Kritzkrieg",
        Who("medic", unlock="kritzkrieg"),
        charge_points(4),
        complex_only=True,
    ),
)


def _run(battle: Battle, rows: tuple[Row, ...]) -> None:
    for row in rows:
        if (battle.terms.complex_classes or not row.complex_only) and (
            seats := battle.holders(row.who)
        ):
            row.act(battle, seats)


def count(battle: Battle) -> None:
    """Count the points of everybody who stands, from the printed number on."""
    battle.points.clear()
    battle.bonus = [0, 0]
    _run(battle, POINTS)


def resolve(battle: Battle) -> tuple[int, int]:
    """Play a match by the whole list; the answer is the points of both sides."""
    _run(battle, REMOVALS)
    count(battle)
    return battle.total(0), battle.total(1)


def shown_total(battle: Battle, side: int) -> int:
    """The announced points of a side: disguised Spies who stand in the squad seem to add their
    class's number (A17).
    """
    shown = battle.total(side)
    for spy in battle.holders(Who("spy", does=Disguise)):
        action = battle.actions[spy]
        if battle.sides[spy] == side and isinstance(action, Disguise):
            shown += printed(
                action.kind, battle.match, complex_classes=battle.terms.complex_classes
            )
    return shown
