"""Answering a live decision of the week (option `live_decisions`, E25)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Team, Week
from core.web import clock
from core.web.locks import patient
from engine.codec import fingerprint
from engine.game import Refusal, Stale
from engine.values import Seat
from espionage.models import Seal, SealedSeat
from play.services import lock_matches

from .resolving import continue_playing

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from espionage.rules.decision_moves import Answer
    from espionage.rules.values import Question
    from play.running import Running


class NothingAsked(Refusal):
    """No decision of this team is open: it was answered, its time is up, or there never was one.
    All read the same.
    """

    code = "nothing-asked"


def mark(question: Question) -> str:
    """Names a question, so that an answer meant for another one is told from it."""
    return fingerprint(question)


def answer(*, week_id: UUID, team: Team, move: Answer, asked: str) -> None:
    """Answer the question open for a team and play the week on as far as it goes without people.

    `asked` is the mark of the question that the answer is meant for. Raises NothingAsked, Stale
    when another question is open
    by now, IllegalMove, and Busy. The week's row is locked first, then the match; the clock is read
    after that.
    """
    with patient():
        week = Week.objects.select_for_update(no_key=True).get(pk=week_id)
        at = clock.now()
        seal = Seal.objects.filter(week=week).first()
        seat = (
            SealedSeat.objects.filter(week=week, team=team).values_list("seat", flat=True).first()
        )
        if (
            week.status != Week.Status.PLAYING
            or seal is None
            or seal.match_id is None
            or seat is None
            or not _in_time(seal, at)
        ):
            raise NothingAsked("You have no pending decisions.")
        running = lock_matches([seal.match_id])[seal.match_id]
        question = running.view(Seat(seat)).own.question
        if question is None:
            raise NothingAsked("You have no pending decisions.")
        if mark(question) != asked:
            raise Stale(
                "The question has changed since you loaded the page. Read it again, then answer."
            )
        waiting = _open_questions(running) - {(Seat(seat), mark(question))}
        running.submit(seat=Seat(seat), move=move, at=at)
        if not waiting & _open_questions(running):
            seal.decide_by = None
        continue_playing(running, seal, week, at)


def _open_questions(running: Running) -> set[tuple[Seat, str]]:
    """Who is asked now, and what. What is asked after the last of them was answered has time of its
    own.
    """
    return {
        (Seat(seat), mark(own.question))
        for seat, own in enumerate(running.state.own)
        if own.question is not None
    }


def _in_time(seal: Seal, at: datetime) -> bool:
    return seal.decide_by is not None and at < seal.decide_by
