"""A team's pending live decision, and the answer to it (option `live_decisions`)."""

from __future__ import annotations

from datetime import datetime

from django.http import Http404

from campaign.league import policy
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.models import Week
from core.web.api.operations import Body, Record
from core.web.api.shapes import Name
from core.web.records import filled
from espionage.rules.values import Answer, Known, Question
from espionage.selectors.decisions import OpenDecision, has_live_decisions, open_decision
from espionage.selectors.order_weeks import this_week
from espionage.services.decision_moves import answer_question, mark


class Asked(Record):
    """A pending decision.

    `until` is its deadline, and `default` is the answer given by the standing orders. `known` lists
    the known enemy missions, and `teams` lists the teams by seat. Send `asked` back with the
    answer.
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
    """The pending decision, or null. The response reveals nothing else about the week (E25)."""

    open: Asked | None


class Answering(Body):
    """The answer to the decision that `asked` identifies."""

    asked: Name
    answer: Answer


def _week(call: TeamCall) -> Week:
    week = this_week(call.campaign)
    if week is None or not has_live_decisions(week):
        raise Http404
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    return week


@team_door(allow=policy.may_command)
def read(call: TeamCall) -> Asking:
    """Return your team's pending decision."""
    decision = open_decision(_week(call), call.team, call.now)
    return Asking(open=_out(decision) if decision else None)


def _out(decision: OpenDecision) -> Asked:
    return filled(
        Asked,
        decision,
        week=decision.week.number,
        asked=mark(decision.question),
        until=decision.due,
        known=decision.knowledge.known,
        modifiers=decision.knowledge.modifiers,
    )


@team_door(allow=policy.may_command)
def reply(call: TeamCall, body: Answering) -> Asking:
    """Answer a decision and return the next one."""
    week = _week(call)
    answer_question(week_id=week.pk, team=call.team, move=body.answer, question_mark=body.asked)
    next_decision = open_decision(_week(call), call.team, call.now)
    return Asking(open=_out(next_decision) if next_decision else None)
