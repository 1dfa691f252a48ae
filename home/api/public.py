"""API operations for clubs' public pages, and for asking to join."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from django.urls import reverse
from msgspec import Meta

from campaign.calendar.api.weeks import SeasonQuery
from campaign.duels.api.careers import DuellistOut, DuellistsQuery, duellist_out
from campaign.duels.api.standings import TableOut, table_out
from campaign.duels.selectors import careers
from campaign.duels.selectors.driven import PublicDuel, public_duels
from campaign.duels.selectors.standings import standings
from campaign.league.api.permissions import (
    ClubCall,
    PublicCall,
    club_door,
    find_week,
    public_door,
)
from campaign.league.api.shapes import SeasonOut, TeamRef, WeekRef, season_out, team_ref, week_ref
from campaign.league.selectors import seasons
from campaign.members.api.public_page import JoinAskOut, join_ask_out
from campaign.members.services import joining
from campaign.news.api.news import NewsItem, news_item
from campaign.news.selectors.public_page import public_news
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from espionage.selectors.courier import Issue, has_issue, issue_of, roster_moves
from espionage.selectors.recaps import Recap, recap_of
from home.selectors.public import DUELS, glance, public_week


class RecapOut(Record):
    """A week in three sentences, based on public news and recorded results. `winners` lists the
    winners of the week's duel.
    """

    season: int
    week: int
    sentences: tuple[str, ...]
    winners: tuple[str, ...]


def recap_out(week_recap: Recap) -> RecapOut:
    """Convert a recap to the record that the API returns."""
    duel = week_recap.facts.duel
    return RecapOut(
        season=week_recap.week.season.number,
        week=week_recap.week.number,
        sentences=week_recap.sentences,
        winners=duel.winners if duel else (),
    )


class ObituaryOut(Record):
    """An obituary in the Courier. `name` includes the team."""

    name: str
    text: str


class PointsOut(Record):
    """A team's points after the week."""

    team: TeamRef
    points: int


class CourierOut(RecapOut):
    """An issue of the Courier, the club's newspaper (C110).

    `issue` is its number. `transfers` are sentences about vehicles that drove for another team
    before and, for members, about people who joined or left a team. There is at most one rumour
    about each team.
    """

    issue: int
    headline: str
    obituaries: tuple[ObituaryOut, ...]
    transfers: tuple[str, ...]
    rumours: tuple[str, ...]
    standings: tuple[PointsOut, ...]


def courier_out(issue: Issue, transfers: tuple[str, ...] = ()) -> CourierOut:
    """Convert an issue of the Courier to the record that the API returns.

    `transfers` are additional sentences for members.
    """
    duel = issue.recap.facts.duel
    return CourierOut(
        season=issue.week.season.number,
        week=issue.week.number,
        sentences=issue.recap.sentences,
        winners=duel.winners if duel else (),
        issue=issue.number,
        headline=issue.headline,
        obituaries=tuple(
            ObituaryOut(name=entry.full_name, text=entry.text) for entry in issue.obituaries
        ),
        transfers=(*issue.moves, *transfers),
        rumours=issue.rumours,
        standings=tuple(
            PointsOut(team=team_ref(place.team), points=place.points) for place in issue.standings
        ),
    )


class OpenDuelOut(Record):
    """A duel on the site that anyone can watch (C104). `stage` says whether the duel is in progress
    or over. `path` is the page of its table or, after the duel, the page of its film.
    """

    name: str
    season: int
    week: int
    stage: Literal["driving", "over"]
    table: UUID
    path: str


def open_duel_out(duel: PublicDuel) -> OpenDuelOut:
    """Convert a duel that anyone can watch to the record that the API returns."""
    page = "play-table" if duel.stage == "driving" else "play-history"
    return OpenDuelOut(
        name=duel.duel.title,
        season=duel.duel.week.season.number,
        week=duel.duel.week.number,
        stage=duel.stage,
        table=duel.table,
        path=reverse(page, args=[duel.table]),
    )


