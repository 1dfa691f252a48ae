"""What stands on a club's public page, for whoever looks: no more than a spectator of the club may
read on its members' pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from campaign.duels.selectors import duels
from campaign.duels.selectors.careers import Ranking
from campaign.duels.selectors.podium import podium_of_duel, podium_of_season
from campaign.duels.selectors.standings import standings
from campaign.league.selectors import seasons
from campaign.league.selectors.news import RECAP, by_week
from campaign.league.selectors.public_page import public_news
from espionage.selectors.recaps import last_closed, recap_of

if TYPE_CHECKING:
    from campaign.duels.models import DuelResult
    from campaign.duels.pictures.podium import Podium
    from campaign.duels.selectors.careers import Duellist
    from campaign.duels.selectors.standings import Table
    from campaign.league.models import Campaign, Season, Week
    from campaign.league.selectors.news import WeekNews
    from espionage.selectors.recaps import Recap

NEWS: Final = 8
DUELLISTS: Final = 5


@dataclass(frozen=True, slots=True)
class Front:
    """A club at a glance: its newest season and that season's table, the weeks under way and to
    come, the last closed week in three sentences, who leads, news, duellists, seasons that are
    open to read.
    """

    season: Season | None
    table: Table | None
    week: Week | None
    last: Recap | None
    podium: Podium | None
    news: tuple[WeekNews, ...]
    duellists: tuple[Duellist, ...]
    closed: tuple[Season, ...]


def front(campaign: Campaign) -> Front:
    """The front of a club's public page. Some thirty queries at most, whatever its age."""
    season = seasons.newest(campaign)
    table = standings(season) if season else None
    last = last_closed(season) if season else None
    return Front(
        season=season,
        table=table,
        week=next(iter(seasons.coming(campaign)), None),
        last=recap_of(last) if last else None,
        podium=podium_of_season(table) if table else None,
        news=by_week(public_news(campaign).exclude(kind=RECAP)[:NEWS]),
        duellists=Ranking(campaign, season.number)[:DUELLISTS] if season else (),
        closed=tuple(seasons.closed_seasons(campaign)[:3]),
    )


@dataclass(frozen=True, slots=True)
class PublicWeek:
    """A week as anybody may read it: in three sentences, with what was published of it, and the
    recorded duel, if there is one.
    """

    week: Week
    recap: Recap
    news: tuple[WeekNews, ...]
    result: DuelResult | None
    podium: Podium | None


def public_week(campaign: Campaign, number: int, season: str | None) -> PublicWeek | None:
    """A week of the newest season, or of the season with this number; None where there is none
    such. A dozen queries at most.
    """
    week = seasons.week_numbered(campaign, number, season)
    if week is None:
        return None
    result = duels.latest_result(week) if week.settled_at else None
    rows = public_news(campaign).filter(week=week).exclude(kind=RECAP)
    return PublicWeek(
        week=week,
        recap=recap_of(week),
        news=by_week(rows),
        result=result,
        podium=podium_of_duel(result) if result else None,
    )
