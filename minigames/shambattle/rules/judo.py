"""All cases of combat judo (S8, S16)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple

from engine.dice import Dice
from engine.game import IllegalMove
from engine.values import Seat, Value, changed, swap

from .geometry import TOUCHING, is_touching, near_box, numbers_within, point_towards
from .ground import ground
from .movement import SHORT_MOVE, after_crossing
from .position import other_places, places_of, with_man, without_man
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, Fought, Man, Pending, Spot, Table

MAX_ATTACKS: Final = 3
"""Maximum number of attacks on a figure in one turn (S8)."""

REMOVING_LEAD: Final = 4
"""Minimum lead with which the winner removes the loser (S8)."""


class Modifiers(NamedTuple):
    """Modifiers of the attacker's and the defender's dice."""

    attacker: int
    defender: int


class JudoOdds(Value):
    """The exact chances of a fight, in thirty-sixths.

    The results are ordered from the attacker's best to the attacker's worst.
    """

    attacker: int
    defender: int
    removes: int
    stuns: int
    nothing: int
    stunned: int
    removed: int

    def chance(
        self, outcome: Literal["removes", "stuns", "nothing", "stunned", "removed"]
    ) -> Fraction:
        """Return the chance of one result as a fraction."""
        thirty_sixths: int = getattr(self, outcome)
        return Fraction(thirty_sixths, 36)


def check_fight(table: Table, seat: Seat, number: int, defender: int) -> None:
    """Raise IllegalMove unless this figure can start a fight with this defender now."""
    if number >= len(ROSTER) or ROSTER[number].side != seat or not table.men[number].here:
        raise IllegalMove("Choose one of your own figures on the table.", code="not-yours")
    if defender >= len(ROSTER) or ROSTER[defender].side == seat or not table.men[defender].here:
        raise IllegalMove("Choose an enemy who is on the table.", code="not-an-enemy")
    if BOSS in (number, defender):
        raise IllegalMove(
            "The Mastermind never fights, and no one can start judo with him.", code="mastermind"
        )
    man, name = table.men[number], ROSTER[number].name
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot attack.", code="stunned")
    if man.fought:
        raise IllegalMove(f"{name} has already started a fight this turn.", code="fought-already")
    if not is_touching(man.spot, table.men[defender].spot):
        raise IllegalMove(f"{name} does not touch {ROSTER[defender].name}.", code="not-touching")
    if table.men[defender].attacks >= MAX_ATTACKS:
        raise IllegalMove(
            f"Three have attacked {ROSTER[defender].name} this turn. No one else can.",
            code="three-already",
        )


def possible_fights(table: Table, seat: Seat) -> list[tuple[int, int]]:
    """Return all possible fights as pairs of attacker and defender."""
    men = table.men
    attackers = [
        n
        for n in SIDES[seat]
        if n != BOSS and men[n].here and not men[n].stun and not men[n].fought
    ]
    defenders = places_of(
        table,
        [n for n in SIDES[1 - seat] if n != BOSS and men[n].here and men[n].attacks < MAX_ATTACKS],
    )
    if attackers and defenders:
        defenders = near_box(defenders, [men[n].spot for n in attackers], TOUCHING)
    return (
        [
            (n, enemy)
            for n in attackers
            for enemy in numbers_within(men[n].spot, defenders, TOUCHING)
        ]
        if defenders
        else []
    )


def modifiers_of(table: Table, number: int, target: int) -> Modifiers:
    """Return the modifiers that result from training, stuns and earlier attacks (S8).

    A stunned defender has −1. A defender that is attacked for the second or third time this turn
    also has −1.
    """
    defender = table.men[target]
    return Modifiers(
        ROSTER[number].judo, ROSTER[target].judo - bool(defender.stun) - bool(defender.attacks)
    )


def fight_odds(table: Table, number: int, defender: int) -> JudoOdds:
    """Return the chances of a fight, calculated from all 36 throws."""
    adds, is_stunned = modifiers_of(table, number, defender), bool(table.men[defender].stun)
    leads = [a + adds.attacker - b - adds.defender for a in range(1, 7) for b in range(1, 7)]
    loses = 0 if is_stunned else 1
    return JudoOdds(
        attacker=adds.attacker,
        defender=adds.defender,
        removes=sum([lead >= REMOVING_LEAD for lead in leads]),
        stuns=sum([0 < lead < REMOVING_LEAD for lead in leads]),
        nothing=sum([lead == 0 or (lead < 0 and is_stunned) for lead in leads]),
        stunned=sum([-REMOVING_LEAD < lead < 0 for lead in leads]) * loses,
        removed=sum([lead <= -REMOVING_LEAD for lead in leads]) * loses,
    )


def roll_fight(table: Table, number: int, target: int, dice: Dice) -> tuple[Table, Fought]:
    """Roll the dice of a legal fight and apply the result (S8).

    A win by 1 to 3 stuns the loser. If the loser can also be pushed, `push` is set until the winner
    chooses the distance.
    """
    adds, defender = modifiers_of(table, number, target), table.men[target]
    faces = (dice.die(6), dice.die(6))
    lead = faces[0] + adds.attacker - faces[1] - adds.defender
    table = _record_fight(table, number, target)
    if lead == 0 or (lead < 0 and defender.stun):  # S16: a stunned winner has no effect
        result: Literal["equal", "foiled"] = "foiled" if lead else "equal"
        return table, Fought(
            man=number, against=target, faces=faces, modifiers=adds, result=result, loser=None
        )
    winner, loser = (number, target) if lead > 0 else (target, number)
    if abs(lead) >= REMOVING_LEAD:
        fought = Fought(
            man=number, against=target, faces=faces, modifiers=adds, result="removed", loser=loser
        )
        return without_man(table, loser), fought
    fought = Fought(
        man=number, against=target, faces=faces, modifiers=adds, result="stunned", loser=loser
    )
    return _stun_loser(table, winner, loser), fought


def _record_fight(table: Table, number: int, defender: int) -> Table:
    """Record the fight for the rest of the turn.

    A figure can start only one fight a turn. The record also counts attacks, and affects holders
    (S15) and guards (S13).
    """
    men = swap(table.men, number, changed(table.men[number], fought=True))
    men = swap(men, defender, changed(men[defender], attacks=men[defender].attacks + 1))
    holding = (
        tuple([n for n in table.holding if n not in (number, defender)]) if table.holding else ()
    )
    attacked = table.attacked
    if table.side == MASTERMIND and defender in table.guards and defender not in attacked:
        attacked = (*attacked, defender)
    return changed(table, men=men, holding=holding, attacked=attacked)


def _stun_loser(table: Table, winner: int, loser: int) -> Table:
    """Stun the loser until the end of its own next turn (S16).

    If the loser's own turn is in progress, the stun lasts until the second end of turn from now.
    """
    man: Man = table.men[loser]
    table = with_man(table, loser, changed(man, stun=2 if ROSTER[loser].side == table.side else 1))
    limit = push_limit(table, winner, loser)
    pool = ground(table.map).is_at_pool(man.spot)
    return (
        changed(table, push=Pending(winner=winner, loser=loser, limit=limit, pool=pool))
        if limit or pool
        else table
    )


# --- pushing --------------------------------------------------------------------------------------


def push_limit(table: Table, winner: int, loser: int) -> int:
    """Return how far the loser can be pushed along the line of centres without contact.

    The maximum is 2.00 inches (S16).
    """
    for distance in range(_free_distance(table, winner, loser), 0, -1):
        if push_destination(table, winner, loser, distance) != table.men[loser].spot:
            return distance
    return 0


def _free_distance(table: Table, winner: int, loser: int) -> int:
    """Return the longest distance, up to 2.00 inches, along which the whole path is free."""
    low, high = 0, SHORT_MOVE + 1
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _is_path_free(table, winner, loser, middle) else (low, middle)
    return low


def _is_path_free(table: Table, winner: int, loser: int, distance: int) -> bool:
    spot = table.men[loser].spot
    destination = _place_behind(table, winner, loser, distance)
    return destination == spot or ground(table.map).is_passable(
        spot, destination, other_places(table, loser)
    )


def _place_behind(table: Table, winner: int, loser: int, distance: int) -> Spot:
    """Return the place at this distance behind the loser, as seen from the winner."""
    (ax, ay), (bx, by) = table.men[winner].spot, table.men[loser].spot
    return point_towards((bx, by), (2 * bx - ax, 2 * by - ay), distance)


def push_destination(table: Table, winner: int, loser: int, distance: int) -> Spot:
    """Return where a push of this length ends: the last free place within the distance."""
    while distance and not _is_path_free(table, winner, loser, distance):
        distance -= 1
    return _place_behind(table, winner, loser, distance)


def pending_push(table: Table) -> Pending:
    """Return the push for which the winner must choose a distance.

    Raise IllegalMove if there is none.
    """
    if table.push is None:
        raise IllegalMove("There is no figure to push.", code="no-push")
    return table.push


def check_push(table: Table, distance: int) -> None:
    """Raise IllegalMove if the pending push cannot have this distance."""
    pending = pending_push(table)
    if not 0 <= distance <= pending.limit:
        raise IllegalMove(
            f"The loser can be pushed up to {pending.limit / 100:.2f} in.", code="too-far"
        )


def check_drown(table: Table) -> None:
    """Raise IllegalMove unless the loser can be forced into the pool."""
    if not pending_push(table).pool:
        raise IllegalMove("The loser is not near enough to the pool.", code="no-pool")


def push_loser(table: Table, distance: int) -> tuple[Table, Spot]:
    """Push the loser. Return the resulting table and the loser's new place."""
    pending = pending_push(table)
    man = table.men[pending.loser]
    destination = push_destination(table, pending.winner, pending.loser, distance)
    if ROSTER[pending.loser].side == MASTERMIND:
        table = after_crossing(table, (man.spot, destination))
    return changed(
        with_man(table, pending.loser, changed(man, spot=destination)), push=None
    ), destination


def drown_loser(table: Table) -> Table:
    """Return the table after the loser has been forced into the pool."""
    return changed(without_man(table, pending_push(table).loser), push=None)
