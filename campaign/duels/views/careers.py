"""Duellists: the tables of a season and of all time, and each one's career."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.duels.rules.duel import ACES
from campaign.duels.selectors import careers
from campaign.league.selectors import seasons
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.ledger.views.words import skill_names
from core.web.not_found import or_404

if TYPE_CHECKING:
    from campaign.duels.selectors.careers import Ride
    from campaign.league.selectors.viewer import Viewer

A_PAGE: Final = 25
SEASONS_A_PAGE: Final = 5
DUELS_A_PAGE: Final = 12
"""As many points as a plot has room for."""
ALL_TIME: Final = "all"
MARKS: Final = {"": "", "ace": "Ace", "double_ace": "Double ace"}
STATES: Final = {"fit": "Survived", "unconscious": "Knocked out", "dead": "Died"}


@require_safe
@club_page()
def duellists(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The duellists of a season, or with `?season=all` of all time."""
    every, asked = seasons.seasons(viewer.campaign), request.GET.get("season", "")
    season = None if asked == ALL_TIME else or_404(seasons.pick_season(every, asked))
    ranking = careers.Ranking(viewer.campaign, season.number if season else None)
    page = Paginator(ranking, A_PAGE).get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duellists",
        here="standings",
        title="Duellists",
        crumbs=(("Standings", club_url("standings", viewer.campaign)),),
        seasons=every,
        season=season,
        page=page,
        rows=[(one, MARKS[one.mark]) for one in page.object_list],
        most=page.object_list[0].prestige if page.object_list and page.number == 1 else 0,
        audience="club",
    )


@require_safe
@club_page()
def duellist(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """A duellist's career, the latest duels first. One view for all members: nothing stands here
    that a rival may not read.
    """
    one = or_404(careers.duellist(viewer.campaign, pk))
    book = Paginator(careers.Book(viewer.campaign, one), DUELS_A_PAGE)
    page = book.get_page(request.GET.get("page"))
    rides: tuple[Ride, ...] = tuple(page.object_list)
    names = skill_names(rules_of(viewer.campaign))
    drawn = rides[::-1]
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duellist",
        here="standings",
        title=one.name,
        crumbs=(
            ("Standings", club_url("standings", viewer.campaign)),
            ("Duellists", club_url("duellists", viewer.campaign)),
        ),
        one=one,
        mark=MARKS[one.mark],
        to_mark=next((mark - one.kills for mark in ACES.values() if mark > one.kills), 0),
        page=page,
        rides=[(ride, STATES[ride.state], _learned(ride, names)) for ride in rides],
        cars=careers.cars(viewer.campaign, pk),
        labels=_labels(drawn),
        series=[(one.name, one.team.colour, tuple(ride.after for ride in drawn))],
        audience="club",
    )


@require_safe
@club_page()
def honours(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The roll of honour: champions of closed seasons, aces, and who died in duels."""
    closed = Paginator(seasons.closed_seasons(viewer.campaign), SEASONS_A_PAGE)
    page = closed.get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/duels/honours",
        here="standings",
        title="Roll of honour",
        crumbs=(("Standings", club_url("standings", viewer.campaign)),),
        page=page,
        champions=careers.champions(page.object_list, viewer.campaign),
        aces=[(one, MARKS[one.mark]) for one in careers.aces(viewer.campaign)],
        fallen=careers.fallen(viewer.campaign),
        audience="club",
    )


def _labels(rides: tuple[Ride, ...]) -> list[str]:
    """What stands under each point: the week, after its season where there are several; bare
    numbers where there are many.
    """
    several, word = len({ride.season for ride in rides}) > 1, "" if len(rides) > 4 else "Week "
    return [f"{f'{ride.season}/' if several else word}{ride.week}" for ride in rides]


def _learned(ride: Ride, names: dict[str, str]) -> str:
    return ", ".join(
        f"{points} {names.get(key, key).lower()}" for key, points in ride.learned.items()
    )
