"""The club's library of designs: stock vehicles, what teams published, and who won what with it.

A published design is credited with the recorded duels in which its vehicle drove for the team that
published it, until it did (C62): all of them are in the results that everybody reads. What became
of the vehicle later, and whether anybody built the same, is known here to nobody.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.garage.models import PublishedDesign
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import VehicleRecord
from campaign.garage.rules.sheet import make_sheet
from campaign.garage.rules.stock import STOCK
from campaign.garage.rules.vehicles import check_design, decode_design
from campaign.garage.selectors.club_parts import parts_of
from core.web.text import lookup_key

from .duels import all_results, names_of, recorded

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from campaign.garage.rules.design import Totals
    from campaign.garage.rules.parts import ClubParts
    from campaign.garage.rules.sheet import VehicleSheet
    from campaign.garage.rules.vehicles import VehicleDesign
    from campaign.league.models import Campaign, Team
    from campaign.league.rules.house import HouseRules

Order: TypeAlias = Literal["name", "cost", "weight", "-wins"]


@dataclass(frozen=True, slots=True)
class Driven:
    """Somebody who rode in a design's duels: in how many, in how many of them their team won, and
    their kills there.
    """

    id: UUID
    name: str
    duels: int
    won: int
    kills: int


@dataclass(frozen=True, slots=True)
class Shelved:
    """A design of the library. `team` and `published_at` are None for stock vehicles; `duels` and
    `won` count what it drove in until then; `faults` say what is wrong by today's parts.
    """

    key: str
    name: str
    blurb: str
    design: VehicleDesign
    totals: Totals
    faults: tuple[str, ...]
    team: Team | None = None
    published_at: datetime | None = None
    duels: int = 0
    won: int = 0
    crew: tuple[Driven, ...] = ()
    vehicle_id: UUID | None = None
    """For the team that published it alone."""

    @property
    def sheet(self) -> VehicleSheet:
        """The design as a vehicle that has lost nothing."""
        return make_sheet(VehicleRecord(design=self.design, name=self.name, colour="chrome"))

    def may_enter(self, house: HouseRules) -> bool:
        """Whether a vehicle of it is legal in this club's duels: in order, and of the division."""
        dear = house.vehicle_limit and self.totals.cost > house.vehicle_limit
        return not self.faults and not dear


def library(
    campaign: Campaign, *, find: str = "", division: int = 0, order: Order = "name"
) -> tuple[Shelved, ...]:
    """Designs whose name, sentence, body or team has `find` in it, that cost at most `division`
    dollars (0 = any), in this order. Four queries.
    """
    said = lookup_key(find)
    rows = PublishedDesign.objects.filter(campaign=campaign, withdrawn_at=None)
    published = tuple(rows.select_related("team"))
    parts = parts_of(campaign.pk)
    duels = _duels(published)
    shelf = [
        _shelved(str(row.pk), row.name, row.blurb, decode_design(row.design), parts, row, duels)
        for row in published
    ] + [_shelved(one.key, one.name, one.blurb, one.design, parts) for one in STOCK]
    chosen = [
        one
        for one in shelf
        if (not division or one.totals.cost <= division)
        and said in lookup_key(f"{one.name} {one.blurb} {one.sheet.body} {one.team or ''}")
    ]
    return tuple(sorted(chosen, key=lambda one: (_rank(one, order), one.name.casefold(), one.key)))


def _rank(one: Shelved, order: Order) -> int:
    match order:
        case "name":
            return 0
        case "cost":
            return one.totals.cost
        case "weight":
            return one.totals.weight
        case "-wins":
            return -one.won


def design_called(campaign: Campaign, key: str) -> Shelved | None:
    """A design of the library, None where there is none. Four queries."""
    return next((one for one in library(campaign) if one.key == key), None)


def _shelved(
    key: str,
    name: str,
    blurb: str,
    design: VehicleDesign,
    parts: ClubParts,
    row: PublishedDesign | None = None,
    duels: Mapping[UUID, tuple[int, int, tuple[Driven, ...]]] | None = None,
) -> Shelved:
    faults = tuple(one.sentence for one in check_design(with_club_parts(design, parts)))
    shelved = Shelved(key, name, blurb, design, compute_totals(design), faults)
    if row is None:
        return shelved
    count, won, crew = (duels or {}).get(row.pk, (0, 0, ()))
    return Shelved(
        key, name, blurb, design, shelved.totals, faults, row.team, row.published_at, count, won,
        crew, row.vehicle_id,
    )  # fmt: skip


def _duels(
    rows: tuple[PublishedDesign, ...],
) -> dict[UUID, tuple[int, int, tuple[Driven, ...]]]:
    """Duels, wins and crews of published designs, by the results that count now. Two queries."""
    if not rows:
        return {}
    found = DuelResult.objects.filter(
        week__season__campaign=rows[0].campaign_id,
        payload__drove__has_any_keys=[str(row.vehicle_id) for row in rows],
    )
    counts: dict[UUID, Counter[str]] = {row.pk: Counter() for row in rows}
    rode: dict[UUID, dict[str, Counter[str]]] = {row.pk: {} for row in rows}
    for result in all_results(found.order_by().values("week")):
        told = recorded(result)
        for row in rows:
            car, team = str(row.vehicle_id), str(row.team_id)
            aboard = [
                one for one in told.record.form.people if one.ride and one.ride.vehicle == car
            ]
            if told.drove.get(car) != team or result.duel.hour > row.published_at or not aboard:
                continue
            won = int(told.places.get(team) == 1)
            counts[row.pk].update(duels=1, won=won)
            for one in aboard:
                rode[row.pk].setdefault(one.character, Counter()).update(
                    duels=1, won=won, kills=one.kills
                )
    names = names_of({UUID(who) for people in rode.values() for who in people})
    return {
        pk: (
            counts[pk]["duels"],
            counts[pk]["won"],
            tuple(
                Driven(UUID(who), names[UUID(who)], each["duels"], each["won"], each["kills"])
                for who, each in sorted(people.items(), key=lambda pair: names[UUID(pair[0])])
            ),
        )
        for pk, people in rode.items()
    }
