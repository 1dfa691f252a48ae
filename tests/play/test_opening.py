"""Opening tables with typed options, joining them, and their start."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from core.accounts.models import User
from core.web.refusals import Refused
from engine.values import Value
from play.clocking import Clock
from play.models import ChatLine, Match, Table
from play.selectors import lobby, participants
from play.selectors.options import plain_options
from play.selectors.participants import NoSuchTable
from play.services import rematches, seating, tables
from play.services.refusals import ChairTaken, NotSeated, NotYours, WrongStage

from .tables import AT, Time, bid, chairs, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


def problem_codes(error: Refused) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in error.problems]


def test_table_starts_when_its_last_seat_is_taken(time: Time, ann: User, bob: User) -> None:
    table = tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"])
    assert (table.status, table.match, plain_options(table)) == (
        "open",
        None,
        {"loud": False, "rounds": 3},
    )
    seating.sit_down(table_id=table.pk, user=bob)
    table = reload_table(table)
    assert (table.status, table.started_at, table.match.opened_at) == ("playing", AT, AT)
    assert [(chair.holder, chair.asked_at, chair.due_at) for chair in chairs(table)] == [
        (ann, AT, None),
        (bob, AT, None),
    ]


def test_table_of_one_person_and_bots_starts_immediately(ann: User) -> None:
    assert (
        tables.open_table(
            user=ann, game="bids", options={}, seats=["bot:random", "me", "bot"]
        ).status
        == "playing"
    )


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"game": "chess"}, ("game", "unknown-game")),
        ({"options": {"rounds": 7}}, ("rounds", "out-of-bounds")),
        ({"options": {"colour": "red"}}, ("colour", "unknown-field")),
        ({"options": {"rounds": 2}}, ("", "illegal-move")),
        ({"seats": ["me"]}, ("seats", "seats")),
        ({"options": {"loud": True}, "seats": ["me", "open", "open"]}, ("seats", "seats")),
        ({"seats": ["me", "me"]}, ("seats", "seats")),
        ({"seats": ["me", "robot"]}, ("seats", "seats")),
        ({"seats": ["me", "bot:deep-thought"]}, ("seats", "unknown-bot")),
        ({"seats": ["me", "bot:search:0.5s"]}, ("seats", "unknown-bot")),
        ({"seats": ["me", "bot:search:100000"]}, ("seats", "unknown-bot")),
        ({"seats": ["me", "person:nobody"]}, ("seats", "seats")),
        ({"clock": Clock(kind="live", seconds=5)}, ("clock_seconds", "clock")),
        ({"clock": Clock(kind="correspondence", seconds=60)}, ("clock_seconds", "clock")),
        ({"clock": Clock(kind="slot", slot="26:00")}, ("slot", "clock")),
        ({"clock": Clock(kind="slot", slot="19:30", zone="Mars/North")}, ("slot_zone", "clock")),
        ({"visibility": "private"}, ("visibility", "visibility")),
        ({"name": "x" * 61}, ("name", "length")),
    ],
)
def test_invalid_options_are_refused_with_the_field(
    ann: User, wrong: dict[str, Any], problem: tuple[str, str]
) -> None:
    asked: dict[str, Any] = {"game": "bids", "options": {}, "seats": ["me", "open"]} | wrong
    with pytest.raises(Refused) as refused:
        tables.open_table(user=ann, **asked)
    assert problem_codes(refused.value) == [problem]
    assert refused.value.sentence.endswith((".", "characters. You entered 61."))
    assert not Table.objects.exists()


def test_same_key_returns_the_same_table(ann: User, bob: User) -> None:
    first, again = [
        tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"], key="k")
        for _ in range(2)
    ]
    other = tables.open_table(user=bob, game="bids", options={}, seats=["me", "open"], key="k")
    assert first.pk == again.pk != other.pk


def test_person_has_at_most_twenty_open_tables(ann: User) -> None:
    for _ in range(tables.MAX_OPEN_TABLES):
        tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"])
    with pytest.raises(Refused, match="Close one"):
        tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"])


def test_joining_and_leaving_can_be_repeated(ann: User, bob: User, cat: User) -> None:
    table = table_of(ann, None, None)
    for _ in range(2):
        seating.sit_down(table_id=table.pk, user=bob, seat=2)
    with pytest.raises(ChairTaken):
        seating.sit_down(table_id=table.pk, user=cat, seat=2)
    with pytest.raises(ChairTaken):
        seating.sit_down(table_id=table.pk, user=cat, seat=9)
    for _ in range(2):
        seating.stand_up(table_id=table.pk, user=bob)
    assert [chair.holder for chair in chairs(table)] == [ann, None, None]
    assert [line.text.partition(" ")[2] for line in ChatLine.objects.order_by("at")] == [
        "takes Seat 3.",
        "leaves their seat.",
    ]


def test_only_the_creator_adds_bots_frees_seats_and_closes_the_table(ann: User, bob: User) -> None:
    table = table_of(ann, None, None)
    for act in (
        lambda user: seating.seat_bot(table_id=table.pk, user=user, seat=1),
        lambda user: seating.free_seat(table_id=table.pk, user=user, seat=1),
        lambda user: seating.make_invite(table_id=table.pk, user=user),
        lambda user: seating.close_table(table_id=table.pk, user=user),
    ):
        with pytest.raises(NotYours):
            act(bob)
        act(ann)
    assert (reload_table(table).status, reload_table(table).ending) == ("over", "closed")
    seating.close_table(table_id=table.pk, user=ann)
    with pytest.raises(WrongStage):
        seating.sit_down(table_id=table.pk, user=bob)


def test_creator_removes_a_person_before_the_start(ann: User, bob: User, cat: User) -> None:
    table = table_of(ann, bob, None)
    with pytest.raises(ChairTaken):
        seating.seat_bot(table_id=table.pk, user=ann, seat=1)
    with pytest.raises(NotYours):
        seating.free_seat(table_id=table.pk, user=bob, seat=0)
    with pytest.raises(ChairTaken, match="your own seat"):
        seating.free_seat(table_id=table.pk, user=ann, seat=0)
    seating.free_seat(table_id=table.pk, user=ann, seat=1)
    assert [chair.holder for chair in chairs(table)] == [ann, None, None]
    last = ChatLine.objects.filter(table=table).order_by("at").last()
    assert last.text == f"{ann.username} removes the player from Seat 2."
    for user in (cat, bob):
        seating.sit_down(table_id=table.pk, user=user)
    with pytest.raises(WrongStage):
        seating.free_seat(table_id=table.pk, user=ann, seat=1)


def test_seats_are_fixed_once_the_match_has_started(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    with pytest.raises(WrongStage):
        seating.sit_down(table_id=table.pk, user=dan)
    with pytest.raises(WrongStage):
        seating.stand_up(table_id=table.pk, user=ann)


# --- links and reserved seats ---------------------------------------------------------------------


def test_person_with_the_link_can_join_an_unlisted_table(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, None, visibility="invited")
    old, token = [seating.make_invite(table_id=table.pk, user=ann) for _ in range(2)]
    for wrong in ("", old, "guess"):
        with pytest.raises(NoSuchTable):
            seating.sit_down(table_id=table.pk, user=bob, token=wrong)
        with pytest.raises(NoSuchTable):
            lobby.card_for_invite(wrong, bob)
    with pytest.raises(NoSuchTable):
        participants.place(table.pk, bob)
    assert not lobby.open_tables(bob)
    assert lobby.card_for_invite(token, bob).table == table
    assert token not in str(Table.objects.values().get(pk=table.pk))
    seating.sit_down(table_id=table.pk, user=bob, token=token)
    assert reload_table(table).is_playing
    with pytest.raises(NoSuchTable):
        lobby.card_for_invite(token, dan)


def test_reserved_seat_can_only_be_taken_by_its_person(ann: User, bob: User, cat: User) -> None:
    table = tables.open_table(
        user=ann,
        game="bids",
        options={},
        seats=["me", f"person:{bob.username}"],
        visibility="invited",
    )
    token = seating.make_invite(table_id=table.pk, user=ann)
    with pytest.raises(ChairTaken):
        seating.sit_down(table_id=table.pk, user=cat, token=token)
    assert [card.is_kept for card in lobby.open_tables(bob)] == [True]
    seating.sit_down(table_id=table.pk, user=bob)
    assert reload_table(table).is_playing


def test_reserved_seat_is_not_offered_to_others_in_the_lobby(
    ann: User, bob: User, cat: User
) -> None:
    table = tables.open_table(
        user=ann, game="bids", options={}, seats=["me", f"person:{bob.username}", "open"]
    )
    free = {user: [card.free for card in lobby.open_tables(user)] for user in (bob, cat)}
    assert free == {bob: [2], cat: [1]}
    seating.seat_bot(table_id=table.pk, user=ann, seat=2)
    assert [card.table for card in lobby.open_tables(bob)] == [table]
    assert not lobby.open_tables(cat)
    with pytest.raises(ChairTaken, match="reserved for someone else"):
        seating.sit_down(table_id=table.pk, user=cat)
    seating.decline(table_id=table.pk, user=bob)
    assert [card.table for card in lobby.open_tables(cat)] == [table]


# --- the lobby ------------------------------------------------------------------------------------


def test_lobby_lists_tables_each_person_can_join_watch_and_own(
    ann: User, bob: User, dan: User
) -> None:
    waiting, playing = table_of(ann, None), table_of(ann, bob)
    hidden = [table_of(ann, None, visibility="invited"), table_of(ann, bob, visibility="listed")][0]
    private = tables.host_match(game="bids", setup=match_setup(), parties=[uuid4(), uuid4()])
    for user, joins, watches in ((ann, set(), set()), (dan, {waiting.pk}, {playing.pk})):
        assert {card.table.pk for card in lobby.open_tables(user)} == joins
        assert {card.table.pk for card in lobby.watchable(user)} >= watches
        assert not {hidden.pk, private.pk} & {
            card.table.pk for card in (*lobby.open_tables(dan), *lobby.watchable(user))
        }
    assert {card.my_move for card in lobby.own_tables(ann) if card.table == playing} == {True}
    bid(playing, ann, 3)
    assert {card.my_move for card in lobby.own_tables(ann) if card.table == playing} == {False}
    assert not lobby.own_tables(dan)


def match_setup() -> Value:
    from tests.engine.games.bids import Setup

    return Setup(players=2)


# --- rematch --------------------------------------------------------------------------------------


def finish_match(table: Table, *people: User) -> Table:
    for amount in range(3):
        for number, user in enumerate(people):
            bid(table, user, 1 + (amount + number) % 6)
    return reload_table(table)


def test_rematch_keeps_the_options_and_rotates_the_seats(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60), name="Friday")
    with pytest.raises(WrongStage):
        rematches.rematch(table_id=table.pk, user=ann)
    table = finish_match(table, ann, bob)
    assert table.status == "over"
    with pytest.raises(NotSeated):
        rematches.rematch(table_id=table.pk, user=dan)
    again = rematches.rematch(table_id=table.pk, user=bob)
    assert [(chair.holder, chair.kept_for) for chair in chairs(again)] == [(bob, None), (None, ann)]
    assert (again.clock, again.name, again.status) == (table.clock, "Friday", "open")
    for _ in range(2):
        assert rematches.rematch(table_id=table.pk, user=ann).pk == again.pk
    assert reload_table(again).is_playing
    assert Match.objects.count() == 2


def test_bots_join_a_rematch_immediately(ann: User) -> None:
    from play.services import leaving

    table = table_of(ann, "bot")
    leaving.resign(table_id=table.pk, user=ann)
    again = rematches.rematch(table_id=table.pk, user=ann)
    assert [(chair.bot, chair.holder) for chair in chairs(again)] == [("random", None), ("", ann)]
    assert again.status == "playing"


def test_unknown_and_foreign_tables_give_the_same_answer(ann: User, dan: User) -> None:
    hidden = table_of(ann, None, visibility="invited")
    for table_id in (uuid4(), hidden.pk):
        for act in (
            participants.place,
            lambda pk, user: seating.sit_down(table_id=pk, user=user),
            lambda pk, user: bid(Table(pk=pk), user, 1),
        ):
            with pytest.raises(NoSuchTable, match="This table does not exist"):
                act(table_id, dan)
    with pytest.raises(NoSuchTable):
        participants.place(hidden.pk, None)
