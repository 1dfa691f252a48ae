"""Rated matches: which count, their rating changes, and that each counts once."""

from __future__ import annotations

from typing import Any

import pytest

from core.accounts.models import User
from play.clocking import Clock
from play.models import Chair, PlayerRating, RatingChange, Table
from play.selectors import ratings, records
from play.selectors.records import NoSuchPerson
from play.services import clocks, coaching, seating, tick
from play.services import rating as service
from play.services.leaving import resign
from play.services.reconcile import findings
from play.services.rematches import rematch
from play.tabletop import registry

from .tables import BidsTable, Time, bid, chairs, reload_table, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


def play_out(table: Table, winner: User, loser: User) -> Table:
    """Play three rounds of bids that the winner wins."""
    for _ in range(3):
        bid(table, winner, 6)
        bid(table, loser, 1)
    return reload_table(table)


def open_table_by_link(host: User, guest: User, *, rated: bool = True) -> Table:
    """Open an unlisted table, which the guest joins by link."""
    table = table_of(host, None, visibility="invited", rated=rated)
    token = seating.make_invite(table_id=table.pk, user=host)
    seating.sit_down(table_id=table.pk, user=guest, token=token)
    return reload_table(table)


def points(user: User, game: str = "bids") -> int:
    return PlayerRating.objects.get(user=user, game=game).value // 100


def test_finished_match_counts_once_for_everyone(ann: User, bob: User) -> None:
    table = play_out(table_of(ann, bob), ann, bob)
    assert table.rating_due_at == table.over_at
    assert [chair.result for chair in chairs(table)] == ["won", "lost"]
    assert service.rate_due() == 1
    assert service.rate_due() == 0
    assert reload_table(table).rating_due_at is None
    assert points(ann) > 1500 > points(bob)
    gained = [
        (change.name, change.gained > 0) for change in ratings.changes_at(reload_table(table))
    ]
    assert gained == [(ann.get_username(), True), (bob.get_username(), False)]
    assert RatingChange.objects.count() == 2
    assert not list(findings())


def test_tick_updates_ratings(ann: User, bob: User) -> None:
    play_out(table_of(ann, bob), ann, bob)
    assert tick.tick(seconds=0)["ratings"] == 1


