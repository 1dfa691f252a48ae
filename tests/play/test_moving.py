"""Moves by people: idempotent, in time, from the own seat and with current information."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Q

from core.accounts.models import User
from core.web.refusals import Refused
from engine.game import IllegalMove, MatchOver, NotYourTurn, Stale
from play.clocking import Clock
from play.models import Match, Move, Snapshot, Table
from play.reconciling import findings
from play.running import Running
from play.selectors.participants import NoSuchTable
from play.selectors.table_view import view_table
from play.services import end_listeners, live_notify, moving, pausing, reconcile, tables, talking
from play.services.refusals import MatchPaused, NotSeated, TooLate, WrongStage
from play.tabletop.board import Draft
from tests.engine.games.bids import Bid, Deadline
from tests.engine.games.bids import Setup as BidsSetup

from .tables import AT, Time, bid, chairs, host_move, participant_at, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


def test_move_is_stored_with_its_author_and_method(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    played = bid(table, ann, 3)
    assert (played.seat, played.heard, played.again) == (0, 2, False)
    assert list(Move.objects.values_list("ply", "seat", "how", "by", "at")) == [
        (1, 0, "person", ann.pk, AT)
    ]
    assert [chair.asked_at for chair in chairs(table)] == [None, AT]


def test_choice_with_fields_is_parsed_by_the_game(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    with pytest.raises(IllegalMove, match="Say how much"):
        moving.make_move(table_id=table.pk, user=ann, move=Draft(choice="bid"))
    moving.make_move(
        table_id=table.pk, user=ann, move=Draft(choice="bid", answers=(("amount", ("4",)),))
    )
    assert view_table(participant_at(table, ann)).board.lines == ("You bid 4.",)


@pytest.mark.parametrize("move", [Bid(amount=9), Bid(amount=0), Deadline()])
def test_illegal_or_malformed_move_is_refused_without_changes(
    ann: User, bob: User, move: Bid | Deadline
) -> None:
    table = table_of(ann, bob)
    with pytest.raises(IllegalMove):
        moving.make_move(table_id=table.pk, user=ann, move=move)
    assert not Move.objects.exists()
    assert not [*findings(table.match.pk), *reconcile.findings()]


def test_move_out_of_turn_is_refused(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 3)
    with pytest.raises(NotYourTurn):
        bid(table, ann, 4)


def test_repeated_move_is_made_once_and_answered_alike_even_after_the_end(
    ann: User, bob: User
) -> None:
    table = table_of(ann, bob)
    assert [bid(table, ann, 3, key="first").again for _ in range(3)] == [False, True, True]
    assert Move.objects.count() == 1
    for user in (bob, ann, bob, ann, bob):
        bid(table, user, 2)
    assert not reload_table(table).is_playing
    assert bid(table, ann, 3, key="first").again
    assert Move.objects.count() == 6


def test_two_people_can_use_the_same_key(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    assert not bid(table, ann, 3, key="1").again
    assert not bid(table, bob, 3, key="1").again


@pytest.mark.parametrize("key", ["x" * 65, "a\nb", "a\0", "ключ"])
def test_invalid_key_is_refused_everywhere(ann: User, bob: User, key: str) -> None:
    table = table_of(ann, bob)
    for act in (
        lambda: bid(table, ann, 3, key=key),
        lambda: talking.say(table_id=table.pk, user=ann, text="Hello", key=key),
        lambda: tables.open_table(user=ann, game="bids", options={}, seats=["me", "open"], key=key),
    ):
        with pytest.raises(Refused, match="64 ASCII characters"):
            act()


def test_sealed_move_is_accepted_after_others_moved_but_an_open_one_is_stale(
    ann: User, bob: User
) -> None:
    sealed = table_of(ann, bob)
    bid(sealed, ann, 3, heard_count=1)
    bid(sealed, bob, 2, heard_count=0)
    turns = table_of(ann, bob, game="couriers")
    mover = (ann, bob)[view_table(participant_at(turns, ann)).board.waiting[0]]
    move = view_table(participant_at(turns, mover)).board.menus[0].choices[0].move
    assert move is not None
    with pytest.raises(Stale):
        moving.make_move(table_id=turns.pk, user=mover, move=move, heard_count=1)
    moving.make_move(
        table_id=turns.pk,
        user=mover,
        move=move,
        heard_count=view_table(participant_at(turns, mover)).heard,
    )


def test_heard_count_of_a_seat_follows_its_events(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    assert [chair.heard for chair in chairs(table)] == [1, 1]
    bid(table, ann, 3)
    assert ([chair.heard for chair in chairs(table)], reload_table(table).heard) == ([2, 1], 1)
    bid(table, bob, 3)
    assert ([chair.heard for chair in chairs(table)], reload_table(table).heard) == ([3, 3], 2)
    assert not list(reconcile.findings())


def test_strangers_spectators_and_other_seats_cannot_move(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    with pytest.raises(NotSeated):
        bid(table, dan, 3)
    with pytest.raises(NoSuchTable):
        bid(table, ann, 3, seat=1)
    with pytest.raises(NoSuchTable):
        bid(Table(pk=uuid4()), ann, 3)
    assert not Move.objects.exists()


def test_moves_are_refused_before_the_start_during_a_pause_and_after_the_end(
    ann: User, bob: User
) -> None:
    waiting = table_of(ann, None)
    with pytest.raises(WrongStage):
        bid(waiting, ann, 1)
    table = table_of(ann, bob)
    for user in (ann, bob):
        pausing.ask_for_pause(table_id=table.pk, user=user)
    with pytest.raises(MatchPaused):
        bid(table, ann, 1)
    pausing.resume(table_id=table.pk, user=bob)
    for _ in range(3):
        bid(table, ann, 5)
        bid(table, bob, 1)
    with pytest.raises(MatchOver):
        bid(table, ann, 1)


def test_late_move_is_refused_by_the_database_clock(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
    time.later(seconds=59.9)
    bid(table, bob, 1)
    time.later(seconds=0.1)
    with pytest.raises(TooLate):
        bid(table, ann, 3)
    assert Move.objects.count() == 1


# --- the end --------------------------------------------------------------------------------------


def test_end_of_the_match_ends_the_table(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
    for _ in range(3):
        time.later(seconds=10)
        bid(table, ann, 5)
        bid(table, bob, 1)
    table = reload_table(table)
    assert (table.status, table.over_at, table.ending, table.match.ended_at) == (
        "over",
        time.now,
        "",
        time.now,
    )
    assert all(chair.asked_at is None and chair.due_at is None for chair in chairs(table))
    seen = view_table(participant_at(table, bob))
    assert (seen.winners, seen.outcome) == ((0,), "All rounds.")
    assert not list(reconcile.findings())


def test_end_listener_runs_in_the_same_transaction(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User
) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []

    def listener(table: Table, running: Running | None) -> None:
        assert running is not None
        assert running.outcome is not None
        told.append((table.game, running.outcome.winners))
        if len(told) == 1:
            raise ValueError("the week is in somebody else's hands")

    monkeypatch.setitem(end_listeners._LISTENERS, "bids", listener)
    table = table_of(ann, bob)
    for user in (ann, bob, ann, bob, ann):
        bid(table, user, 5 if user == ann else 1)
    with pytest.raises(ValueError, match="somebody"):
        bid(table, bob, 1)
    assert (reload_table(table).status, Move.objects.count()) == ("playing", 5)
    bid(table, bob, 1)
    assert (reload_table(table).status, told) == ("over", [("bids", (0,))] * 2)


def test_private_table_is_run_by_the_host_and_played_by_parties(
    monkeypatch: pytest.MonkeyPatch, ann: User, bob: User, dan: User
) -> None:
    from play.selectors import parties

    red, blue = uuid4(), uuid4()
    teams = {
        red: parties.Party("Red", frozenset({ann.pk})),
        blue: parties.Party("Blue", frozenset({bob.pk, dan.pk})),
    }

    def parties_of(user: User) -> frozenset[object]:
        return frozenset({red} if user == ann else {blue})

    monkeypatch.setattr(parties.parties_of, "_function", parties_of)
    monkeypatch.setattr(parties.chairs_played_by, "_function", lambda _: Q(pk=None))
    monkeypatch.setattr(parties.parties_by_id, "_function", lambda _: teams)
    monkeypatch.setattr(parties.frame_of, "_function", lambda _: None)
    table = tables.host_match(
        game="bids", setup=BidsSetup(players=2), parties=[red, blue], seed=b"s" * 32
    )
    assert (table.status, table.match.sealed, bytes(table.match.seed)) == (
        "playing",
        True,
        b"s" * 32,
    )
    assert view_table(participant_at(table, dan)).names == ("Red", "Blue")
    assert bid(table, dan, 4).seat == 1
    with pytest.raises(NotYourTurn):
        bid(table, bob, 4)
    host_move(table, Deadline())
    assert view_table(participant_at(table, ann)).lines[-1].text == "Blue wins with 4."
    assert list(Move.objects.values_list("seat", "how")) == [(1, "person"), (255, "host")]


def test_streams_are_woken_after_each_commit_and_their_errors_do_no_harm(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any, ann: User, bob: User
) -> None:
    woken: list[object] = []

    def wake(table_id: object) -> None:
        woken.append(table_id)
        raise ConnectionError

    table = table_of(ann, bob)
    monkeypatch.setattr(live_notify, "wake", wake)
    with django_capture_on_commit_callbacks(execute=True):
        bid(table, ann, 3)
    assert woken == [table.pk]
    assert reload_table(table).is_playing


# --- caches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("spoil", ["undecodable", "gone"])
def test_match_with_an_unreadable_snapshot_is_shown_and_continues(
    ann: User, bob: User, spoil: str
) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 3)
    rows = Snapshot.objects.filter(match=table.match)
    rows.delete() if spoil == "gone" else rows.update(state='{"of":"another version"}')
    assert view_table(participant_at(table, ann)).board.lines == ("You bid 3.",)
    bid(table, bob, 2)
    assert not [*findings(table.match.pk), *reconcile.findings()]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda table: table.chairs.update(asked_at=AT, due_at=AT), "asked"),
        (lambda table: table.chairs.filter(seat=1).update(asked_at=None), "asked"),
        (lambda table: table.chairs.filter(seat=1).update(due_at=None), "clock"),
        (lambda table: table.chairs.update(heard=9), "heard"),
        (lambda _: Table.objects.update(heard=9), "heard"),
        (lambda _: Table.objects.update(status="over"), "playing-but-over"),
        (lambda _: Match.objects.update(ended_at=AT), "ended-at"),
    ],
)
def test_reconcile_reports_a_table_that_disagrees_with_its_match(
    ann: User, bob: User, spoil: Callable[[Table], object], code: str
) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
    bid(table, ann, 3)
    assert not list(reconcile.findings())
    spoil(table)
    assert code in {finding.code for finding in reconcile.findings()}
    reconcile.repair(table.pk)
    if code in {"asked", "clock", "heard"}:
        assert not list(reconcile.findings())
