"""Removes the parts of a seat's events that stay secret after the season.

Orders, rolls, decisions and ambushes become public. The contents of vehicles still in play stay
secret, and so do a team's general points, money and stock. Damage to individual parts is secret
too, because it shows how much armour is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from ambush.rules.call import Cause, Condition, WeaponSkill, condition
from engine.values import Seat, Value, changed

from .report import Spending
from .values import Debriefed, OrdersStruck

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ambush.rules.call import Combatant, Fighter
    from campaign.garage.rules.record import Exterior

    from .report import Debrief, Harm, Snapshot
    from .values import Event, Fight, StruckOrder

NOT_PAYABLE: Final = "not-payable"
COULD_NOT_PAY: Final = "The team could not pay for it."


class Garages(NamedTuple):
    """The ids of vehicles that are no longer in play, and all exteriors at the week's deadline."""

    out_of_play: Collection[str]
    exteriors: Mapping[str, Exterior]


class FoughtSide(Value):
    """One side of an ambush: the person, the DP lost and the condition. Skills stay secret."""

    seat: Seat
    id: str
    name: str
    lost: int
    after: Condition
    left: Literal["", "edge", "stealth"]
    felled_with: WeaponSkill


class Fought(Value):
    """The public record of an ambush, which belongs to the mission `order` of team `by`."""

    by: Seat
    order: int
    against: Seat
    number: int
    cause: Cause
    map: Literal["truck_stop", "midville"]
    section: int
    turns: int
    ambusher: FoughtSide
    ambushed: FoughtSide


def public_fight(fight: Fight) -> Fought:
    """Return an ambush without the two fighters' abilities."""
    ambush, result = fight.ambush, fight.result
    return Fought(
        by=ambush.by,
        order=ambush.order,
        against=ambush.against,
        number=ambush.number,
        cause=ambush.cause,
        map=ambush.map,
        section=ambush.section,
        turns=result.turns,
        ambusher=_side(ambush.ambusher, result.ambusher),
        ambushed=_side(ambush.ambushed, result.ambushed),
    )


def _side(combatant: Combatant, end: Fighter) -> FoughtSide:
    return FoughtSide(
        seat=combatant.seat,
        id=combatant.id,
        name=combatant.name,
        lost=end.hits,
        after=condition(combatant, end),
        left=end.left,
        felled_with=end.felled_with,
    )


def redact_events(events: Sequence[Event], garages: Garages) -> tuple[Event, ...]:
    """Return the events without the parts that stay secret.

    Raise KeyError for the record sheet of a vehicle that is not in any garage.
    """
    return tuple([_redact_event(event, garages) for event in events])


def _redact_event(event: Event, garages: Garages) -> Event:
    match event:
        case Debriefed(debrief=debrief):
            return changed(event, debrief=_redact_debrief(debrief, garages))
        case OrdersStruck(struck=struck):
            return changed(
                event, struck=tuple([_redact_struck(struck_order) for struck_order in struck])
            )
        case _:
            return event


def _redact_struck(struck_order: StruckOrder) -> StruckOrder:
    """Return a struck order without the balance of its team."""
    if struck_order.code == NOT_PAYABLE:
        return changed(struck_order, sentence=COULD_NOT_PAY)
    return struck_order


def _redact_debrief(debrief: Debrief, garages: Garages) -> Debrief:
    """Return the debrief without general points and costs, which would reveal the store."""
    return changed(
        debrief,
        missions=tuple(
            [
                changed(
                    item, saw=tuple([_redact_snapshot(snapshot, garages) for snapshot in item.saw])
                )
                for item in debrief.missions
            ]
        ),
        harm=tuple([_redact_harm(item, garages) for item in debrief.harm]),
        awards=tuple([award for award in debrief.awards if award.skill != "general"]),
        spending=Spending(),
    )


def _redact_snapshot(snapshot: Snapshot, garages: Garages) -> Snapshot:
    if snapshot.sheet is None or snapshot.vehicle in garages.out_of_play:
        return snapshot
    return changed(snapshot, exterior=garages.exteriors[snapshot.vehicle], sheet=None)


def _redact_harm(harm: Harm, garages: Garages) -> Harm:
    if harm.bang is None or harm.bang.vehicle in garages.out_of_play:
        return harm
    return changed(harm, damage=())
