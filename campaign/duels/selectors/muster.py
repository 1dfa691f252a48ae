"""Queries for the cars and crews at the start of a duel (E12, E22).

People who are dead, unconscious or held elsewhere do not drive. An entry without its driver does
not start. If another crew member is missing, the seat stays empty. The list of those present is
public from the time of the duel. The reason for an absence is private to the team.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from campaign.duels.models import DuelEntry, DuelResult
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Duel, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.rules.people import body
from campaign.roster.selectors import captives

UnfitReason: TypeAlias = Literal["dead", "unconscious", "away"]
"""Reason why a person cannot drive. "away" means that another team holds the person."""


@dataclass(frozen=True, slots=True)
class MusteredEntry:
    """An entry at the time of its duel.

    `aboard` lists the people in the car by place, driver first. `unfit` maps the other crew members
    to the reasons for their absence.
    """

    entry: DuelEntry
    aboard: tuple[tuple[str, UUID], ...]
    unfit: Mapping[UUID, UnfitReason]
    is_at_start: bool


def seats_of(entry: DuelEntry) -> tuple[tuple[str, UUID], ...]:
    """Return an entry's crew as entered, driver first."""
    return tuple((seat["place"], UUID(seat["character"])) for seat in entry.crew)


def standing_entries(duel: Duel) -> QuerySet[DuelEntry]:
    """Return the entries of a duel that were not withdrawn, sorted by team and vehicle."""
    return (
        DuelEntry.objects.filter(duel=duel, withdrawn_at=None)
        .select_related("team", "vehicle")
        .order_by("team__name", "vehicle__name")
    )


def muster(
    duel: Duel, entries: Iterable[DuelEntry] | None = None, *, charges: bool = True
) -> tuple[MusteredEntry, ...]:
    """Return entries of a duel as they are when it starts. This runs five queries.

    By default, all entries are returned. If `charges` is true, the charges of the first phase have
    already exploded (E23). This matters only for the weekly duel. Everyone in the latest result
    counts as present.
    """
    rows = tuple(standing_entries(duel) if entries is None else entries)
    reasons = (
        out_of_action(
            duel,
            {character_id for row in rows for _, character_id in seats_of(row)},
            charges=charges,
        )
        if rows
        else {}
    )
    drove, driven = _recorded(duel) if reasons else (frozenset(), frozenset())
    return tuple(
        _muster_entry(
            row,
            {
                character_id: reason
                for character_id, reason in reasons.items()
                if character_id not in drove
            },
            driven,
        )
        for row in rows
    )


def _muster_entry(
    entry: DuelEntry, reasons: Mapping[UUID, UnfitReason], driven: Collection[UUID]
) -> MusteredEntry:
    seats = seats_of(entry)
    aboard = tuple(
        (place, character_id) for place, character_id in seats if character_id not in reasons
    )
    is_at_start = any(place == "driver" for place, _ in aboard) or entry.vehicle_id in driven
    return MusteredEntry(
        entry,
        aboard if is_at_start else (),
        {
            character_id: reasons[character_id]
            for _, character_id in seats
            if character_id in reasons
        },
        is_at_start,
    )


def _recorded(duel: Duel) -> tuple[frozenset[UUID], frozenset[UUID]]:
    """Return the people and the vehicles in the latest result. This runs one query."""
    rows = DuelResult.objects.filter(duel=duel).order_by("-revision")
    people, cars = rows.values_list(
        "payload__record__form__people", "payload__record__vehicles"
    ).first() or ((), ())
    return frozenset(UUID(row["character"]) for row in people), frozenset(
        UUID(row["vehicle"]) for row in cars
    )


def has_starters(duel: Duel) -> bool:
    """Return whether at least one entry is at the start of this duel."""
    return any(mustered.is_at_start for mustered in muster(duel))


# --- people who cannot drive ----------------------------------------------------------------------


