"""Long histories at low cost: one played week is copied to many weeks of many seasons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID, uuid4

from django.db.models import Model, Q

from campaign.league.models import Duel, Season, Week
from campaign.ledger.models import Prestige, SkillPoint, Wound
from core.web import bulk, clock
from espionage.models import AmbushHeard, Intel, Seal, SealedSeat
from espionage.rules.orders import Standing
from espionage.services.tick import tick
from play.models import Snapshot, Told
from tests.espionage.ambushes import save_sheets_with_ambush
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

YEARS_AGO = timedelta(days=7 * 52 * 20)


def club_that_met(**options: Any) -> Club:
    """Return a club of three teams whose first week is settled: two spies of the first and
    counterspies of the second met and fought.
    """
    club = found_club(**{"teams": 3, "weeks": 2, "options": {"settle_hours": 0}, **options})
    with clock.set_to(club.at):
        save_sheets_with_ambush(club, Standing(), Standing())
        tick(now=club.open_week.due_at)
    with club.scope():
        club.open_week.refresh_from_db()
    return club


@dataclass
class Past:
    """The played week as it is copied."""

    week: Week

    def write(self, season: Season, numbers: Iterable[int], since: datetime) -> None:
        """Write the same week for each of these numbers, closed, a week apart."""
        rows: dict[type[Model], list[Model]] = {}
        for at, number in enumerate(numbers):
            for row in self._again(
                season, number, since + timedelta(weeks=at) - self.week.opens_at
            ):
                rows.setdefault(type(row), []).append(row)
        for kind in rows.values():
            bulk.insert(kind)

    def _again(self, season: Season, number: int, moved: timedelta) -> Iterator[Model]:
        week = _copy(self.week, season=season, number=number, status=Week.Status.CLOSED)
        for moment in ("opens_at", "due_at", "settle_at", "duel_at", "closes_at", "settled_at"):
            setattr(week, moment, getattr(self.week, moment) + moved)
        yield week
        yield Duel(pk=week.pk, week=week, kind=Duel.Kind.WEEKLY, number=0, made_at=week.opens_at)
        seal = Seal.objects.select_related("match").get(week=self.week)
        match = _copy(seal.match)
        yield match
        yield _copy(seal, pk=week.pk, match=match)
        for told in Told.objects.filter(match=seal.match_id):
            yield _copy(told, match=match)
        for snapshot in Snapshot.objects.filter(match=seal.match_id):
            yield _copy(snapshot, pk=match.pk, match=match)
        for model in (SealedSeat, *DERIVED):
            for row in model.objects.filter(week=self.week):
                yield _copy(row, week=week)
        for model in (SkillPoint, Wound, Prestige):
            for row in model.objects.filter(week=self.week):
                yield _copy(row, week=week, at=row.at + moved, cause=f"week:{week.pk}/{uuid4()}")
        for row in Intel.objects.filter(week=self.week):
            yield _copy(
                row,
                week=week,
                at=row.at + moved,
                cause=f"week:{week.pk}/{row.cause.partition('/')[2]}",
            )


DERIVED: Final[tuple[Any, ...]] = (AmbushHeard,)


def _copy(row: Any, *, pk: UUID | None = None, **changes: Any) -> Any:
    """Return the same row with a new id."""
    again = type(row)(
        **{field.attname: getattr(row, field.attname) for field in type(row)._meta.concrete_fields}
    )
    again.pk = pk or uuid4()
    for name, value in changes.items():
        setattr(again, name, value)
    return again


def grow(club: Club, *, seasons: int, weeks: int) -> None:
    """Add closed seasons before the club's own, each with this many weeks like its first."""
    with club.scope():
        week = Week.objects.select_related("season").get(pk=club.open_week.pk)
        own = week.season
        there = Season.objects.filter(campaign=club.campaign).filter(~Q(pk=own.pk)).count()
        own.number = there + seasons + 1
        own.save()
        past, since = Past(week), week.opens_at - YEARS_AGO + timedelta(weeks=there * 52)
        for number in range(there + 1, there + seasons + 1):
            begins = since + timedelta(weeks=52 * (number - there - 1))
            season = Season.objects.create(
                campaign=club.campaign,
                number=number,
                opened_at=begins,
                closed_at=begins + timedelta(weeks=51),
            )
            past.write(season, range(1, weeks + 1), begins)
