"""3a and 3c: declaring a mission, the spy's roll, and what its row leads to. All of it is
provisional (E7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.values import Seat, changed, swap

from .counterspy import BLUNDER, INFILTRATED, fitness, roll_counterspy
from .orders import COUNTERSPY, Order, Sheet
from .step_builder import StepBuilder, person
from .tables import ASSASSINATE, BLOW_UP, INFILTRATE, SUCCESS_ROW
from .values import (
    AskSpyTwelve,
    Choice,
    Known,
    MissionBegan,
    MissionDeclared,
    MissionRecord,
    ModifierTold,
    Own,
    SpyRolled,
    SpyTwelveTaken,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .files import Character, Vehicle

Hits: TypeAlias = int
DIE: Final[Hits] = 0
SHOTS: Final[dict[str, tuple[Hits, bool]]] = {
    "one_hit_random": (1, False),
    "two_hits_random": (2, False),
    "die_random": (DIE, False),
    "one_hit_chosen": (1, True),
    "die_chosen": (DIE, True),
}


# --- 3a -------------------------------------------------------------------------------------------


def next_order(own: Own) -> Order | None:
    """The team's next mission; None when all are done. Counterspies are at the bottom (E15)."""
    orders = own.sheet.orders
    order = orders[own.done] if own.done < len(orders) else None
    return None if order is None or order.action == COUNTERSPY else order


def declare(p: StepBuilder, by: Seat, order: Order) -> None:
    """3a: the team states its next spy's general action, and the target if one is named; the spy's
    own name does not show (E5).
    """
    mission = order.action
    assert mission != COUNTERSPY  # noqa: S101 - counterspies stand below all missions
    own = p.own[by]
    against = p.seat_of(order.target_team)
    known = p.own[against].known
    nth = sum([each.by == by for each in known]) + 1
    record = MissionRecord(
        by=by,
        order=own.done + 1,
        against=against,
        number=len(known) + 1,
        nth=nth,
        mission=mission,
        spy=order.spy,
        target=order.target,
    )
    p.begin(record)
    p.learn(by, done=record.order)
    p.learn(
        against,
        known=(*known, Known(number=record.number, by=by, mission=mission, target=order.target)),
    )
    p.tell(
        MissionBegan(
            order=record.order, spy=order.spy, mission=mission, against=against, target=order.target
        ),
        to=(by,),
    )
    p.tell(
        MissionDeclared(number=record.number, by=by, mission=mission, target=order.target),
        to=(against,),
    )
    p.stage = "guard"


# --- 3c -------------------------------------------------------------------------------------------


def roll_mission(p: StepBuilder) -> None:
    """3c: the spy rolls. With a counterspy on his heels the result waits for 3d."""
    now = p.now
    own = p.own[now.by]
    throw = p.throw(now.by, fitness(person(own, now.spy)))
    twelve, live = throw.row == 12, p.table.rules.live_decisions
    choice = on_twelve(own.sheet, now.order) if twelve and not live else ""
    p.note(throw=throw, choice=choice)
    p.tell(SpyRolled(order=now.order, throw=throw, choice=choice), to=(now.by,))
    if twelve and live:
        p.ask(now.by, AskSpyTwelve(order=now.order))
    else:
        _answered(p)


def take_spy_twelve(p: StepBuilder, choice: Choice) -> None:
    """Take the spy's 12+ as his team has chosen; then the counterspy rolls."""
    p.note(choice=choice)
    p.tell(SpyTwelveTaken(order=p.now.order, choice=choice), to=(p.now.by,))
    _answered(p)


def _answered(p: StepBuilder) -> None:
    if p.now.guard:
        roll_counterspy(p)
    else:
        p.stage = "result"


def on_twelve(sheet: Sheet, order: int) -> Literal["eleven", "infiltrate"]:
    """What a 12+ is taken as: as ordered; by default as 11, unless a later mission on this sheet
    names the same team.
    """
    asked = sheet.orders[order - 1]
    if asked.on_twelve:
        return asked.on_twelve
    later = any(
        each.target_team == asked.target_team and each.action != COUNTERSPY
        for each in sheet.orders[order:]
    )
    return "infiltrate" if later else "eleven"


