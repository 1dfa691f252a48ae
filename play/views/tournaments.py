"""Pages for tournaments, which are the list, a tournament with its rounds and standings, and the
form for announcing a tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.web import clock
from core.web.forms.base import Act
from core.web.moments import own_zone
from core.web.not_found import missing_is_404
from core.web.views.person import person
from core.web.views.posting import carry_out, confirmed, turn_back
from play.forms.tournaments import Announcement
from play.models import Tournament
from play.selectors import tournaments as selector
from play.selectors.circles import circles_of
from play.selectors.options import preset_for, seat_titles_for, terms_for
from play.selectors.tournaments import NoSuchTournament
from play.services import tournaments
from play.services.tournaments import MIN_PLAYERS
from play.tabletop import registry
from play.tabletop.contract import TWO, AnyTabletop, plays_in_pairs

from .frame import show, tabletop_of

A_PAGE: Final = 20
EVENING: Final = time(20)
PAGES: Final = {"page": "over", "open": "open", "playing": "playing"}
"""Query parameters of paginated lists, and the list that each parameter belongs to."""


@login_required
@require_safe
def listing(request: HttpRequest) -> HttpResponse:
    """Show open, running and finished tournaments, and the games in which the user can announce a
    tournament.
    """
    user = person(request)
    page, opened, playing = (
        Paginator(selector.Tournaments(user, status), A_PAGE).get_page(request.GET.get(name))
        for name, status in PAGES.items()
    )
    return show(
        request,
        "tournaments",
        title="Tournaments",
        open=opened,
        playing=playing,
        page=page,
        games=_games(),
        now=clock.now(),
    )


def _games() -> list[AnyTabletop]:
    return [tabletop for tabletop in registry.all_tabletops() if plays_in_pairs(tabletop)]


@login_required
@require_safe
def tournament(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """Show one tournament with its players, pairings and standings."""
    with missing_is_404(NoSuchTournament):
        view = selector.view_tournament(tournament, person(request), clock.now())
    return show(
        request,
        "tournament",
        title=view.row.name,
        crumbs=(("Tournaments", reverse("play-tournaments")),),
        seen=view,
        row=view.row,
        terms=terms_for(view.row.game, view.row.options, TWO),
        preset=preset_for(view.row.game, view.row.options, TWO),
        seat_titles=seat_titles_for(view.row.game, view.row.options, TWO),
        fewest=MIN_PLAYERS,
        address=request.build_absolute_uri(_url(view.row)),
        now=view.now,
        form=Act(),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, game: str) -> HttpResponse:
    """Announce a tournament of a two-player game."""
    tabletop, user = tabletop_of(game), person(request)
    if not plays_in_pairs(tabletop):
        raise Http404
    zone = own_zone(request) or ZoneInfo("UTC")
    with timezone.override(zone):
        form = Announcement(
            request.POST if request.method == "POST" else None,
            tabletop=tabletop,
            circles=circles_of(user),
            initial={
                "zone": str(zone),
                "name": f"{tabletop.title} cup"[:60],
                "begins_at": _tomorrow_evening(zone),
            },
        )

        def announcing() -> Tournament:
            values, access = form.cleaned_data, form.for_whom()
            return tournaments.announce(
                user=user,
                name=values["name"],
                game=tabletop.key,
                options=form.options,
                time_control=form.read_clock(),
                begins_at=values["begins_at"],
                round_minutes=values["round_minutes"],
                rounds=values["rounds"] or 0,
                max_players=values["most"],
                access=access.access,
                club=access.club,
                bot="" if values["filled"] else None,
                key=form.key,
            )

        response = carry_out(
            request,
            form,
            announcing,
            to=_url,
            message="Tournament announced. Enter it yourself, and share the link with others.",
        )
        if response:
            return response
        return show(
            request,
            "tournament_new",
            title=f"New tournament: {tabletop.title}",
            crumbs=(("Tournaments", reverse("play-tournaments")),),
            tabletop=tabletop,
            form=form,
            zone=zone,
            zones=sorted(available_timezones()),
        )


def _tomorrow_evening(zone: ZoneInfo) -> datetime:
    """Return tomorrow evening in the reader's time zone, a time at which most players are free."""
    day = clock.now().astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(day, EVENING, zone)


def _url(row: Tournament | UUID) -> str:
    return reverse("play-tournament", args=[row if isinstance(row, UUID) else row.pk])


@login_required
@require_POST
def enter(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """Enter a tournament."""
    return _do(
        request,
        tournament,
        tournaments.enter,
        "You have entered. You will get a notification when the tournament starts.",
    )


@login_required
@require_POST
def leave(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """Leave a tournament. After the start, this requires confirmation, because the current match is
    resigned.
    """
    user, back = person(request), _url(tournament)
    with missing_is_404(NoSuchTournament):
        view = selector.view_tournament(tournament, user, clock.now())
        if not view.has_begun:
            return _do(request, tournament, tournaments.leave, "You have left the tournament.")
        return confirmed(
            request,
            lambda: tournaments.leave(tournament_id=tournament, user=user),
            message="You have left the tournament.",
            back=back,
            title="Leave tournament",
            sentence="You will not be paired again, and you cannot rejoin.",
            effects=("You resign your current match.", "You keep your points."),
            action="Leave tournament",
            crumbs=_crumbs(view),
        )


@login_required
@require_POST
def cancel(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """Cancel a tournament before it begins, at the request of the person who announced it."""
    user, back = person(request), _url(tournament)
    with missing_is_404(NoSuchTournament):
        view = selector.view_tournament(tournament, user, clock.now())
        return confirmed(
            request,
            lambda: tournaments.cancel(tournament_id=tournament, user=user),
            message="Tournament cancelled. All entrants were notified.",
            back=back,
            title="Cancel tournament",
            sentence="It will not be played.",
            effects=("Everyone who entered gets a notification.",),
            action="Cancel tournament",
            crumbs=_crumbs(view),
        )


def _crumbs(view: selector.TournamentView) -> tuple[tuple[str, str], ...]:
    return (
        ("Games", reverse("play")),
        ("Tournaments", reverse("play-tournaments")),
        (view.row.name, _url(view.row)),
    )


def _do(
    request: HttpRequest, tournament: UUID, doing: Callable[..., None], message: str
) -> HttpResponse:
    """Carry out the action of a form with one button on the tournament's page."""
    user, back, form = person(request), _url(tournament), Act(request.POST)
    with missing_is_404(NoSuchTournament):
        response = carry_out(
            request,
            form,
            lambda: doing(tournament_id=tournament, user=user),
            to=back,
            message=message,
        )
    return response or turn_back(request, form, back)
