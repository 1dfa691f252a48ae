"""Replace a function of the site by its own text with one piece changed, to seed a bug."""

from __future__ import annotations
import __future__

import inspect
from contextlib import contextmanager
from textwrap import dedent
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, Final

POSTPONED: Final = __future__.annotations.compiler_flag
"""Annotations stay unevaluated, as in the module."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class TextIsGone(AssertionError):
    """The piece to change is not in the function exactly once."""


@contextmanager
def rewritten(function: Callable[..., Any], text: str, instead: str = "") -> Iterator[None]:
    """Replace `text` by `instead` in the function inside the block and in all threads, whoever
    calls it and whatever decorates it.

    Raise TextIsGone unless `text` occurs exactly once: a seeded bug must be reviewed when its
    function changes.
    """
    plain = inspect.unwrap(function)
    assert isinstance(plain, FunctionType)
    kept = plain.__code__
    plain.__code__ = _compiled(plain, text, instead)
    try:
        yield
    finally:
        plain.__code__ = kept


def _compiled(function: FunctionType, text: str, instead: str) -> CodeType:
    lines, first = inspect.getsourcelines(function)
    source = "".join(lines)
    if (found := source.count(text)) != 1:
        raise TextIsGone(f"{function.__qualname__} has {found} times: {text}")
    above = "\n" * (first - 1)  # so that a traceback shows the right lines
    module = compile(
        above + dedent(source.replace(text, instead)),
        function.__code__.co_filename,
        "exec",
        flags=function.__code__.co_flags & POSTPONED,
        dont_inherit=True,
    )
    return next(
        code
        for code in module.co_consts
        if isinstance(code, CodeType) and code.co_name == function.__name__
    )
