"""The secrets of closed seasons: orders, rolls, decisions, ambushes and each seat's events.

All members can see them, but only after the season is closed. `espionage.rules.redaction` removes
what stays secret afterwards: record sheets of vehicles still in play, general points, money and
stock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

from django.db.models import Max, Min, QuerySet, Subquery

from campaign.garage.models import Vehicle
from campaign.garage.rules.record import view_exterior
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Campaign, Season, Team, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Wound
from campaign.roster.models import Character
from espionage.models import Charge, SealedSeat
from espionage.rules.files import Roster, TeamFile
from espionage.rules.orders import Sheet
from espionage.rules.redaction import Fought, Garages, public_fight, redact_events
from espionage.rules.report import Hurt, News
from espionage.rules.settlement import effects_of
from espionage.rules.values import Event, MissionRecord, Setup
from espionage.selectors.sheets import read_sheet
from play.models import Match
from play.running import readers
from play.selectors import heard_by_seats, last_state


@dataclass(frozen=True, slots=True)
class OpenedTeam:
    """A seat of an opened week, with its team, its sheet, and the events that the team learned of.

    `names` maps ids of the team's own people and vehicles to names.
    """

    team: Team
    state: str
    sheet: Sheet
    names: Mapping[str, str] = field(default_factory=dict)
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class ChargeEnd:
    """The outcome of a delayed charge (E23).

    `wounds` lists the names of the people it hit, with the DP they lost.
    """

    outcome: Literal["duel", "after", "lost", "waiting"]
    ended_at: datetime | None
    wounds: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The game of a week: missions and ambushes in order, wounds, news, and charges by cause."""

    roster: Roster
    records: tuple[MissionRecord, ...]
    fights: tuple[Fought, ...]
    hurt: tuple[Hurt, ...]
    news: tuple[News, ...]
    charges: Mapping[str, ChargeEnd]
    key: str
    """Identifier of the week in causes."""


@dataclass(frozen=True, slots=True)
class OpenedWeek:
    """A week of a closed season, with the numbers of the previous and the next week.

    `game` is None if there were too few teams, or if the week is void. `names` maps ids to people
    and to the vehicles that missions concerned.
    """

    week: Week
    rules: HouseRules
    seats: tuple[OpenedTeam, ...]
    names: Mapping[str, str]
    previous_number: int | None = None
    next_number: int | None = None
    game: PlayedGame | None = None


@dataclass(frozen=True, slots=True)
class PlayedWeek:
    """A week in the list of a closed season, with its missions and teams.

    `names` maps the ids of people to their names.
    """

    week: Week
    teams: tuple[Team, ...]
    records: tuple[MissionRecord, ...] = ()
    names: Mapping[str, str] | None = None


def closed_season(campaign: Campaign, number: int) -> Season | None:
    """Return the season with this number if it is closed. This runs one query."""
    season = Season.objects.filter(campaign=campaign, number=number).exclude(closed_at=None).first()
    if season is not None:
        season.campaign = campaign
    return season


def played_weeks(season: Season) -> tuple[PlayedWeek, ...]:
    """Return the weeks of a closed season in order. This runs two queries.

    Weeks that were played include their teams.
    """
    teams = {
        str(team.pk): team for team in Team.objects.filter(seats__week__season=season).distinct()
    }
    return tuple(_played_week(week, teams) for week in _weeks(season).order_by("number"))


def closed_week(season: Season, number: int) -> Week | None:
    """Return a week of a closed season. This runs one query."""
    week = _weeks(season).filter(number=number).first()
    if week is not None:
        week.season = season
    return week


