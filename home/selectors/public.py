"""Queries for a club's public pages. They return only data that a spectator of the club can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from campaign.duels.models import DuelResult
from campaign.duels.pictures.podium import Podium
from campaign.duels.selectors import duels
from campaign.duels.selectors.careers import Duellist, Ranking
from campaign.duels.selectors.driven import PublicDuel, public_duels
from campaign.duels.selectors.podium import podium_of_duel, podium_of_season
from campaign.duels.selectors.standings import Table, standings
from campaign.house_rules.rules.house import evening_length
from campaign.league.models import Campaign, Duel, Season, Team, Week
from campaign.league.selectors import people, seasons
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.teams import present_teams
from campaign.news.selectors.news import RECAP, WeekNews, by_week
from campaign.news.selectors.public_page import public_news
from campaign.roster.selectors.roster import public_roster
from espionage.selectors.courier import Issue, has_issue, issue_of
from espionage.selectors.recaps import Recap, last_closed, recap_of

NEWS: Final = 8
DUELLISTS: Final = 5
DUELS: Final = 4


class Glance(NamedTuple):
    """A club's seasons (newest first), its current or next week, and its last recap."""

    campaign: Campaign
    seasons: tuple[Season, ...]
    week: Week | None
    last: Recap | None

    @property
    def season(self) -> Season | None:
        """The newest season."""
        return next(iter(self.seasons), None)


def glance(campaign: Campaign) -> Glance:
    """Return an overview of the club. This takes at most ten queries."""
    all_seasons = seasons.seasons(campaign)
    last = last_closed(all_seasons[0]) if all_seasons else None
    week = next(iter(seasons.coming_weeks(campaign)), None)
    return Glance(campaign, all_seasons, week, recap_of(last) if last else None)


class ClubFacts(NamedTuple):
    """Facts about a club for people who are invited to it.

    `week` is the current or next week. `teams` contains each team with the names of its living
    characters, for portraits, if its roster is approved. `evening` is the length of a week that is
    played in one evening, or None if the club's weeks follow a schedule.
    """

    week: Week | None
    teams: tuple[tuple[Team, tuple[str, ...]], ...]
    members: int
    evening: timedelta | None


def club_facts(campaign: Campaign) -> ClubFacts:
    """Return the facts about a club for people who are invited to it. This takes nine queries.

    Rosters are public once a GM has approved them. Other teams are shown without people.
    """
    week = next(iter(seasons.coming_weeks(campaign)), None)
    length = evening_length(rules_of(campaign))
    total = length.orders + length.fights + length.garage + length.duel
    teams = tuple(present_teams(campaign).order_by("name"))
    approved = [team.pk for team in teams if team.approved_at]
    rosters = public_roster(approved, campaign) if approved else {}
    return ClubFacts(
        week=week,
        teams=tuple(
            (team, tuple(who.name for who in rosters.get(team.pk, ()) if who.alive))
            for team in teams
        ),
        members=people.members_of(campaign).count(),
        evening=total if week is None or week.evening else None,
    )


@dataclass(frozen=True, slots=True)
class Front:
    """A club's public front page.

    `closed` lists the latest closed seasons. `driving` lists duels in progress on the site that
    anyone can watch (C104), and `finished` lists the last finished duels of this kind.
    """

    season: Season | None
    table: Table | None
    week: Week | None
    last: Recap | None
    podium: Podium | None
    news: tuple[WeekNews, ...]
    duellists: tuple[Duellist, ...]
    closed: tuple[Season, ...]
    driving: tuple[PublicDuel, ...]
    finished: tuple[PublicDuel, ...]


def front(campaign: Campaign) -> Front:
    """Return the contents of a club's public front page. This takes up to about thirty queries."""
    brief = glance(campaign)
    season = brief.season
    table = standings(season) if season else None
    duels_to_watch = public_duels(campaign, DUELS)
    return Front(
        season=season,
        table=table,
        week=brief.week,
        last=brief.last,
        podium=podium_of_season(table) if table else None,
        news=by_week(public_news(campaign).exclude(kind=RECAP)[:NEWS]),
        duellists=Ranking(campaign, season.number)[:DUELLISTS] if season else (),
        closed=tuple([entry for entry in brief.seasons if entry.closed_at][:3]),
        driving=tuple([entry for entry in duels_to_watch if entry.stage == "driving"]),
        finished=tuple([entry for entry in duels_to_watch if entry.stage == "over"]),
    )


@dataclass(frozen=True, slots=True)
class PublicWeek:
    """The public page of a week, with its duel. If there is a result, it includes the names of the
    duellists.

    `issue` is the week's Courier, or None before the reports are published.
    """

    week: Week
    duel: Duel
    recap: Recap
    result: DuelResult | None
    names: Mapping[str, str]
    podium: Podium | None
    issue: Issue | None


def public_week(campaign: Campaign, number: int, season: str | None) -> PublicWeek | None:
    """Return a week of the season with this number, or else of the newest season. Return None if
    there is no such week.

    This takes at most fifteen queries.
    """
    week = seasons.find_week(campaign, number, season)
    if week is None:
        return None
    duel, recap = weekly_duel(week), recap_of(week)
    result = duels.latest_result(duel) if week.settled_at else None
    payload = duels.payload_of(result) if result else None
    names = duels.names_in(payload) if payload else {}
    return PublicWeek(
        week=week,
        duel=duel,
        recap=recap,
        result=result,
        names=names,
        podium=podium_of_duel(payload, names) if payload else None,
        issue=issue_of(recap) if has_issue(week) else None,
    )


def news_of_week(week: Week) -> tuple[WeekNews, ...]:
    """Return the public news of a week, newest first. This takes two queries."""
    rows = public_news(week.season.campaign).filter(week=week)
    return by_week(rows.exclude(kind=RECAP))