class PublicClubOut(Record):
    """A club's public page. `week` is the current or next week, and `last` is the recap of the last
    closed week. `duels` lists duels that can be watched, those in progress first. `card` is the
    preview image for links to `path`.
    """

    slug: str
    name: str
    blurb: str
    season: SeasonOut | None
    week: WeekRef | None
    last: RecapOut | None
    seasons: tuple[SeasonOut, ...]
    duels: tuple[OpenDuelOut, ...]
    path: str
    card: str


@public_door()
def show(call: PublicCall) -> PublicClubOut:
    """Return a club's public page.

    Unknown clubs and clubs without a public page give the same 404.
    """
    campaign, overview = call.campaign, glance(call.campaign)
    return PublicClubOut(
        slug=campaign.slug,
        name=campaign.name,
        blurb=campaign.blurb,
        season=season_out(overview.season) if overview.season else None,
        week=week_ref(overview.week) if overview.week else None,
        last=recap_out(overview.last) if overview.last else None,
        seasons=tuple(season_out(season) for season in overview.seasons),
        duels=tuple(open_duel_out(duel) for duel in public_duels(campaign, DUELS)),
        path=reverse("club-public", args=[campaign.slug]),
        card=reverse("club-public-card", args=[campaign.slug]),
    )


@public_door()
def table(call: PublicCall, query: SeasonQuery) -> TableOut:
    """Return the standings of a season.

    Corrections made after the season was closed are visible only to members.
    """
    all_seasons = seasons.seasons(call.campaign)
    season = or_404(
        seasons.pick_season(all_seasons, None if query.season is None else str(query.season))
    )
    return table_out(season, standings(season), late=())


@public_door()
def list_news(call: PublicCall, query: Paged) -> Page[NewsItem]:
    """List public news about the game, newest first."""
    return paged(call, query, public_news(call.campaign), news_item)


@public_door()
def duellists(call: PublicCall, query: DuellistsQuery) -> Page[DuellistOut]:
    """List the duellists of a season or of all time, by prestige from duels."""
    if query.season is not None:
        or_404(seasons.find_season(call.campaign, query.season))
    return paged(call, query, careers.Ranking(call.campaign, query.season), duellist_out)


@public_door()
def duellist(call: PublicCall, character: UUID) -> DuellistOut:
    """Return a duellist's career."""
    return duellist_out(or_404(careers.duellist(call.campaign, character)))


class PublicWeekOut(RecapOut):
    """The public page of a week. `podium` names the first four of the week's recorded duel as
    text. `courier` is set once the reports are published.
    """

    status: WeekRef
    podium: str
    card: str
    courier: CourierOut | None


@public_door()
def week(call: PublicCall, query: SeasonQuery, number: int) -> PublicWeekOut:
    """Return a week in three sentences, together with its podium."""
    season = None if query.season is None else str(query.season)
    page = or_404(public_week(call.campaign, number, season))
    summary = recap_out(page.recap)
    picture = reverse("club-public-week-card", args=[call.campaign.slug, number])
    return PublicWeekOut(
        season=summary.season,
        week=summary.week,
        sentences=summary.sentences,
        winners=summary.winners,
        status=week_ref(page.week),
        podium=page.podium.text if page.podium else "",
        card=f"{picture}?season={summary.season}",
        courier=courier_out(page.issue) if page.issue else None,
    )


class JoinAsking(Body):
    """A message to the club's GMs."""

    said: Annotated[str, Meta(max_length=2000)] = ""


@public_door(anonymous=False, status=201)
def ask(call: PublicCall, body: JoinAsking) -> JoinAskOut:
    """Ask to join the club as a player.

    The club's GMs are notified, and one of them answers.
    """
    return join_ask_out(
        joining.ask(campaign=call.campaign, user=call.user, said=body.said, now=call.now)
    )


@club_door()
def recap(call: ClubCall, query: SeasonQuery, number: int) -> RecapOut:
    """Return a week of the club in three sentences, based on public news and recorded results."""
    return recap_out(recap_of(find_week(call, number, query.season)))


@club_door()
def courier(call: ClubCall, query: SeasonQuery, number: int) -> CourierOut:
    """Return the Courier of a settled week. Before the reports are published, return 404."""
    row = find_week(call, number, query.season)
    issue = or_404(issue_of(recap_of(row)) if has_issue(row) else None)
    return courier_out(issue, roster_moves(issue))
