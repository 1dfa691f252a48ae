"""Combat judo, in all its cases (S8, S16)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.game import IllegalMove
from engine.values import Seat, Value, changed, swap

from .geometry import TOUCHING, about, ahead, nearby, touching
from .ground import ground
from .movement import SHORT, trodden
from .position import others, removed, spots, with_man
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, Fought, Man, Pending, Table

if TYPE_CHECKING:
    from engine.dice import Dice

    from .values import Spot

MOST: Final = 3
"""So many may attack one figure in a turn (S8)."""

REMOVES: Final = 4
"""A win by so much removes the loser (S8)."""


class Modifiers(NamedTuple):
    """What attacker and defender add to their dice."""

    attacker: int
    defender: int


class JudoOdds(Value):
    """The exact chances of a fight, in thirty-sixths, the attacker's point of view first."""

    attacker: int
    defender: int
    removes: int
    stuns: int
    nothing: int
    stunned: int
    removed: int

    def chance(
        self, what: Literal["removes", "stuns", "nothing", "stunned", "removed"]
    ) -> Fraction:
        """One of the chances as a fraction."""
        thirty_sixths: int = getattr(self, what)
        return Fraction(thirty_sixths, 36)


def check_fight(table: Table, seat: Seat, number: int, against: int) -> None:
    """IllegalMove unless this figure may start this fight now."""
    if number >= len(ROSTER) or ROSTER[number].side != seat or not table.men[number].here:
        raise IllegalMove("Choose a figure of yours that is on the table.", code="not-yours")
    if against >= len(ROSTER) or ROSTER[against].side == seat or not table.men[against].here:
        raise IllegalMove("Choose an enemy who is on the table.", code="not-an-enemy")
    if BOSS in (number, against):
        raise IllegalMove(
            "The Mastermind never fights, and no one can start judo with him.", code="mastermind"
        )
    man, name = table.men[number], ROSTER[number].name
    if man.stun:
        raise IllegalMove(f"{name} is stunned and cannot attack.", code="stunned")
    if man.fought:
        raise IllegalMove(f"{name} has already started a fight this turn.", code="fought-already")
    if not touching(man.spot, table.men[against].spot):
        raise IllegalMove(f"{name} does not touch {ROSTER[against].name}.", code="not-touching")
    if table.men[against].attacks >= MOST:
        raise IllegalMove(
            f"Three have attacked {ROSTER[against].name} this turn. No one else can.",
            code="three-already",
        )


def fights(table: Table, seat: Seat) -> list[tuple[int, int]]:
    """Every fight that may be started now: who, and against whom."""
    men = table.men
    able = [
        n
        for n in SIDES[seat]
        if n != BOSS and men[n].here and not men[n].stun and not men[n].fought
    ]
    foes = spots(
        table, [n for n in SIDES[1 - seat] if n != BOSS and men[n].here and men[n].attacks < MOST]
    )
    if able and foes:
        foes = about(foes, [men[n].spot for n in able], TOUCHING)
    return [(n, foe) for n in able for foe in nearby(men[n].spot, foes, TOUCHING)] if foes else []


def modifiers(table: Table, number: int, against: int) -> Modifiers:
    """Training; −1 for a stunned defender; −1 for one attacked a second or third time this turn
    (S8).
    """
    defender = table.men[against]
    return Modifiers(
        ROSTER[number].judo, ROSTER[against].judo - bool(defender.stun) - bool(defender.attacks)
    )


def odds(table: Table, number: int, against: int) -> JudoOdds:
    """What a fight would come to, over all 36 throws."""
    adds, stunned = modifiers(table, number, against), bool(table.men[against].stun)
    leads = [a + adds.attacker - b - adds.defender for a in range(1, 7) for b in range(1, 7)]
    lost = 0 if stunned else 1
    return JudoOdds(
        attacker=adds.attacker,
        defender=adds.defender,
        removes=sum([lead >= REMOVES for lead in leads]),
        stuns=sum([0 < lead < REMOVES for lead in leads]),
        nothing=sum([lead == 0 or (lead < 0 and stunned) for lead in leads]),
        stunned=sum([-REMOVES < lead < 0 for lead in leads]) * lost,
        removed=sum([lead <= -REMOVES for lead in leads]) * lost,
    )


