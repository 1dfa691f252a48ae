"""The Courier: a settled week as one page of a newspaper, from public facts only (C110)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q, Window
from django.db.models.functions import Lag, Lead, RowNumber

from campaign.duels.selectors.duels import ResultPayload, latest_results, payload_of
from campaign.league.models import Team, Week
from campaign.news.models import News
from campaign.roster.models import Character
from espionage.rules.courier import EPITAPHS, Gossip, write_rumours
from espionage.rules.recap import WeekFacts
from espionage.selectors.recaps import Recap


class IssueRef(NamedTuple):
    """The season and week of an issue, and the time at which it came out."""

    season: int
    week: int
    printed_at: datetime | None


class Obituary(NamedTuple):
    """A dead person, as named in the news ("Ann of Anvil"), and a few words about them."""

    full_name: str
    name: str
    text: str


class Place(NamedTuple):
    """A team and its points after the week."""

    team: Team
    points: int


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue of the Courier.

    `number` counts the club's settled weeks. `earlier` and `later` are the neighbouring issues.
    `moves` are sentences about vehicles that drove for another team before.
    """

    recap: Recap
    number: int
    earlier: IssueRef | None
    later: IssueRef | None
    obituaries: tuple[Obituary, ...]
    moves: tuple[str, ...]
    rumours: tuple[str, ...]
    standings: tuple[Place, ...]

    @property
    def week(self) -> Week:
        return self.recap.week

    @property
    def headline(self) -> str:
        return self.recap.headline


def has_issue(week: Week) -> bool:
    """Return whether the Courier of a week is out: after the reports are published."""
    return week.settled_at is not None


def next_week(week: Week) -> Week | None:
    """Return the season's next week, if it is scheduled and not void. This runs one query."""
    rows = Week.objects.filter(season=week.season, number=week.number + 1)
    return rows.exclude(status=Week.Status.VOID).first()


def issue_of(recap: Recap) -> Issue:
    """Return the Courier of a settled week. This runs at most four queries."""
    week, facts = recap.week, recap.facts
    issues = _issues(week)
    position = [pk for pk, *_ in issues].index(week.pk)
    in_season = [pk for pk, _, ref in issues[: position + 1] if ref.season == week.season.number]
    results = latest_results(in_season)
    payloads = [payload_of(results[pk]) for pk in in_season if pk in results]
    standings = _standings(recap)
    teams = {str(place.team.pk): place.team.name for place in standings}
    this_week = payloads[-1] if week.pk in results else None
    return Issue(
        recap=recap,
        number=issues[position][1],
        earlier=issues[position - 1][2] if position else None,
        later=issues[position + 1][2] if position + 1 < len(issues) else None,
        obituaries=tuple(_obituaries(recap, teams.values())),
        moves=tuple(_moves(payloads, teams)) if this_week else (),
        rumours=tuple(write_rumours(_gossip(facts, payloads, this_week, teams), recap.wording)),
        standings=standings,
    )


def _issues(week: Week) -> list[tuple[UUID, int, IssueRef]]:
    """Return the id, the issue's number and the reference of each settled week of the week's
    season, and of the weeks before and after them. This runs one query.
    """
    order = ("season__number", "number")
    rows = Week.objects.filter(
        season__campaign=week.season.campaign_id, settled_at__isnull=False
    ).annotate(
        issue=Window(RowNumber(), order_by=order),
        before=Window(Lag("season"), order_by=order),
        after=Window(Lead("season"), order_by=order),
    )
    season = week.season_id
    near = rows.filter(Q(season=season) | Q(before=season) | Q(after=season)).order_by(*order)
    columns = near.values_list("pk", "issue", "season__number", "number", "settled_at")
    return [
        (pk, issue, IssueRef(season_number, number, printed_at))
        for pk, issue, season_number, number, printed_at in columns
    ]


def roster_moves(issue: Issue) -> tuple[str, ...]:
    """Return sentences about people who joined or left a team since the last issue.

    Only members of the club can see rosters. New teams and the first issue are left out. This runs
    at most one query.
    """
    since = issue.earlier.printed_at if issue.earlier else None
    until = issue.week.settled_at
    if since is None or until is None:
        return ()
    joined = Q(hired_at__gt=since, hired_at__lte=until) & (Q(left_at=None) | Q(left_at__gt=until))
    departed = Q(left_at__gt=since, left_at__lte=until, hired_at__lte=since)
    rows = Character.objects.filter(
        joined | departed,
        team__campaign=issue.week.season.campaign_id,
        team__approved_at__lte=since,
    ).select_related("team")
    return tuple(
        f"{row.name} {'joins' if row.hired_at > since else 'leaves'} {row.team}."
        for row in rows.order_by("team__name", "name", "pk")
    )


