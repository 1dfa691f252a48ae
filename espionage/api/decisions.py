"""Live decisions: the one question that is open for my team, and the answer to it (option
`live_decisions`).
"""

from __future__ import annotations

from datetime import datetime

from django.http import Http404

from campaign.league import policy
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.models import Week
from core.web.api.operations import Body, Record
from core.web.api.shapes import Name
from core.web.records import filled
from espionage.rules.decision_moves import Answer
from espionage.rules.values import Known, Question
from espionage.selectors.decisions import Pending, asks_live, pending
from espionage.selectors.order_weeks import this_week
from espionage.services.decision_moves import answer, mark


class Asked(Record):
    """What is asked of my team: until when, what my standing orders would answer, which enemy
    missions I know of, and who they are from (`teams`, by seat). Send `asked` back with the answer.
    """

    week: int
    asked: str
    question: Question
    until: datetime
    default: Answer
    known: tuple[Known, ...]
    modifiers: tuple[int, ...]
    teams: tuple[str, ...]


class Asking(Record):
    """The open question, or nothing: quiet looks the same whatever else goes on (E25)."""

    open: Asked | None


class Answering(Body):
    """The answer to the question that `asked` names."""

    asked: Name
    answer: Answer


def _week(call: TeamCall) -> Week:
    week = this_week(call.campaign)
    if week is None or not asks_live(week):
        raise Http404
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    return week


@team_door(allow=policy.may_command)
def read(call: TeamCall) -> Asking:
    """What is asked of my team now."""
    found = pending(_week(call), call.team, call.now)
    return Asking(open=_out(found) if found else None)


def _out(found: Pending) -> Asked:
    return filled(
        Asked,
        found,
        week=found.week.number,
        asked=mark(found.question),
        known=found.own.known,
        modifiers=found.own.modifiers,
    )


@team_door(allow=policy.may_command)
def reply(call: TeamCall, body: Answering) -> Asking:
    """Answer, and see whether there is another question."""
    week = _week(call)
    answer(week_id=week.pk, team=call.team, move=body.answer, asked=body.asked)
    found = pending(_week(call), call.team, call.now)
    return Asking(open=_out(found) if found else None)
