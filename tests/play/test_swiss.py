"""Pairings, standings and late matches: the rules of tournaments (T1 to T10)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from play.rules.ladder import over_all
from play.rules.rating import UNKNOWN, Rating
from play.rules.swiss import (
    Meeting,
    Pair,
    Result,
    most_rounds,
    out_of_time,
    pair,
    points,
    seated,
    standings,
    usual_rounds,
)
from tests.siege import SIEGE

NOBODY = 0
"""The opponent of a player with a bye."""
RESULTS: tuple[Result, ...] = ("first", "second", "drawn", "neither")


def play_tournament(players: int, rounds: int, seed: int) -> list[list[Meeting]]:
    """Play a tournament with random results."""
    chance = Random(seed)
    found: list[list[Meeting]] = []
    met: list[Meeting] = []
    for _ in range(rounds):
        now = [
            Meeting(one.first, one.second, chance.choice(RESULTS) if one.second else None)
            for one in pair(range(1, players + 1), met)
        ]
        found.append(now)
        met += now
    return found


def has_valid_pairing(players: int, met: list[Meeting], *, evenly: bool = False) -> bool:
    """Return whether a valid round can be paired: no rematch and no second bye.

    With `evenly`, also nobody sits three times more often in one seat.
    """
    nodes = [*range(1, players + 1), *([NOBODY] if players % 2 else [])]
    before = {frozenset({one.first, one.second or NOBODY}) for one in met}
    graph: nx.Graph[int] = nx.Graph()
    for one, other in combinations(nodes, 2):
        again = frozenset({one, other}) in before
        uneven = evenly and NOBODY not in {one, other} and is_uneven(one, other, met)
        if not again and not uneven:
            graph.add_edge(one, other)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(nodes)


def is_uneven(one: int, other: int, met: list[Meeting]) -> bool:
    """Return whether one of two opponents would sit three times more often in one seat."""
    first, second = seated(one, other, met)
    return max(abs(seat_balance(met)[first] + 1), abs(seat_balance(met)[second] - 1)) > 2


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_pairing_laws_hold_for_2_to_30_players_and_any_number_of_rounds_t3_t4_t5(
    data: st.DataObject,
) -> None:
    """Everyone is paired once a round, without avoidable rematches and never in the first half.

    Byes differ by at most one, seats by two if possible. The siege plays long tournaments of many
    players.
    """
    players = data.draw(st.integers(2, 30))
    longest = most_rounds(players)
    rounds = data.draw(st.integers(1, longest if SIEGE else min(longest, 12)))
    met: list[Meeting] = []
    for now in play_tournament(players, rounds, data.draw(st.integers(0, 1 << 30))):
        seats = [one for each in now for one in each[:2] if one is not None]
        assert sorted(seats) == list(range(1, players + 1))
        assert [each.is_bye for each in now].count(True) == players % 2
        before = {frozenset({one.first, one.second}) for one in met}
        again = any(frozenset({one.first, one.second}) in before for one in now)
        assert again is False or not has_valid_pairing(players, met)
        uneven = any(is_uneven(one.first, one.second, met) for one in now if one.second is not None)
        assert uneven is False or again or not has_valid_pairing(players, met, evenly=True)
        met += now
        if 2 * len(met) <= players * ((players + 1) // 2):
            assert not again
        byes = Counter(one.first for one in met if one.is_bye)
        assert max(byes.values(), default=0) <= 1


def seat_balance(met: list[Meeting]) -> Counter[int]:
    found: Counter[int] = Counter()
    for one in met:
        if one.second is not None:
            found[one.first] += 1
            found[one.second] -= 1
    return found


@pytest.mark.parametrize("players", range(2, 9))
def test_nobody_gets_a_second_bye_before_everyone_had_one_t4(players: int) -> None:
    for seed in range(3):
        met = [one for each in play_tournament(players, most_rounds(players), seed) for one in each]
        byes = Counter(one.first for one in met if one.is_bye)
        assert max(byes.values(), default=0) <= 1


def test_pairings_do_not_depend_on_the_order_of_input_t3() -> None:
    met = [one for each in play_tournament(9, 4, 7) for one in each]
    assert pair(range(1, 10), met) == pair([5, 9, 1, 3, 8, 2, 7, 4, 6], met)


def test_equal_points_are_paired_and_the_lowest_gets_the_bye_t3_t4() -> None:
    first = [Meeting(1, 2, "first"), Meeting(3, 4, "second"), Meeting(5, None)]
    found = pair(range(1, 6), first)
    assert found[-1] == Pair(3, None)  # 2 and 3 have no point; the later lot stands lower
    assert {frozenset(each) for each in found[:-1]} in (
        {frozenset({1, 4}), frozenset({2, 5})},
        {frozenset({1, 5}), frozenset({2, 4})},
        {frozenset({4, 5}), frozenset({1, 2})},
    )


def test_player_who_leaves_is_no_longer_paired_t9() -> None:
    met = play_tournament(6, 1, 3)[0]
    found = pair([1, 2, 3, 5, 6], met)
    assert 4 not in [one for each in found for one in each]
    assert found[-1].second is None


def test_first_seat_alternates_t5() -> None:
    met = [Meeting(1, 2, "drawn"), Meeting(3, 4, "drawn")]
    assert seated(1, 4, met) == (4, 1)
    assert seated(1, 3, [*met, Meeting(2, 1, "drawn"), Meeting(4, 3, "drawn")]) in {(1, 3), (3, 1)}
    assert seated(
        2, 3, [Meeting(2, 9, "drawn"), Meeting(9, 3, "drawn"), Meeting(8, 2), Meeting(3, 8)]
    ) == (2, 3)


def test_points_and_tiebreaks_t6_t7() -> None:
    met = [
        Meeting(1, 2, "first"),
        Meeting(3, 4, "first"),
        Meeting(1, 3, "drawn"),
        Meeting(2, 4, "drawn"),
        Meeting(4, 1, "second"),
        Meeting(2, 3, "second"),
    ]
    assert points(met) == Counter({1: 5, 3: 5, 2: 1, 4: 1})
    lines = {one.player: one for one in standings(range(1, 5), met)}
    assert (lines[1].buchholz, lines[1].sonneborn) == (1 + 5 + 1, 2 * 1 + 5 + 2 * 1)
    assert lines[1].place == lines[3].place == 1 and lines[2].place == lines[4].place == 3
    assert (lines[1].won, lines[1].drawn, lines[1].lost, lines[1].direct) == (2, 1, 0, 1)


def test_direct_encounter_breaks_a_tie_if_all_tied_players_have_met_t7() -> None:
    met = [
        Meeting(1, 4, "second"),
        Meeting(1, 2, "first"),
        Meeting(4, 6, "second"),
        Meeting(2, 3, "first"),
    ]
    one, other = standings(range(1, 7), met)[:2]
    assert one[2:5] == other[2:5]
    assert [(line.player, line.place, line.direct) for line in (one, other)] == [
        (4, 1, 2),
        (1, 2, 0),
    ]
    apart = [Meeting(3, 4, "drawn"), Meeting(1, 5, "second"), Meeting(1, 2, "drawn")]
    lines = {line.player: line for line in standings(range(1, 6), apart)}
    assert lines[2][2:] == lines[3][2:] and lines[2].place == lines[3].place == lines[4].place


def test_bye_is_a_win_over_a_virtual_opponent_with_ones_own_points_t4_t7() -> None:
    first = [Meeting(1, 2, "first"), Meeting(3, None)]
    lines = {one.player: one for one in standings([1, 2, 3], first)}
    assert (lines[3].points, lines[3].buchholz, lines[3].sonneborn, lines[3].byes) == (2, 2, 4, 1)
    assert lines[3].won == 0
    second = [*first, Meeting(3, 1, "drawn"), Meeting(2, None)]
    lines = {one.player: one for one in standings([1, 2, 3], second)}
    assert (lines[3].points, lines[3].buchholz, lines[3].sonneborn) == (3, 3 + 3, 2 * 3 + 3)
    assert (lines[2].points, lines[2].buchholz, lines[2].sonneborn) == (2, 3 + 2, 2 * 2)


def test_bye_is_neither_an_advantage_nor_a_disadvantage_in_tiebreaks_t7() -> None:
    ahead = behind = 0
    for seed in range(60):
        players = range(1, 8)
        met = [one for each in play_tournament(7, 3, seed) for one in each]
        lines = standings(players, met)
        for one in lines:
            equals = [other for other in lines if other.points == one.points and not other.byes]
            if one.byes:
                ahead += sum(other.place > one.place for other in equals)
                behind += sum(other.place < one.place for other in equals)
    assert ahead < 3 * behind and behind < 3 * ahead, (ahead, behind)


def test_bot_is_paired_like_anyone_but_gets_no_rank_t1() -> None:
    lines = standings([1, 2, 3], [Meeting(3, 1, "first"), Meeting(3, 2, "first")], bots=[3])
    assert [(one.player, one.place) for one in lines] == [(3, 0), (1, 1), (2, 1)]


def test_unfinished_match_does_not_count() -> None:
    assert not points([Meeting(1, 2)])
    assert {one.place for one in standings([1, 2], [Meeting(1, 2)])} == {1}


@pytest.mark.parametrize(
    ("used", "moved", "result"),
    [
        ((60, 40), (True, True), "second"),
        ((40, 60), (True, True), "first"),
        ((100, 0), (False, False), "neither"),
        ((0, 100), (True, False), "first"),
        ((100, 100), (True, True), "drawn"),
        ((50, 50), (True, True), "drawn"),
        ((30, 20), (True, True), "drawn"),
    ],
)
def test_player_who_used_more_than_half_of_the_round_loses_t8(
    used: tuple[int, int], moved: tuple[bool, bool], result: Result
) -> None:
    assert out_of_time(used, moved, 100) == result


def test_rounds_are_enough_to_leave_one_undefeated_player_t2() -> None:
    assert [usual_rounds(players) for players in range(2, 10)] == [1, 3, 3, 3, 3, 3, 3, 4]
    assert all(usual_rounds(players) <= most_rounds(players) for players in range(2, 65))


def test_club_ranking_rewards_several_games_and_counts_the_best_three_t10() -> None:
    good = Rating(value=1700_00, deviation=50_00)
    weak = Rating(value=1200_00, deviation=60_00)
    assert over_all([]) == UNKNOWN.sure
    assert over_all([good]) < over_all([good, good]) < over_all([good, good, good])
    assert over_all([good, good, good, weak]) == over_all([good, good, good])
    assert over_all([good, weak]) == (good.sure + weak.sure + UNKNOWN.sure) // 3
