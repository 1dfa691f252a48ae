"""After the last mission: the cancellations that an 11 has won, chosen at the same time and sealed
(E18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

from .tables import SUCCESS_ROW
from .values import AskCancel, CancelSealed, Known, Own, RowsShown

if TYPE_CHECKING:
    from .orders import Mission
    from .step_builder import StepBuilder

FAVOURITES: Final[tuple[tuple[Mission, tuple[int, ...]], ...]] = (
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
"""What is cancelled first, by the row reached alone (E18). Everything else comes last."""

RANK: Final = {
    (mission, row): rank for rank, (mission, rows) in enumerate(FAVOURITES) for row in rows
}


def open_cancellations(p: StepBuilder) -> None:
    """Every team that has won cancellations sees the rows reached, and chooses by standing orders
    or is asked.
    """
    p.stage = "close"
    for at, own in enumerate(p.own):
        if own.cancellations:
            _open(p, Seat(at))


def _open(p: StepBuilder, seat: Seat) -> None:
    known = _with_rows(p, seat)
    own = p.own[seat]
    numbers = tuple([each.number for each in known if each.standing])
    question = AskCancel(
        count=min(own.cancellations, len(numbers)), numbers=numbers
    )  # surplus lapses
    p.learn(seat, known=known)
    p.tell(RowsShown(known=known, cancellations=own.cancellations), to=(seat,))
    if p.table.rules.live_decisions and question.count < len(numbers):
        p.ask(seat, question)
    else:
        seal(p, seat, standing_cancel(p.own[seat], question))


def _with_rows(p: StepBuilder, seat: Seat) -> tuple[Known, ...]:
    """The missions declared against a team, with the rows reached by those that may be
    cancelled.
    """
    rows = {
        record.number: record.throw.row
        for record in p.records
        if record.against == seat and record.throw
    }
    return tuple(
        [
            changed(known, row=rows[known.number]) if known.standing else known
            for known in p.own[seat].known
        ]
    )


def standing_cancel(own: Own, question: AskCancel) -> tuple[int, ...]:
    """What standing orders cancel: the kinds they name first, then by the row reached, then the
    earliest (E18).
    """
    first = own.sheet.standing.cancel_first
    known = [own.known[number - 1] for number in question.numbers]
    known.sort(
        key=lambda each: (
            _idle(each),
            first.index(each.mission) if each.mission in first else len(first),
            _rank(each),
        )
    )
    return tuple(sorted([each.number for each in known[: question.count]]))


def _idle(known: Known) -> bool:
    """Failures, blunders and a 12+ spent on -4: there is nothing left to cancel."""
    return known.row < SUCCESS_ROW or known.modifier != 0


def _rank(known: Known) -> tuple[int, int]:
    return RANK.get((known.mission, known.row), len(FAVOURITES)), known.number


def seal(p: StepBuilder, seat: Seat, numbers: tuple[int, ...]) -> None:
    """A team's choice is in; it takes effect when all are."""
    p.learn(seat, cancelled=numbers)
    p.tell(CancelSealed(numbers=numbers), to=(seat,))


def call_off(p: StepBuilder) -> None:
    """The chosen missions are called off (E19 says what that cannot undo)."""
    for at, record in enumerate(p.records):
        if record.number in (p.own[record.against].cancelled or ()):
            p.records[at] = changed(record, fate="called_off")
