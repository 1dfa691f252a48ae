"""Bots' names: unique, uninformative and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from play.models import Chair, ChatLine, Table
from play.selectors.names import name_of, names_at
from play.selectors.participants import chairs_of, place
from play.selectors.table_view import view_table
from play.services import tables
from play.tabletop import registry
from play.tabletop.board import Group, Names, Text
from play.templatetags.board import join_names
from tests.factories import person, signed_in
from tests.pages.club.conftest import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.accounts.models import User
    from play.tabletop.board import Shape

pytestmark = pytest.mark.django_db
GAMES = [
    ("renamed", 4, "doctrine"),
    ("lunacy", 2, "doctrine"),
    ("achtung", 10, "doctrine"),
    ("shambattle", 2, "doctrine"),
    ("autoduel", 2, "doctrine"),
]
MARK = "<title>bot</title>"


def open_table(user: User, game: str, seats: int, bot: str = "doctrine") -> Table:
    return tables.open_table(
        user=user, game=game, options={}, seats=["me", *[f"bot:{bot}"] * (seats - 1)]
    )


def names(table: Table) -> tuple[str, ...]:
    return names_at(chairs_of(table))


def page(user: User, path: str) -> str:
    client = signed_in(user)
    return client.get(path).content.decode()


def all_shapes(shapes: tuple[Shape, ...]) -> Iterator[Shape]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from all_shapes(shape.shapes)


def test_bot_is_called_by_the_title_of_its_seat(ann: User) -> None:
    assert names(open_table(ann, "renamed", 4)) == (
        ann.username,
        "The Countess",
        "The Professor",
        "The Admiral",
    )
    assert names(open_table(ann, "shambattle", 2)) == (ann.username, "Spy")


@pytest.mark.parametrize(("game", "seats"), [("achtung", 10), ("achtung", 40), ("lunacy", 2)])
def test_bots_in_numbered_seats_have_names(game: str, seats: int, ann: User) -> None:
    first, second = open_table(ann, game, seats), open_table(ann, game, seats)
    called = names(first)
    assert called[0] == ann.username and len({*called}) == seats
    assert not any(
        word in name for name in called for word in ("Bot", "doctrine", "Number", "Seat", "spy")
    )
    assert names(first) == called
    if seats == 40:
        assert names(second) != called


def test_every_game_has_names_for_all_numbered_seats(toys: None) -> None:
    table = UUID(int=7)
    for tabletop in registry.all_tabletops():
        called = [
            name_of(
                Chair(
                    table=Table(pk=table, game=tabletop.key),
                    seat=seat,
                    title=f"Number {seat + 1}",
                    bot="random",
                )
            )
            for seat in range(255)
        ]
        assert len({*called}) == 255, tabletop.key
        assert tabletop.key != "achtung" or all(len(name) <= 8 for name in called[:40]), (
            "a longer name is shortened beside a class"
        )


def test_bot_name_reveals_neither_its_kind_nor_the_rest_of_the_table(ann: User) -> None:
    table = open_table(ann, "achtung", 10)
    called = names(table)
    chair = Chair.objects.get(table=table, seat=4)
    chair.bot, chair.holder = "random", None
    assert name_of(chair) == called[4] != called[5]


def test_person_named_like_a_bot_is_distinguished(ann: User) -> None:
    table = open_table(ann, "achtung", 10)
    ann.username = names(table)[3]
    ann.save()
    called = names(table)
    assert called[0] == f"{ann.username}, Number 1" and called[3] == f"{ann.username}, Number 4"
    assert join_names(Names(called[:1])) == f"{ann.username}, Number 1"


@pytest.mark.parametrize(("game", "seats", "bot"), GAMES)
def test_page_names_marks_and_explains_its_bots(game: str, seats: int, bot: str, ann: User) -> None:
    table = open_table(ann, game, seats, bot)
    ChatLine.objects.create(
        table=table,
        channel="table",
        chair=Chair.objects.get(table=table, seat=1),
        text="I bid high.",
        at=table.opened_at,
    )
    html = page(ann, f"/play/{table.pk}/")
    chairs = html.partition(">Players<")[2].partition("</section>")[0]
    talk = html.partition('id="talk-lines"')[2].partition("</ol>")[0]
    assert "Bot (" not in html and "Bot (" not in page(ann, "/play/")
    assert chairs.count(MARK) == seats - 1 and chairs.count(">doctrine<") == seats - 1
    assert names(table)[1] in talk and talk.count(MARK) == 1
    assert MARK in page(ann, "/play/").partition("Your matches")[2]


def test_seat_whose_bot_has_its_title_as_a_name_shows_it_once(ann: User) -> None:
    table = open_table(ann, "renamed", 3)
    html = page(ann, f"/play/{table.pk}/")
    chairs = html.partition(">Players<")[2].partition("</section>")[0]
    assert chairs.count("The Countess") == 1 and chairs.count("The Baron") == 1


@pytest.mark.parametrize(("game", "seats"), [("renamed", 4), ("achtung", 10)])
def test_bots_are_marked_on_the_board_and_in_its_text(game: str, seats: int, ann: User) -> None:
    table = open_table(ann, game, seats)
    board = view_table(place(table.pk, ann)).board
    assert board is not None and board.drawing is not None
    shapes = list(all_shapes(board.drawing.shapes))
    assert (
        sum(isinstance(shape, Group) and shape.look == "bot-mark" for shape in shapes) == seats - 1
    )
    assert {*names(table)[1:]} <= {shape.words for shape in shapes if isinstance(shape, Text)}, (
        "no name is shortened"
    )
    twin = str(list(board.words))
    assert (
        all(f"{name} (bot)" in twin for name in names(table)[1:])
        and f"{ann.username} (bot)" not in twin
    )


def test_winner_is_named_with_the_bot_mark(ann: User) -> None:
    assert join_names(Names(["The <Countess>", "bob"], bots=[0])).startswith("The &lt;Countess&gt;")
    assert join_names(Names(["The Countess", "bob"], bots=[0])).count(MARK) == 1
    assert MARK not in join_names(["ann", "bob"])
    assert Names(["a", "b"], bots=[1])[1:] == ("b",)


def test_log_lines_call_a_bot_by_its_name(ann: User) -> None:
    table = open_table(ann, "renamed", 3)
    assert "Bot (" not in table_text(table, ann)


def table_text(table: Table, user: User) -> str:
    client = signed_in(user)
    return words(client.get(f"/play/{table.pk}/"))


def test_names_need_no_extra_query(ann: User, django_assert_num_queries: object) -> None:
    table = open_table(ann, "achtung", 10)
    chairs = chairs_of(table)
    with django_assert_num_queries(0):  # type: ignore[operator]
        names_at(chairs)
        [name_of(chair) for chair in chairs]


def test_stranger_sees_the_same_names(ann: User) -> None:
    table = open_table(ann, "achtung", 10)
    assert view_table(place(table.pk, person("stranger"))).names == names(table)
