"""Ports: what a room asks of a room above it, which hands in its answer when it is loaded.

A port that nobody has filled raises when it is asked, and the site does not start: a forgotten line
would otherwise show as a page that is silently empty.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar

AnswerT = TypeVar("AnswerT")
PORTS: Final[list[Port[object]]] = []


class Unfilled(RuntimeError):
    """A port was asked that no room has filled."""


def insist_that_all_are_filled() -> None:
    """For the room on top, when it is loaded. Raises Unfilled: then no process of the site
    starts.
    """
    for port in PORTS:
        if not port.is_filled:
            raise Unfilled(
                f"Nothing fills the port for {port.asked}: fill it in the ready() of a room above."
            )


class Port(Generic[AnswerT]):
    """One question that a room owns; `asked` says what for, in the words of the error."""

    def __init__(self, asked: str) -> None:
        self.asked, self._answers = asked, list[AnswerT]()
        PORTS.append(self)  # type: ignore[arg-type]

    def fill(self, answer: AnswerT) -> None:
        """Answer from now on, instead of whoever did before."""
        self._answers[:] = [answer]

    @property
    def is_filled(self) -> bool:
        """Whether anybody answers."""
        return bool(self._answers)

    def __call__(self) -> AnswerT:
        """Who answers. Raises Unfilled."""
        if not self._answers:
            raise Unfilled(f"Nothing fills the port for {self.asked}.")
        return self._answers[0]
