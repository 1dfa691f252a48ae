"""Fair play figures of people, and tables that require them."""

from __future__ import annotations

import pytest

from core.accounts.models import User
from core.web import clock
from play.clocking import Clock
from play.models import Table
from play.rules.fair_play import FairPlay
from play.selectors.fair_play import fair_play
from play.selectors.table_view import view_table
from play.services import seating, tables, tick
from play.services.leaving import resign
from play.services.refusals import NotReliable

from .tables import Time, bid, participant_at, reload_table, table_of
from .test_rating import open_table_by_link, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
MINUTE = Clock(kind="live", seconds=60)


def fair_play_of(user: User) -> FairPlay:
    return fair_play([user.pk], clock.now())[user.pk]


def play_against_the_clock(time: Time, ann: User, bob: User, table: Table | None = None) -> Table:
    """Play a match in which the clock makes all moves of bob."""
    table = table or table_of(ann, bob, clock=MINUTE)
    for _ in range(3):
        bid(table, ann, 6)
        time.later(seconds=61)
        tick.tick()
    return reload_table(table)


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (FairPlay(), "new"),
        (FairPlay(matches=2), "new"),
        (FairPlay(matches=3, left=1), "finishes 66 % of 3 matches"),
        (FairPlay(matches=38, left=1), "finishes 97 % of 38 matches"),
    ],
)
def test_fair_play_is_a_whole_percentage_and_new_below_three_matches(
    known: FairPlay, words: str
) -> None:
    assert known.description == words


@pytest.mark.parametrize(
    ("seats", "resigned", "in_time", "late", "left"),
    [
        (2, True, 3, 0, 0),
        (2, True, 2, 0, 1),
        (2, False, 2, 0, 0),
        (3, True, 3, 0, 1),
        (2, False, 3, 3, 0),
        (2, False, 3, 4, 1),
    ],
)
def test_t13_resigning_early_or_in_company_counts_as_leaving(
    seats: int, resigned: bool, in_time: int, late: int, left: int
) -> None:
    known = FairPlay().also(seats=seats, resigned=resigned, in_time=in_time, late=late, min_moves=3)
    assert known.left == left


def test_moves_in_time_and_by_the_clock_are_counted_when_the_match_ends(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=MINUTE)
    bid(table, ann, 6)
    time.later(seconds=61)
    tick.tick()
    assert fair_play_of(bob) == FairPlay()
    for _ in range(2):
        bid(table, ann, 6)
        time.later(seconds=61)
        tick.tick()
    assert fair_play_of(ann) == FairPlay(matches=1, in_time=3)
    assert fair_play_of(bob) == FairPlay(matches=1, left=1, late=3)


def test_matches_against_bots_or_cancelled_do_not_count(time: Time, ann: User, bob: User) -> None:
    alone = table_of(ann, "bot:random")
    resign(table_id=alone.pk, user=ann)
    assert fair_play_of(ann) == FairPlay()
    resign(table_id=table_of(ann, bob).pk, user=ann)
    assert fair_play_of(ann) == FairPlay(matches=1, left=1, resigned=1)
    assert fair_play_of(bob) == FairPlay(matches=1)
    play_out(open_table_by_link(ann, bob), ann, bob)
    assert fair_play_of(ann).matches == 2
    time.later(days=183)
    assert fair_play_of(ann) == FairPlay()


def test_person_who_leaves_a_match_of_three_has_not_finished_it(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    table = table_of(ann, bob, cat)
    for user in (ann, bob, cat):
        resign(table_id=table.pk, user=user)
    assert reload_table(table).ending == "abandoned"
    assert fair_play_of(cat) == FairPlay(matches=1, left=1, resigned=1)


def test_table_can_require_fair_play(time: Time, ann: User, bob: User, cat: User) -> None:
    newcomers = table_of(ann, None, asks_for=80)
    assert seating.sit_down(table_id=newcomers.pk, user=bob).is_playing
    table = table_of(ann, None, asks_for=80)
    for _ in range(3):
        play_against_the_clock(time, cat, bob)
    with pytest.raises(NotReliable, match=r"80 % of their matches. You finish 0 % of 3"):
        seating.sit_down(table_id=table.pk, user=bob)
    assert reload_table(table).status == "open"
    seen = view_table(participant_at(table, bob)).chairs
    assert seen[0].fair_play == FairPlay() and seen[1].fair_play is None
    seating.sit_down(table_id=table.pk, user=cat)
    assert reload_table(table).is_playing


def test_invited_people_can_join_despite_the_fair_play_requirement(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    for _ in range(3):
        play_against_the_clock(time, cat, bob)
    kept = tables.open_table(
        user=ann, game="bids", options={}, asks_for=95, seats=("me", f"person:{bob.username}")
    )
    assert seating.sit_down(table_id=kept.pk, user=bob).is_playing
    table = table_of(ann, None, asks_for=95)
    token = seating.make_invite(table_id=table.pk, user=ann)
    assert seating.sit_down(table_id=table.pk, user=bob, token=token).is_playing
