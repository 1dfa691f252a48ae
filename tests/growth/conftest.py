"""The grown club is built and measured once, in a transaction that is rolled back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection, transaction

from engine.registry import GAMES
from play.tabletop import registry
from tests import luck
from tests.pages.play.bids_table import BIDS_TABLE

from .club import Grown, build
from .measuring import Measured, measure


@contextmanager
def _grown(blocker: object) -> Iterator[Grown]:
    """Return the club at the age of thirty weeks. All rows of a statement are fetched at once, so
    that they can be counted.
    """
    kept = registry._tabletops, GAMES._games
    registry._tabletops, GAMES._games = dict(kept[0]), dict(kept[1])
    registry.register(BIDS_TABLE)
    monkey = pytest.MonkeyPatch()
    monkey.setitem(connection.settings_dict, "DISABLE_SERVER_SIDE_CURSORS", True)
    try:
        with blocker.unblock(), transaction.atomic(), luck.ruling("a grown club"):  # type: ignore[attr-defined]
            yield build()
            transaction.set_rollback(True)
    finally:
        monkey.undo()
        registry._tabletops, GAMES._games = kept


@pytest.fixture(scope="module")
def measured(django_db_setup: None, django_db_blocker: object) -> Measured:
    """Return the measured cost of every address by reader, young and old. The club is rolled back
    before the tests.
    """
    with _grown(django_db_blocker) as club:
        return measure(club)
