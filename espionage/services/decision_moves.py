"""Answers to the week's live decisions (option `live_decisions`, E25)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.league.models import Team, Week
from core.web import clock
from core.web.locks import patient
from engine.codec import fingerprint
from engine.game import Refusal, Stale
from engine.values import Seat
from espionage.models import Seal, SealedSeat
from espionage.rules.values import Answer, Question
from play.running import Running
from play.services import lock_matches

from .resolving import continue_playing


class NothingAsked(Refusal):
    """The team has no pending decision.

    The error is the same whether the decision was answered, timed out, or never existed.
    """

    code = "nothing-asked"


def mark(question: Question) -> str:
    """Return a fingerprint of a question, with which an answer to another question is detected."""
    return fingerprint(question)


def answer_question(*, week_id: UUID, team: Team, move: Answer, question_mark: str) -> None:
    """Answer a team's pending question, and continue the week until people are needed again.

    `question_mark` is the mark of the question that is answered. Raise NothingAsked, Stale if the
    question has changed, IllegalMove, or Busy. The week's row is locked first, then the match. The
    clock is read afterwards.
    """
    with patient():
        week = Week.objects.select_for_update(no_key=True).get(pk=week_id)
        now = clock.now()
        seal = Seal.objects.filter(week=week).first()
        seat = (
            SealedSeat.objects.filter(week=week, team=team).values_list("seat", flat=True).first()
        )
        if (
            week.status != Week.Status.PLAYING
            or seal is None
            or seal.match_id is None
            or seat is None
            or not _is_in_time(seal, now)
        ):
            raise NothingAsked("You have no pending decisions.")
        running = lock_matches([seal.match_id])[seal.match_id]
        question = running.view(Seat(seat)).own.question
        if question is None:
            raise NothingAsked("You have no pending decisions.")
        if mark(question) != question_mark:
            raise Stale(
                "The question has changed since you loaded the page. Read it again, then answer."
            )
        others_open = _open_questions(running) - {(Seat(seat), mark(question))}
        wave = running.state.hidden.wave
        running.submit(seat=Seat(seat), move=move, now=now)
        if running.state.table.asks_by_round:
            is_new_period = running.state.hidden.wave != wave
        else:
            is_new_period = not others_open & _open_questions(running)
        if is_new_period:
            seal.decide_by = None
        continue_playing(running, seal, week, now)


def _open_questions(running: Running) -> set[tuple[Seat, str]]:
    """Return the pending questions with their seats.

    Questions that arise after the last of them is answered have a time limit of their own.
    """
    return {
        (Seat(seat), mark(knowledge.question))
        for seat, knowledge in enumerate(running.state.own)
        if knowledge.question is not None
    }


def _is_in_time(seal: Seal, now: datetime) -> bool:
    return seal.decide_by is not None and now < seal.decide_by
