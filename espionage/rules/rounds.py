"""Rounds whose live questions are asked together (E51).

In a round, each team has one mission. All of them are declared first, and each continues until it
needs an answer or an ambush. When all answers and results are known, they continue in the order of
play. Therefore, the number of waiting periods depends on the number of rounds only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from engine.values import Seat, changed

from .missions import declare_mission, next_order
from .values import Asked, AskSection, TakeTwelve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ambush.rules.call import Ambush, AmbushResult

    from .step_builder import StepBuilder
    from .values import Answer, Own, Question, State, Underway

WAVES_A_ROUND: Final = 4
"""Maximum number of waiting periods in a round.

They are for the counterspies to send, the spies' 12+, the choices after a counterspy's roll or a
bomb, and the ambushes.
"""


def declare_round(p: StepBuilder) -> None:
    """Declare the next mission of each team, in the order of play."""
    for seat in p.table.order:
        order = next_order(p.own[seat])
        if order:
            declare_mission(p, seat, order)
            p.set_aside()
    if p.round:
        p.wave = WAVES_A_ROUND * (_rounds_begun(p.own) - 1)
    p.stage = "round" if p.round else "cancel"


def _rounds_begun(own_states: Iterable[Own]) -> int:
    return max(own_state.done for own_state in own_states)


def collect_answer(p: StepBuilder, seat: Seat, answer: Answer) -> None:
    """Keep the answer to a team's question, and ask the team its next question.

    A team that chooses an ambush in Midville also chooses the section.
    """
    question, queued = p.own[seat].question, list(p.own[seat].queued or ())
    place = next(
        place
        for place, mission in enumerate(p.round)
        if mission.asked_seat == seat and mission.question == question
    )
    mission = p.round[place]
    section_question = _section_question(mission, answer)
    p.round[place] = changed(mission, question=section_question, answers=(*mission.answers, answer))
    if section_question:
        queued.insert(0, section_question)
        p.tell(Asked(question=section_question), to=(seat,))
    p.learn(seat, question=queued[0] if queued else None, queued=tuple(queued[1:]) or UNSET)


def _section_question(mission: Underway, answer: Answer) -> Question | None:
    if answer == TakeTwelve(ambush=True) and mission.record.mission != "blow_up":
        return AskSection(number=mission.record.number, guard=mission.record.guard)
    return None


def collect_result(p: StepBuilder, result: AmbushResult) -> None:
    """Keep the result of the round's first ambush that has none."""
    place = next(
        place
        for place, mission in enumerate(p.round)
        if mission.ambush is not None and mission.result is None
    )
    p.round[place] = changed(p.round[place], result=result)


def called_ambushes(state: State) -> tuple[Ambush, ...]:
    """Return the ambushes without a result, in the order in which results are reported."""
    waiting = [mission.ambush for mission in state.hidden.round or () if mission.result is None]
    if state.table.asks_by_round:
        return tuple([ambush for ambush in waiting if ambush is not None])
    return () if state.hidden.ambush is None else (state.hidden.ambush,)


def max_waits(state: State, missions_a_week: int) -> int:
    """Return the greatest possible number of waiting periods, including the current one (E52).

    Only public information and the number of past periods count. `missions_a_week` is the limit of
    the house rules, or 0. Each living character could have a mission, and the last period is for
    cancellations.
    """
    if state.hidden.stage == "close":
        return 1
    people = max(sum(person.alive for person in team.people) for team in state.table.roster)
    rounds = min(people, missions_a_week) if missions_a_week else people
    past_waves = (state.hidden.wave or 1) - 1
    return max(WAVES_A_ROUND * rounds - past_waves, 1) + 1
