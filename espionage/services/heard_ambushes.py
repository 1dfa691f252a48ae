"""What a team's seat heard of a week, kept in rows of its own where reading all that was told would
take too long: the dossier's ambushes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.codec import encode
from engine.match import heard_by
from engine.values import Seat
from espionage.models import AmbushHeard
from espionage.rules.values import AmbushOver
from play.selectors import events_of_type

if TYPE_CHECKING:
    from uuid import UUID

    from engine.game import Told

    from .week_batch import WeekBatch


def ambushes(hands: Sequence[WeekBatch]) -> Iterator[AmbushHeard]:
    """How each ambush of these weeks ended, a row for each team that heard it. One query, none for
    weeks played from the start just now.
    """
    stored = (
        events_of_type(asked, AmbushOver)
        if (
            asked := [
                hand.seal.match_id for hand in hands if hand.seal.match_id and not _fresh(hand)
            ]
        )
        else {}
    )
    for hand in hands:
        if hand.seal.match_id:
            yield from _of_week(hand, _told(hand, stored))


def _fresh(hand: WeekBatch) -> bool:
    """Whether all that the week's game told is still in memory."""
    return hand.running is not None and hand.running.whole


def _told(hand: WeekBatch, stored: Mapping[UUID, Sequence[Told[Any]]]) -> Sequence[Told[Any]]:
    if hand.running is not None and _fresh(hand):
        return [each for each in hand.running.heard if isinstance(each.event, AmbushOver)]
    return stored.get(hand.seal.match_id, ())  # type: ignore[arg-type] # only weeks with a match come here


def _of_week(hand: WeekBatch, told: Sequence[Told[Any]]) -> Iterator[AmbushHeard]:
    for seat in hand.seats:
        for nth, over in enumerate(heard_by(Seat(seat.seat), told), start=1):
            about = hand.seats[over.meeting.enemy].team_id
            yield AmbushHeard(
                team_id=seat.team_id,
                about_id=about,
                week_id=hand.week.pk,
                nth=nth,
                over=encode(over).decode(),
            )
