"""A real table of the site: clock, sorted hands, replay, bots and pages without secrets."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.urls import reverse
from django.utils import timezone

from core.web import clock
from minigames.renamed.rules.cards import IS_DOUBLER
from minigames.renamed.tabletop import RENAMED_TABLE
from play.clocking import Clock
from play.models import Move, Table
from play.selectors import table_view
from play.selectors.matches import current_match
from play.selectors.participants import place
from play.services import clocks, moving, seating, tables, thinking
from play.tabletop.board import Draft
from tests.factories import person, signed_in

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = pytest.mark.django_db
LIVE: Final = Clock(kind="live", seconds=30)


def open_table(*names: str, **more: Any) -> tuple[Table, list[User]]:
    """Open a table and start a match between these people."""
    people = [person(name) for name in names]
    table = tables.open_table(
        user=people[0],
        game="renamed",
        options={},
        seats=["me", *["open"] * (len(people) - 1)],
        **more,
    )
    for each in people[1:]:
        table = seating.sit_down(table_id=table.pk, user=each)
    return table, people


def view_of(table: Table, seat: int | None = None) -> Any:
    running = current_match(Table.objects.select_related("match").get(pk=table.pk).match)  # type: ignore[arg-type]
    return running.view(running.to_act()[0] if seat is None else seat)  # type: ignore[arg-type]


def read(user: User, path: str) -> str:
    client = signed_in(user)
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_r14_expired_clock_plays_and_everyone_is_told() -> None:
    now = timezone.now()
    with clock.set_to(now):
        table, people = open_table("anna", "bo", "cleo", clock=LIVE)
        late = view_of(table).seat
    for step in (1, 2):
        with clock.set_to(now + timedelta(seconds=31 * step)):
            assert clocks.move_for_expired_clocks() == 1
    assert [(move.seat, move.how) for move in Move.objects.filter(match__table=table)] == [
        (late, Move.Origin.CLOCK)
    ] * 2
    assert view_of(table).seat == (late + 1) % 3
    for user in people:
        lines = table_view.view_table(place(table.pk, user)).lines
        assert [line.note for line in lines if line.text.endswith("nothing.")] == [
            "made by the clock"
        ] * 2


def test_r14_clock_alone_finishes_whole_matches_by_defaults() -> None:
    table, _ = open_table("anna", "bo", clock=LIVE)
    clocks.play_out(table.pk)
    table.refresh_from_db()
    assert table.status == Table.Status.OVER
    payloads = {move.payload for move in Move.objects.filter(match=table.match)}
    assert payloads == {'{"type":"skip"}'}


def test_link_sorts_the_hand_permanently() -> None:
    table, (anna, bo) = open_table("anna", "bo")
    client = signed_in(anna)
    path = reverse("play-table", kwargs={"table": table.pk})
    given = _hand(client.get(path).content.decode())
    by_letter = _hand(client.get(f"{path}?order=letter").content.decode())
    assert sorted(given) == sorted(by_letter) and by_letter == _hand(
        client.get(path).content.decode()
    )
    own = view_of(table, 0).own.hand
    assert [int(each) for each in by_letter] == sorted(
        own, key=lambda card: (not IS_DOUBLER[card], card)
    )
    assert [int(each) for each in _hand(read(bo, path))] == list(view_of(table, 1).own.hand)
    for odd in ("?order=", "?order=nothing", "?order=" + "x" * 400, "?order=<b>"):
        assert sorted(_hand(client.get(path + odd).content.decode())) == sorted(given)


def _hand(page: str) -> list[str]:
    return re.findall(r'data-what="card-(\d+)"', page)


def test_page_of_another_player_contains_no_card_of_the_hand() -> None:
    table, (_, bo) = open_table("anna", "bo")
    path = reverse("play-table", kwargs={"table": table.pk})
    page = read(bo, path)
    for card in view_of(table, 0).own.hand:
        assert f'card-{card}"' not in page


def first_open_choice(table: Table) -> str:
    """Return the key of the first simple open choice of the first seat."""
    board = RENAMED_TABLE.board(view_of(table), ("anna", "Bot", "Bot"))
    return next(
        choice.key
        for menu in board.menus
        for choice in menu.choices
        if choice.move is not None and not choice.closed
    )


def test_bots_play_and_the_match_can_be_stepped_through() -> None:
    anna = person("anna")
    table = tables.open_table(
        user=anna,
        game="renamed",
        options={"target": 12},
        seats=["me", "bot:doctrine", "bot:random"],
    )
    for _ in range(6):
        if view_of(table).seat == 0:
            break
        thinking.think()
    assert view_of(table).seat == 0
    before = view_of(table, 0)
    moving.make_move(table_id=table.pk, user=anna, move=Draft(choice=first_open_choice(table)))
    assert view_of(table, 0) != before
    assert "Step 1 of" in read(
        anna, reverse("play-history", kwargs={"table": table.pk}) + "?step=1"
    )
    assert "You are a supervillain" in read(anna, reverse("play-game", kwargs={"game": "renamed"}))
