"""Playing alone: the coach in the first duel, and the deal of the day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from play.models import DailyDeal, Table
from play.selectors.matches import current_match
from play.selectors.participants import place
from play.selectors.table_view import view_table
from play.services import daily, leaving, tables
from tests.factories import person

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = pytest.mark.django_db


def open_table(user: User) -> Table:
    return tables.open_table(user=user, game="autoduel", options={}, seats=("me", "bot"))


def coach_text(table: Table, user: User) -> str:
    return view_table(place(table.pk, user)).coach


def test_coach_guides_the_first_duel_but_not_the_next() -> None:
    ann = person("ann")
    first = open_table(ann)
    assert "you plan all of it in advance" in coach_text(first, ann)
    leaving.resign(table_id=first.pk, user=ann)
    assert coach_text(open_table(ann), ann) == ""


def test_deal_of_the_day_can_be_a_duel_that_starts_equally_for_everyone() -> None:
    day = date(2040, 3, 1)
    while (dealt := daily._deal(day)) is None or dealt.game != "autoduel":
        day += timedelta(days=1)
    assert daily.deal_today(day)
    deal = DailyDeal.objects.get(day=day)
    assert deal.seats.count("me") == 1 and all(
        word == "me" or word.startswith("bot:") for word in deal.seats
    )
    duels = [tables.open_dealt(user=person(name), deal=deal) for name in ("ann", "bob")]
    first, second = [current_match(one.match).state for one in duels if one.match is not None]
    assert first == second and [car.name for car in first.table.cars] == [
        "Red Greyhound", "Blue Greyhound",
    ]  # fmt: skip
