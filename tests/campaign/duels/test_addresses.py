"""Addresses of duels from before each duel had a number lead to the duel's pages."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("duel/", "duels/0/"),
        ("duel/record/?season=2", "duels/0/record/?season=2"),
        ("events/2/", "duels/2/"),
        ("events/2/table/?season=1&show=dice", "duels/2/table/?season=1&show=dice"),
    ],
)
def test_an_old_address_redirects_permanently_to_the_same_page(old: str, new: str) -> None:
    answer = Client().get(f"/c/any-club/weeks/3/{old}")
    assert answer.status_code == HTTPStatus.MOVED_PERMANENTLY
    assert answer["Location"] == f"/c/any-club/weeks/3/{new}"


def test_the_weekly_duel_has_no_address_among_the_events() -> None:
    assert Client().get("/c/any-club/weeks/3/events/0/").status_code == HTTPStatus.NOT_FOUND
