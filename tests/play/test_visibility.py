"""Each person sees only what follows from the events heard by their seat."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.accounts.models import User
from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import EVERYONE
from play.clocking import Clock
from play.models import Match, Move, Table, Told
from play.selectors import chat, history, lobby, participants
from play.selectors.participants import NoSuchTable
from play.selectors.table_view import version, view_table
from play.services import clocks, holidays, leaving, moving, seating
from play.tabletop import registry
from play.tabletop.board import Draft
from tests.engine.games import couriers

from .tables import AT, Time, bid, participant_at, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]

MINUTE = Clock(kind="live", seconds=60)


def visible_content(table: Table, user: User, seat: int | None = None) -> tuple[Any, ...]:
    """Return everything that a person can read of a table on any page."""
    place = participant_at(table, user, seat)
    seen = view_table(place)
    looked_back = [
        history.step(place, number) for number in range(1, history.history(place).length + 1)
    ]
    listed = [
        (card.names, card.free, card.my_move)
        for card in (*lobby.own_tables(user), *lobby.watchable(user))
    ]
    facts = (
        table.pk,
        seen.board,
        seen.lines,
        seen.chairs,
        seen.channels,
        seen.heard,
        seen.version,
        seen.due_at,
        seen.round_due_at,
        seen.outcome,
        seen.coach,
    )
    return (*facts, seen.names, looked_back, history.history(place), chat.lines(place), listed)


# --- hidden moves ---------------------------------------------------------------------------------


@pytest.mark.parametrize("clock", [Clock(), MINUTE])
def test_sealed_move_changes_nothing_visible_to_others(
    time: Time, ann: User, bob: User, cat: User, dan: User, clock: Clock
) -> None:
    table = table_of(ann, bob, cat, clock=clock)
    others = (ann, cat, dan)
    before = [visible_content(table, user) for user in others]
    time.later(seconds=7)
    bid(table, bob, 4)
    assert [visible_content(table, user) for user in others] == before


def test_page_that_is_read_during_a_move_shows_the_board_of_its_version(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 3)
    read_chairs = participants.chairs_of

    def chairs_after_a_move(row: Table) -> Any:
        monkeypatch.setattr(participants, "chairs_of", read_chairs)
        bid(table, bob, 4)
        return read_chairs(row)

    monkeypatch.setattr(participants, "chairs_of", chairs_after_a_move)
    seen, fresh = view_table(participant_at(table, ann)), view_table(participant_at(table, ann))
    assert (seen.version, seen.board) == (fresh.version, fresh.board)


def test_opened_moves_do_not_reveal_the_order_and_time_of_sealing(
    time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    """Two tables differ only in who sealed first and when."""
    tables = [table_of(ann, bob, cat, clock=MINUTE) for _ in range(2)]
    Table.objects.filter(pk=tables[1].pk).update(opened_at=AT)
    for table, order in zip(tables, ((ann, bob, cat), (bob, ann, cat)), strict=True):
        time.to(AT)
        for wait, user in enumerate(order):
            time.later(seconds=wait if table == tables[0] else 2 * wait)
            bid(table, user, 5 if user == ann else 1)
        time.to(AT + timedelta(seconds=30))
    first, second = [
        [view_table(participant_at(table, user)) for user in (ann, bob, dan)] for table in tables
    ]
    for one, other in zip(first, second, strict=True):
        assert (one.board, one.lines, one.heard) == (other.board, other.lines, other.heard)


@pytest.mark.parametrize("made", ["clock", "person", "deputy"])
def test_others_cannot_see_how_a_sealed_move_was_made(
    time: Time, ann: User, bob: User, cat: User, dan: User, made: str
) -> None:
    from play.services import deputies

    table = table_of(ann, bob, cat, clock=MINUTE)
    deputies.name_deputy(table_id=table.pk, user=bob, username=dan.username)
    before = visible_content(table, ann)
    time.later(seconds=1)
    if made == "clock":
        table.chairs.filter(seat=1).update(due_at=time.now)
        assert clocks.move_for_expired_clocks() == 1
    else:
        bid(table, dan if made == "deputy" else bob, 1)
    assert visible_content(table, ann) == before


def test_player_sees_the_own_clock_and_the_clock_of_the_one_everyone_awaits(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    sealed, turns = (
        table_of(ann, bob, clock=MINUTE),
        table_of(ann, bob, game="couriers", clock=MINUTE),
    )
    due = AT + timedelta(minutes=1)
    for user, mine in ((ann, due), (dan, None)):
        seen = view_table(participant_at(sealed, user))
        assert (seen.due_at, [chair.due_at for chair in seen.chairs]) == (mine, [mine, None])
    mover = view_table(participant_at(turns, dan)).board.waiting[0]
    assert [chair.due_at for chair in view_table(participant_at(turns, dan)).chairs][mover] == due
    assert [chair.is_waited_for for chair in view_table(participant_at(turns, dan)).chairs][mover]


def test_sealed_players_and_spectators_see_the_deadline_of_the_others(
    time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    table = table_of(ann, bob, cat, clock=MINUTE)
    due = AT + timedelta(minutes=1)
    for number, mover in enumerate((ann, bob, cat), 1):
        seen = [
            view_table(participant_at(table, user)).round_due_at for user in (ann, bob, cat, dan)
        ]
        assert seen == [due] * 4
        time.later(seconds=number)
        bid(table, mover, 1)
    assert view_table(participant_at(table, dan)).round_due_at == time.now + timedelta(minutes=1)
    turns = table_of(ann, bob, game="couriers", clock=MINUTE)
    alone, patient = table_of(ann, "bot", clock=MINUTE), table_of(ann, bob)
    for other in (turns, alone, patient):
        assert view_table(participant_at(other, ann)).round_due_at is None


def test_holiday_of_another_side_moves_the_deadline_of_the_round(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, clock=Clock(kind="correspondence", seconds=3600))
    ends = AT + timedelta(days=3)
    holidays.start_holiday(user=bob, starts=AT, ends=ends)
    due = [view_table(participant_at(table, user)).round_due_at for user in (ann, bob, dan)]
    assert due == [ends, AT + timedelta(hours=1), ends]


@pytest.mark.parametrize("game", ["achtung", "ambush", "autoduel"])
def test_simultaneous_game_announces_only_new_rounds(game: str) -> None:
    """The deadline of a round follows from public events."""
    tabletop = registry.get(game)
    rules: Any = tabletop.game
    together = 0
    for number, setup in enumerate(rules.setups()[:4]):
        seed = seed_from(f"rounds of {game} {number}")
        state, _ = rules.start(setup, SeededDice(seed, 0))
        for ply in range(1, 120):
            if not (acting := rules.to_act(state)):
                break
            seat, dice = acting[ply % len(acting)], SeededDice(seed, ply)
            was_together = tabletop.moves_together(rules.view(state, None))
            move = rules.propose(rules.view(state, seat), SeededDice(seed, ply, "move"))
            state, told = submit(rules, state, seat=seat, move=move, dice=dice)
            asked = {each for each in rules.to_act(state) if each not in acting or each == seat}
            if was_together and rules.to_act(state):
                together += 1
                assert bool(asked) == any(each.to == EVERYONE for each in told), (number, ply)
    assert together > 20


def test_version_changes_exactly_when_a_page_does(
    time: Time, ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob)
    versions: list[list[str]] = []
    for act in (
        lambda: bid(table, ann, 3),
        lambda: bid(table, bob, 4),
        lambda: leaving.resign(table_id=table.pk, user=ann),
    ):
        versions.append([version(participant_at(table, user)) for user in (ann, bob, dan)])
        act()
    versions.append([version(participant_at(table, user)) for user in (ann, bob, dan)])
    changed = [
        [one != two for one, two in zip(before, after, strict=True)]
        for before, after in pairwise(versions)
    ]
    assert changed == [[True, False, False], [True, True, True], [True, True, True]]


# --- spectators -----------------------------------------------------------------------------------


def test_spectator_has_the_public_view_and_no_choices(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 3)
    seen = view_table(participant_at(table, dan))
    assert (seen.board.lines, seen.board.menus, seen.place.may_act, seen.place.seat) == (
        (),
        (),
        False,
        None,
    )
    assert [line.text for line in seen.lines] == ["2 players bid."]
    for seat in (0, 1, 7, -1):
        with pytest.raises(NoSuchTable):
            participant_at(table, dan, seat)


def test_private_table_can_be_watched_only_if_its_host_allows_it(
    ann: User, bob: User, dan: User
) -> None:
    for watched in (True, False):
        table = table_of(ann, None, visibility="invited", watched=watched)
        token = seating.make_invite(table_id=table.pk, user=ann)
        with pytest.raises(NoSuchTable):
            participant_at(table, dan)
        seating.sit_down(table_id=table.pk, user=bob, token=token)
        if watched:
            assert participant_at(table, dan).seat is None
        else:
            with pytest.raises(NoSuchTable):
                participant_at(table, dan)
        assert table.pk not in {card.table.pk for card in lobby.watchable(dan)}


def test_draft_choice_is_drawn_with_its_fields(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    seen = view_table(
        participant_at(table, ann), Draft(choice="bid", answers=(("amount", ("5",)),))
    )
    assert seen.board.menus[0].choices[0].fields[0].value == "5"
    assert not Move.objects.exists()


def test_table_shows_seats_and_no_board_before_the_start(ann: User) -> None:
    seen = view_table(participant_at(table_of(ann, None, "bot"), ann))
    assert (seen.board, seen.heard, [chair.kind for chair in seen.chairs]) == (
        None,
        0,
        ["person", "free", "bot"],
    )


def test_page_needs_few_queries_with_many_players_and_lines(
    ann: User, bob: User, cat: User
) -> None:
    table = table_of(ann, bob, cat, clock=MINUTE)
    for user in (ann, bob, cat, ann, bob):
        bid(table, user, 2)
    with CaptureQueriesContext(connection) as queries:
        place = participant_at(table, ann)
        view_table(place)
        chat.lines(place)
    assert len(queries) <= 8
    with CaptureQueriesContext(connection) as queries:
        version(participant_at(table, ann))
    assert len(queries) <= 2


# --- history --------------------------------------------------------------------------------------


def test_each_seat_can_replay_only_what_it_heard(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    bid(table, bob, 4)
    bid(table, ann, 3)
    steps = {user: [step.lines for step in replay_steps(table, user)] for user in (ann, bob, dan)}
    opened = f"{bob.username} wins with 4."
    assert steps == {
        ann: [("2 players bid.",), ("You bid 3.", opened)],
        bob: [("2 players bid.",), ("You bid 4.",), (opened,)],
        dan: [("2 players bid.",), (opened,)],
    }
    assert [step.board.headline for step in replay_steps(table, dan)] == ["Round 1", "Round 2"]
    assert history.history(participant_at(table, ann)).seats == (0, None)
    for seat in (1, "truth", 9):
        for look in (
            lambda seat: history.history(participant_at(table, ann), seat),
            lambda seat: history.step(participant_at(table, ann), 1, seat),
        ):
            with pytest.raises(history.NoSuchStep):
                look(seat)
    for number in (0, 3, -1):
        with pytest.raises(history.NoSuchStep):
            history.step(participant_at(table, dan), number)


def replay_steps(table: Table, user: User, seat: Any = "mine") -> list[history.StepView]:
    place = participant_at(table, user)
    return [
        history.step(place, number + 1, seat)
        for number in range(history.history(place, seat).length)
    ]


def test_finished_match_shows_every_seat_and_the_truth(ann: User, bob: User, dan: User) -> None:
    table = table_of(ann, bob)
    for _ in range(3):
        bid(table, ann, 3)
        bid(table, bob, 4)
    for user in (ann, bob, dan):
        found = history.history(participant_at(table, user))
        assert (found.seats, found.has_truth) == ((0, 1, None), True)
        assert replay_steps(table, user, 0)[1].board.lines == ("You bid 3.",)
        truth = replay_steps(table, user, "truth")
        assert (len(truth), truth[1].board.headline) == (7, "Bids so far: (3, 0)")


def test_match_under_older_rules_is_replayed_only_if_the_results_are_the_same(
    ann: User, bob: User
) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 3)
    bid(table, bob, 4)
    Match.objects.update(rules_version=0)
    assert history.history(participant_at(table, ann)).length == 3
    Told.objects.filter(ply=1).update(payload="[]")
    for look in (history.history, lambda place: history.missed_events(place, 0)):
        with pytest.raises(history.NoSuchStep):
            look(participant_at(table, ann))


def test_match_that_does_not_open_stays_closed_after_its_end(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    Table.objects.update(opens=False)
    leaving.resign(table_id=table.pk, user=ann)
    assert history.history(participant_at(table, ann)).seats == (0, None)
    for seat in (1, "truth"):
        with pytest.raises(history.NoSuchStep):
            history.step(participant_at(table, ann), 1, seat)


def test_hand_is_visible_only_to_its_holder_in_a_turn_based_game(
    ann: User, bob: User, dan: User
) -> None:
    table = table_of(ann, bob, game="couriers")
    mover = (ann, bob)[view_table(participant_at(table, dan)).board.waiting[0]]
    moving.make_move(table_id=table.pk, user=mover, move=couriers.Rest())
    hands = {
        user: {step.board.lines for step in replay_steps(table, user)} for user in (ann, bob, dan)
    }
    assert hands[dan] == {("",)}
    assert not hands[ann] & hands[bob]
