"""Steps 3a and 3c: the declaration of a mission, the spy's roll, and the row's effect.

All results are provisional (E7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from engine.values import Seat, changed, swap

from .counterspy import (
    BLUNDER_MODIFIER,
    INFILTRATION_MODIFIER,
    fitness,
    replace_guard,
    roll_counterspy,
)
from .orders import COUNTERSPY, Order, Sheet
from .step_builder import StepBuilder, find_member, lent_guards
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
ONE_DIE: Final[Hits] = 0
ASSASSINATION_HITS: Final[dict[str, tuple[Hits, bool]]] = {
    "one_hit_random": (1, False),
    "two_hits_random": (2, False),
    "die_random": (ONE_DIE, False),
    "one_hit_chosen": (1, True),
    "die_chosen": (ONE_DIE, True),
}


# --- declaration (3a) -----------------------------------------------------------------------------


def next_order(own_state: Own) -> Order | None:
    """Return the team's next mission, or None. Counterspies are listed last (E15)."""
    orders = own_state.sheet.orders
    order = orders[own_state.done] if own_state.done < len(orders) else None
    return None if order is None or order.action == COUNTERSPY else order


def declare_mission(p: StepBuilder, spying_seat: Seat, order: Order) -> None:
    """Tell the target which action the next spy attempts (step 3a).

    The target also learns which person or vehicle the mission names, but never the spy's name (E5).
    """
    kind = order.action
    assert kind != COUNTERSPY  # noqa: S101 - counterspies stand below all missions
    own_state = p.own[spying_seat]
    target_seat = p.seat_of(order.target_team)
    known_missions = p.own[target_seat].known
    nth = sum([known_mission.by == spying_seat for known_mission in known_missions]) + 1
    record = MissionRecord(
        by=spying_seat,
        order=own_state.done + 1,
        against=target_seat,
        number=len(known_missions) + 1,
        nth=nth,
        mission=kind,
        spy=order.spy,
        target=order.target,
    )
    p.begin(record)
    p.learn(spying_seat, done=record.order)
    p.learn(
        target_seat,
        known=(
            *known_missions,
            Known(number=record.number, by=spying_seat, mission=kind, target=order.target),
        ),
    )
    p.tell(
        MissionBegan(
            order=record.order,
            spy=order.spy,
            mission=kind,
            against=target_seat,
            target=order.target,
        ),
        to=(spying_seat,),
    )
    p.tell(
        MissionDeclared(number=record.number, by=spying_seat, mission=kind, target=order.target),
        to=(target_seat,),
    )
    p.stage = "guard"


# --- the spy's roll (3c) --------------------------------------------------------------------------


def roll_mission(p: StepBuilder) -> None:
    """Make the spy's roll (step 3c). If a counterspy was sent, the result waits for step 3d."""
    now = p.now
    own_state = p.own[now.by]
    throw = p.throw(now.by, fitness(find_member(own_state, now.spy)))
    twelve, live = throw.row == 12, p.table.rules.live_decisions
    choice = choice_on_twelve(own_state.sheet, now.order) if twelve and not live else ""
    p.note(throw=throw, choice=choice)
    p.tell(SpyRolled(order=now.order, throw=throw, choice=choice), to=(now.by,))
    if twelve and live:
        p.ask(now.by, AskSpyTwelve(order=now.order))
    else:
        continue_after_roll(p)


def take_spy_twelve(p: StepBuilder, choice: Choice) -> None:
    """Apply the team's choice for its spy's 12+, then continue with the counterspy's roll."""
    p.note(choice=choice)
    p.tell(SpyTwelveTaken(order=p.now.order, choice=choice), to=(p.now.by,))
    p.stage = "counterspy"


def continue_after_roll(p: StepBuilder) -> None:
    """Make the counterspy's roll if a counterspy was sent (step 3d)."""
    if p.now.guard and p.now.guard not in p.own[p.now.against].on_duty:
        replace_guard(p)
    if p.now.guard:
        roll_counterspy(p)
    else:
        p.stage = "result"


def choice_on_twelve(sheet: Sheet, order: int) -> Literal["eleven", "infiltrate"]:
    """Return how the orders use a 12+.

    By default, a 12+ counts as an 11, unless a later mission on this sheet targets the same team.
    """
    mission = sheet.orders[order - 1]
    if mission.on_twelve:
        return mission.on_twelve
    is_team_named_later = any(
        other.target_team == mission.target_team and other.action != COUNTERSPY
        for other in sheet.orders[order:]
    )
    return "infiltrate" if is_team_named_later else "eleven"


