"""The lobby, with the user's tables, open tables, matches to watch and games to start. This module
also handles holidays.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from core.accounts.models import User
from core.web import clock
from core.web.forms.base import Act
from core.web.views.person import person
from core.web.views.posting import carry_out
from play.forms.opening import seat_counts
from play.forms.table import HolidayForm
from play.selectors import holiday_deadlines
from play.selectors import holidays as holiday_selectors
from play.selectors import lobby as tables
from play.selectors.daily import deal_of_today
from play.selectors.featured import LiveMatch, featured_matches
from play.selectors.turns import next_turn
from play.services import holidays
from play.tabletop import lessons, registry
from play.tabletop.contract import AnyTabletop

from .frame import show
from .svg import svg

A_PAGE = 5


@login_required
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show everything that the user can play, join or watch. Each list is paginated separately."""
    user = person(request)
    lists = tables.lobby_lists(user)
    request.unread = lists.unread  # type: ignore[attr-defined]
    page, opened, watched = (
        Paginator(cards, A_PAGE).get_page(request.GET.get(name))
        for name, cards in (
            ("page", lists.own_tables),
            ("open", lists.open),
            ("watch", lists.watchable),
        )
    )
    return show(
        request,
        "lobby",
        title="Games",
        page=page,
        open_tables=opened,
        watchable=watched,
        games=lobby_games(),
        now_form=Act(),
        holiday=lists.is_away,
        daily=deal_of_today(user, clock.now()),
        to_learn=lists.to_learn,
        live=_live(user),
        tournaments=lists.tournaments,
    )


class ShownGame(NamedTuple):
    """A game in the lobby and on the front page.

    `players` contains the possible numbers of players. `picture` is SVG, or "" if there is none.
    `form` belongs to the button *Play now*.
    """

    tabletop: AnyTabletop
    players: str
    picture: str
    form: Act


def lobby_games() -> list[ShownGame]:
    """Return the games that anyone can play, with their pictures."""
    return [_shown_game(tabletop) for tabletop in registry.all_tabletops() if tabletop.lobby]


def _shown_game(tabletop: AnyTabletop) -> ShownGame:
    counts = seat_counts(tabletop)
    players = f"{counts[0]}–{counts[-1]}" if len(counts) > 1 else str(counts[0])
    return ShownGame(tabletop, f"{players} players", _picture_of(tabletop.key), Act())


@lru_cache(maxsize=32)
def _picture_of(game: str) -> str:
    """Return a board of the game as SVG, from the first picture of its illustrated rules."""
    pictures = lessons.get(game).pictures() if lessons.has_lesson(game) else ()
    return svg(pictures[0].drawing, {}) if pictures else ""


def _live(user: User) -> list[tuple[LiveMatch, str]]:
    """Return the featured matches with their live streams, "" on sites without streams."""
    return [
        (match, reverse("play-live", args=[match.table.pk]) if settings.LIVE_STREAMS else "")
        for match in featured_matches(user)
    ]


@login_required
@require_safe
def featured_tables(request: HttpRequest) -> HttpResponse:
    """Render the currently featured matches as a fragment of the lobby."""
    return render(request, "play/featured.html", {"live": _live(person(request))})


@login_required
@require_safe
def next_table(request: HttpRequest) -> HttpResponse:
    """Redirect to the user's next table that waits for a move, after the table named in `after`. If
    there is none, redirect to the lobby.
    """
    turn = next_turn(person(request), _id(request.GET.get("after", ""))).turn
    return redirect(turn.path if turn else reverse("play"))


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_holiday(request: HttpRequest) -> HttpResponse:
    """Start or end a holiday. Slow clocks wait during a holiday, and everyone at the user's tables
    and in their clubs sees it.
    """
    user, back = person(request), reverse("play-away")
    now = holiday_selectors.holiday(user)
    if request.method == "POST" and "back" in request.POST:
        returning = Act(request.POST)
        if response := carry_out(
            request,
            returning,
            lambda: holidays.end_holiday(user=user),
            to=back,
            message="Welcome back. Your clocks are running again.",
        ):
            return response
    form = HolidayForm(
        request.POST if request.method == "POST" and "back" not in request.POST else None,
        initial={"starts": timezone.localdate()},
    )

    def leaving() -> object:
        starts, ends = form.span
        return holidays.start_holiday(user=user, starts=starts, ends=ends)

    if form.is_bound and (
        response := carry_out(
            request,
            form,
            leaving,
            to=back,
            message=(
                "Holiday saved. Your clubs can see the dates, and your tables wait for you from "
                "the first day."
            ),
        )
    ):
        return response
    return show(
        request,
        "away",
        title="Holiday",
        form=form,
        holiday=now,
        meets=holiday_deadlines.deadlines_during(user, now.starts, now.ends) if now else (),
        back_form=Act(),
    )
