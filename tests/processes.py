"""The process table of this machine."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import Final, NamedTuple

PROC: Final = Path("/proc")


class Process(NamedTuple):
    """A line of the process table."""

    parent: int
    cpu: float
    """Seconds of the process and of its children that have ended."""


def processes() -> dict[int, Process]:
    """Return all processes of this machine by their number; nothing where there is no `/proc`."""
    tick = os.sysconf("SC_CLK_TCK")
    table: dict[int, Process] = {}
    for folder in PROC.glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        table[int(folder.name)] = Process(int(fields[1]), sum(map(int, fields[11:15])) / tick)
    return table


def descendants(table: dict[int, Process], ancestor: int) -> set[int]:
    """Return the numbers of a process's children, grandchildren and so on."""
    children = defaultdict(list)
    for number, process in table.items():
        children[process.parent].append(number)
    tree, waiting = set[int](), [ancestor]
    while waiting:
        waiting += (offspring := children[waiting.pop()])
        tree.update(offspring)
    return tree