def opened_week(season: Season, number: int) -> OpenedWeek | None:
    """Return a week of a closed season, or None.

    This runs five queries, plus at most two for former targets and for crews hit by explosions.
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
            week,
            rules_in(week),
            tuple(_opened_team(row) for row in rows),
            {},
            week.before,
            week.after,
        )
    setup = readers(match.game).setup.decode(match.setup)
    cars = _vehicles(setup)
    garages = _garages(setup, cars)
    events_by_seat = heard_by_seats(match, len(rows))
    seats = [
        replace(_opened_team(row), names=_own_names(file), events=redact_events(events, garages))
        for row, file, events in zip(rows, setup.teams, events_by_seat, strict=True)
    ]
    game = _played_game(week, match, setup.week)
    return OpenedWeek(
        week=week,
        rules=setup.house,
        seats=tuple(seats),
        names=_names(setup, cars, game.records),
        previous_number=week.before,
        next_number=week.after,
        game=game,
    )


def garages_of(setup: Setup) -> Garages:
    """Return the exteriors of the week's vehicles, and which of them have left play since.

    This runs one query.
    """
    return _garages(setup, _vehicles(setup))


# --- parts ----------------------------------------------------------------------------------------


def _weeks(season: Season) -> QuerySet[Week]:
    if season.closed_at is None:
        raise LookupError("the season is not closed")
    return Week.objects.filter(season=season, seal__isnull=False).select_related(
        "seal__match__snapshot"
    )


def _match(week: Week) -> Match | None:
    """Return the match of a week, or None if the week is void or was not played."""
    return None if week.status == Week.Status.VOID else week.seal.match


def _played_week(week: Week, teams: Mapping[str, Team]) -> PlayedWeek:
    match = _match(week)
    if match is None:
        return PlayedWeek(week, ())
    state = last_state(match)
    roster = state.table.roster
    names = {character.id: character.name for team in roster for character in team.people}
    return PlayedWeek(week, tuple(teams[team.id] for team in roster), state.hidden.records, names)


def _opened_team(row: SealedSeat) -> OpenedTeam:
    return OpenedTeam(
        team=row.team,
        state=row.sheet.state if row.sheet else "nothing",
        sheet=read_sheet(row.sheet),
    )


def _played_game(week: Week, match: Match, key: str) -> PlayedGame:
    state = last_state(match)
    effects_of_week = effects_of(state)
    return PlayedGame(
        roster=state.table.roster,
        records=state.hidden.records,
        fights=tuple(map(public_fight, state.hidden.fights)),
        hurt=effects_of_week.hurt,
        news=effects_of_week.news,
        charges=_charges(week),
        key=key,
    )


def _charges(week: Week) -> dict[str, ChargeEnd]:
    """Return the outcomes of the week's charges, by cause.

    This runs one query, or two if some charges exploded.
    """
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


VehicleStates: TypeAlias = "Mapping[str, tuple[str, bool]]"
"""Maps vehicle ids to the vehicle's name and whether it has left play."""


def _vehicles(setup: Setup) -> VehicleStates:
    """Return the vehicles that were in a garage at the deadline or are named on a sheet.

    This runs one query.
    """
    keys = {parked.id for file in setup.teams for parked in file.garage} | _targets(setup)
    rows = Vehicle.objects.filter(pk__in=list(_ids(keys))).values_list("pk", "name", "gone_at")
    return {str(pk): (name, gone_at is not None) for pk, name, gone_at in rows}


def _garages(setup: Setup, cars: VehicleStates) -> Garages:
    exteriors = {
        parked.id: view_exterior(parked.record) for file in setup.teams for parked in file.garage
    }
    return Garages(
        out_of_play=frozenset(key for key, (_, is_out_of_play) in cars.items() if is_out_of_play),
        exteriors=exteriors,
    )


def _targets(setup: Setup) -> set[str]:
    return {order.target for sheet in setup.sheets for order in sheet.orders if order.target}


def _names(setup: Setup, cars: VehicleStates, records: Sequence[MissionRecord]) -> dict[str, str]:
    """Return the names of people, of targets, and of vehicles that missions concerned.

    People have the names that they had at the deadline. Other vehicles are left out, because the
    contents of garages are not revealed. This runs at most one query.
    """
    reached = {key for record in records for key in record.reached}
    parked = {
        vehicle.id: vehicle.name
        for file in setup.teams
        for vehicle in file.garage
        if vehicle.id in reached
    }
    names = {key: name for key, (name, _) in cars.items() if key in _targets(setup)} | parked
    names |= {character.id: character.name for file in setup.teams for character in file.people}
    unknown_ids = list(_ids(_targets(setup) - names.keys()))
    if unknown_ids:
        names |= {
            str(pk): name
            for pk, name in Character.objects.filter(pk__in=unknown_ids).values_list("pk", "name")
        }
    return names


def _own_names(file: TeamFile) -> dict[str, str]:
    people = {character.id: character.name for character in file.people}
    return people | {parked.id: parked.name for parked in file.garage}


def _ids(keys: Iterable[str]) -> Iterator[UUID]:
    for key in keys:
        try:
            yield UUID(key)
        except ValueError:
            continue
