"""Challenges to a friend, for whom a chair is offered by link or by name."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.urls import reverse
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web import clock
from core.web.refusals import Refused
from play.clocking import Clock
from play.models import Table
from play.notice_kinds import GameNotice, challenged_by
from play.selectors.records import have_met
from play.tabletop.contract import AnyTabletop

from .idempotency import check_key, person_named
from .seating import make_invite
from .tables import bot_seats, game_of, open_table

CHALLENGE_CLOCK: Final = Clock(kind="correspondence", seconds=3 * 24 * 3600)
"""Clock for challenges. It is long enough for a friend who is away for a weekend."""
MAX_CHALLENGES: Final = 3
"""Maximum number of open challenges from one person to another, and of challenges in one day."""


class SentChallenge(NamedTuple):
    """The table, and the token of its link ("" if the chair is kept for a named person)."""

    table: Table
    token: str


def challenge(*, user: User, game: str, person: str = "", key: str = "") -> SentChallenge:
    """Open a table of a game for two. If the game needs more players, bots take the other chairs.

    If `person` is omitted, the challenge is a link to an unrated match, which a guest can also
    play. If a name is given, it is a rated match with someone with whom the user has played. That
    person gets a notice. The match starts when the friend sits down. A repeated `key` returns the
    same table with a new link, which replaces the old one.

    Raise `Refused` if the user has not played with this person, and in the same way if the person
    is unknown. It is also raised if there are too many pending challenges, or if a guest names a
    person.
    """
    check_key(key)
    tabletop = game_of(game)
    friend = _find_friend(user, person) if person else None
    with transaction.atomic():
        if friend is not None:
            User.objects.select_for_update(no_key=True).get(pk=user.pk)
            if earlier := _earlier_challenge(user, key):
                return SentChallenge(earlier, "")
            _refuse_to_pester(user, friend, clock.now())
        table = open_table(
            user=user,
            game=game,
            options={},
            seats=_seats(tabletop, friend),
            clock=CHALLENGE_CLOCK,
            visibility=Table.Visibility.INVITED,
            rated=friend is not None and not friend.guest,
            key=key,
        )
        if friend is None:
            return SentChallenge(table, _make_token(table, user))
        _notify(user, friend, table, tabletop)
    return SentChallenge(table, "")


def _earlier_challenge(user: User, key: str) -> Table | None:
    return Table.objects.filter(opened_by=user, key=key).first() if key else None


def _make_token(table: Table, user: User) -> str:
    is_open = table.status == Table.Status.OPEN
    return make_invite(table_id=table.pk, user=user) if is_open else ""


def _seats(tabletop: AnyTabletop, friend: User | None) -> list[str]:
    counts = tabletop.seat_counts(tabletop.options())
    count = 2 if 2 in counts else tabletop.usual_count
    chair = f"person:{friend.get_username()}" if friend else "open"
    return ["me", chair, *bot_seats(tabletop, count - 2, "club")]


def _find_friend(user: User, name: str) -> User:
    friend = person_named(name)
    if user.guest:
        raise Refused("Sign up to challenge someone by name, or send them the link.", code="guest")
    if friend is None or friend == user or not have_met(user, friend):
        raise Refused(
            "You have not played with anyone of that name. Send your friend the link instead.",
            field="person",
            code="not-met",
        )
    return friend


def _refuse_to_pester(user: User, friend: User, now: datetime) -> None:
    waiting = Table.objects.filter(
        opened_by=user, status=Table.Status.OPEN, chairs__kept_for=friend
    ).count()
    with scopes_disabled():
        recent_count = Notice.objects.filter(
            user=friend,
            kind=GameNotice.CHALLENGED,
            cause__startswith=challenged_by(user.pk),
            at__gt=now - timedelta(days=1),
        ).count()
    if max(waiting, recent_count) >= MAX_CHALLENGES:
        raise Refused(
            f"You have challenged {friend.get_username()} {MAX_CHALLENGES} times. Wait for an "
            "answer, or close one of those tables.",
            field="person",
            code="asked-enough",
        )


def _notify(user: User, friend: User, table: Table, tabletop: AnyTabletop) -> None:
    text = f"{user.get_username()} challenged you to {tabletop.title}."
    path = reverse("play-table", args=[table.pk])
    notices.notify(
        [friend.pk],
        campaign=None,
        kind=GameNotice.CHALLENGED,
        text=text,
        path=path,
        cause=challenged_by(user.pk, table.pk),
        happened_at=table.opened_at,
    )
