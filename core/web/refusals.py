"""Errors raised by services, each with a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Refusal

from .problems import Problem


class Refused(Refusal):
    """A refusal by a service.

    `problems` has an entry for each invalid field. The field "" represents the whole form.
    """

    code: str = "refused"

    def __init__(
        self, sentence: str, *, field: str = "", code: str = "", problems: tuple[Problem, ...] = ()
    ) -> None:
        super().__init__(sentence, code=code)
        self.problems = problems or (Problem(field, self.code, sentence),)


class BadForm(Refused):
    """Some fields are invalid. There is one problem for each."""

    code = "bad-form"

    def __init__(self, problems: Iterable[Problem]) -> None:
        all_problems = tuple(problems)
        super().__init__(
            " ".join(problem.sentence for problem in all_problems), problems=all_problems
        )


def bad_field(field: str, code: str, sentence: str) -> BadForm:
    """Return the error for a form with one invalid field."""
    return BadForm([Problem(field, code, sentence)])


class AlreadyBooked(Refused):
    """The cause was already booked. Each cause can be booked only once."""

    code = "already-booked"


class Busy(Refused):
    """A row that is needed is locked. The same request can succeed a moment later."""

    code = "in-progress"


class NameTaken(Refused):
    """The name is already in use."""

    code = "name-taken"


class WrongTime(Refused):
    """The action is too early or too late."""

    code = "wrong-time"


class TooFast(Refused):
    """Too many messages were sent in a short time."""

    code = "too-fast"


class ReasonNeeded(Refused):
    """The desk action requires a reason."""

    code = "reason-needed"


def refuse_if(problems: Iterable[Problem]) -> None:
    """Raise BadForm if there are any problems."""
    if all_problems := tuple(problems):
        raise BadForm(all_problems)