def fight(table: Table, number: int, against: int, dice: Dice) -> tuple[Table, Fought]:
    """Throw a legal fight. A win by 1 to 3 stuns, and `push` waits for the winner's choice if there
    is one (S8).
    """
    adds, defender = modifiers(table, number, against), table.men[against]
    faces = (dice.die(6), dice.die(6))
    lead = faces[0] + adds.attacker - faces[1] - adds.defender
    table = _noted(table, number, against)
    if lead == 0 or (lead < 0 and defender.stun):  # S16: a stunned winner changes nothing
        result: Literal["equal", "foiled"] = "foiled" if lead else "equal"
        return table, Fought(
            man=number, against=against, faces=faces, modifiers=adds, result=result, loser=None
        )
    winner, loser = (number, against) if lead > 0 else (against, number)
    if abs(lead) >= REMOVES:
        fought = Fought(
            man=number, against=against, faces=faces, modifiers=adds, result="removed", loser=loser
        )
        return removed(table, loser), fought
    fought = Fought(
        man=number, against=against, faces=faces, modifiers=adds, result="stunned", loser=loser
    )
    return _stunned(table, winner, loser), fought


def _noted(table: Table, number: int, against: int) -> Table:
    """Who has fought: for the one fight a turn, the second and third attacker, the holders (S15)
    and the guards (S13).
    """
    men = swap(table.men, number, changed(table.men[number], fought=True))
    men = swap(men, against, changed(men[against], attacks=men[against].attacks + 1))
    holding = (
        tuple([n for n in table.holding if n not in (number, against)]) if table.holding else ()
    )
    attacked = table.attacked
    if table.side == MASTERMIND and against in table.guards and against not in attacked:
        attacked = (*attacked, against)
    return changed(table, men=men, holding=holding, attacked=attacked)


def _stunned(table: Table, winner: int, loser: int) -> Table:
    """Stunned to the end of the loser's own next turn (S16): in its own turn, that is the second
    end from now.
    """
    man: Man = table.men[loser]
    table = with_man(table, loser, changed(man, stun=2 if ROSTER[loser].side == table.side else 1))
    limit = push_limit(table, winner, loser)
    pool = ground(table.map).at_pool(man.spot)
    return (
        changed(table, push=Pending(winner=winner, loser=loser, limit=limit, pool=pool))
        if limit or pool
        else table
    )


# --- pushing --------------------------------------------------------------------------------------


def push_limit(table: Table, winner: int, loser: int) -> int:
    """How far the loser can be pushed along the line of centres before it meets anything; 2.00 at
    most (S16).
    """
    for distance in range(_free(table, winner, loser), 0, -1):
        if pushed_to(table, winner, loser, distance) != table.men[loser].spot:
            return distance
    return 0


def _free(table: Table, winner: int, loser: int) -> int:
    """The largest distance, up to 2.00, whose whole way is free."""
    low, high = 0, SHORT + 1
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _way_is_free(table, winner, loser, middle) else (low, middle)
    return low


def _way_is_free(table: Table, winner: int, loser: int, distance: int) -> bool:
    spot = table.men[loser].spot
    to = _beyond(table, winner, loser, distance)
    return to == spot or ground(table.map).passable(spot, to, others(table, loser))


def _beyond(table: Table, winner: int, loser: int, distance: int) -> Spot:
    """The place `distance` behind the loser, seen from the winner."""
    (ax, ay), (bx, by) = table.men[winner].spot, table.men[loser].spot
    return ahead((bx, by), (2 * bx - ax, 2 * by - ay), distance)


def pushed_to(table: Table, winner: int, loser: int, distance: int) -> Spot:
    """Where a push of this length ends: the nearest place short of it that is free."""
    while distance and not _way_is_free(table, winner, loser, distance):
        distance -= 1
    return _beyond(table, winner, loser, distance)


def waiting(table: Table) -> Pending:
    """The push that waits for the winner's word; IllegalMove if none does."""
    if table.push is None:
        raise IllegalMove("There is no figure to push.", code="no-push")
    return table.push


def check_push(table: Table, distance: int) -> None:
    """IllegalMove if the waiting push may not be so long."""
    pending = waiting(table)
    if not 0 <= distance <= pending.limit:
        raise IllegalMove(
            f"The loser can be pushed up to {pending.limit / 100:.2f} in.", code="too-far"
        )


def check_drown(table: Table) -> None:
    """IllegalMove unless the loser may be forced into the pool."""
    if not waiting(table).pool:
        raise IllegalMove("The loser is not near enough to the pool.", code="no-pool")


def push(table: Table, distance: int) -> tuple[Table, Spot]:
    """The table after the waiting push, and where the loser now stands."""
    pending = waiting(table)
    man = table.men[pending.loser]
    to = pushed_to(table, pending.winner, pending.loser, distance)
    if ROSTER[pending.loser].side == MASTERMIND:
        table = trodden(table, (man.spot, to))
    return changed(with_man(table, pending.loser, changed(man, spot=to)), push=None), to


def drown(table: Table) -> Table:
    """The table after the loser was forced into the pool."""
    return changed(removed(table, waiting(table).loser), push=None)
