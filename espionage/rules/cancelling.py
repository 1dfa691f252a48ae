"""Cancellations earned with an 11. All teams use them after the last mission (E18)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

from .tables import SUCCESS_ROW
from .values import AskCancel, CancelSealed, Known, Own, RowsShown

if TYPE_CHECKING:
    from .orders import Mission
    from .step_builder import StepBuilder

CANCELLATION_ORDER: Final[tuple[tuple[Mission, tuple[int, ...]], ...]] = (
    ("blow_up", (11, 12)),
    ("blow_up", (7, 8, 9, 10)),
    ("assassinate", (11, 12)),
    ("assassinate", (9,)),
    ("assassinate", (8,)),
    ("assassinate", (10,)),
    ("assassinate", (7,)),
    ("infiltrate", (11, 12)),
    ("infiltrate", (8, 9, 10)),
    ("infiltrate", (7,)),
)
"""The order in which missions are cancelled, by mission and row (E18). All others come last."""

CANCELLATION_RANKS: Final = {
    (mission, row): rank for rank, (mission, rows) in enumerate(CANCELLATION_ORDER) for row in rows
}


def open_cancellations(p: StepBuilder) -> None:
    """Reveal the rows of the missions, then apply standing orders or ask each team.

    Only teams with cancellations are affected.
    """
    p.stage = "close"
    for index, own_state in enumerate(p.own):
        if own_state.cancellations:
            _open_for_team(p, Seat(index))


def _open_for_team(p: StepBuilder, seat: Seat) -> None:
    missions = _with_rows(p, seat)
    own_state = p.own[seat]
    numbers = tuple([mission.number for mission in missions if mission.standing])
    question = AskCancel(
        count=min(own_state.cancellations, len(numbers)), numbers=numbers
    )  # the team loses any surplus cancellations
    p.learn(seat, known=missions)
    p.tell(RowsShown(known=missions, cancellations=own_state.cancellations), to=(seat,))
    if p.table.rules.live_decisions and question.count < len(numbers):
        p.ask(seat, question)
    else:
        seal_cancellations(p, seat, standing_cancellations(p.own[seat], question))


def _with_rows(p: StepBuilder, seat: Seat) -> tuple[Known, ...]:
    rows = {
        record.number: record.throw.row
        for record in p.records
        if record.against == seat and record.throw
    }
    return tuple(
        [
            changed(mission, row=rows[mission.number]) if mission.standing else mission
            for mission in p.own[seat].known
        ]
    )


def standing_cancellations(own_state: Own, question: AskCancel) -> tuple[int, ...]:
    """Return the missions that the standing orders cancel (E18).

    Missions are sorted by the kinds that the standing orders name, then by row, then by time, with
    the earliest first.
    """
    named_kinds = own_state.sheet.standing.cancel_first
    missions = [own_state.known[number - 1] for number in question.numbers]
    missions.sort(
        key=lambda mission: (
            _has_no_effect(mission),
            named_kinds.index(mission.mission)
            if mission.mission in named_kinds
            else len(named_kinds),
            _cancellation_rank(mission),
        )
    )
    return tuple(sorted([mission.number for mission in missions[: question.count]]))


def _has_no_effect(mission: Known) -> bool:
    """Return whether cancelling this mission would change nothing.

    Failures, blunders, and missions whose 12+ was spent on -4 have nothing to cancel.
    """
    return mission.row < SUCCESS_ROW or mission.modifier != 0


def _cancellation_rank(mission: Known) -> tuple[int, int]:
    return CANCELLATION_RANKS.get(
        (mission.mission, mission.row), len(CANCELLATION_ORDER)
    ), mission.number


def seal_cancellations(p: StepBuilder, seat: Seat, numbers: tuple[int, ...]) -> None:
    """Record a team's choice, which takes effect when all teams have chosen."""
    p.learn(seat, cancelled=numbers)
    p.tell(CancelSealed(numbers=numbers), to=(seat,))


def call_off_missions(p: StepBuilder) -> None:
    """Call off the chosen missions. Rule E19 lists what this cannot undo."""
    for index, record in enumerate(p.records):
        if record.number in (p.own[record.against].cancelled or ()):
            p.records[index] = changed(record, fate="called_off")