# --- the result -----------------------------------------------------------------------------------


def result_row(record: MissionRecord) -> int:
    """The row a mission is carried out by: a 12+ taken as 11 reads as 11."""
    if record.throw is None:
        raise RuntimeError("the spy has not rolled")
    return 11 if record.choice == "eleven" else record.throw.row


def carry_out(p: StepBuilder) -> None:
    """Apply the mission's row: blunder, nothing, -4, or what its own column says."""
    now = p.now
    row = result_row(now)
    p.stage = "aftermath"
    if now.choice == "infiltrate":
        _weigh(p, INFILTRATED)
    elif row < SUCCESS_ROW:
        if row == 2:
            _weigh(p, BLUNDER)
    elif now.mission == "infiltrate":
        infiltrate(p, row)
    elif now.mission == "assassinate":
        assassinate(p, row)
    else:
        reach_vehicle(p, row)


def _weigh(p: StepBuilder, change: int) -> None:
    """+4 or -4 on the target's rolls against this team for the rest of the week; they add up
    (E3).
    """
    now = p.now
    own = p.own[now.against]
    stands = own.modifiers[now.by] + change
    known = changed(own.known[now.number - 1], modifier=change)
    p.learn(
        now.against,
        modifiers=swap(own.modifiers, now.by, stands),
        known=swap(own.known, now.number - 1, known),
    )
    p.tell(
        ModifierTold(number=now.number, against=now.by, change=change, now=stands),
        to=(now.against,),
    )


def infiltrate(p: StepBuilder, row: int) -> None:
    """Vehicles entered for the duel are seen, or the whole garage when none is entered (E11)."""
    pool = seen_pool(p.own[p.now.against])
    if not pool:
        return
    cell = INFILTRATE.read(row)
    seen = pool if cell == "all_exteriors" else (p.sealed_dice().pick(pool),)
    p.note(reached=tuple([vehicle.id for vehicle in seen]), sheet_seen=cell == "one_sheet")


def seen_pool(own: Own) -> tuple[Vehicle, ...]:
    """What an infiltrator may see of a team (E11)."""
    garage = own.file.garage
    return tuple([vehicle for vehicle in garage if vehicle.entered]) or garage


def assassinate(p: StepBuilder, row: int) -> None:
    """Hits on a random or the chosen member (E12, E17)."""
    now = p.now
    hits, chosen = SHOTS[ASSASSINATE.read(row)]
    victim = _victim(p, now.target if chosen else "")
    if not victim:
        return
    faces = () if hits else p.harm_dice().roll(1)
    p.note(reached=(victim,), hits=hits or faces[0], faces=faces)


def _victim(p: StepBuilder, wanted: str) -> str:
    return _pick(p, [member.id for member in at_home(p.own[p.now.against])], wanted)


def at_home(own: Own) -> list[Character]:
    """E17: living members, counterspies included, who are not on a mission, not captured and not
    dead by ambush.
    """
    away = {order.spy for order in own.sheet.orders if order.action != COUNTERSPY}
    return [
        member
        for member in own.file.people
        if member.alive and not member.captured and member.id not in away
    ]


def reach_vehicle(p: StepBuilder, row: int) -> None:
    """A random vehicle of the whole garage, or the chosen one, is reached: the explosives roll
    follows (E17).
    """
    now = p.now
    chosen = BLOW_UP.read(row) == "chosen_reached"
    vehicle = _pick(
        p, [each.id for each in p.own[now.against].file.garage], now.target if chosen else ""
    )
    if vehicle:
        p.note(reached=(vehicle,))
        p.stage = "explosives"


def _pick(p: StepBuilder, pool: Sequence[str], wanted: str) -> str:
    """The declared target if it can be reached, else one by the dice; "" when there is nothing to
    reach.
    """
    if wanted in pool:
        return wanted
    return p.sealed_dice().pick(pool) if pool else ""