def test_ratings_do_not_change_during_a_match(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    bid(table, ann, 6)
    assert service.rate_due() == 0
    assert ratings.changes_at(reload_table(table)) == ()
    assert [chair.result for chair in chairs(table)] == ["", ""]


@pytest.mark.parametrize("how", [{"rated": False}, {"coached": True}])
def test_table_says_whether_it_is_rated(ann: User, bob: User, how: dict[str, Any]) -> None:
    play_out(table_of(ann, bob, **how), ann, bob)
    assert service.rate_due() == 0
    assert not PlayerRating.objects.exists()


def test_bots_are_rated_by_level(ann: User) -> None:
    table = table_of(ann, "bot:random")
    bid(table, ann, 1)
    tick.tick(seconds=0)
    resign(table_id=table.pk, user=ann)
    service.rate_due()
    bot = PlayerRating.objects.get(user=None)
    assert (bot.bot, bot.won, bot.matches) == ("random", 1, 1)
    assert points(ann) < 1500
    assert [row.bot for row in ratings.ladder("bids")] == ["random", ""]


def test_resigning_loses_regardless_of_the_replacing_bots_result(
    ann: User, bob: User, cat: User
) -> None:
    table = table_of(ann, bob, cat)
    resign(table_id=table.pk, user=ann)
    resign(table_id=table.pk, user=bob)
    resign(table_id=table.pk, user=cat)
    assert reload_table(table).ending == "abandoned"
    assert reload_table(table).rating_due_at is None
    assert {chair.result for chair in chairs(table)} == {""}


@pytest.mark.parametrize("moved", [(), ("ann",), ("bob",)])
def test_match_resigned_before_each_side_moved_is_unrated(
    ann: User, bob: User, moved: tuple[str, ...]
) -> None:
    table = table_of(ann, bob)
    for user in (ann, bob):
        if user.get_username().startswith(moved):
            bid(table, user, 3)
    resign(table_id=table.pk, user=bob)
    assert [chair.result for chair in chairs(table)] == ["won", "lost"]
    assert service.rate_due() == 0
    assert not PlayerRating.objects.exists()
    assert not list(findings())
    assert ratings.min_moves_missed(reload_table(table), chairs(table)) == 1


def test_match_resigned_after_each_side_moved_is_rated(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    for user in (ann, bob):
        bid(table, user, 3)
    resign(table_id=table.pk, user=bob)
    assert service.rate_due() == 1
    assert ratings.min_moves_missed(reload_table(table), chairs(table)) == 0


def test_moves_by_the_clock_do_not_count_as_moves_of_a_side(
    ann: User, bob: User, time: Time
) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
    for _ in range(3):
        bid(table, ann, 6)
        time.later(minutes=2)
        assert clocks.move_for_expired_clocks() == 1
    assert reload_table(table).status == Table.Status.OVER
    assert service.rate_due() == 0


def test_large_match_is_rated_even_if_one_loser_stayed_away(
    ann: User, bob: User, cat: User, time: Time
) -> None:
    table = table_of(ann, bob, cat, clock=Clock(kind="live", seconds=60))
    for _ in range(3):
        bid(table, ann, 6)
        bid(table, bob, 2)
        time.later(minutes=2)
        assert clocks.move_for_expired_clocks() == 1
    assert reload_table(table).status == Table.Status.OVER
    assert service.rate_due() == 1


@pytest.mark.parametrize("game", ["renamed", "lunacy", "shambattle", "achtung", "autoduel"])
def test_some_games_need_more_than_one_move_to_be_rated(game: str) -> None:
    assert registry.get(game).min_rated_moves > 1


def test_repeated_matches_between_the_same_people_on_one_day_count_less(
    ann: User, bob: User, cat: User, time: Time
) -> None:
    gains = []
    for _ in range(3):
        table = play_out(table_of(ann, bob), ann, bob)
        service.rate_due()
        gains.append(ratings.changes_at(reload_table(table))[0].gained)
    first, second, third = gains
    assert 0 < third < second / 2 < first / 4
    other = play_out(table_of(ann, cat), ann, cat)
    service.rate_due()
    assert ratings.changes_at(reload_table(other))[0].repeats == 0
    time.later(days=1)
    next_day = play_out(table_of(ann, bob), ann, bob)
    service.rate_due()
    assert ratings.changes_at(reload_table(next_day))[0].repeats == 0
    assert not list(findings())


def test_matches_against_bots_count_in_full(ann: User) -> None:
    for _ in range(2):
        table = table_of(ann, "bot:random")
        bid(table, ann, 1)
        tick.tick(seconds=0)
        resign(table_id=table.pk, user=ann)
        service.rate_due()
    assert {change.repeats for change in RatingChange.objects.all()} == {0}


def test_rematch_is_rated_like_the_match(ann: User, bob: User) -> None:
    table = play_out(table_of(ann, bob), ann, bob)
    assert rematch(table_id=table.pk, user=bob).rated


def test_rating_changes_are_applied_in_order(ann: User, bob: User) -> None:
    for winner, loser in ((ann, bob), (bob, ann), (ann, bob)):
        play_out(table_of(ann, bob), winner, loser)
        service.rate_due()
    mine = RatingChange.objects.filter(rating__user=ann)
    assert [change.number for change in mine] == [1, 2, 3]
    last, row = mine.last(), PlayerRating.objects.get(user=ann)
    assert last is not None
    assert (last.value, last.deviation) == (row.value, row.deviation)
    assert (row.matches, row.won) == (3, 2)
    assert row.deviation < 350_00
    assert not list(findings())


def test_reconcile_reports_a_rating_without_matches(ann: User, bob: User) -> None:
    table = play_out(table_of(ann, bob), ann, bob)
    service.rate_due()
    PlayerRating.objects.filter(user=ann).update(value=2000_00)
    assert [finding.code for finding in findings()] == ["rating"]
    PlayerRating.objects.filter(user=ann).update(value=points(ann) * 100)
    RatingChange.objects.filter(rating__user=bob).update(value=1400_00)
    assert {finding.code for finding in findings()} >= {"rating-change"}
    Chair.objects.filter(table=table, holder=ann).update(result="lost")
    assert "result" in {finding.code for finding in findings()}


# --- records --------------------------------------------------------------------------------------


def test_record_shows_lobby_matches_and_matches_with_the_reader(
    ann: User, bob: User, cat: User
) -> None:
    play_out(table_of(ann, bob), ann, bob)
    play_out(open_table_by_link(ann, bob), bob, ann)
    play_out(open_table_by_link(ann, cat), ann, cat)
    seen = {viewer: [one.result for one in records.Matches(ann, viewer)] for viewer in (ann, bob)}
    assert seen == {ann: ["won", "lost", "won"], bob: ["lost", "won"]}
    assert [one.result for one in records.Matches(ann, cat)] == ["won", "won"]
    assert len(records.Matches(ann, ann, result="lost")) == 1
    assert len(records.Matches(ann, ann, game="couriers")) == 0


def test_head_to_head(ann: User, bob: User, cat: User) -> None:
    play_out(table_of(ann, bob), ann, bob)
    play_out(table_of(bob, ann), ann, bob)
    play_out(table_of(ann, bob), bob, ann)
    (mine,) = records.head_to_head(ann, bob)
    assert (mine.game, mine.won, mine.lost, mine.level) == ("bids", 2, 1, 0)
    (theirs,) = records.head_to_head(bob, ann)
    assert (theirs.won, theirs.lost) == (1, 2)
    assert records.head_to_head(ann, cat) == ()
    assert records.head_to_head(ann, ann) == ()


def test_against_bots(ann: User) -> None:
    table = table_of(ann, "bot:random", "bot:random")
    for _ in range(3):
        bid(table, ann, 6)
        for _ in range(2):
            tick.tick()
    if reload_table(table).status != "over":
        pytest.fail("the bots did not move")
    ((bot, against),) = records.against_bots(ann)
    assert (bot, against.matches) == ("random", 1)


def test_unknown_name_and_person_without_matches_look_the_same(
    ann: User, bob: User, dan: User
) -> None:
    for name in (dan.get_username(), "nobody at all"):
        with pytest.raises(NoSuchPerson):
            records.find_player(name, ann)
    assert records.find_player(dan.get_username(), dan) == dan
    play_out(open_table_by_link(ann, bob, rated=False), ann, bob)
    with pytest.raises(NoSuchPerson):
        records.find_player(ann.get_username(), dan)
    play_out(table_of(ann, bob, rated=False), ann, bob)
    assert records.find_player(ann.get_username(), dan) == ann


def test_match_that_waited_longest_is_rated_first(ann: User, bob: User, time: Time) -> None:
    first = play_out(table_of(ann, bob), ann, bob)
    time.later(minutes=1)
    play_out(table_of(ann, bob), bob, ann)
    service.rate_due(limit=1)
    assert RatingChange.objects.filter(table=first).count() == 2


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the toy game a coach, who guides each new player."""
    monkeypatch.setattr(BidsTable, "coach", lambda *_: "Bid high.")


def rated_match(winner: User, loser: User, *, coached: tuple[bool, bool]) -> Table:
    """Play a match with the coach on or off for the winner and the loser."""
    table = table_of(winner, loser, rated=True)
    for user, is_on in zip((winner, loser), coached, strict=True):
        coaching.set_coach(table_id=table.pk, user=user, is_on=is_on)
    return play_out(table, winner, loser)


@pytest.mark.parametrize(
    ("coached", "is_rated"), [((False, False), True), ((True, False), False), ((False, True), True)]
)
def test_t16_a_win_with_the_coach_is_not_rated_but_a_loss_is(
    coach: None, ann: User, bob: User, coached: tuple[bool, bool], is_rated: bool
) -> None:
    table = rated_match(ann, bob, coached=coached)
    assert (table.rating_due_at is not None) is is_rated
    names = () if is_rated else (ann.get_username(),)
    assert ratings.helped_names(table, chairs(table)) == names


def test_t16_turning_the_coach_off_after_a_move_does_not_help(
    coach: None, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, rated=True)
    coaching.set_coach(table_id=table.pk, user=bob, is_on=False)
    bid(table, ann, 6)
    coaching.set_coach(table_id=table.pk, user=ann, is_on=False)
    assert [chair.assisted for chair in chairs(table)] == [True, False]


def test_t16_a_new_player_can_turn_the_coach_off_before_the_first_move(
    coach: None, ann: User, bob: User
) -> None:
    assert rated_match(ann, bob, coached=(False, False)).rating_due_at is not None