# --- the result -----------------------------------------------------------------------------------


def result_row(record: MissionRecord) -> int:
    """Return the row that applies to a mission. A 12+ used as an 11 counts as row 11."""
    if record.throw is None:
        raise RuntimeError("the spy has not rolled")
    return 11 if record.choice == "eleven" else record.throw.row


def apply_result(p: StepBuilder) -> None:
    """Apply the mission's row: a blunder, no effect, -4, or the effect of the mission's column."""
    now = p.now
    row = result_row(now)
    p.stage = "aftermath"
    if now.choice == "infiltrate":
        _add_modifier(p, INFILTRATION_MODIFIER)
    elif row < SUCCESS_ROW:
        if row == 2:
            _add_modifier(p, BLUNDER_MODIFIER)
    elif now.mission == "infiltrate":
        infiltrate(p, row)
    elif now.mission == "assassinate":
        assassinate(p, row)
    else:
        reach_vehicle(p, row)


def _add_modifier(p: StepBuilder, change: int) -> None:
    """Add +4 or -4 to the target's rolls against this team this week.

    Modifiers are cumulative (E3).
    """
    now = p.now
    own_state = p.own[now.against]
    total = own_state.modifiers[now.by] + change
    known_mission = changed(own_state.known[now.number - 1], modifier=change)
    p.learn(
        now.against,
        modifiers=swap(own_state.modifiers, now.by, total),
        known=swap(own_state.known, now.number - 1, known_mission),
    )
    p.tell(
        ModifierTold(number=now.number, against=now.by, change=change, now=total),
        to=(now.against,),
    )


def infiltrate(p: StepBuilder, row: int) -> None:
    """Show the vehicles entered in the duel, or the whole garage if none is entered (E11)."""
    pool = visible_vehicles(p.own[p.now.against])
    if not pool:
        return
    cell = INFILTRATE.read(row)
    vehicles = pool if cell == "all_exteriors" else (p.sealed_dice().pick(pool),)
    p.note(reached=tuple([vehicle.id for vehicle in vehicles]), sheet_seen=cell == "one_sheet")


def visible_vehicles(own_state: Own) -> tuple[Vehicle, ...]:
    """Return the vehicles that an infiltrator can see (E11)."""
    garage = own_state.file.garage
    return tuple([vehicle for vehicle in garage if vehicle.entered]) or garage


def assassinate(p: StepBuilder, row: int) -> None:
    """Roll the hits on the chosen member, or on a random member (E12, E17)."""
    now = p.now
    hits, is_chosen = ASSASSINATION_HITS[ASSASSINATE.read(row)]
    victim = _victim(p, now.target if is_chosen else "")
    if not victim:
        return
    faces = () if hits else p.harm_dice().roll(1)
    p.note(reached=(victim,), hits=hits or faces[0], faces=faces)


def _victim(p: StepBuilder, target: str) -> str:
    return _pick_target(p, [member.id for member in _members_at_home(p, p.now.against)], target)


def _members_at_home(p: StepBuilder, seat: Seat) -> list[Character]:
    """Return the living members who are neither on a mission nor captured (E17).

    A lent guard is at home in his own team, in the condition in which he left his last ambush
    (E56).
    """
    own_state = p.own[seat]
    on_missions = {order.spy for order in own_state.sheet.orders if order.action != COUNTERSPY}
    lent = {guard.id: guard for guard in lent_guards(p.own)}
    return [
        member
        for member in [lent.get(member.id, member) for member in own_state.file.members]
        if member.alive and not member.captured and member.id not in on_missions
    ]


def reach_vehicle(p: StepBuilder, row: int) -> None:
    """Reach the chosen vehicle, or a random one, and continue with the explosives roll (E17)."""
    now = p.now
    is_chosen = BLOW_UP.read(row) == "chosen_reached"
    vehicle = _pick_target(
        p,
        [garage_vehicle.id for garage_vehicle in p.own[now.against].file.garage],
        now.target if is_chosen else "",
    )
    if vehicle:
        p.note(reached=(vehicle,))
        p.stage = "explosives"


def _pick_target(p: StepBuilder, pool: Sequence[str], target: str) -> str:
    """Return the declared target, or a random target if the declared target cannot be reached.

    Return "" if there is no target at all.
    """
    if target in pool:
        return target
    return p.sealed_dice().pick(pool) if pool else ""
