"""Queries for the club's library of designs: stock vehicles, published designs, and results.

The results of a published design are the recorded duels that its vehicle drove for the publishing
team before the publication (C62). Members can also see them in the results. The vehicle's later
history, and copies of the design, stay private.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.garage.models import PublishedDesign
from campaign.garage.rules.club_parts import with_club_parts
from campaign.garage.rules.design import Totals, compute_totals
from campaign.garage.rules.parts import ClubParts
from campaign.garage.rules.record import VehicleRecord
from campaign.garage.rules.sheet import VehicleSheet, make_sheet
from campaign.garage.rules.stock import STOCK
from campaign.garage.rules.vehicles import VehicleDesign, check_design, decode_design
from campaign.garage.selectors.club_parts import parts_of
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Campaign, Team
from core.web.text import lookup_key

from .duels import all_results, names_of, payload_of

Order: TypeAlias = Literal["name", "cost", "weight", "-wins"]


@dataclass(frozen=True, slots=True)
class DesignDriver:
    """A crew member in a design's duels, with duels driven, the team's wins, and kills."""

    id: UUID
    name: str
    duels: int
    won: int
    kills: int


@dataclass(frozen=True, slots=True)
class LibraryDesign:
    """A design in the library.

    `team` and `published_at` are None for stock vehicles. `duels` and `won` count duels before the
    publication. `faults` lists violations of the current parts list.
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
    crew: tuple[DesignDriver, ...] = ()
    vehicle_id: UUID | None = None
    """Id of the published vehicle, visible only to its team."""

    @property
    def sheet(self) -> VehicleSheet:
        """The record sheet of an undamaged vehicle with this design."""
        return make_sheet(VehicleRecord(design=self.design, name=self.name, colour="chrome"))

    def can_enter(self, house_rules: HouseRules) -> bool:
        """Return whether a vehicle of this design can be entered in the club's duels.

        The vehicle must have no faults and cost no more than the price limit.
        """
        is_too_expensive = (
            house_rules.vehicle_limit and self.totals.cost > house_rules.vehicle_limit
        )
        return not self.faults and not is_too_expensive


def library(
    campaign: Campaign, *, find: str = "", division: int = 0, order: Order = "name"
) -> tuple[LibraryDesign, ...]:
    """Return designs in the library, in the given order. This runs four queries.

    Only designs that cost at most `division` dollars (0 for no limit) are returned. The name,
    blurb, body or team must contain `find`.
    """
    search_key = lookup_key(find)
    rows = PublishedDesign.objects.filter(campaign=campaign, withdrawn_at=None)
    published = tuple(rows.select_related("team"))
    parts = parts_of(campaign.pk)
    duels = _duels(published)
    designs = [
        _library_design(
            str(row.pk), row.name, row.blurb, decode_design(row.design), parts, row, duels
        )
        for row in published
    ] + [
        _library_design(design.key, design.name, design.blurb, design.design, parts)
        for design in STOCK
    ]
    matching = [
        design
        for design in designs
        if (not division or design.totals.cost <= division)
        and search_key
        in lookup_key(f"{design.name} {design.blurb} {design.sheet.body} {design.team or ''}")
    ]
    return tuple(
        sorted(
            matching, key=lambda design: (_rank(design, order), design.name.casefold(), design.key)
        )
    )


def _rank(design: LibraryDesign, order: Order) -> int:
    match order:
        case "name":
            return 0
        case "cost":
            return design.totals.cost
        case "weight":
            return design.totals.weight
        case "-wins":
            return -design.won


def design_with_key(campaign: Campaign, key: str) -> LibraryDesign | None:
    """Return the library's design with this key, or None. This runs four queries."""
    return next((design for design in library(campaign) if design.key == key), None)


def _library_design(
    key: str,
    name: str,
    blurb: str,
    design: VehicleDesign,
    parts: ClubParts,
    row: PublishedDesign | None = None,
    duels: Mapping[UUID, tuple[int, int, tuple[DesignDriver, ...]]] | None = None,
) -> LibraryDesign:
    faults = tuple(fault.sentence for fault in check_design(with_club_parts(design, parts)))
    shelved = LibraryDesign(key, name, blurb, design, compute_totals(design), faults)
    if row is None:
        return shelved
    count, won, crew = (duels or {}).get(row.pk, (0, 0, ()))
    return LibraryDesign(
        key, name, blurb, design, shelved.totals, faults, row.team, row.published_at, count, won,
        crew, row.vehicle_id,
    )  # fmt: skip


def _duels(
    rows: tuple[PublishedDesign, ...],
) -> dict[UUID, tuple[int, int, tuple[DesignDriver, ...]]]:
    """Return duels, wins and crews of published designs, from the latest results.

    This runs two queries.
    """
    if not rows:
        return {}
    results = DuelResult.objects.filter(
        duel__week__season__campaign=rows[0].campaign_id,
        payload__drove__has_any_keys=[str(row.vehicle_id) for row in rows],
    )
    counts: dict[UUID, Counter[str]] = {row.pk: Counter() for row in rows}
    rode: dict[UUID, dict[str, Counter[str]]] = {row.pk: {} for row in rows}
    for result in all_results(results.order_by().values("duel__week")):
        payload = payload_of(result)
        for row in rows:
            car, team = str(row.vehicle_id), str(row.team_id)
            aboard = [
                deeds
                for deeds in payload.record.form.people
                if deeds.ride and deeds.ride.vehicle == car
            ]
            if payload.drove.get(car) != team or result.duel.start > row.published_at or not aboard:
                continue
            won = int(payload.places.get(team) == 1)
            counts[row.pk].update(duels=1, won=won)
            for deeds in aboard:
                rode[row.pk].setdefault(deeds.character, Counter()).update(
                    duels=1, won=won, kills=deeds.kills
                )
    names = names_of({UUID(character_id) for people in rode.values() for character_id in people})
    return {
        pk: (
            counts[pk]["duels"],
            counts[pk]["won"],
            tuple(
                DesignDriver(
                    UUID(character_id),
                    names[UUID(character_id)],
                    totals_of["duels"],
                    totals_of["won"],
                    totals_of["kills"],
                )
                for character_id, totals_of in sorted(
                    people.items(), key=lambda pair: names[UUID(pair[0])]
                )
            ),
        )
        for pk, people in rode.items()
    }
