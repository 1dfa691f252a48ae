"""A closed season, opened to every member of the club: orders, rolls, decisions, ambushes, and what
each seat heard.

Before the season is closed there is nothing here, for anybody. What is handed out afterwards has
been through `espionage.rules.redaction`: no sheet of a vehicle still in play, no general points, no
money and no stock.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias
from uuid import UUID

from django.db.models import Max, Min, Subquery

from campaign.garage.models import Vehicle
from campaign.garage.rules.record import view_exterior
from campaign.league.models import Season, Team, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Wound
from campaign.roster.models import Character
from espionage.models import Charge, SealedSeat
from espionage.rules.redaction import Fought, Garages, public_fight, redact_events
from espionage.rules.settlement import effects_of
from espionage.selectors.sheets import read
from play.running import readers
from play.selectors import heard_by_seats, last_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Campaign
    from campaign.league.rules.house import HouseRules
    from espionage.rules.files import Roster, TeamFile
    from espionage.rules.orders import Sheet
    from espionage.rules.report import Hurt, News
    from espionage.rules.values import Event, MissionRecord, Setup
    from play.models import Match


@dataclass(frozen=True, slots=True)
class OpenedTeam:
    """One seat of an opened week: its team, the sheet that counted and its state, and what it
    heard.

    `names` are its own people and vehicles by id.
    """

    team: Team
    state: str
    sheet: Sheet
    names: Mapping[str, str] = field(default_factory=dict)
    heard: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ChargeEnd:
    """What became of a charge that waited (E23): `hurt` are the people it reached, by name, with
    the DP they lost.
    """

    how: Literal["duel", "after", "lost", "waiting"]
    at: datetime | None
    hurt: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Happened:
    """What was played: missions and ambushes in the week's order, harm to people, news, and the
    charges by their cause.
    """

    roster: Roster
    records: tuple[MissionRecord, ...]
    fights: tuple[Fought, ...]
    hurt: tuple[Hurt, ...]
    news: tuple[News, ...]
    charges: Mapping[str, ChargeEnd]
    key: str
    """How the week is named in causes."""


@dataclass(frozen=True, slots=True)
class OpenedWeek:
    """A week of a closed season, and the numbers of the weeks `before` and `after` it.

    `happened` is None when there were too few teams to play, and when the week is void; `names` are
    people, and the vehicles that a mission was about, by id.
    """

    week: Week
    house: HouseRules
    seats: tuple[OpenedTeam, ...]
    names: Mapping[str, str]
    before: int | None = None
    after: int | None = None
    happened: Happened | None = None


@dataclass(frozen=True, slots=True)
class PlayedWeek:
    """A week of a closed season in the list: its missions, and its teams by seat with their
    people's names.
    """

    week: Week
    teams: tuple[Team, ...]
    records: tuple[MissionRecord, ...] = ()
    names: Mapping[str, str] | None = None


def closed_season(campaign: Campaign, number: int) -> Season | None:
    """The season of this number, if it is closed. One query."""
    found = Season.objects.filter(campaign=campaign, number=number).exclude(closed_at=None).first()
    if found is not None:
        found.campaign = campaign
    return found


def played_weeks(season: Season) -> tuple[PlayedWeek, ...]:
    """The weeks of a closed season, in order; the teams of those in which something happened. Two
    queries.
    """
    teams = {
        str(team.pk): team for team in Team.objects.filter(seats__week__season=season).distinct()
    }
    return tuple(_played(week, teams) for week in _weeks(season).order_by("number"))


def closed_week(season: Season, number: int) -> Week | None:
    """The row of a closed season's week. One query."""
    week = _weeks(season).filter(number=number).first()
    if week is not None:
        week.season = season
    return week


def opened_week(season: Season, number: int) -> OpenedWeek | None:
    """A week of a closed season; None when there is none such. Five queries, two more at most for
    old targets and crews in explosions.
    """
    others = Week.objects.filter(season=season).order_by().values("season")
    before = others.filter(number__lt=number).annotate(found=Max("number")).values("found")
    after = others.filter(number__gt=number).annotate(found=Min("number")).values("found")
    week = (
        _weeks(season)
        .annotate(before=Subquery(before), after=Subquery(after))
        .filter(number=number)
        .first()
    )
    if week is None:
        return None
    week.season = season
    rows = list(
        SealedSeat.objects.filter(week=week).select_related("team", "sheet").order_by("seat")
    )
    match = _match(week)
    if match is None:
        return OpenedWeek(
            week, rules_in(week), tuple(_team(row) for row in rows), {}, week.before, week.after
        )
    setup = readers(match.game).setup.decode(match.setup)
    cars = _vehicles(setup)
    garages = _garages(setup, cars)
    heard = heard_by_seats(match, len(rows))
    seats = [
        replace(_team(row), names=_own_names(file), heard=redact_events(events, garages))
        for row, file, events in zip(rows, setup.teams, heard, strict=True)
    ]
    happened = _happened(week, match, setup.week)
    return OpenedWeek(
        week=week,
        house=setup.house,
        seats=tuple(seats),
        names=_names(setup, cars, happened.records),
        before=week.before,
        after=week.after,
        happened=happened,
    )


