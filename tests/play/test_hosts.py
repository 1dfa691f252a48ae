"""Creators who may not play: the Administrator, and creators who know secret options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from core.accounts.models import User
from core.web.refusals import Refused
from engine.values import Value
from play.models import Table
from play.selectors import chat
from play.selectors.options import host_of, plain_options
from play.selectors.participants import NoSuchTable, place
from play.services import deputies, rematches, seating, tables, talking
from play.services.refusals import ChairTaken, NotSeated
from play.tabletop import registry
from play.tabletop.contract import Host

from .tables import BidsTable, Options, bid, chairs, reload_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]

AWAY = "Leave every seat to others."


class BidsWithHost(BidsTable):
    """Bids whose loud tables have an Administrator and options that only they know."""

    def seat_counts(self, options: Options) -> tuple[int, ...]:
        return (2,)

    def host(self, options: Options) -> Host:
        return Host(title="Administrator", stays_away=AWAY) if options.loud else Host()

    def public_options(self, options: Options) -> Value:
        return Options(loud=options.loud)


@pytest.fixture(autouse=True)
def _watched(toys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._tabletops, "bids", BidsWithHost())


@pytest.fixture
def open_administered(ann: User, bob: User, cat: User) -> Callable[..., Table]:
    """Return a function that opens a table administered by ann, where bob and cat play."""

    def opened(**named: Any) -> Table:
        table = tables.open_table(
            user=ann, game="bids", options={"loud": True}, seats=["open", "open"], **named
        )
        token = seating.make_invite(table_id=table.pk, user=ann)
        for user in (bob, cat):
            seating.sit_down(table_id=table.pk, user=user, token=token)
        return reload_table(table)

    return opened


def test_host_who_does_not_play_cannot_open_a_table_with_an_own_seat(ann: User) -> None:
    with pytest.raises(Refused, match=AWAY) as refused:
        tables.open_table(user=ann, game="bids", options={"loud": True}, seats=["me", "open"])
    assert refused.value.problems[0].field == "seats"
    assert not Table.objects.exists()
    assert (
        tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"]).status == "open"
    )


def test_host_who_does_not_play_cannot_join_later(ann: User) -> None:
    table = tables.open_table(user=ann, game="bids", options={"loud": True}, seats=["open", "open"])
    with pytest.raises(ChairTaken, match=AWAY):
        seating.sit_down(table_id=table.pk, user=ann)
    assert all(chair.is_free for chair in chairs(table))


def test_player_cannot_be_replaced_by_the_host_who_does_not_play(
    open_administered: Callable[..., Table], ann: User, bob: User, dan: User
) -> None:
    table = open_administered()
    with pytest.raises(Refused, match="without playing"):
        deputies.name_deputy(table_id=table.pk, user=bob, username=ann.username)
    deputies.name_deputy(table_id=table.pk, user=bob, username=dan.username)


def test_administrator_talks_only_in_the_public_channel(
    open_administered: Callable[..., Table], ann: User, dan: User
) -> None:
    table = open_administered()
    talking.say(table_id=table.pk, user=ann, text="Good evening")
    assert chat.lines(place(table.pk, dan))[-1].text == "Good evening"
    with pytest.raises(NotSeated):
        talking.say(table_id=table.pk, user=ann, text="psst", channel="odd-seats")
    with pytest.raises(NotSeated):
        talking.say(table_id=table.pk, user=dan, text="me too")


def test_administrator_watches_with_the_public_view_even_a_private_table(
    open_administered: Callable[..., Table], ann: User, dan: User
) -> None:
    table = open_administered(visibility="invited", watched=False)
    assert place(table.pk, ann).seat is None
    with pytest.raises(NoSuchTable):
        place(table.pk, dan)


def test_creator_who_does_not_play_has_no_special_role_in_the_match(
    ann: User, bob: User, cat: User
) -> None:
    table = tables.open_table(user=ann, game="bids", options={}, seats=["open", "open"])
    for user in (bob, cat):
        seating.sit_down(table_id=table.pk, user=user)
    assert host_of(reload_table(table)).title == ""
    with pytest.raises(NotSeated):
        talking.say(table_id=table.pk, user=ann, text="hello")


def test_only_the_host_who_does_not_play_can_open_the_rematch(
    open_administered: Callable[..., Table], ann: User, bob: User, cat: User
) -> None:
    table = open_administered()
    for _ in range(3):
        bid(table, bob, 1)
        bid(table, cat, 2)
    with pytest.raises(NotSeated, match=f"Only {ann.username}"):
        rematches.rematch(table_id=table.pk, user=bob)
    again = rematches.rematch(table_id=table.pk, user=ann)
    assert again.opened_by == ann
    assert [chair.kept_for for chair in chairs(again)] == [cat, bob]
    assert rematches.rematch(table_id=table.pk, user=bob).pk == again.pk


def test_public_options_exclude_those_only_the_creator_knows(ann: User) -> None:
    table = tables.open_table(user=ann, game="bids", options={"loud": True}, seats=["open", "open"])
    assert plain_options(table) == {"loud": True, "rounds": 3}