def _standings(recap: Recap) -> tuple[Place, ...]:
    """Return the teams of the week with their points, best first. This runs one query."""
    points = dict(recap.facts.table)
    teams = Team.objects.filter(
        Q(seats__week=recap.week) | Q(name__in=points), campaign=recap.week.season.campaign_id
    ).distinct()
    places = [Place(team, points.get(team.name, 0)) for team in teams]
    return tuple(sorted(places, key=lambda place: (-place.points, place.team.name)))


def _obituaries(recap: Recap, teams: Iterable[str]) -> Iterator[Obituary]:
    """Yield the dead of the night and of the duel. This runs at most one query."""
    endings = sorted((f" of {team}" for team in teams), key=len, reverse=True)

    def name(full_name: str) -> str:
        ending = next((ending for ending in endings if full_name.endswith(ending)), "")
        return full_name.removesuffix(ending)

    for full_name in recap.facts.dead:
        yield Obituary(
            full_name, name(full_name), recap.wording.pick(f"epitaph {full_name}", EPITAPHS)
        )
    fallen = recap.facts.duel.fallen if recap.facts.duel else ()
    if not fallen:
        return
    lines = News.objects.filter(week=recap.week, kind="death").exclude(text__endswith=" is dead.")
    texts = list(lines.order_by("-at", "position").values_list("text", flat=True))
    for full_name in fallen:
        text = next((text for text in texts if text.startswith(full_name)), "Died in the arena.")
        yield Obituary(full_name, name(full_name), text)


def _moves(payloads: Sequence[ResultPayload], teams: Mapping[str, str]) -> Iterator[str]:
    """Yield the vehicles in the latest duel that were last seen with another team."""
    *earlier, this_week = payloads
    last_team: dict[str, tuple[str, str]] = {}
    for payload in earlier:
        last_team |= {
            car: (team, payload.seen[car].name)
            for car, team in payload.drove.items()
            if car in payload.seen
        }
    for car, team in this_week.drove.items():
        before, name = last_team.get(car, ("", ""))
        exterior = this_week.seen.get(car)
        is_same = exterior is not None and exterior.name == name
        if is_same and before != team and {before, team} <= teams.keys():
            yield f"{name}, last driven by {teams[before]}, now drives for {teams[team]}."


def _gossip(
    facts: WeekFacts,
    payloads: Sequence[ResultPayload],
    this_week: ResultPayload | None,
    teams: Mapping[str, str],
) -> Iterator[Gossip]:
    """Yield the public facts about each team, by name."""
    blasts = {blast.team: blast.times for blast in facts.blasts}
    for team, name in sorted(teams.items(), key=lambda item: item[1]):
        places = [place for payload in payloads if (place := _place(payload, team))]
        wins = [place == 1 for place in reversed(places)]
        cars = (
            [car for car, driver in this_week.drove.items() if driver == team] if this_week else []
        )
        earlier_cars = {car for payload in payloads[:-1] for car in payload.drove}
        yield Gossip(
            team=name,
            wins=_streak(wins, value=True) if this_week else 0,
            dry=_streak(wins, value=False) if this_week else 0,
            hurt=sum(
                deeds.team == team and deeds.state == "unconscious"
                for deeds in (this_week.record.form.people if this_week else ())
            ),
            new_cars=len(places) > 1 and not earlier_cars.issuperset(cars),
            blasts=blasts.get(name, 0),
        )


def _place(payload: ResultPayload, team: str) -> int:
    """Return the team's place in a duel, or 0 if it did not take part."""
    return next(
        (
            payload.places.get(team, row.place)
            for row in payload.record.form.teams
            if row.team == team and row.vehicles
        ),
        0,
    )


def _streak(results: Sequence[bool], *, value: bool) -> int:
    """Return how many of the first results are equal to `value`."""
    return next((count for count, won in enumerate(results) if won is not value), len(results))
