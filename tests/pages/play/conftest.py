"""Shared fixtures of the pages of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .parlour import Parlour, add_bids, set_table

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(autouse=True)
def _bids(monkeypatch: pytest.MonkeyPatch) -> None:
    add_bids(monkeypatch)


@pytest.fixture
def parlour(db: None) -> Callable[..., Parlour]:
    """Return a function that creates a table of Bids: `parlour()` is running,
    `parlour(open_seat=True)` waits for the second player.
    """
    return set_table
