"""Notices from tournaments to their players."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.urls import reverse

from core.notifications.services import notices
from core.notifications.services.notices import Message
from core.web.problems import plural
from play.models import Entrant, Pairing, Round, Tournament
from play.notice_kinds import GameNotice
from play.selectors.tournaments import FILL_UP_BOT_NAME

REASONS = {
    "cancelled": "was cancelled by its organizer",
    "too few": "was cancelled because too few players entered",
    "failed": "was cancelled because of a site error",
}
"""Texts for the reasons why a tournament ended early."""


def page_path(row: Tournament) -> str:
    """Return the path of the tournament's page."""
    return reverse("play-tournament", args=[row.pk])


def name_of(entrant: Entrant) -> str:
    """Return the displayed name of an entrant."""
    return entrant.user.get_username() if entrant.user else FILL_UP_BOT_NAME


def send_cancellation(row: Tournament, now: datetime) -> None:
    """Notify all entrants that the tournament ended early."""
    text = f"{row.name} {REASONS[row.ending]}."
    notices.send(
        Message(user, None, GameNotice.OFF, text, page_path(row), f"tournament:{row.pk}:off", now)
        for user in row.entrants.filter(left_at=None, user__isnull=False).values_list(
            "user", flat=True
        )
    )


def send_round_notices(row: Tournament, new_round: Round, pairings: Sequence[Pairing]) -> None:
    """Notify all players of a round about their opponent, with a link to the table."""
    cause = f"tournament:{row.pk}:round:{new_round.number}"
    begins = f"{row.name}, round {new_round.number} of {row.rounds}:"
    messages = []
    for pairing in pairings:
        both_sides = [(pairing.first, pairing.second), (pairing.second, pairing.first)]
        for entrant, other in both_sides:
            if entrant is None or entrant.user_id is None:
                continue
            text = (
                f"{begins} you play {name_of(other)}."
                if other
                else f"{begins} you have a bye, which is worth a win."
            )
            path = reverse("play-table", args=[pairing.table_id]) if other else page_path(row)
            messages.append(
                Message(
                    entrant.user_id, None, GameNotice.ROUND, text, path, cause, new_round.opened_at
                )
            )
    notices.send(messages)


def send_results(row: Tournament, entrants: Sequence[Entrant], now: datetime) -> None:
    """Notify all players of their final place."""
    placed = [entrant for entrant in entrants if entrant.user_id is not None and entrant.place]
    firsts = sum(entrant.place == 1 for entrant in placed)
    winners = " and ".join(sorted(name_of(entrant) for entrant in placed if entrant.place == 1))
    messages = []
    for entrant in placed:
        if entrant.user_id is None:
            continue
        text = (
            f"{row.name} is over: you won{', tied with others' if firsts > 1 else ''}!"
            if entrant.place == 1
            else f"{row.name} is over: you finished {ordinal(entrant.place or 0)} of "
            f"{plural(len(placed), 'player')}. {winners} won."
        )
        cause = f"tournament:{row.pk}:over"
        messages.append(
            Message(entrant.user_id, None, GameNotice.ENDED, text[:300], page_path(row), cause, now)
        )
    notices.send(messages)


def ordinal(number: int) -> str:
    """Return an ordinal number.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '22nd']
    """
    teens = 10 < number % 100 < 14
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
