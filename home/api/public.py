"""Clubs as anybody may read them, where they have a public page; and asking to be let in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal
from uuid import UUID

from django.urls import reverse
from msgspec import Meta

from campaign.duels.api.careers import DuellistOut, DuellistsQuery, duellist_out
from campaign.duels.api.standings import TableOut, table_out
from campaign.duels.selectors import careers
from campaign.duels.selectors.driven import open_to_anybody
from campaign.duels.selectors.standings import standings
from campaign.league.api.news import NewsItem, news_item
from campaign.league.api.permissions import (
    ClubCall,
    PublicCall,
    club_door,
    find_week,
    public_door,
)
from campaign.league.api.public_page import JoinAskOut, join_ask_out
from campaign.league.api.shapes import SeasonOut, WeekRef, season_out, week_ref
from campaign.league.api.weeks import SeasonQuery
from campaign.league.selectors import seasons
from campaign.league.selectors.public_page import public_news
from campaign.league.services import joining
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import or_404
from espionage.selectors.recaps import Recap, recap_of
from home.selectors.public import DUELS, glance, public_week

if TYPE_CHECKING:
    from campaign.duels.selectors.driven import Open


class RecapOut(Record):
    """A week in three sentences, made of public news and recorded results. `winners` came first in
    its duel.
    """

    season: int
    week: int
    sentences: tuple[str, ...]
    winners: tuple[str, ...]


def recap_out(found: Recap) -> RecapOut:
    """The week in three sentences."""
    duel = found.facts.duel
    return RecapOut(
        season=found.week.season.number,
        week=found.week.number,
        sentences=found.sentences,
        winners=duel.winners if duel else (),
    )


class OpenDuelOut(Record):
    """A duel of the site that anybody may watch (C104). `stage` says whether it is driven now or
    over; `table` is its table, `path` the table's page or, when it is over, its film.
    """

    name: str
    season: int
    week: int
    stage: Literal["driving", "over"]
    table: UUID
    path: str


def open_duel_out(found: Open) -> OpenDuelOut:
    """A duel to watch."""
    page = "play-table" if found.stage == "driving" else "play-history"
    return OpenDuelOut(
        name=found.name,
        season=found.week.season.number,
        week=found.week.number,
        stage=found.stage,
        table=found.table,
        path=reverse(page, args=[found.table]),
    )


class PublicClubOut(Record):
    """A club as anybody may read it. `week` is under way or comes next, `last` is the last closed
    one; `duels` may be watched, those driven now before those over last; `card` is the picture that
    stands beside a link to `path`.
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
    """A club that has a public page. One that has none, and one that there is not, are the same
    404.
    """
    campaign, found = call.campaign, glance(call.campaign)
    return PublicClubOut(
        slug=campaign.slug,
        name=campaign.name,
        blurb=campaign.blurb,
        season=season_out(found.season) if found.season else None,
        week=week_ref(found.week) if found.week else None,
        last=recap_out(found.last) if found.last else None,
        seasons=tuple(season_out(one) for one in found.seasons),
        duels=tuple(open_duel_out(one) for one in open_to_anybody(campaign, DUELS)),
        path=reverse("club-public", args=[campaign.slug]),
        card=reverse("club-public-card", args=[campaign.slug]),
    )


@public_door()
def table(call: PublicCall, query: SeasonQuery) -> TableOut:
    """The standings of a season. What was corrected after its close, and why, is its members'."""
    every = seasons.seasons(call.campaign)
    season = or_404(seasons.pick(every, None if query.season is None else str(query.season)))
    return table_out(season, standings(season), late=())


@public_door()
def list_news(call: PublicCall, query: Paged) -> Page[NewsItem]:
    """The news of the game, newest first."""
    return paged(call, query, public_news(call.campaign), news_item)


@public_door()
def duellists(call: PublicCall, query: DuellistsQuery) -> Page[DuellistOut]:
    """The duellists of a season or of all time, by prestige from duels."""
    if query.season is not None:
        or_404(seasons.season_numbered(call.campaign, query.season))
    return paged(call, query, careers.Ranking(call.campaign, query.season), duellist_out)


@public_door()
def duellist(call: PublicCall, character: UUID) -> DuellistOut:
    """A duellist's career."""
    return duellist_out(or_404(careers.duellist(call.campaign, character)))


class PublicWeekOut(RecapOut):
    """A week as anybody may read it; `podium` are the first three of its recorded duel, in
    words.
    """

    status: WeekRef
    podium: str
    card: str


@public_door()
def week(call: PublicCall, query: SeasonQuery, number: int) -> PublicWeekOut:
    """A week in three sentences, with its podium."""
    season = None if query.season is None else str(query.season)
    found = or_404(public_week(call.campaign, number, season))
    told = recap_out(found.recap)
    picture = reverse("club-public-week-card", args=[call.campaign.slug, number])
    return PublicWeekOut(
        season=told.season,
        week=told.week,
        sentences=told.sentences,
        winners=told.winners,
        status=week_ref(found.week),
        podium=found.podium.text if found.podium else "",
        card=f"{picture}?season={told.season}",
    )


class JoinAsking(Body):
    """What I say of myself."""

    said: Annotated[str, Meta(max_length=2000)] = ""


@public_door(anonymous=False, status=201)
def ask(call: PublicCall, body: JoinAsking) -> JoinAskOut:
    """Ask to be let in as a player; the club's GMs are told, and one of them answers."""
    return join_ask_out(
        joining.ask(campaign=call.campaign, user=call.user, said=body.said, at=call.now)
    )


@club_door()
def recap(call: ClubCall, query: SeasonQuery, number: int) -> RecapOut:
    """A week of my club in three sentences, made of public news and recorded results."""
    return recap_out(recap_of(find_week(call, number, query.season)))