def out_of_action(
    duel: Duel, people: Collection[UUID], *, charges: bool = True
) -> dict[UUID, UnfitReason]:
    """Return which of these characters cannot drive in this duel. This runs three queries.

    The ledger at the time of the duel is used, or the current ledger if the duel has not started.
    """
    phase_one = Q(
        week=duel.week_id, cause__endswith="/fired"
    )  # booked by the job, a little after the time of the duel
    before = Q(at__lte=duel.start) & ~Q(cause__startswith=f"duel:{duel.pk}:")
    own_duel_rows = before | phase_one if charges else before & ~phase_one
    wound_rows = own_duel_rows if duel.is_weekly else before  # charges go off at the weekly duel
    lost = dict(
        Wound.objects.filter(wound_rows, character__in=people)
        .order_by()
        .values_list("character_id")
        .annotate(total=Sum("amount"))
    )
    points: dict[UUID, dict[str, int]] = defaultdict(dict)
    if lost:
        rows = (
            SkillPoint.objects.filter(character__in=list(lost), at__lte=duel.start)
            .order_by()
            .values_list("character_id", "item")
        )
        for character_id, item, total in rows.annotate(total=Sum("amount")):
            points[character_id][item] = total
    house_rules = rules_in(duel.week)
    captive_ids = captives.captives_among(people, duel.start)
    return _unfit_reasons(people, lost, points, captive_ids, lambda _: house_rules)


def out_of_action_now(people: Mapping[UUID, Week]) -> dict[UUID, UnfitReason]:
    """Return which of these characters cannot drive now. This runs at most three queries.

    The house rules of each character's week apply.
    """
    lost = balances.wounds(people)
    hurt = [character_id for character_id in people if lost.get(character_id)]
    points, captive_ids = balances.skill_points(hurt), captives.captives_among(people.keys())
    return _unfit_reasons(
        people, lost, points, captive_ids, lambda character_id: rules_in(people[character_id])
    )


def _unfit_reasons(
    people: Iterable[UUID],
    lost: Mapping[UUID, int],
    points: Mapping[UUID, Mapping[str, int]],
    captive_ids: Collection[UUID],
    rules_for: Callable[[UUID], HouseRules],
) -> dict[UUID, UnfitReason]:
    """Return the reasons of those who cannot drive.

    `rules_for` is called only for people who are hurt.
    """
    reasons: dict[UUID, UnfitReason] = {}
    for character_id in people:
        hurt = lost.get(character_id)
        health = (
            body(points.get(character_id, {}), hurt, rules_for(character_id)).health
            if hurt
            else "unhurt"
        )
        if health in {"dead", "unconscious"}:
            reasons[character_id] = "dead" if health == "dead" else "unconscious"
        elif character_id in captive_ids:
            reasons[character_id] = "away"
    return reasons


def unfit_entries(weeks: Sequence[Week]) -> tuple[MusteredEntry, ...]:
    """Return the entries of these weeks whose crews include someone who cannot drive now.

    Entries in the weekly duels and in coming events are checked. This runs four queries, or one if
    there are no entries. Another query loads the entries that were found.
    """
    by_id = {week.pk: week for week in weeks}
    recorded = Exists(DuelResult.objects.filter(duel=OuterRef("duel")))
    rows = DuelEntry.objects.filter(duel__week__among=by_id, withdrawn_at=None).exclude(recorded)
    crews = {
        entry: (week, [UUID(seat["character"]) for seat in crew])
        for entry, week, crew in rows.order_by().values_list("pk", "duel__week_id", "crew")
    }
    reasons = out_of_action_now(
        {character_id: by_id[week] for week, crew in crews.values() for character_id in crew}
    )
    unfit = [entry for entry, (_, crew) in crews.items() if not reasons.keys().isdisjoint(crew)]
    if not unfit:
        return ()
    entries = DuelEntry.objects.filter(pk__in=unfit).select_related("team", "vehicle", "duel__meet")
    return tuple(
        _muster_unfit(
            entries.order_by("duel__week_id", "team__name", "vehicle__name"), by_id, reasons
        )
    )


def _muster_unfit(
    rows: Iterable[DuelEntry], weeks: Mapping[UUID, Week], reasons: Mapping[UUID, UnfitReason]
) -> Iterator[MusteredEntry]:
    for row in rows:
        row.duel.week = weeks[row.duel.week_id]
        yield _muster_entry(row, reasons, ())
