"""Decorators for operations that are public, or that need only a signed-in user."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from core.web.api.operations import Call, Door, Operation
from core.web.api.scopes import Scope

Function = Callable[..., Any]
Decorator = Callable[[Function], Operation]


def open_door() -> Decorator:
    """Return a decorator for public operations."""
    return through(_unchanged, anonymous=True, audience="Public.")


def person_door(*, status: int = 200, scope: Scope = Scope.ACCOUNT) -> Decorator:
    """Return a decorator for operations that need a signed-in user.

    `scope` is the scope that a token needs for writing.
    """
    return through(_unchanged, status=status, scope=scope)


def needs(scope: Scope | None) -> Callable[[Operation], Operation]:
    """Return a decorator that changes the scope of an operation. None allows any token."""
    return lambda operation: replace(operation, scope=scope)


def tells(code: int, *headers: str) -> Callable[[Operation], Operation]:
    """Return a decorator that adds headers to responses with this status."""
    return lambda operation: replace(operation, tells={**operation.tells, code: headers})


def through(door: Door, **options: Any) -> Decorator:
    """Return a decorator that turns a function into an operation behind this door."""
    options = {"audience": "Available to all signed-in users.", **options}
    return lambda function: Operation(function=function, door=door, **options)


@contextmanager
def _unchanged(call: Call, arguments: dict[str, Any]) -> Iterator[Call]:
    yield call
