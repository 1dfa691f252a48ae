"""Ports: functions that a package needs from a higher package, which registers them when it is
loaded.

An unfilled port prevents the site from starting. Otherwise a forgotten registration would only be
noticed as an empty page.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

AnswerT = TypeVar("AnswerT")
PORTS: Final[list[Port[object]]] = []


class Unfilled(RuntimeError):
    """A port that no package has filled."""


def insist_that_all_are_filled() -> None:
    """Raise Unfilled unless all ports are filled.

    The topmost package calls it when it is loaded.
    """
    for port in PORTS:
        if not port.is_filled:
            raise Unfilled(
                f"The port for {port.purpose} has no implementation. Register one in a higher "
                "package."
            )


class Port(Generic[AnswerT]):
    """A value that a higher package provides. `purpose` describes it in error messages."""

    def __init__(self, asked: str) -> None:
        self.purpose, self._answers = asked, list[AnswerT]()
        PORTS.append(self)  # type: ignore[arg-type]

    def fill(self, answer: AnswerT) -> None:
        """Set the value, replacing any other."""
        self._answers[:] = [answer]

    @property
    def is_filled(self) -> bool:
        """True if there is a value."""
        return bool(self._answers)

    def __call__(self) -> AnswerT:
        """Return the value. Raise Unfilled."""
        if not self._answers:
            raise Unfilled(f"The port for {self.purpose} has no implementation.")
        return self._answers[0]
