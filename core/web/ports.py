"""Ports, which are functions that a package needs from a higher package. The higher package
registers them when it is loaded.

If a port is unfilled, the site does not start. Otherwise, a forgotten registration would be noticed
only as an empty page.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

AnswerT = TypeVar("AnswerT")
PORTS: Final[list[Port[object]]] = []


class Unfilled(RuntimeError):
    """No package has filled the port."""


def insist_that_all_are_filled() -> None:
    """Raise Unfilled if any port is unfilled.

    The topmost package calls this when it is loaded.
    """
    for port in PORTS:
        if not port.is_filled:
            raise Unfilled(
                f"The port for {port.purpose} has no implementation. Register one in a higher "
                "package."
            )


class Port(Generic[AnswerT]):
    """A value that a higher package provides. `purpose` describes the port in error messages."""

    def __init__(self, asked: str) -> None:
        self.purpose, self._answers = asked, list[AnswerT]()
        PORTS.append(self)  # type: ignore[arg-type]

    def fill(self, answer: AnswerT) -> None:
        """Set the value, replacing any earlier one."""
        self._answers[:] = [answer]

    @property
    def is_filled(self) -> bool:
        """Whether a value has been set."""
        return bool(self._answers)

    def __call__(self) -> AnswerT:
        """Return the value. Raise Unfilled if there is none."""
        if not self._answers:
            raise Unfilled(f"The port for {self.purpose} has no implementation.")
        return self._answers[0]
