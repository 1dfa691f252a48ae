"""Conversion of a duel's results to the club's own keys and ids (V49)."""

from __future__ import annotations

from autoduel.rules.record import PersonFared, Record
from campaign.duels.rules.duel import AUTOMATIC_AWARDS, Deeds, DuelForm, State, TeamResult
from campaign.duels.rules.duel_record import DuelRecord, Fate, Hurt
from campaign.garage.rules.record import Wear
from campaign.house_rules.rules.house import HouseRules
from engine.values import Value


class CarLine(Value):
    """A car in the frozen set-up, with its vehicle and crew."""

    vehicle: str
    crew: tuple[str, ...]


class SideLine(Value):
    """A side in the frozen set-up, with its team and cars."""

    team: str
    cars: tuple[CarLine, ...]


def club_record(
    record: Record, lineup: tuple[SideLine, ...], house_rules: HouseRules
) -> DuelRecord:
    """Return the record of a duel in the form that the club books.

    If the club's rules exclude death, dead people are recorded as unconscious. Places are left open
    if victory points determine them (V48). Deeds for which the club has no award are left out.
    """
    return DuelRecord(
        form=DuelForm(
            teams=tuple(
                TeamResult(
                    team=lineup[result.side].team,
                    place=0 if house_rules.event_formula else result.place,
                    vehicles=result.cars,
                    vehicles_lost=result.lost,
                )
                for result in record.sides
            ),
            people=tuple(
                Deeds(
                    character=_character_id(result, lineup),
                    team=lineup[result.side].team,
                    state=_state(result, house_rules),
                    kills=result.kills,
                    kills_on_foot=result.kills_on_foot,
                    awards=_awards(result, house_rules),
                )
                for result in record.people
            ),
        ),
        vehicles=tuple(
            Fate(
                vehicle=lineup[result.side].cars[result.car].vehicle,
                fate=result.fate,
                damage=tuple(Wear(part=loss.part, lost=loss.lost) for loss in result.damage),
            )
            for result in record.cars
        ),
        hurt=tuple(
            Hurt(character=_character_id(result, lineup), lost=result.lost)
            for result in record.people
            if result.lost
        ),
    )


def _character_id(person: PersonFared, lineup: tuple[SideLine, ...]) -> str:
    return lineup[person.side].cars[person.car].crew[person.person]


def _state(person: PersonFared, house_rules: HouseRules) -> State:
    return "unconscious" if person.state == "dead" and not house_rules.death else person.state


def _awards(person: PersonFared, house_rules: HouseRules) -> tuple[str, ...]:
    awards = {row.key for row in house_rules.prestige} - set(AUTOMATIC_AWARDS)
    excluded = {"death"} if not house_rules.death else set()
    return tuple(key for key in person.awards if key in awards - excluded)
