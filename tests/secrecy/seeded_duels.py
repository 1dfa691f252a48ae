"""Seeded leaks that show only during or after a duel on the site: the random worlds have to find
every one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import autoduel.selectors.dossiers
import campaign.duels.services.driven
import play.selectors.table_view
from autoduel.game import AutoduelGame
from autoduel.rules.values import View
from campaign.duels.selectors import duels
from campaign.league.models import Team
from engine.values import Seat

from .drawn_duels import Part

if TYPE_CHECKING:
    from autoduel.rules.values import State
    from espionage.selectors.rival_vehicles import KnownSheet
    from play.models import Chair, Table

Patches = Callable[[], AbstractContextManager[Any]]


@dataclass(frozen=True)
class SeededLeak:
    """A mistake, the part of a duel that must differ for it to show, the readers, and whether it
    shows after the duel.
    """

    name: str
    sow: Patches
    part: Part
    reader: str
    over: bool = False

    def __str__(self) -> str:
        return self.name


@contextmanager
def dossiers_of_anybody() -> Iterator[None]:
    """Remove the filter by team, so that every board shows what any infiltrator read."""
    read = autoduel.selectors.dossiers.newest_sheets

    def of_all(team: Any, wanted: Any, *, before: Any) -> tuple[KnownSheet, ...]:
        teams = Team.objects.values_list("pk", flat=True)
        found = {seen.vehicle: seen for one in teams for seen in read(one, wanted, before=before)}
        return tuple(found.values())

    with patch.object(autoduel.selectors.dossiers, "newest_sheets", of_all):
        yield


@contextmanager
def clocks_of_all() -> Iterator[None]:
    """Show everyone's clock, which stops when they have sealed."""

    def due(table: Table, chair: Chair, *rest: Any) -> Any:
        return chair.due_at

    with patch.object(play.selectors.table_view, "_public_due", due):
        yield


@contextmanager
def drives_of_all() -> Iterator[None]:
    """Show how each car is driven in the public list of entries."""
    views = duels._views

    def told(found: Any, *rest: Any, **named: Any) -> Any:
        seen = zip(views(found, *rest, **named), found, strict=True)
        return tuple(replace(view, drive=one.entry.drive) for view, one in seen)

    with patch.object(duels, "_views", told):
        yield


@contextmanager
def watching_from_a_seat() -> Iterator[None]:
    """Let spectators watch from the first seat."""
    view = AutoduelGame.view

    def from_a_seat(self: AutoduelGame, state: State, seat: Any) -> View:
        seen = view(self, state, Seat(0) if seat is None else seat)
        return View(seat=seat, table=seen.table, own=seen.own)

    with patch.object(AutoduelGame, "view", from_a_seat):
        yield


@contextmanager
def marks_in_the_draft() -> Iterator[None]:
    """Put each car's losses into the site's draft of the record."""
    with patch.object(campaign.duels.services.driven, "without_marks", lambda record: record):
        yield


SEEDED: Final = (
    SeededLeak("a dossier for everybody at the table", dossiers_of_anybody, "dossier", "rival"),
    SeededLeak("a clock that tells who has sealed", clocks_of_all, "sealed", "spectator"),
    SeededLeak("a doctrine told with its entry", drives_of_all, "doctrine", "target"),
    SeededLeak("a watcher in the first seat", watching_from_a_seat, "sheets", "gm"),
    SeededLeak("marks in the house's draft", marks_in_the_draft, "wear", "spectator", over=True),
)
