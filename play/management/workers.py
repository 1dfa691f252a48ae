"""Many matches in one or several processes, with a bar on the terminal: what `simulate` and `lab`
share.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, Protocol, Self, TypeVar

import django
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

PARTS: Final = 20
"""Matches are handed to a worker in about so many parts, of at most MOST each: a part is what the
bar moves by.
"""
MOST: Final = 50


class Sum(Protocol):
    """What adds up in any order."""

    def __add__(self, other: Any, /) -> Self: ...


S = TypeVar("S", bound=Sum)
S_co = TypeVar("S_co", bound=Sum, covariant=True)


class Work(Protocol[S_co]):
    """So many matches by number; what some of them come to depends on their numbers alone. A worker
    gets a copy of it.
    """

    @property
    def matches(self) -> int: ...

    def play(self, numbers: range) -> Iterator[S_co]:
        """Play these matches, one after another."""

    def part(self, numbers: range) -> S_co:
        """What these matches come to."""


def gather(
    work: Work[S], nothing: S, *, workers: int, title: str, shown: bool, moved: Callable[[S], int]
) -> tuple[S, str]:
    """What was played, and why it stopped early if it did. `moved` says of what is done so far how
    many matches that are.
    """
    done = nothing
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=not shown
    ) as progress:
        bar = progress.add_task(title, total=work.matches)
        try:
            for part in _parts(work, workers):
                done += part
                progress.update(bar, completed=moved(done))
        except KeyboardInterrupt:
            return done, "Stopped"
        except BrokenProcessPool:
            return done, "A worker died"
    return done, ""


def _parts(work: Work[S], workers: int) -> Iterator[S]:
    """What matches or, where there are several workers, parts of them come to, as they come in."""
    if workers == 1:
        yield from work.play(range(work.matches))
        return
    size = max(1, min(MOST, work.matches // (workers * PARTS)))
    parts = [
        range(first, min(first + size, work.matches)) for first in range(0, work.matches, size)
    ]
    pool = ProcessPoolExecutor(workers, initializer=_begin_work)
    try:
        for done in as_completed([pool.submit(work.part, numbers) for numbers in parts]):
            yield done.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_work() -> None:
    """A worker knows the games too, where it did not inherit them, and is silent when it is
    stopped.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    django.setup()
