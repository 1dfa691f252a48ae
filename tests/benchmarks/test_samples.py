"""Medians with intervals, and ratios per round."""

from __future__ import annotations

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.samples import CONFIDENCE, Middle, Samples, in_turns, measure, middle, ratio


def test_median_lies_within_its_interval() -> None:
    assert middle([5.0, 1.0, 3.0]) == Middle(3, 1, 5)
    assert middle([2.0]) == Middle(2, 2, 2)


@pytest.mark.parametrize(("count", "outside"), [(5, 0), (6, 0), (9, 1), (20, 5), (40, 13)])
def test_interval_matches_tables_of_the_sign_test(count: int, outside: int) -> None:
    assert middle([float(each) for each in range(count)])[1:] == (outside, count - 1 - outside)


@given(st.integers(6, 300))
def test_interval_is_the_narrowest_with_its_confidence(count: int) -> None:
    low = int(middle([float(each) for each in range(count)]).low)

    def missed(outside: int) -> float:
        return 2 * sum(comb(count, each) for each in range(outside + 1)) / 2**count

    assert missed(low) <= 1 - CONFIDENCE < missed(low + 1)


def test_one_slow_moment_hardly_moves_median_and_interval() -> None:
    calm = [1.0 + each / 100 for each in range(20)]
    assert middle([*calm[:-1], 1000.0]) == middle(calm)


def test_ratio_per_round_ignores_rounds_on_a_slow_machine() -> None:
    bare = [1.0, 9.0, 1.0, 1.0, 50.0, 1.0]
    assert ratio([3 * each for each in bare], bare) == Middle(3, 3, 3)


def test_ratio_needs_a_yardstick_for_each_time() -> None:
    with pytest.raises(ValueError, match="shorter"):
        ratio([1.0, 2.0], [1.0])


def test_rounds_rotate_their_start_and_warm_up_rounds_do_not_count() -> None:
    told: list[str] = []
    acts = {name: (lambda name=name: told.append(name)) for name in "abc"}
    taken = in_turns(acts, rounds=3, warm=1)
    assert "".join(told) == "abcbcacababc"
    assert {name: len(each.wall) for name, each in taken.items()} == {"a": 3, "b": 3, "c": 3}


def test_wall_time_is_kept_beside_cpu_time() -> None:
    taken = Samples([], [])
    measure(taken, lambda: sum(range(100_000)))
    assert taken.processor[0] > 0
    assert taken.wall[0] > 0
    assert taken.share(2).wall == [taken.wall[0] / 2]
