"""Checkpoint's rules and texts, played through the real pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from play.models import Table
from play.selectors.matches import current_match
from play.services import seating, tables
from play.services.tick import tick
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

from .lobby import add_checkpoint

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = pytest.mark.django_db
PLIES: Final = 2 * 3 * 3


@pytest.fixture(autouse=True)
def _in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    add_checkpoint(monkeypatch)


def open_table(*people: User, bots: int = 0) -> Table:
    """Open a table of Checkpoint with three papers each."""
    seats = ("me", *["open"] * (len(people) - 1), *["bot:random"] * bots)
    table = tables.open_table(user=people[0], game="checkpoint", options={"papers": 3}, seats=seats)
    for seat, each in enumerate(people[1:], start=1):
        table = seating.sit_down(table_id=table.pk, user=each, seat=seat)
    return table


def play_a_move(client: Client, table: Table, open_bags: bool) -> None:
    """Fill in and send the page's form: the highest declaration, or an answer."""
    path = reverse("play-table", kwargs={"table": table.pk})
    shown = client.get(path).content.decode()
    heard = re.search(r'name="heard"\s+value="(\d+)"', shown)
    assert heard is not None
    sent: dict[str, Any] = {"heard": heard[1], "idempotency": uuid4().hex}
    if 'name="carry.paper"' in shown:
        paper = re.search(r'name="carry\.paper".*?<option value="(\d)"', shown, re.DOTALL)
        assert paper is not None
        sent |= {"choice": "carry", "carry.paper": paper[1], "carry.worth": "6"}
    else:
        sent["choice"] = "open" if open_bags else "wave"
    assert client.post(f"{path}move/", sent).status_code == 303


def test_two_people_and_a_bot_play_a_match_to_its_end_on_the_pages() -> None:
    ann, bo, eve = person("ann"), person("bo"), person("eve")
    table = open_table(ann, bo, bots=1)
    clients = [signed_in(ann), signed_in(bo)]
    onlooker = signed_in(eve)
    path = reverse("play-table", kwargs={"table": table.pk})
    for _ in range(PLIES):
        assert table.match is not None
        acting = current_match(table.match).to_act()
        if not acting:
            break
        if acting[0] < len(clients):
            play_a_move(clients[acting[0]], table, open_bags=acting[0] == 0)
        else:
            tick()
        assert "Open the bag" not in words(onlooker.get(path))
        table.refresh_from_db()
    assert table.status == Table.Status.OVER
    for client in (*clients, onlooker):
        read = words(client.get(path))
        assert "won. The last paper has reached the border." in read
        assert "The match is over" in read
    history = reverse("play-history", kwargs={"table": table.pk})
    assert f"{ann.username}: hand" in words(onlooker.get(f"{history}?from=truth&step=1"))


def test_log_and_text_tell_each_reader_their_own_side() -> None:
    ann, bo, eve = person("ann"), person("bo"), person("eve")
    table = open_table(ann, bo)
    courier, guard, onlooker = (signed_in(user) for user in (ann, bo, eve))
    play_a_move(courier, table, open_bags=False)
    path = reverse("play-table", kwargs={"table": table.pk})
    mine, theirs, public = (words(each.get(path)) for each in (courier, guard, onlooker))
    assert "You declare a worth of 6." in mine and "You pack a" in mine
    for read in (theirs, public):
        assert f"{ann.username} declares a worth of 6." in read and "pack a" not in read.lower()
    assert "Do you open the bag? A worth of 6 is declared for the paper in the bag." in theirs
    assert f"Waiting for {bo.username}" in mine and "Wave it through" not in mine
    assert "Your hand" in mine and "Your hand" not in public


def test_form_shows_the_games_options_and_refuses_unplayable_ones() -> None:
    ann = signed_in(person("ann"))
    assert "Checkpoint" in words(ann.get(reverse("play")))
    new = reverse("play-new", kwargs={"game": "checkpoint"})
    assert "Papers each" in words(ann.get(new))
    assert "Somebody may look." in words(
        ann.get(reverse("play-game", kwargs={"game": "checkpoint"}))
    )
