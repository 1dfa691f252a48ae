"""Ports, which are functions that a package needs from a higher package. The higher package
registers them when it is loaded.

    reliability_of: Final = Port[[UUID], Reliability]("the reliability of a person")

If a port is unfilled, the site does not start. Otherwise, a forgotten registration would be noticed
only as an empty page.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
ResultT = TypeVar("ResultT")
PORTS: Final[list[Port[..., Any]]] = []


class Unfilled(RuntimeError):
    """No package has filled the port."""


def insist_that_all_are_filled() -> None:
    """Raise Unfilled if any port is unfilled.

    The topmost package calls this when it is loaded.
    """
    for port in PORTS:
        port.require()


class Port(Generic[P, ResultT]):
    """A function that a higher package provides. `purpose` describes it in error messages."""

    def __init__(self, purpose: str) -> None:
        self.purpose = purpose
        self._function: Callable[P, ResultT] | None = None
        PORTS.append(self)

    def fill(self, function: Callable[P, ResultT]) -> None:
        """Set the function, replacing any earlier one."""
        self._function = function

    def require(self) -> Callable[P, ResultT]:
        """Return the function. Raise Unfilled if there is none."""
        if self._function is None:
            raise Unfilled(
                f"The port for {self.purpose} has no implementation. Register one in a higher "
                "package."
            )
        return self._function

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> ResultT:
        """Call the function. Raise Unfilled if there is none."""
        return self.require()(*args, **kwargs)