def garages_of(setup: Setup) -> Garages:
    """The week's vehicles from outside, and which of them have left play since. One query."""
    return _garages(setup, _vehicles(setup))


# --- parts ----------------------------------------------------------------------------------------


def _weeks(season: Season) -> QuerySet[Week]:
    if season.closed_at is None:
        raise LookupError("the season is not closed")
    return Week.objects.filter(season=season, seal__isnull=False).select_related(
        "seal__match__snapshot"
    )


def _match(week: Week) -> Match | None:
    """The game of a week in which something happened."""
    return None if week.status == Week.Status.VOID else week.seal.match


def _played(week: Week, teams: Mapping[str, Team]) -> PlayedWeek:
    match = _match(week)
    if match is None:
        return PlayedWeek(week, ())
    state = last_state(match)
    roster = state.table.roster
    names = {who.id: who.name for team in roster for who in team.people}
    return PlayedWeek(week, tuple(teams[team.id] for team in roster), state.hidden.records, names)


def _team(row: SealedSeat) -> OpenedTeam:
    return OpenedTeam(
        team=row.team, state=row.sheet.state if row.sheet else "nothing", sheet=read(row.sheet)
    )


def _happened(week: Week, match: Match, key: str) -> Happened:
    state = last_state(match)
    found = effects_of(state)
    return Happened(
        roster=state.table.roster,
        records=state.hidden.records,
        fights=tuple(map(public_fight, state.hidden.fights)),
        hurt=found.hurt,
        news=found.news,
        charges=_charges(week),
        key=key,
    )


def _charges(week: Week) -> dict[str, ChargeEnd]:
    """What became of the week's charges, by cause. One query, and one more when some went off."""
    rows = list(Charge.objects.filter(week=week))
    hurt: dict[str, list[tuple[str, int]]] = defaultdict(list)
    fired = [f"{row.cause}/fired" for row in rows if row.fired_at]
    if fired:
        wounds = Wound.objects.filter(cause__in=fired).order_by("character__name")
        for cause, name, lost in wounds.values_list("cause", "character__name", "amount"):
            hurt[cause.removesuffix("/fired")].append((name, lost))
    return {row.cause: _charge_end(row, tuple(hurt[row.cause])) for row in rows}


def _charge_end(row: Charge, hurt: tuple[tuple[str, int], ...]) -> ChargeEnd:
    if row.fired_at:
        return ChargeEnd("duel" if row.due == Charge.Due.DUEL else "after", row.fired_at, hurt)
    return ChargeEnd("lost", row.lost_at) if row.lost_at else ChargeEnd("waiting", None)


Cars: TypeAlias = "Mapping[str, tuple[str, bool]]"
"""Vehicles by id: name, and whether they have left play."""


def _vehicles(setup: Setup) -> Cars:
    """The vehicles that were in a garage at the deadline or named on a sheet, as they are now. One
    query.
    """
    keys = {parked.id for file in setup.teams for parked in file.garage} | _targets(setup)
    rows = Vehicle.objects.filter(pk__in=list(_ids(keys))).values_list("pk", "name", "gone_at")
    return {str(pk): (name, gone_at is not None) for pk, name, gone_at in rows}


def _garages(setup: Setup, cars: Cars) -> Garages:
    outside = {
        parked.id: view_exterior(parked.record) for file in setup.teams for parked in file.garage
    }
    return Garages(
        out_of_play=frozenset(key for key, (_, gone) in cars.items() if gone), exteriors=outside
    )


def _targets(setup: Setup) -> set[str]:
    return {order.target for sheet in setup.sheets for order in sheet.orders if order.target}


def _names(setup: Setup, cars: Cars, records: Sequence[MissionRecord]) -> dict[str, str]:
    """People as they were at the deadline, the vehicles that were reached or named, and targets
    gone by then. At most one query.

    A vehicle that no mission was about stays unknown: who has what in the garage is not opened.
    """
    reached = {key for record in records for key in record.reached}
    parked = {
        each.id: each.name for file in setup.teams for each in file.garage if each.id in reached
    }
    known = {key: name for key, (name, _) in cars.items() if key in _targets(setup)} | parked
    known |= {who.id: who.name for file in setup.teams for who in file.people}
    strange = list(_ids(_targets(setup) - known.keys()))
    if strange:
        known |= {
            str(pk): name
            for pk, name in Character.objects.filter(pk__in=strange).values_list("pk", "name")
        }
    return known


def _own_names(file: TeamFile) -> dict[str, str]:
    people = {who.id: who.name for who in file.people}
    return people | {parked.id: parked.name for parked in file.garage}


def _ids(keys: Iterable[str]) -> Iterator[UUID]:
    for key in keys:
        try:
            yield UUID(key)
        except ValueError:
            continue
