"""Runs many matches in one or several processes, with a progress bar, for `simulate` and `lab`."""

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
"""Approximate number of parts per worker. A part has at most `MAX_PART_MATCHES` matches, and the
progress bar advances after each part.
"""
MAX_PART_MATCHES: Final = 50


class Sum(Protocol):
    """A result that can be added to others in any order."""

    def __add__(self, other: Any, /) -> Self: ...


S = TypeVar("S", bound=Sum)
S_co = TypeVar("S_co", bound=Sum, covariant=True)


class Work(Protocol[S_co]):
    """Numbered matches whose results depend only on their numbers. Each worker gets a copy."""

    @property
    def matches(self) -> int: ...

    def play(self, numbers: range) -> Iterator[S_co]:
        """Play these matches, one after another."""

    def part(self, numbers: range) -> S_co:
        """Return the sum of these matches' results."""


def gather(
    work: Work[S],
    nothing: S,
    *,
    workers: int,
    title: str,
    show_progress: bool,
    moved: Callable[[S], int],
) -> tuple[S, str]:
    """Return the sum of all results, and the reason for an early stop or "". `moved` returns the
    number of matches in a sum.
    """
    total = nothing
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=not show_progress
    ) as progress:
        bar = progress.add_task(title, total=work.matches)
        try:
            for part in _parts(work, workers):
                total += part
                progress.update(bar, completed=moved(total))
        except KeyboardInterrupt:
            return total, "Stopped"
        except BrokenProcessPool:
            return total, "A worker died"
    return total, ""


def _parts(work: Work[S], workers: int) -> Iterator[S]:
    """Yield the results as they arrive. Each is from one match or, if there are several workers,
    from one part.
    """
    if workers == 1:
        yield from work.play(range(work.matches))
        return
    size = max(1, min(MAX_PART_MATCHES, work.matches // (workers * PARTS)))
    parts = [
        range(first, min(first + size, work.matches)) for first in range(0, work.matches, size)
    ]
    pool = ProcessPoolExecutor(workers, initializer=_begin_work)
    try:
        for future in as_completed([pool.submit(work.part, numbers) for numbers in parts]):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _begin_work() -> None:
    """Set up Django in a worker process, and stop silently on interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    django.setup()
