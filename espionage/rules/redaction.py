"""What a seat heard, as everybody may read it at the season's end.

Orders, rolls, decisions and ambushes are opened. What a team still needs to keep is taken out: the
inside of vehicles still in play (sheets, and the damage to single parts, which tells what armour is
left), general points, money and stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from engine.values import Seat, Value, changed
from espionage.rules.ambush.call import Cause, Condition, WeaponSkill, condition

from .report import Spending
from .values import Debriefed, OrdersStruck

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from campaign.garage.rules.record import Exterior
    from espionage.rules.ambush.call import Combatant, Fighter

    from .report import Debrief, Harm, Snapshot
    from .values import Event, Fight, StruckOrder

NOT_PAYABLE: Final = "not-payable"
COULD_NOT_PAY: Final = "The team could not pay for it."


class Garages(NamedTuple):
    """Vehicles by id: those that have left play since, and how the week's vehicles looked from
    outside at its deadline.
    """

    gone: Collection[str]
    outside: Mapping[str, Exterior]


class FoughtSide(Value):
    """One of the two in an ambush: who, the DP lost, and how he came out of it. His other skills
    stay his team's own.
    """

    seat: Seat
    id: str
    name: str
    lost: int
    after: Condition
    left: Literal["", "edge", "stealth"]
    felled_with: WeaponSkill


class Fought(Value):
    """An ambush that was fought, as everybody may read it. It belongs to the mission `order` of the
    team `by`.
    """

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


def fought(fight: Fight) -> Fought:
    """An ambush without what the two could have done."""
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


def _side(who: Combatant, end: Fighter) -> FoughtSide:
    return FoughtSide(
        seat=who.seat,
        id=who.id,
        name=who.name,
        lost=end.hits,
        after=condition(who, end),
        left=end.left,
        felled_with=end.felled_with,
    )


def redacted(heard: Sequence[Event], garages: Garages) -> tuple[Event, ...]:
    """The same events, without what stays its team's own. KeyError for a sheet of a vehicle that
    was in no garage.
    """
    return tuple([_redacted(event, garages) for event in heard])


def _redacted(event: Event, garages: Garages) -> Event:
    match event:
        case Debriefed(debrief=debrief):
            return changed(event, debrief=_debrief(debrief, garages))
        case OrdersStruck(struck=struck):
            return changed(event, struck=tuple([_struck(each) for each in struck]))
        case _:
            return event


def _struck(each: StruckOrder) -> StruckOrder:
    """An order that could not be paid: the sentence names the team's balance."""
    return changed(each, sentence=COULD_NOT_PAY) if each.code == NOT_PAYABLE else each


def _debrief(debrief: Debrief, garages: Garages) -> Debrief:
    """Without general points and without the week's costs: what had to be bought tells what was in
    the store.
    """
    return changed(
        debrief,
        missions=tuple(
            [
                changed(each, saw=tuple([_snapshot(seen, garages) for seen in each.saw]))
                for each in debrief.missions
            ]
        ),
        harm=tuple([_harm(each, garages) for each in debrief.harm]),
        awards=tuple([award for award in debrief.awards if award.skill != "general"]),
        spending=Spending(),
    )


def _snapshot(seen: Snapshot, garages: Garages) -> Snapshot:
    if seen.sheet is None or seen.vehicle in garages.gone:
        return seen
    return changed(seen, exterior=garages.outside[seen.vehicle], sheet=None)


def _harm(harm: Harm, garages: Garages) -> Harm:
    if harm.bang is None or harm.bang.vehicle in garages.gone:
        return harm
    return changed(harm, damage=())
