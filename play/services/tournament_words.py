"""Notices of tournaments to their players."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.urls import reverse

from core.notifications.services import notices
from core.notifications.services.notices import Message
from core.web.problems import plural
from play.notice_kinds import GameNotice
from play.selectors.tournaments import HOUSE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from play.models import Entrant, Pairing, Round, Tournament

OFF = {
    "cancelled": "was cancelled by its organizer",
    "too few": "was cancelled because too few players entered",
    "failed": "was cancelled because of a site error",
}
"""Reasons why a tournament ended early, as text."""


def page(row: Tournament) -> str:
    """Return the path of the tournament's page."""
    return reverse("play-tournament", args=[row.pk])


def name_of(who: Entrant) -> str:
    """Return the displayed name of an entrant."""
    return who.user.get_username() if who.user else HOUSE


def tell_that_it_is_off(row: Tournament, at: datetime) -> None:
    """Notify all entrants that the tournament ended early."""
    text = f"{row.name} {OFF[row.ending]}."
    notices.send(
        Message(user, None, GameNotice.OFF, text, page(row), f"tournament:{row.pk}:off", at)
        for user in row.entrants.filter(left_at=None, user__isnull=False).values_list(
            "user", flat=True
        )
    )


def tell_of_a_round(row: Tournament, now: Round, pairings: Sequence[Pairing]) -> None:
    """Notify all players of a round about their opponent, with a link to the table."""
    cause = f"tournament:{row.pk}:round:{now.number}"
    begins = f"{row.name}, round {now.number} of {row.rounds}:"
    found = []
    for one in pairings:
        both = [(one.first, one.second), (one.second, one.first)]
        for who, other in both:
            if who is None or who.user_id is None:
                continue
            text = (
                f"{begins} you play {name_of(other)}."
                if other
                else f"{begins} you have a bye, which is worth a win."
            )
            path = reverse("play-table", args=[one.table_id]) if other else page(row)
            found.append(
                Message(who.user_id, None, GameNotice.ROUND, text, path, cause, now.opened_at)
            )
    notices.send(found)


def tell_of_the_end(row: Tournament, entrants: Sequence[Entrant], at: datetime) -> None:
    """Notify all players of their final place."""
    placed = [one for one in entrants if one.user_id is not None and one.place]
    firsts = sum(one.place == 1 for one in placed)
    winners = " and ".join(sorted(name_of(one) for one in placed if one.place == 1))
    found = []
    for one in placed:
        if one.user_id is None:
            continue
        text = (
            f"{row.name} is over: you won{', tied with others' if firsts > 1 else ''}!"
            if one.place == 1
            else f"{row.name} is over: you finished {ordinal(one.place or 0)} of "
            f"{plural(len(placed), 'player')}. {winners} won."
        )
        cause = f"tournament:{row.pk}:over"
        found.append(Message(one.user_id, None, GameNotice.ENDED, text[:300], page(row), cause, at))
    notices.send(found)


def ordinal(number: int) -> str:
    """Return an ordinal number.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '22nd']
    """
    teens = 10 < number % 100 < 14
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
