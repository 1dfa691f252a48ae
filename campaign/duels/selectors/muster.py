"""Who stands at the start of a week's duel (E12, E22).

Nobody dead, unconscious or held elsewhere drives. Without its driver an entry is not there at all;
any other seat is empty. Who came, everybody sees at the hour of the duel; why somebody did not is
for their own team alone.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Sum

from campaign.duels.models import DuelEntry, DuelResult
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.rules.people import body
from campaign.roster.selectors import captives
from core.web.prepared import Keys, PreparedInScope

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.league.models import Week
    from campaign.league.rules.house import HouseRules

Why: TypeAlias = Literal["dead", "unconscious", "away"]
"""Why somebody cannot drive; "away" is held elsewhere."""


@dataclass(frozen=True, slots=True)
class Mustered:
    """An entry at the hour of its duel: who is aboard, place by place with the driver first, and
    who of its crew is not, and why.
    """

    entry: DuelEntry
    aboard: tuple[tuple[str, UUID], ...]
    unfit: Mapping[UUID, Why]
    there: bool


def seats_of(entry: DuelEntry) -> tuple[tuple[str, UUID], ...]:
    """An entry's crew as it was entered, driver first."""
    return tuple((one["place"], UUID(one["character"])) for one in entry.crew)


def standing_entries(week: Week) -> QuerySet[DuelEntry]:
    """The entries of a week that were not withdrawn, by team and vehicle."""
    return (
        DuelEntry.objects.filter(week=week, event=week.event, withdrawn_at=None)
        .select_related("team", "vehicle")
        .order_by("team__name", "vehicle__name")
    )


def muster(
    week: Week, entries: Iterable[DuelEntry] | None = None, *, charges: bool = True
) -> tuple[Mustered, ...]:
    """These entries of a week (all, unless given) at the hour of its duel. Five queries.

    With `charges`, those of the first phase have gone off (E23), at the week's own duel alone.
    Whoever stands in the result that counts was there.
    """
    rows = tuple(standing_entries(week) if entries is None else entries)
    why = (
        out_of_action(week, {who for row in rows for _, who in seats_of(row)}, charges=charges)
        if rows
        else {}
    )
    drove, driven = _recorded(week) if why else (frozenset(), frozenset())
    return tuple(
        _mustered(row, {who: said for who, said in why.items() if who not in drove}, driven)
        for row in rows
    )


def _mustered(entry: DuelEntry, why: Mapping[UUID, Why], driven: Collection[UUID]) -> Mustered:
    seats = seats_of(entry)
    aboard = tuple((place, who) for place, who in seats if who not in why)
    there = any(place == "driver" for place, _ in aboard) or entry.vehicle_id in driven
    return Mustered(
        entry, aboard if there else (), {who: why[who] for _, who in seats if who in why}, there
    )


def _recorded(week: Week) -> tuple[frozenset[UUID], frozenset[UUID]]:
    """The people and the vehicles in the result that counts. One query."""
    rows = DuelResult.objects.filter(week=week, event=week.event).order_by("-revision")
    people, cars = rows.values_list(
        "payload__record__form__people", "payload__record__vehicles"
    ).first() or ((), ())
    return frozenset(UUID(one["character"]) for one in people), frozenset(
        UUID(one["vehicle"]) for one in cars
    )


def came(week: Week) -> bool:
    """Whether any entry stands at the start of this week's duel, or of the event."""
    return any(one.there for one in muster(week))


# --- who cannot drive -----------------------------------------------------------------------------


def out_of_action(week: Week, people: Collection[UUID], *, charges: bool = True) -> dict[UUID, Why]:
    """Those of these characters who cannot drive in this week's duel, as the books stand at its
    hour; before that, as they stand now. Three queries.
    """
    phase_one = Q(
        week=week.pk, cause__endswith="/fired"
    )  # written when the job came to it, a little after the hour
    before = Q(at__lte=week.hour) & ~Q(cause__startswith=f"duel:{week.duel_id}:")
    own = before | phase_one if charges else before & ~phase_one
    hurt = before if week.event else own  # charges go off at the week's own duel
    lost = dict(
        Wound.objects.filter(hurt, character__in=people)
        .order_by()
        .values_list("character_id")
        .annotate(total=Sum("amount"))
    )
    points: dict[UUID, dict[str, int]] = defaultdict(dict)
    if lost:
        rows = (
            SkillPoint.objects.filter(character__in=list(lost), at__lte=week.hour)
            .order_by()
            .values_list("character_id", "item")
        )
        for who, item, total in rows.annotate(total=Sum("amount")):
            points[who][item] = total
    house = rules_in(week)
    held = captives.held(people, week.hour)
    return _judged(people, lost, points, held, lambda _: house)


def out_of_action_now(people: Mapping[UUID, Week]) -> dict[UUID, Why]:
    """Those of these characters, each of a week whose house rules hold for them, who cannot drive
    as things stand. Three queries, fewer where nobody is hurt.
    """
    lost = balances.wounds(people)
    hurt = [who for who in people if lost.get(who)]
    points, held = balances.skill_points(hurt), captives.held(people.keys())
    return _judged(people, lost, points, held, lambda who: rules_in(people[who]))


def _judged(
    people: Iterable[UUID],
    lost: Mapping[UUID, int],
    points: Mapping[UUID, Mapping[str, int]],
    held: Collection[UUID],
    house_of: Callable[[UUID], HouseRules],
) -> dict[UUID, Why]:
    """`house_of` is asked of the hurt alone."""
    found: dict[UUID, Why] = {}
    for who in people:
        hurt = lost.get(who)
        health = body(points.get(who, {}), hurt, house_of(who)).health if hurt else "unhurt"
        if health in {"dead", "unconscious"}:
            found[who] = "dead" if health == "dead" else "unconscious"
        elif who in held:
            found[who] = "away"
    return found


def unfit_entries(weeks: Sequence[Week]) -> tuple[Mustered, ...]:
    """The entries of these weeks, for their duels and for events that are still to be driven, of
    whose crews somebody cannot drive as things stand. Four queries while all can, one while nobody
    has entered; only the entries found are read whole, with one more.
    """
    by_id = {week.pk: week for week in weeks}
    crews = {
        entry: (week, [UUID(one["character"]) for one in crew])
        for entry, week, crew in _CREWS.all(weeks=frozenset(by_id))
    }
    why = out_of_action_now({who: by_id[week] for week, crew in crews.values() for who in crew})
    unfit = [entry for entry, (_, crew) in crews.items() if not why.keys().isdisjoint(crew)]
    if not unfit:
        return ()
    found = DuelEntry.objects.filter(pk__in=unfit).select_related("team", "vehicle", "event__meet")
    return tuple(_unfit(found.order_by("week_id", "team__name", "vehicle__name"), by_id, why))


def _crews(weeks: frozenset[UUID]) -> QuerySet[DuelEntry, Any]:
    driven = Exists(DuelResult.objects.filter(event=OuterRef("event")))
    rows = DuelEntry.objects.filter(week__among=weeks, withdrawn_at=None).exclude(driven)
    return rows.order_by().values_list("pk", "week_id", "crew")


_CREWS: Final = PreparedInScope(_crews, weeks=Keys)


def _unfit(
    rows: Iterable[DuelEntry], weeks: Mapping[UUID, Week], why: Mapping[UUID, Why]
) -> Iterator[Mustered]:
    for row in rows:
        row.week = weeks[row.week_id]
        yield _mustered(row, why, ())
