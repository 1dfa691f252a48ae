"""Pages for duellists: rankings by season and of all time, and each duellist's career."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.duels.rules.duel import ACES
from campaign.duels.selectors import careers
from campaign.duels.selectors.careers import Ride
from campaign.league.models import Campaign
from campaign.league.selectors import seasons
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.ledger.views.descriptions import skill_names
from campaign.roster.rules.decorations import Service, list_decorations
from campaign.roster.selectors.service import service_of
from core.web.not_found import or_404

DUELLISTS_PER_PAGE: Final = 25
SEASONS_PER_PAGE: Final = 5
DUELS_PER_PAGE: Final = 12
"""Maximum number of points in a plot."""
ALL_TIME: Final = "all"
MARKS: Final = {"": "", "ace": "Ace", "double_ace": "Double ace"}
STATES: Final = {"fit": "Survived", "unconscious": "Knocked out", "dead": "Died"}


def ranking_of(request: HttpRequest, campaign: Campaign) -> dict[str, Any]:
    """Return the context of the ranking page.

    It shows the duellists of a season, or of all time if the query has `?season=all`.
    """
    all_seasons, season_query = seasons.seasons(campaign), request.GET.get("season", "")
    season = (
        None if season_query == ALL_TIME else or_404(seasons.pick_season(all_seasons, season_query))
    )
    ranking = careers.Ranking(campaign, season.number if season else None)
    page = Paginator(ranking, DUELLISTS_PER_PAGE).get_page(request.GET.get("page"))
    return {
        "title": "Duellists",
        "seasons": all_seasons,
        "season": season,
        "page": page,
        "rows": [(entry, MARKS[entry.mark]) for entry in page.object_list],
    }


def career_of(request: HttpRequest, campaign: Campaign, pk: UUID) -> dict[str, Any]:
    """Return the context of a duellist's career page, latest duels first, without lessons."""
    one = or_404(careers.duellist(campaign, pk))
    served = service_of([pk], own=False).get(pk, Service())
    paginator = Paginator(careers.CareerRides(campaign, one), DUELS_PER_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    rides: tuple[Ride, ...] = tuple(page.object_list)
    oldest_first = rides[::-1]
    history = tuple(ride.after for ride in oldest_first)
    return {
        "title": one.name,
        "one": one,
        "service": served,
        "decorations": tuple(list_decorations(served, one.mark)),
        "mark": MARKS[one.mark],
        "to_mark": next((mark - one.kills for mark in ACES.values() if mark > one.kills), 0),
        "page": page,
        "rides": [(ride, STATES[ride.state], "") for ride in rides],
        "cars": careers.cars(campaign, pk),
        "labels": _labels(oldest_first),
        "series": [(one.name, one.team.colour, history)],
    }


@require_safe
@club_page()
def duellists(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the duellists of a season, or of all time with `?season=all`."""
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duellists",
        here="standings",
        crumbs=(("Standings", club_url("standings", viewer.campaign)),),
        audience="club",
        **ranking_of(request, viewer.campaign),
    )


@require_safe
@club_page()
def duellist(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Show a duellist's career, latest duels first.

    All facts on the page are public within the club.
    """
    context = career_of(request, viewer.campaign, pk)
    names = skill_names(rules_of(viewer.campaign))
    context["rides"] = [
        (ride, state, _lessons_in_words(ride, names)) for ride, state, _ in context["rides"]
    ]
    return render_club_page(
        request,
        viewer,
        "campaign/duels/duellist",
        here="standings",
        crumbs=(
            ("Standings", club_url("standings", viewer.campaign)),
            ("Duellists", club_url("duellists", viewer.campaign)),
        ),
        audience="club",
        **context,
    )


@require_safe
@club_page()
def honours(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the hall of fame: champions, aces, and characters who died in duels."""
    paginator = Paginator(seasons.closed_seasons(viewer.campaign), SEASONS_PER_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/duels/honours",
        here="standings",
        title="Roll of honour",
        crumbs=(("Standings", club_url("standings", viewer.campaign)),),
        page=page,
        champions=careers.champions(page.object_list, viewer.campaign),
        aces=[(ace, MARKS[ace.mark]) for ace in careers.aces(viewer.campaign)],
        fallen=careers.fallen(viewer.campaign),
        audience="club",
    )


def _labels(rides: tuple[Ride, ...]) -> list[str]:
    """Return the label of each point in the plot: the week, and the season if there are several.

    If there are many points, the labels are only numbers.
    """
    has_several_seasons = len({ride.season for ride in rides}) > 1
    prefix = "" if len(rides) > 4 else "Week "
    return [f"{f'{ride.season}/' if has_several_seasons else prefix}{ride.week}" for ride in rides]


def _lessons_in_words(ride: Ride, names: dict[str, str]) -> str:
    return ", ".join(
        f"{points} {names.get(key, key).lower()}" for key, points in ride.learned.items()
    )
