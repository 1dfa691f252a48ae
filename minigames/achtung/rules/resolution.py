"""The order of resolution (A4), as a list of rows.

Each row has a title, a condition for players, and a small function. The players of a row are
determined before its effects, so the effects are simultaneous. Each class, unlock or modifier is
implemented only as a row. The exception is the apparent class of a disguised Spy, in `shown_total`.
The plain game skips rows of the complex classes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.values import Seat

from .battle import Battle, PlayerCondition
from .classes import printed_points
from .values import Backstab, Disguise, Headshot, Sabotage, Seats, Shoot

Effect = Callable[[Battle, Seats], None]


class Row(NamedTuple):
    """A row of the order: its effect, and the players to whom it applies.

    `complex_only` is true if the row needs the complex classes.
    """

    title: str
    condition: PlayerCondition
    act: Effect
    complex_only: bool = False


def for_each(act: Callable[[Battle, Seat], None]) -> Effect:
    """Return an effect that applies a function to each player of a row."""

    def apply_to_all(battle: Battle, seats: Seats) -> None:
        for seat in seats:
            act(battle, seat)

    return apply_to_all


# --- removals -------------------------------------------------------------------------------------


def remove_spies_of_squad(battle: Battle, pyro: Seat) -> None:
    """Remove every Spy in the Pyro's squad and cancel the Spies' abilities."""
    for mate in battle.mates(pyro):
        if battle.kinds[mate] == "spy":
            battle.remove(mate, "burnt")
            battle.negated.add(mate)


def headshot(battle: Battle, spy: Seat) -> None:
    """Remove the target if it is a Spy, whether in the squad or not (A12).

    Other targets are not harmed.
    """
    action = battle.actions[spy]
    if isinstance(action, Headshot) and battle.kinds[action.target] == "spy":
        battle.remove(action.target, "headshot")
        battle.negated.add(action.target)


def sabotage(battle: Battle, spies: Seats) -> None:
    """Sabotage players whose class was guessed correctly.

    Two Spies who guess correctly in the same match both succeed (A6, A22). Guesses at Spies, and at
    players who are already sabotaged, fail (A12).
    """
    sabotaged_before = frozenset(battle.sabotaged)
    for spy in spies:
        action = battle.actions[spy]
        if (
            isinstance(action, Sabotage)
            and action.target not in sabotaged_before
            and battle.kinds[action.target] == action.guess != "spy"
        ):
            battle.sabotaged.add(action.target)
            battle.successful_spies.add(spy)


def protect_from_removal(battle: Battle, seats: Seats) -> None:
    """Protect these players from every removal."""
    battle.unremovable.update(seats)


def protect_from_backstab(battle: Battle, seats: Seats) -> None:
    """Protect each of these players from the first backstab."""
    battle.guarded.update(seats)


def backstab(battle: Battle, spy: Seat) -> None:
    """Remove the victim of a backstab.

    The first backstab of a guarded victim sabotages the victim instead. The next one removes them.
    """
    action = battle.actions[spy]
    if not isinstance(action, Backstab):
        return
    if action.target in battle.guarded:
        battle.guarded.remove(action.target)
        battle.sabotaged.add(action.target)
    else:
        battle.remove(action.target, "backstab")


def choose_next_patient(battle: Battle, medic: Seat) -> None:
    """Choose the Medic's first patient who is still in the match.

    If the option says so, choose a random one when the first patient is gone.
    """
    patients = battle.patients_of(medic)
    remaining = [mate for mate in patients if mate not in battle.removed]
    if battle.terms.medic == "automatic" or battle.patients.get(medic) in remaining:
        return
    choose_randomly = (
        battle.terms.medic == "random" and bool(remaining) and remaining[0] != patients[0]
    )
    battle.patients[medic] = (
        battle.dice.pick(remaining) if choose_randomly else next(iter(remaining), None)
    )


def charge(*served: int) -> Effect:
    """Return an effect that fires the Übercharge.

    The Übercharge fires if the Medic has served in one of these numbers of matches (A9).
    """
    return for_each(
        lambda battle, medic: battle.charged.update(
            {medic} if battle.secrets[medic].served in served else ()
        )
    )


def shield_charging(battle: Battle, medic: Seat) -> None:
    """Shield a Medic who fires the Übercharge, and the current patient.

    The shield protects against everyone except Spies.
    """
    if medic in battle.charged:
        battle.shielded.update(
            seat for seat in (medic, battle.patients.get(medic)) if seat is not None
        )


def leave_one(battle: Battle, seats: Seats) -> None:
    """Remove all players in the match who have this unlock, except one at random."""
    if len(seats) > 1:
        survivor = battle.dice.pick(seats)
        for seat in seats:
            if seat != survivor:
                battle.remove(seat, "duel")


def shoot(battle: Battle, sniper: Seat) -> None:
    """Remove the target of a shot unless it is a Spy (A5)."""
    action = battle.actions[sniper]
    if isinstance(action, Shoot) and battle.kinds[action.target] != "spy":
        battle.remove(action.target, "shot")


def choose_best(battle: Battle, medic: Seat) -> None:
    """Choose the patient who gives the squad the highest total, for an automatic Medic.

    The dice break ties (A19).
    """
    if battle.terms.medic != "automatic" or not battle.mates(medic):
        return
    totals: dict[Seat, int] = {}
    for mate in battle.mates(medic):
        battle.patients[medic] = mate
        count(battle)
        totals[mate] = battle.total(battle.sides[medic])
    best_mates = [mate for mate, total in totals.items() if total == max(totals.values())]
    battle.patients[medic] = battle.dice.pick(best_mates) if len(best_mates) > 1 else best_mates[0]


# --- points ---------------------------------------------------------------------------------------


def print_points(battle: Battle, seat: Seat) -> None:
    """Give each player the points printed for the class in this match type."""
    battle.points[seat] = printed_points(
        battle.kinds[seat], battle.match, complex_classes=battle.terms.complex_classes
    )


def if_healed(points: int) -> Effect:
    """Return an effect that adds points if a Medic has chosen this player.

    The points are added before the Medic doubles them.
    """
    return for_each(
        lambda battle, seat: battle.add_points(seat, points if battle.medics_of(seat) else 0)
    )


def per_enemy(points: int, *kinds: str) -> Effect:
    """Return an effect that adds points for each remaining enemy of these classes."""

    def act(battle: Battle, seat: Seat) -> None:
        battle.add_points(
            seat, points * sum([battle.kinds[enemy] in kinds for enemy in battle.enemies(seat)])
        )

    return for_each(act)


def to_enemies(points: int, kind: str, *, excluded_unlock: str = "") -> Effect:
    """Return an effect that adds points to each remaining enemy of a class.

    Enemies who have `excluded_unlock` are left out.
    """

    def act(battle: Battle, seat: Seat) -> None:
        for enemy in battle.enemies(seat):
            if battle.kinds[enemy] == kind and battle.unlocks[enemy] != excluded_unlock:
                battle.add_points(enemy, points)

    return for_each(act)


def by_match(payload: int, flag: int, control: int) -> Effect:
    """Return an effect that adds points, depending on the match type."""
    points = {"payload": payload, "flag": flag, "control": control}
    return for_each(lambda battle, seat: battle.add_points(seat, points[battle.match]))


def beside_a_spy(battle: Battle, seat: Seat) -> None:
    """Deduct one point if a Spy is still in the same squad."""
    if any(battle.kinds[mate] == "spy" for mate in battle.mates(seat)):
        battle.add_points(seat, -1)


def per_sound_medic(battle: Battle, seat: Seat) -> None:
    """Add one point for each Medic who is not sabotaged."""
    battle.add_points(
        seat, sum([medic not in battle.sabotaged for medic in battle.medics_of(seat)])
    )


def per_match_won(battle: Battle, seat: Seat) -> None:
    """Add one point for each match that this player has won as Demoman without removal (A18)."""
    battle.add_points(seat, battle.secrets[seat].won)


def take_point_from_target(battle: Battle, sniper: Seat) -> None:
    """Deduct one point from the target of a sabotaged Sniper, unless the target is a Spy."""
    action = battle.actions[sniper]
    if (
        isinstance(action, Shoot)
        and battle.is_remaining(action.target)
        and battle.kinds[action.target] != "spy"
    ):
        battle.add_points(action.target, -1)


def take_point(battle: Battle, seat: Seat) -> None:
    """Deduct one point."""
    battle.add_points(seat, -1)


def raise_to_zero(battle: Battle, seat: Seat) -> None:
    """Set negative points to zero."""
    battle.points[seat] = max(0, battle.points[seat])


def shut_out_medics(battle: Battle, seats: Seats) -> None:
    """Exclude these players from help by Medics."""
    battle.unhealed.update(seats)


def _patient(battle: Battle, medic: Seat) -> Seat | None:
    """Return the Medic's patient, if the patient is still in the match and can be helped."""
    patient = battle.patients.get(medic)
    return (
        None
        if patient is None or patient in battle.removed or patient in battle.unhealed
        else patient
    )


