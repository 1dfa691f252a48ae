"""Ratings: Glicko-2 as published, and scores in matches of more than two."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from play.rules.rating import UNKNOWN, Rating, Result, Seated, after, average, bouts

RATINGS = st.builds(
    Rating,
    value=st.integers(500_00, 2800_00),
    deviation=st.integers(30_00, 350_00),
    volatility=st.integers(40_000, 80_000),
)


def test_example_of_the_paper_gives_the_printed_result() -> None:
    opponents = [
        (Rating(value=1400_00, deviation=30_00), 1.0),
        (Rating(value=1550_00, deviation=100_00), 0.0),
        (Rating(value=1700_00, deviation=300_00), 0.0),
    ]
    found = after(Rating(value=1500_00, deviation=200_00, volatility=60_000), opponents)
    assert abs(found.value - 1464_06) <= 5
    assert abs(found.deviation - 151_52) <= 5
    assert abs(found.volatility - 59_990) <= 10


@given(RATINGS, RATINGS)
def test_winner_gains_loser_falls_and_both_become_more_certain(one: Rating, other: Rating) -> None:
    won, lost = after(one, [(other, 1.0)]), after(one, [(other, 0.0)])
    assert lost.value <= one.value <= won.value
    assert lost.value > 500_00 - 400_00
    assert won.value < 2800_00 + 400_00
    grown = (one.deviation**2 + (80_000 / 1e6 * 173.7178 * 100) ** 2) ** 0.5
    assert max(won.deviation, lost.deviation) <= max(30_00, grown) + 1


@given(RATINGS, st.lists(RATINGS, min_size=2, max_size=5))
def test_beating_a_stronger_opponent_is_worth_more(one: Rating, others: list[Rating]) -> None:
    alike = [Rating(value=other.value, deviation=100_00) for other in others]
    gains = [
        after(one, [(other, 1.0)]).value - one.value
        for other in sorted(alike, key=lambda other: other.value)
    ]
    assert all(less <= more + 1 for less, more in pairwise(gains))


def _seats(*results: Result) -> list[Seated]:
    return [
        Seated(seat, Rating(value=1500_00 + 100_00 * seat), result)
        for seat, result in enumerate(results)
    ]


def _scores(seats: list[Seated]) -> list[list[float]]:
    return [[score for _, score in each] for each in bouts(seats)]


def test_in_a_match_of_two_each_plays_the_other() -> None:
    winner, loser = _seats("won", "lost")
    assert bouts([winner, loser]) == (((loser.rating, 1.0),), ((winner.rating, 0.0),))


def test_team_members_play_against_the_average_of_the_other_team() -> None:
    found = bouts(_seats("won", "won", "lost", "lost"))
    assert [[(one.value, score) for one, score in each] for each in found] == [
        [(1750_00, 1.0)],
        [(1750_00, 1.0)],
        [(1550_00, 0.0)],
        [(1550_00, 0.0)],
    ]


def test_winner_of_four_beats_three_who_drew_with_each_other() -> None:
    assert _scores(_seats("lost", "won", "lost", "lost")) == [
        [0.0, 0.5, 0.5], [1.0, 1.0, 1.0], [0.5, 0.0, 0.5], [0.5, 0.0, 0.5],
    ]  # fmt: skip


def test_match_without_a_winner_is_a_draw_between_all() -> None:
    found = bouts(_seats("drawn", "drawn", "drawn"))
    assert found[0] == ((average([Rating(value=1600_00), Rating(value=1700_00)]), 0.5),)


def test_bot_in_several_seats_only_plays_against_others() -> None:
    ann, one, two = _seats("won", "lost", "lost")
    seats = [ann, one._replace(player="bot"), two._replace(player="bot")]
    assert _scores(seats) == [[1.0, 1.0], [0.0], [0.0]]


def test_resigned_player_lost_regardless_of_the_others() -> None:
    assert _scores(_seats("lost", "drawn", "drawn")) == [[0.0], [0.5], [0.5]]


def test_match_of_equals_conserves_the_total_rating() -> None:
    results: tuple[Result, ...] = ("won", "lost", "lost", "lost")
    found = bouts([Seated(seat, UNKNOWN, result) for seat, result in enumerate(results)])
    assert abs(sum(after(UNKNOWN, each).value - UNKNOWN.value for each in found)) <= 4
