"""Challenges to a friend to play a game, by link or by name."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from core.web.forms.base import Act
from core.web.not_found import missing_is_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back
from play.forms.table import Challenge
from play.models import Table
from play.selectors import records
from play.selectors.participants import Participant
from play.services import challenges, seating
from play.services.challenges import SentChallenge
from play.tasks import ring

from .frame import show, table_page, table_url, tabletop_of
from .records import titles

LINKS: Final = "table_links"
"""Session key for the tokens of table links. They are shown only to the person who made them, and
are stored nowhere else.
"""
MOST_LINKS: Final = 20


def keep_link(request: HttpRequest, table: Table, token: str) -> None:
    """Remember a table's link for this browser."""
    links = {**request.session.get(LINKS, {}), str(table.pk): token}
    request.session[LINKS] = dict(list(links.items())[-MOST_LINKS:])


def link_of(request: HttpRequest, table: Table) -> str:
    """Return the full address of a table's link if this browser made the link and the link still
    works. Otherwise, return "".
    """
    token = request.session.get(LINKS, {}).get(str(table.pk), "")
    if not token or table.invite_hash != seating.hash_token(token):
        return ""
    return request.build_absolute_uri(reverse("play-join", args=[token]))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def challenge(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table for a friend with one button. The table's page shows the link. A GET request
    asks for confirmation first.
    """
    tabletop = tabletop_of(game)
    if not tabletop.lobby:
        raise Http404
    form = Act(request.POST or None)
    response = carry_out(request, form, lambda: _opened(request, form, game), to=_table, message="")
    if response:
        ring()
        return response
    return show(
        request,
        "challenge",
        title=f"Challenge a friend: {tabletop.title}",
        crumbs=((tabletop.title, reverse("play-game", args=[game])),),
        tabletop=tabletop,
        form=form,
    )


@login_required
@require_POST
def challenge_person(request: HttpRequest, name: str) -> HttpResponse:
    """Challenge a user with whom the person has played."""
    with missing_is_404(records.NoSuchPerson):
        friend = records.find_player(name, person(request))
    form = Challenge(request.POST, games=titles())

    def act() -> SentChallenge:
        return challenges.challenge(
            user=person(request),
            game=form.cleaned_data["game"],
            person=friend.get_username(),
            key=form.key,
        )

    back = reverse("play-record", args=[friend.get_username()])
    message = f"{friend.get_username()} gets a notification, and the match starts when they join."
    response = carry_out(request, form, act, to=_table, message=message)
    return response or turn_back(request, form, back)


@require_POST
@table_page
def decline(request: HttpRequest, place: Participant) -> HttpResponse:
    """Decline the chair that is kept for the user."""
    form = Act(request.POST)
    table = place.table

    def act() -> Any:
        return seating.decline(table_id=table.pk, user=place.user)

    response = carry_out(
        request, form, act, to=reverse("play"), message="You declined the challenge."
    )
    return response or turn_back(request, form, table_url("play-table", table, place))


def _opened(request: HttpRequest, form: Act, game: str) -> SentChallenge:
    sent_challenge = challenges.challenge(user=person(request), game=game, key=form.key)
    if sent_challenge.token:
        keep_link(request, sent_challenge.table, sent_challenge.token)
    return sent_challenge


def _table(sent_challenge: SentChallenge) -> str:
    return table_url("play-table", sent_challenge.table)
