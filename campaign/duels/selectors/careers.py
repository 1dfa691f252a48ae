"""Queries for duellists' careers, and for rankings by season and of all time.

All numbers are computed from the latest results, so corrections take effect immediately. Everything
shown is also visible to members in the results. The database computes the sums, so that pages stay
fast in old clubs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from django.db import connection

from campaign.duels.rules.duel import ACES, Mark, State, mark_of
from campaign.house_rules.rules.tables import ACE
from campaign.league.models import Campaign, Season, Team
from campaign.league.selectors.teams import teams_by_id
from campaign.ledger.models import SkillPoint
from campaign.roster.selectors.roster import dead_at_settlement
from core.web.lazy_rows import LazyRows

DUELS_SQL: Final = """
WITH counted AS (
  SELECT * FROM (
    SELECT d.week_id, r.duel_id, r.payload, w.number, COALESCE(d.starts_at, w.duel_at) AS duel_at,
      d.number AS event, s.number AS season,
      ROW_NUMBER() OVER (PARTITION BY r.duel_id ORDER BY r.revision DESC) AS nth
    FROM campaign_duelresult r
    JOIN campaign_duel d ON d.id = r.duel_id
    JOIN campaign_week w ON w.id = d.week_id
    JOIN campaign_season s ON s.id = w.season_id
    WHERE s.campaign_id = %(campaign)s
  ) every WHERE nth = 1
), fame AS (
  SELECT p.character_id, {duel} AS duel_id, SUM(p.amount) AS prestige
  FROM campaign_prestige p
  WHERE p.week_id IN (SELECT week_id FROM counted) AND p.cause LIKE 'duel:%%'
  GROUP BY p.character_id, {duel}
), team AS (
  SELECT c.duel_id, {team} AS team,
    CAST(COALESCE({place}, {form_place}, '0') AS integer) AS place
  FROM counted c CROSS JOIN {teams} t
), rode AS (
  SELECT c.duel_id, c.week_id, c.season, c.number, c.event, c.duel_at, {who} AS who, {of} AS team,
    {state} AS state, CAST({kills} AS integer) AS kills,
    CAST(COALESCE({on_foot}, '0') AS integer) AS on_foot,
    CAST(COALESCE({by_ram}, '0') AS integer) AS by_ram, COALESCE({seat}, '') AS seat,
    COALESCE({vehicle}, '') AS vehicle
  FROM counted c CROSS JOIN {people} p
), drove AS (
  SELECT r.*, t.place, COALESCE(f.prestige, 0) AS prestige,
    ROW_NUMBER() OVER (PARTITION BY r.who ORDER BY r.duel_at DESC) AS ago
  FROM rode r
  JOIN team t ON t.duel_id = r.duel_id AND t.team = r.team
  LEFT JOIN fame f ON f.duel_id = r.duel_id AND f.character_id = r.who
)
"""
"""Selects every ride in the recorded duels of a campaign.

