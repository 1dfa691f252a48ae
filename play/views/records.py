"""A game's ladder, and players' records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from core.web import clock
from core.web.forms.base import Act
from core.web.not_found import missing_is_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back
from play.forms.opening import bot_words
from play.forms.table import Challenge
from play.models import Chair, PlayerRating
from play.selectors import ladders, ratings, records, tournaments
from play.selectors.fair_play import fair_play
from play.services.ladders import set_on_ladders
from play.tabletop import registry

from .frame import show, tabletop_of

A_PAGE: Final = 25
MATCHES_A_PAGE: Final = 15


@login_required
@require_safe
def ladder(request: HttpRequest, game: str) -> HttpResponse:
    """Show the rated players of a game, including bots by level."""
    tabletop, user = tabletop_of(game), person(request)
    page = Paginator(ratings.ladder(tabletop.key), A_PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        "ladder",
        title=f"{tabletop.title}: ladder",
        crumbs=((tabletop.title, reverse("play-game", args=[tabletop.key])),),
        tabletop=tabletop,
        page=page,
        rows=[(row, _name(row), ratings.rating_of(row), row.user_id == user.pk) for row in page],
        mine=ratings.ratings_of(user.pk).filter(game=tabletop.key).first(),
    )


def _name(row: PlayerRating) -> str:
    return row.user.get_username() if row.user else bot_words(row.bot)


@login_required
@require_POST
def on_ladders(request: HttpRequest) -> HttpResponse:
    """Show the user on ladders, or hide them."""
    user, form = person(request), Act(request.POST)
    back = reverse("play-record", args=[user.get_username()])
    is_on = request.POST.get("on") == "1"
    response = carry_out(
        request,
        form,
        lambda: set_on_ladders(user=user, is_on=is_on),
        to=back,
        message="You appear on ladders again." if is_on else "You are now hidden from ladders.",
    )
    return response or turn_back(request, form, back)


@login_required
@require_safe
def record(request: HttpRequest, name: str) -> HttpResponse:
    """Show a user's ratings and matches, and their results against the reader."""
    viewer = person(request)
    with missing_is_404(records.NoSuchPerson):
        user = records.find_player(name, viewer)
    game, result = request.GET.get("game", ""), request.GET.get("result", "")
    page = Paginator(records.Matches(user, viewer, game, result), MATCHES_A_PAGE).get_page(
        request.GET.get("page")
    )
    is_me = user == viewer
    has_met = not is_me and records.have_met(viewer, user)
    results_by_game = _titled(records.head_to_head(viewer, user))
    return show(
        request,
        "record",
        title="Your record" if is_me else user.get_username(),
        who=user,
        is_me=is_me,
        challenge=_challenge(results_by_game) if has_met and not viewer.guest else None,
        known=fair_play([user.pk], clock.now())[user.pk],
        company=records.fellow_players(user) if is_me else (),
        off=is_me and ladders.is_off_ladders(user),
        ladder_form=Act(),
        rated=[
            (registry.get(row.game), row, ratings.rating_of(row))
            for row in ratings.ratings_of(user.pk)
            if row.game in titles()
        ],
        page=page,
        against=results_by_game,
        trophies=tournaments.trophies(user, viewer),
        bots=_told_of_bots(records.against_bots(user)) if is_me else [],
        games=titles().items(),
        results=Chair.Result.choices,
        game=game,
        result=result,
    )


def _challenge(results: Sequence[tuple[str, records.HeadToHead]]) -> Challenge:
    """Return the form for challenging a user, with the most played game first."""
    return Challenge(games=titles(), initial={"game": results[0][1].game} if results else {})


def titles() -> dict[str, str]:
    """Return, by key, the titles of the games that people can open tables for."""
    return {tabletop.key: tabletop.title for tabletop in registry.all_tabletops() if tabletop.lobby}


def _titled(results: Iterable[records.HeadToHead]) -> list[tuple[str, records.HeadToHead]]:
    game_titles = titles()
    return [(game_titles[result.game], result) for result in results if result.game in game_titles]


def _told_of_bots(results: Iterable[tuple[str, records.HeadToHead]]) -> list[tuple[Any, ...]]:
    game_titles = titles()
    return [
        (bot_words(kind), game_titles[result.game], result)
        for kind, result in results
        if result.game in game_titles
    ]