def double_patient(battle: Battle, medic: Seat) -> None:
    """Double the points of the Medic's patient."""
    patient = _patient(battle, medic)
    if patient is not None:
        battle.points[patient] *= 2


def give_point(battle: Battle, medic: Seat) -> None:
    """Add one point to the patient of a sabotaged Medic."""
    patient = _patient(battle, medic)
    if patient is not None:
        battle.add_points(patient, 1)


def charge_points(points: int) -> Effect:
    """Return an effect that adds points to the squad of a Medic who has fired the Übercharge."""

    def act(battle: Battle, medic: Seat) -> None:
        if medic in battle.charged:
            battle.bonus[battle.sides[medic]] += points

    return for_each(act)


# --- the list -------------------------------------------------------------------------------------

REMOVALS: Final = (
    Row("Bonk! Atomic Punch", PlayerCondition(unlock="bonk"), protect_from_removal),
    Row(
        "A Pyro smokes out the Spies of the squad", PlayerCondition("pyro"),
        for_each(remove_spies_of_squad), complex_only=True,
    ),
    Row("Headshots", PlayerCondition("spy", action=Headshot, anywhere=True), for_each(headshot)),
    Row("Sabotage", PlayerCondition("spy", action=Sabotage, anywhere=True), sabotage),
    Row(
        "The Razorback", PlayerCondition(unlock="razorback", sabotaged=False),
        protect_from_backstab,
    ),
    Row("Backstabs", PlayerCondition("spy", action=Backstab), for_each(backstab)),
    Row("Medics turn to the next", PlayerCondition("medic"), for_each(choose_next_patient)),
    Row(
        "Übercharges", PlayerCondition("medic", excluded_unlock="ubersaw", sabotaged=False),
        charge(2), complex_only=True,
    ),
    Row(
        "Übercharges with the Ubersaw", PlayerCondition("medic", unlock="ubersaw", sabotaged=False),
        charge(1, 3), complex_only=True,
    ),
    Row(
        "Übercharges shield, except a Kritzkrieg’s",
        PlayerCondition("medic", excluded_unlock="kritzkrieg"), for_each(shield_charging),
        complex_only=True,
    ),
    Row("The Half-Zatoichi leaves one", PlayerCondition(unlock="half-zatoichi"), leave_one),
    Row("Snipers shoot", PlayerCondition("sniper", action=Shoot, sabotaged=False), for_each(shoot)),
    Row("Medics turn to the next again", PlayerCondition("medic"), for_each(choose_next_patient)),
    Row("Automatic Medics choose", PlayerCondition("medic"), for_each(choose_best)),
)  # fmt: skip

