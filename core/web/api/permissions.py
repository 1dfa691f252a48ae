"""Who may call an operation that belongs to no group: everybody, or everybody who has signed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from core.web.api.operations import Call, Door, Operation
from core.web.api.scopes import Scope

Function = Callable[..., Any]
Decorator = Callable[[Function], Operation]


def open_door(*, status: int = 200) -> Decorator:
    """For everybody, signed in or not."""
    return through(_as_it_is, status=status, anonymous=True)


def person_door(*, status: int = 200, scope: Scope = Scope.ACCOUNT) -> Decorator:
    """For everybody who has signed in. `scope` is what a token needs to write."""
    return through(_as_it_is, status=status, scope=scope)


def needs(scope: Scope | None) -> Callable[[Operation], Operation]:
    """For tokens of another scope than those of the operation's door; None is any token."""
    return lambda operation: replace(operation, scope=scope)


def tells(code: int, *headers: str) -> Callable[[Operation], Operation]:
    """For answers of this code that have these headers besides those of every such answer."""
    return lambda operation: replace(operation, tells={**operation.tells, code: headers})


def through(door: Door, **how: Any) -> Decorator:
    """A decorator that makes a function an operation behind this door."""
    return lambda function: Operation(function=function, door=door, **how)


@contextmanager
def _as_it_is(call: Call, named: dict[str, Any]) -> Iterator[Call]:
    yield call
