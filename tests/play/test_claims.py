"""Claims against players who are away (T14), and matches that everyone left (T15)."""

from __future__ import annotations

import pytest

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from play.clocking import Clock
from play.models import Match, Table
from play.selectors.claims import Claim, claims
from play.selectors.fair_play import fair_play
from play.selectors.featured import featured_matches
from play.selectors.lobby import watchable
from play.selectors.matches import current_match
from play.selectors.table_view import view_table
from play.services import leaving, moving, reconcile, thinking, tick
from tests.engine.games.couriers import Rest

from .tables import Time, bid, chairs, participant_at, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
MINUTE = Clock(kind="live", seconds=60)


def rest(table: Table) -> None:
    """Let the player whose turn it is rest."""
    running = current_match(Match.objects.get(table=table))
    chair = chairs(table)[running.to_act()[0]]
    assert chair.holder is not None
    moving.make_move(table_id=table.pk, user=chair.holder, move=Rest())


def miss(time: Time) -> None:
    """Let a minute pass, so that the clock moves."""
    time.later(seconds=61)
    tick.tick()


def couriers(*people: User) -> Table:
    return table_of(*people, game="couriers", clock=MINUTE)


def play_without(time: Time, table: Table, away: User, misses: int = 3) -> None:
    """Play until this player has missed so many moves, while the others rest."""
    missed = 0
    while missed < misses:
        seat = current_match(Match.objects.get(table=table)).to_act()[0]
        if chairs(table)[seat].holder == away:
            miss(time)
            missed += 1
        else:
            rest(table)


def claims_of(table: Table, user: User) -> tuple[Claim, ...]:
    return claims(participant_at(reload_table(table), user))


def test_t14_after_three_missed_moves_the_opponent_can_claim(
    time: Time, ann: User, bob: User
) -> None:
    table = couriers(ann, bob)
    play_without(time, table, bob, misses=2)
    with pytest.raises(Refused, match="No other player has missed three moves"):
        leaving.claim(table_id=table.pk, user=ann, action="win")
    play_without(time, table, bob, misses=1)
    assert claims_of(table, ann) == ("win", "bots", "cancel")
    assert claims_of(table, bob) == ()
    assert view_table(participant_at(table, ann)).away_names == (bob.get_username(),)


def test_t14_a_move_in_time_ends_the_claim(time: Time, ann: User, bob: User) -> None:
    table = couriers(ann, bob)
    play_without(time, table, bob)
    rest(table)
    rest(table)
    assert claims_of(table, ann) == ()
    assert [chair.missed for chair in chairs(table)] == [0, 0]


def test_t14_the_win_is_claimed_and_the_leaver_has_not_finished(
    time: Time, ann: User, bob: User
) -> None:
    table = couriers(ann, bob)
    for _ in range(2):
        rest(table)
    play_without(time, table, bob)
    leaving.claim(table_id=table.pk, user=ann, action="win")
    seen = view_table(participant_at(table, ann))
    assert (seen.table.ending, seen.winners, seen.outcome) == ("left", (0,), "The other side left.")
    assert [chair.result for chair in chairs(table)] == ["won", "lost"]
    figures = fair_play([ann.pk, bob.pk], clock.now())
    assert (figures[ann.pk].left, figures[bob.pk].left) == (0, 1)
    assert not list(reconcile.findings())


def test_t14_the_match_continues_against_a_bot(time: Time, ann: User, bob: User) -> None:
    table = couriers(ann, bob)
    play_without(time, table, bob)
    leaving.claim(table_id=table.pk, user=ann, action="bots")
    assert reload_table(table).is_playing
    chair = view_table(participant_at(table, ann)).chairs[1]
    assert (chair.kind, chair.person, chair.resigned) == ("bot", bob.get_username(), True)
    rest(table)
    thinking.think()
    rest(table)
    leaving.resign(table_id=table.pk, user=ann)
    figures = fair_play([ann.pk, bob.pk], clock.now())
    assert (figures[ann.pk].left, figures[bob.pk].left) == (0, 1)


def test_t14_the_match_is_cancelled_without_a_result(time: Time, ann: User, bob: User) -> None:
    table = couriers(ann, bob)
    play_without(time, table, bob)
    leaving.claim(table_id=table.pk, user=ann, action="cancel")
    assert reload_table(table).ending == "abandoned"
    assert [chair.result for chair in chairs(table)] == ["", ""]
    figures = fair_play([ann.pk, bob.pk], clock.now())
    assert (figures[ann.pk].left, figures[bob.pk].left) == (0, 1)


def test_t14_in_a_larger_match_bots_can_take_over(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    table = couriers(ann, bob, cat)
    play_without(time, table, cat)
    assert claims_of(table, bob) == ("bots",)
    with pytest.raises(Refused):
        leaving.claim(table_id=table.pk, user=bob, action="win")
    leaving.claim(table_id=table.pk, user=bob, action="bots")
    assert [chair.bot != "" for chair in chairs(table)] == [False, False, True]


def test_t14_secret_moves_by_the_clock_give_no_claim(time: Time, ann: User, bob: User) -> None:
    """Nobody sees who has bid, so nobody may learn that the clock bids for Bob."""
    table = table_of(ann, bob, clock=MINUTE)
    for _ in range(2):
        bid(table, ann, 6)
        miss(time)
    assert claims_of(table, ann) == ()
    assert [chair.missed for chair in chairs(table)] == [0, 0]


def test_t15_a_match_that_everyone_left_ends_without_a_result(
    time: Time, ann: User, bob: User
) -> None:
    table = couriers(ann, bob)
    for _ in range(5):
        miss(time)
        assert reload_table(table).is_playing
    miss(time)
    table = reload_table(table)
    assert (table.status, table.ending, table.rating_due_at) == ("over", "abandoned", None)
    assert not list(reconcile.findings())


def test_t15_leaving_a_match_against_a_bot_does_not_avoid_the_loss(time: Time, ann: User) -> None:
    table = table_of(ann, "bot:random", game="couriers", clock=MINUTE, rated=True)
    for _ in range(16):
        thinking.think()
        miss(time)
    table = reload_table(table)
    assert (table.status, table.ending) == ("over", "")
    assert chairs(table)[0].result


def test_t15_a_match_in_which_everyone_is_away_is_not_shown_to_watch(
    time: Time, ann: User, bob: User, cat: User
) -> None:
    table = couriers(ann, bob)
    rest(table)
    assert [match.table for match in featured_matches(cat)] == [table]
    assert [card.table for card in watchable(cat)] == [table]
    table.chairs.update(missed=3)
    assert featured_matches(cat) == () and list(watchable(cat)) == []