POINTS: Final = (
    Row("Printed points", PlayerCondition(), for_each(print_points)),
    Row("Scout: −1 if healed", PlayerCondition("scout"), if_healed(-1), complex_only=True),
    Row("Soldier: +1 if healed", PlayerCondition("soldier"), if_healed(1), complex_only=True),
    Row("Heavy: +1 if healed", PlayerCondition("heavy"), if_healed(1), complex_only=True),
    Row(
        "Demoman: enemy Engineers −1", PlayerCondition("demoman"),
        to_enemies(-1, "engineer", excluded_unlock="gunslinger"), complex_only=True,
    ),
    Row(
        "Engineer: −1 beside a Spy", PlayerCondition("engineer", excluded_unlock="gunslinger"),
        for_each(beside_a_spy), complex_only=True,
    ),
    Row(
        "The Gunslinger: Medics give 1", PlayerCondition("engineer", "gunslinger"),
        for_each(per_sound_medic), complex_only=True,
    ),
    Row("Crit-a-cola", PlayerCondition(unlock="crit-a-cola"), by_match(0, 0, 1)),
    Row("The Pain Train", PlayerCondition(unlock="pain-train"), by_match(1, -1, 1)),
    Row("The Backburner: +1", PlayerCondition(unlock="backburner"), by_match(1, 1, 1)),
    Row(
        "The Backburner: −1 for each enemy Soldier and Demoman",
        PlayerCondition(unlock="backburner"), per_enemy(-1, "soldier", "demoman"),
    ),
    Row("The Eyelander", PlayerCondition(unlock="eyelander"), for_each(per_match_won)),
    Row("Natascha: enemy Scouts −1", PlayerCondition(unlock="natascha"), to_enemies(-1, "scout")),
    Row(
        "A sabotaged Sniper takes 1", PlayerCondition("sniper", action=Shoot, sabotaged=True),
        for_each(take_point_from_target),
    ),
    Row("Sabotage takes 1", PlayerCondition(sabotaged=True), for_each(take_point)),
    Row("No player is worth less than 0", PlayerCondition(), for_each(raise_to_zero)),
    Row(
        "Engineer: Medics do nothing", PlayerCondition("engineer"), shut_out_medics,
        complex_only=True,
    ),
    Row("Medics double", PlayerCondition("medic", sabotaged=False), for_each(double_patient)),
    Row(
        "A sabotaged Medic gives 1", PlayerCondition("medic", sabotaged=True), for_each(give_point),
    ),
    Row(
        "Übercharge points", PlayerCondition("medic", excluded_unlock="kritzkrieg"),
        charge_points(2), complex_only=True,
    ),
    Row(
        "Übercharge points with the Kritzkrieg", PlayerCondition("medic", unlock="kritzkrieg"),
        charge_points(4), complex_only=True,
    ),
)  # fmt: skip


def _run(battle: Battle, rows: tuple[Row, ...]) -> None:
    for row in rows:
        if (battle.terms.complex_classes or not row.complex_only) and (
            seats := battle.players_with(row.condition)
        ):
            row.act(battle, seats)


def count(battle: Battle) -> None:
    """Calculate the points of all remaining players, starting with the printed points."""
    battle.points.clear()
    battle.bonus = [0, 0]
    _run(battle, POINTS)


def resolve(battle: Battle) -> tuple[int, int]:
    """Resolve a match by applying all rows, and return the points of both sides."""
    _run(battle, REMOVALS)
    count(battle)
    return battle.total(0), battle.total(1)


def shown_total(battle: Battle, side: int) -> int:
    """Return the points that are announced for a side.

    The points of the classes that remaining disguised Spies appear to have are included (A17).
    """
    total = battle.total(side)
    for spy in battle.players_with(PlayerCondition("spy", action=Disguise)):
        action = battle.actions[spy]
        if battle.sides[spy] == side and isinstance(action, Disguise):
            total += printed_points(
                action.kind, battle.match, complex_classes=battle.terms.complex_classes
            )
    return total
