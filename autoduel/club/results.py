"""What a duel says for the record, in the club's own words and names (V49)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.duels.rules.duel import BY_ITSELF, Deeds, DuelForm, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt
from campaign.garage.rules.record import Wear
from engine.values import Value

if TYPE_CHECKING:
    from autoduel.rules.record import PersonFared, Record
    from campaign.duels.rules.duel import State
    from campaign.league.rules.house import HouseRules


class CarLine(Value):
    """A car of the frozen set-up: whose vehicle it is, and who is aboard, in the arena's order."""

    vehicle: str
    crew: tuple[str, ...]


class SideLine(Value):
    """A side of the frozen set-up: the team and its cars."""

    team: str
    cars: tuple[CarLine, ...]


def club_record(record: Record, lineup: tuple[SideLine, ...], house: HouseRules) -> DuelRecord:
    """The record of a duel as the club books it. Where nobody dies, whoever fell is unconscious;
    places are left open where victory points make them (V48); a deed for which the club has no
    award is none.
    """
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(
                    team=lineup[one.side].team,
                    place=0 if house.event_formula else one.place,
                    vehicles=one.cars,
                    vehicles_lost=one.lost,
                )
                for one in record.sides
            ),
            people=tuple(
                Deeds(
                    character=_who(one, lineup),
                    team=lineup[one.side].team,
                    state=_state(one, house),
                    kills=one.kills,
                    kills_on_foot=one.kills_on_foot,
                    awards=_awards(one, house),
                )
                for one in record.people
            ),
        ),
        vehicles=tuple(
            Fate(
                vehicle=lineup[one.side].cars[one.car].vehicle,
                fate=one.fate,
                damage=tuple(Wear(part=each.part, lost=each.lost) for each in one.damage),
            )
            for one in record.cars
        ),
        hurt=tuple(
            Hurt(character=_who(one, lineup), lost=one.lost) for one in record.people if one.lost
        ),
    )


def _who(one: PersonFared, lineup: tuple[SideLine, ...]) -> str:
    return lineup[one.side].cars[one.car].crew[one.person]


def _state(one: PersonFared, house: HouseRules) -> State:
    return "unconscious" if one.state == "dead" and not house.death else one.state


def _awards(one: PersonFared, house: HouseRules) -> tuple[str, ...]:
    known = {row.key for row in house.prestige} - set(BY_ITSELF)
    spared = {"death"} if not house.death else set()
    return tuple(key for key in one.awards if key in known - spared)