Only the latest result of each duel and event is used. `ago` is 1 for the last ride of a career. The
placeholders in braces are JSON expressions of the database in use.
"""
POSTGRES_EXPRESSIONS: Final = {
    "duel": "CAST(SUBSTR(p.cause, 6, 36) AS uuid)",
    "teams": "LATERAL jsonb_array_elements(c.payload #> '{record,form,teams}')",
    "team": "(t ->> 'team')::uuid",
    "place": "c.payload -> 'places' ->> (t ->> 'team')",
    "form_place": "t ->> 'place'",
    "people": "LATERAL jsonb_array_elements(c.payload #> '{record,form,people}')",
    "who": "(p ->> 'character')::uuid",
    "of": "(p ->> 'team')::uuid",
    "vehicle": "c.payload #>> ARRAY['seen', p #>> '{ride,vehicle}', 'name']",
    "seat": "p #>> '{ride,place}'",
} | {
    name: f"p ->> '{key}'"
    for name, key in (
        ("state", "state"),
        ("kills", "kills"),
        ("on_foot", "kills_on_foot"),
        ("by_ram", "kills_by_ram"),
    )
}
SQLITE_EXPRESSIONS: Final = {
    "duel": "REPLACE(SUBSTR(p.cause, 6, 36), '-', '')",
    "teams": "json_each(c.payload, '$.record.form.teams')",
    "team": "replace(t.value ->> '$.team', '-', '')",
    "place": "c.payload ->> ('$.places.\"' || (t.value ->> '$.team') || '\"')",
    "form_place": "t.value ->> '$.place'",
    "people": "json_each(c.payload, '$.record.form.people')",
    "who": "replace(p.value ->> '$.character', '-', '')",
    "of": "replace(p.value ->> '$.team', '-', '')",
    "vehicle": "c.payload ->> ('$.seen.\"' || (p.value ->> '$.ride.vehicle') || '\".name')",
    "seat": "p.value ->> '$.ride.place'",
} | {
    name: f"p.value ->> '$.{key}'"
    for name, key in (
        ("state", "state"),
        ("kills", "kills"),
        ("on_foot", "kills_on_foot"),
        ("by_ram", "kills_by_ram"),
    )
}

RANKING_SQL: Final = """, added AS (
  SELECT who, COUNT(*) AS duels, SUM(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS won,
    SUM(kills) AS kills, SUM(on_foot) AS on_foot, SUM(by_ram) AS by_ram,
    SUM(prestige) AS prestige, SUM(CASE WHEN state = 'unconscious' THEN 1 ELSE 0 END) AS out
  FROM drove
  WHERE CAST(%(season)s AS integer) IS NULL OR season = %(season)s
  GROUP BY who
), career AS (
  SELECT who, SUM(kills) AS kills FROM drove GROUP BY who
), settled AS (
  SELECT MAX(w.settled_at) AS at
  FROM campaign_week w JOIN campaign_season s ON s.id = w.season_id
  WHERE s.campaign_id = %(campaign)s
)
SELECT a.place, a.who, n.name, l.team, a.duels, a.won, a.kills, a.on_foot, a.by_ram, a.prestige,
  a.out, c.kills,
  CASE WHEN l.state = 'dead' AND l.duel_at >= COALESCE(z.at, l.duel_at) THEN 1 ELSE 0 END
FROM (SELECT added.*, RANK() OVER (ORDER BY prestige DESC) AS place FROM added) a
JOIN career c ON c.who = a.who
JOIN drove l ON l.who = a.who AND l.ago = 1
JOIN campaign_character n ON n.id = a.who
CROSS JOIN settled z
"""
"""Selects duellists with the totals of their duels in a season or of all time.

The last column says whether a duellist has died in a duel since the last settlement.
"""
RANKING_PAGE_SQL: Final = """
ORDER BY a.prestige DESC, a.kills DESC, n.name, a.who LIMIT %(most)s OFFSET %(skip)s
"""
ONE_DUELLIST_SQL: Final = "WHERE a.who = %(who)s"
COUNT_SQL: Final = """
SELECT COUNT(DISTINCT who) FROM drove
WHERE CAST(%(season)s AS integer) IS NULL OR season = %(season)s
"""
CAREER_SQL: Final = """
SELECT duel_id, season, number, team, state, kills, on_foot, by_ram, seat, vehicle, place, prestige,
  SUM(prestige) OVER (ORDER BY duel_at), week_id, event
FROM drove WHERE who = %(who)s
ORDER BY duel_at DESC LIMIT %(most)s OFFSET %(skip)s
"""
CARS_SQL: Final = """
SELECT vehicle, COUNT(*), SUM(CASE WHEN seat = 'driver' THEN 1 ELSE 0 END)
FROM drove WHERE who = %(who)s AND vehicle <> ''
GROUP BY vehicle ORDER BY COUNT(*) DESC, vehicle LIMIT 12
"""
TEAM_SQL: Final = """
SELECT COUNT(DISTINCT duel_id), COUNT(DISTINCT CASE WHEN place = 1 THEN duel_id END), SUM(kills)
FROM drove WHERE team = %(team)s
"""
SHARED_SQL: Final = """, shared AS (
  SELECT season, number, event, duel_at,
    MAX(CASE WHEN team = %(team)s THEN place END) AS place,
    MAX(CASE WHEN team = %(rival)s THEN place END) AS rival_place,
    SUM(CASE WHEN team = %(team)s THEN kills ELSE 0 END) AS kills,
    SUM(CASE WHEN team = %(rival)s THEN kills ELSE 0 END) AS rival_kills
  FROM drove WHERE team IN (%(team)s, %(rival)s)
  GROUP BY duel_id, season, number, event, duel_at HAVING COUNT(DISTINCT team) = 2
)
"""
SHARED_PAGE_SQL: Final = """
SELECT season, number, event, place, rival_place, kills, rival_kills
FROM shared ORDER BY duel_at DESC, season DESC, number DESC, event
LIMIT %(most)s OFFSET %(skip)s
"""
SHARED_TOTALS_SQL: Final = """
SELECT COUNT(*), SUM(CASE WHEN place < rival_place THEN 1 ELSE 0 END),
  SUM(CASE WHEN place > rival_place THEN 1 ELSE 0 END), SUM(kills), SUM(rival_kills)
FROM shared
"""
MARKS_SQL: Final = """
SELECT who, SUM(kills) FROM drove
WHERE who IN (SELECT id FROM campaign_character WHERE team_id = %(team)s)
GROUP BY who
"""
ACES_SQL: Final = """
SELECT d.who, n.name, d.team, k.kills
FROM (SELECT who, SUM(kills) AS kills FROM drove GROUP BY who) k
JOIN drove d ON d.who = k.who AND d.ago = 1
JOIN campaign_character n ON n.id = k.who
WHERE k.kills >= %(mark)s
ORDER BY k.kills DESC, n.name, d.who LIMIT %(most)s
"""
FALLEN_SQL: Final = """
SELECT d.who, n.name, d.team, d.season, d.number
FROM drove d
JOIN campaign_character n ON n.id = d.who
WHERE d.state = 'dead'
ORDER BY d.duel_at DESC, n.name, d.who LIMIT %(most)s
"""
CHAMPIONS_SQL: Final = """
SELECT season_id, team_id, total FROM (
  SELECT w.season_id, p.team_id, SUM(p.amount) AS total,
    RANK() OVER (PARTITION BY w.season_id ORDER BY SUM(p.amount) DESC) AS place
  FROM campaign_standingpoint p
  JOIN campaign_week w ON w.id = p.week_id
  JOIN campaign_season s ON s.id = w.season_id
  WHERE s.campaign_id = %(campaign)s AND s.number BETWEEN %(low)s AND %(high)s
  GROUP BY w.season_id, p.team_id
) ranked WHERE place = 1 AND total > 0
"""
NO_LIMIT: Final = 1_000_000_000
Row: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Duellist:
    """A duellist's totals in a season or of all time.

    Duellists with the same prestige share a place. `mark` depends on the kills of the whole career.
    """

    place: int
    id: UUID
    name: str
    team: Team
    duels: int
    won: int
    kills: int
    kills_on_foot: int
    kills_by_ram: int
    prestige: int
    knocked_out: int
    mark: Mark
    alive: bool


class Ranking(LazyRows[Duellist]):
    """The duellists of a season or of all time, sorted by prestige, kills and name.

    A page is a slice of this sequence. Fetching a slice runs six queries, and fetching the length
    runs one query.
    """

    def __init__(self, campaign: Campaign, season: int | None = None) -> None:
        self.campaign, self.season = campaign, season

    def _count(self) -> int:
        return int(_rows(COUNT_SQL, self.campaign, season=self.season)[0][0])

    def _load(self, bounds: slice) -> tuple[Duellist, ...]:
        query = RANKING_SQL + RANKING_PAGE_SQL
        rows = _rows(query, self.campaign, season=self.season, **_limit(bounds))
        return _duellists(rows, self.campaign)


def duellist(campaign: Campaign, character_id: UUID) -> Duellist | None:
    """Return a duellist's whole career, or None if it has no recorded duel.

    This runs six queries.
    """
    rows = _rows(RANKING_SQL + ONE_DUELLIST_SQL, campaign, season=None, who=character_id)
    return next(iter(_duellists(rows, campaign)), None)


def _rows(query: str, campaign: Campaign, **parameters: UUID | int | None) -> list[Row]:
    """Return the rows of a query on `drove`."""
    sqlite = connection.vendor == "sqlite"
    values: dict[str, UUID | str | int | None] = {"campaign": campaign.pk, **parameters}
    if sqlite:  # SQLite stores ids as strings
        values = {
            key: value.hex if isinstance(value, UUID) else value for key, value in values.items()
        }
    with connection.cursor() as cursor:
        cursor.execute(
            DUELS_SQL.format(**(SQLITE_EXPRESSIONS if sqlite else POSTGRES_EXPRESSIONS)) + query,
            values,
        )
        return cursor.fetchall()


def _limit(bounds: slice) -> dict[str, int]:
    """Return the limit and the offset of a slice, as parameters of a query."""
    start, stop = bounds.start or 0, bounds.stop
    return {"most": NO_LIMIT if stop is None else max(0, stop - start), "skip": start}


def _uuid(value: UUID | str) -> UUID:
    return value if isinstance(value, UUID) else UUID(value)


def _duellists(rows: list[Row], campaign: Campaign) -> tuple[Duellist, ...]:
    teams = _teams((_uuid(row[3]) for row in rows), campaign)
    ids = [_uuid(row[1]) for row in rows]
    fallen = dead_at_settlement(ids, campaign) | {_uuid(row[1]) for row in rows if row[12]}
    return tuple(
        Duellist(
            place=row[0],
            id=_uuid(row[1]),
            name=row[2],
            team=teams[_uuid(row[3])],
            duels=row[4],
            won=row[5],
            kills=row[6],
            kills_on_foot=row[7],
            kills_by_ram=row[8],
            prestige=int(row[9]),
            knocked_out=row[10],
            mark=mark_of(row[11]),
            alive=_uuid(row[1]) not in fallen,
        )
        for row in rows
    )


def _teams(ids: Iterable[UUID], campaign: Campaign) -> dict[UUID, Team]:
    teams = teams_by_id(set(ids))
    for team in teams.values():
        team.campaign = campaign
    return teams


# --- one career -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ride:
    """One duel of a career.

    `seat` and `vehicle` are empty if the result does not include them. `learned` lists skill
    points. `after` is the prestige from this duel and all earlier duels. `event` is the number of
    the event in its week, or 0 for the weekly duel.
    """

    season: int
    week: int
    team: Team
    state: State
    kills: int
    kills_on_foot: int
    kills_by_ram: int
    seat: Literal["driver", "gunner", "passenger", ""]
    vehicle: str
    place: int
    prestige: int
    after: int
    learned: Mapping[str, int]
    event: int = 0


@dataclass(frozen=True, slots=True)
class Car:
    """A vehicle in a career, by name.

    It comes with the number of duels in which the duellist was aboard, and the number in which the
    duellist drove.
    """

    name: str
    duels: int
    drove: int


class CareerRides(LazyRows[Ride]):
    """The duels of a career, latest first.

    A page is a slice of this sequence. Fetching a slice runs two queries, or three if the duellist
    drove for other teams.
    """

    def __init__(self, campaign: Campaign, duellist: Duellist) -> None:
        self.campaign, self.duellist = campaign, duellist

    def _count(self) -> int:
        return self.duellist.duels

    def _load(self, bounds: slice) -> tuple[Ride, ...]:
        rows = _rows(CAREER_SQL, self.campaign, who=self.duellist.id, **_limit(bounds))
        return tuple(self._rides(rows))

    def _rides(self, rows: list[Row]) -> Iterator[Ride]:
        known_teams = {self.duellist.team.pk: self.duellist.team}
        others = {_uuid(row[3]) for row in rows} - known_teams.keys()
        teams = known_teams | (_teams(others, self.campaign) if others else {})
        learned: dict[UUID, Counter[str]] = defaultdict(Counter)
        booked = SkillPoint.objects.filter(
            character=self.duellist.id,
            week__in={_uuid(row[13]) for row in rows},
            cause__startswith="duel:",
        )
        for cause, item, amount in booked.values_list("cause", "item", "amount"):
            learned[UUID(cause.split(":")[1])][item] += amount
        for row in rows:
            yield Ride(
                season=row[1],
                week=row[2],
                team=teams[_uuid(row[3])],
                state=row[4],
                kills=row[5],
                kills_on_foot=row[6],
                kills_by_ram=row[7],
                seat=row[8],
                vehicle=row[9],
                place=row[10],
                prestige=int(row[11]),
                after=int(row[12]),
                event=row[14],
                learned={key: points for key, points in learned[_uuid(row[0])].items() if points},
            )


class TeamRecord(NamedTuple):
    """A team's totals from its recorded duels."""

    duels: int
    won: int
    kills: int


def team_record(campaign: Campaign, team: UUID) -> TeamRecord:
    """Return a team's all-time totals. This runs one query."""
    ((duels, won, kills),) = _rows(TEAM_SQL, campaign, team=team)
    return TeamRecord(int(duels), int(won or 0), int(kills or 0))


class SharedDuel(NamedTuple):
    """A recorded duel of two teams, with the places and kills of both. `event` is 0 for the weekly
    duel.
    """

    season: int
    week: int
    event: int
    place: int
    rival_place: int
    kills: int
    rival_kills: int


class SharedTotals(NamedTuple):
    """The totals of two teams' shared duels.

    `ahead` is the number of duels in which the first team had the better place, and `behind` the
    number in which the rival had it.
    """

    duels: int
    ahead: int
    behind: int
    kills: int
    rival_kills: int


class SharedDuels(LazyRows[SharedDuel]):
    """The recorded duels of two teams, latest first.

    A page is a slice of this sequence. Fetching a slice or the totals runs one query.
    """

    def __init__(self, campaign: Campaign, team: UUID, rival: UUID) -> None:
        self.campaign, self.team, self.rival = campaign, team, rival

    @cached_property
    def totals(self) -> SharedTotals:
        (row,) = self._select(SHARED_TOTALS_SQL)
        return SharedTotals(*(int(value or 0) for value in row))

    def _count(self) -> int:
        return self.totals.duels

    def _load(self, bounds: slice) -> tuple[SharedDuel, ...]:
        rows = self._select(SHARED_PAGE_SQL, **_limit(bounds))
        return tuple(SharedDuel(*(int(value) for value in row)) for row in rows)

    def _select(self, query: str, **bounds: int) -> list[Row]:
        return _rows(SHARED_SQL + query, self.campaign, team=self.team, rival=self.rival, **bounds)


def marks_in_team(campaign: Campaign, team: UUID) -> dict[UUID, Mark]:
    """Return the marks of a team's people who have a recorded duel. This runs one query."""
    return {_uuid(pk): mark_of(int(kills)) for pk, kills in _rows(MARKS_SQL, campaign, team=team)}


def cars(campaign: Campaign, character_id: UUID) -> tuple[Car, ...]:
    """Return up to twelve vehicles of a career, the most used first. This runs one query."""
    return tuple(Car(*row) for row in _rows(CARS_SQL, campaign, who=character_id))


# --- hall of fame ---------------------------------------------------------------------------------

MAX_HONOURED: Final = 20


@dataclass(frozen=True, slots=True)
class Ace:
    """A duellist with a mark, and how many kills the duellist has."""

    id: UUID
    name: str
    team: Team
    kills: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Fallen:
    """A character who died in a duel, and the week of that duel. A clone can drive again."""

    id: UUID
    name: str
    team: Team
    season: int
    week: int


def aces(campaign: Campaign) -> tuple[Ace, ...]:
    """Return up to twenty duellists with a mark, sorted by kills. This runs two queries."""
    rows = _rows(ACES_SQL, campaign, mark=ACES[ACE], most=MAX_HONOURED)
    teams = _teams((_uuid(row[2]) for row in rows), campaign) if rows else {}
    return tuple(
        Ace(
            id=_uuid(row[0]),
            name=row[1],
            team=teams[_uuid(row[2])],
            kills=int(row[3]),
            mark=mark_of(row[3]),
        )
        for row in rows
    )


def fallen(campaign: Campaign) -> tuple[Fallen, ...]:
    """Return up to twenty characters who died in duels, latest first. This runs two queries."""
    rows = _rows(FALLEN_SQL, campaign, most=MAX_HONOURED)
    teams = _teams((_uuid(row[2]) for row in rows), campaign) if rows else {}
    return tuple(
        Fallen(id=_uuid(row[0]), name=row[1], team=teams[_uuid(row[2])], season=row[3], week=row[4])
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class Champion:
    """The winners of a closed season.

    A tie results in several winners. If no team has points, there are no winners.
    """

    season: Season
    teams: tuple[Team, ...]
    points: int


def champions(seasons: Iterable[Season], campaign: Campaign) -> tuple[Champion, ...]:
    """Return the winners of these seasons. This runs two queries."""
    all_seasons = tuple(seasons)
    points: dict[UUID, Counter[UUID]] = defaultdict(Counter)
    numbers = [champion_season.number for champion_season in all_seasons]
    low, high = min(numbers, default=0), max(numbers, default=0)
    for season, team, total in (
        _rows(CHAMPIONS_SQL, campaign, low=low, high=high) if all_seasons else ()
    ):
        points[_uuid(season)][_uuid(team)] = int(total)
    teams = _teams({team for totals in points.values() for team in totals}, campaign)
    return tuple(
        Champion(
            season=champion_season,
            teams=tuple(
                sorted((teams[pk] for pk in points[champion_season.pk]), key=lambda team: team.name)
            ),
            points=max(points[champion_season.pk].values(), default=0),
        )
        for champion_season in all_seasons
    )
