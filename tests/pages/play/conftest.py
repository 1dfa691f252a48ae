"""What the tests of play's pages share."""

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
    """A table of bids: `parlour()` is under way between two, `parlour(open_seat=True)` waits for
    the second.
    """
    return set_table
