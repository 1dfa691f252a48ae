"""Fixtures: toy games on the site, people and a clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from core.accounts.models import User
from tests.factories import person

from .tables import Time, installed_toys


@pytest.fixture
def toys() -> Iterator[None]:
    """Register bids and couriers on the site."""
    with installed_toys():
        yield


@pytest.fixture
def time() -> Iterator[Time]:
    """Return a clock that stands still until a test moves it."""
    with ExitStack() as stack:
        yield Time(stack)


@pytest.fixture
def ann(db: None) -> User:
    return person("ann")


@pytest.fixture
def bob(db: None) -> User:
    return person("bob")


@pytest.fixture
def cat(db: None) -> User:
    return person("cat")


@pytest.fixture
def dan(db: None) -> User:
    """Return a person without a seat."""
    return person("dan")
