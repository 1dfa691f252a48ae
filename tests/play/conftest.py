"""The toys on the site, people, and a clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from core.accounts.models import User
from tests.factories import person

from .tables import Time, installed_toys


@pytest.fixture
def toys() -> Iterator[None]:
    """Bids and couriers are on the site."""
    with installed_toys():
        yield


@pytest.fixture
def time() -> Iterator[Time]:
    """A clock that stands until told otherwise."""
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
    """Sits nowhere."""
    return person("dan")
