"""What a service refuses, each with a code for programs and a sentence that says what to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Refusal

from .problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable


class Refused(Refusal):
    """A refusal of a service. `problems` has one entry for each field at fault; `field` "" is the
    whole form.
    """

    code: str = "refused"

    def __init__(
        self, sentence: str, *, field: str = "", code: str = "", problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(sentence, code=code)
        self.problems = problems or (Problem(field=field, code=self.code, sentence=sentence),)


class BadForm(Refused):
    """Fields that do not hold what they should; one problem a field."""

    code = "bad-form"

    def __init__(self, problems: Iterable[Problem]) -> None:
        found = tuple(problems)
        super().__init__(" ".join(problem.sentence for problem in found), problems=found)


class AlreadyBooked(Refused):
    """The cause was given before: nothing is ever booked twice."""

    code = "already-booked"


class Busy(Refused):
    """Somebody else holds what this needs; the same request may do a moment later."""

    code = "in-progress"


class NameTaken(Refused):
    """Somebody or something of that name is there already."""

    code = "name-taken"


class WrongTime(Refused):
    """Not now: too early or too late."""

    code = "wrong-time"


class TooFast(Refused):
    """More lines than anybody can read."""

    code = "too-fast"


class ReasonNeeded(Refused):
    """A desk act that others must be able to follow needs its reason."""

    code = "reason-needed"


def refuse_if(problems: Iterable[Problem]) -> None:
    """Raise BadForm when there is any problem."""
    if found := tuple(problems):
        raise BadForm(found)
