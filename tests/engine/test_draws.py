"""The draw mixed into a week's dice after the deadline: a beacon's round or a delay."""

from __future__ import annotations

import pytest

from engine.beacon import QUICKNET, Chain, comes_out, holds, randomness, round_at
from engine.delay import first, links_from, wrong_link
from engine.draws import (
    AFTER,
    MIN_DELAY,
    Draw,
    Source,
    announced,
    draw_bytes,
    not_yet_known,
    who_could_choose,
    wrong_draw,
)
from tests.beacon import chain, signature

ROOT = "ab" * 32
KNOWN = (
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
    "e342b73a8dd2bacbe47e4b6b63ed5e39"
)
"""Round 1000 of quicknet as published by the League of Entropy."""


def test_published_quicknet_round_verifies_and_gives_its_published_randomness() -> None:
    assert holds(QUICKNET, 1000, KNOWN)
    assert randomness(KNOWN) == "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"


@pytest.mark.parametrize("said", [KNOWN[:-1] + "8", "00" * 48, "c0" + "00" * 47, "ff" * 48])
def test_invalid_signature_does_not_verify(said: str) -> None:
    assert not holds(QUICKNET, 1000, said)


def test_point_at_infinity_is_no_signature() -> None:
    nothing = Chain(public_key="c0" + "00" * 95, genesis=0, period=30)
    assert not holds(nothing, 1000, "c0" + "00" * 47)


def test_signature_of_another_round_or_chain_does_not_verify() -> None:
    assert not holds(QUICKNET, 1001, KNOWN)
    assert holds(chain(), 7, signature(7))
    assert not holds(chain(), 8, signature(7))
    assert not holds(chain(5), 7, signature(7))


@pytest.mark.parametrize(
    ("moment", "number"),
    [(0, 1), (1_000_000, 1), (1_000_001, 2), (1_000_030, 2), (1_000_031, 3)],
)
def test_round_at_a_time_is_the_first_published_at_or_after_it(moment: int, number: int) -> None:
    assert round_at(chain(), moment) == number
    assert comes_out(chain(), number) >= moment


def test_announced_round_is_published_ten_minutes_after_the_deadline() -> None:
    source = announced(chain(), 8, 2_000_000)
    assert source is not None
    assert 0 <= comes_out(chain(), source.round) - 2_000_000 - AFTER < chain().period


def test_week_without_a_beacon_has_a_delay_and_without_both_no_draw() -> None:
    assert announced(None, 8, 0) == Source(links=8)
    assert announced(None, 0, 0) is None


def test_round_published_too_soon_after_the_freeze_is_replaced() -> None:
    source = announced(chain(), 8, 2_000_000)
    assert source is not None
    assert not_yet_known(source, 2_000_000) == source
    late = not_yet_known(source, 2_000_000 + AFTER - MIN_DELAY + 60)
    assert late.round > source.round
    assert comes_out(chain(), late.round) >= 2_000_000 + AFTER - MIN_DELAY + 60 + AFTER
    assert not_yet_known(Source(links=3), 10**9) == Source(links=3)


def test_early_week_uses_the_first_round_unknown_when_it_is_sealed() -> None:
    due, sealed = 2_000_000, 2_000_000 - 86_400
    source = announced(chain(), 8, due)
    assert source is not None
    early = not_yet_known(source, sealed)
    assert early.round < source.round
    assert sealed + AFTER <= comes_out(chain(), early.round) < sealed + AFTER + chain().period
    assert not_yet_known(early, sealed) == early


def test_each_link_of_a_delay_follows_from_the_previous_one() -> None:
    links = links_from(ROOT, 3)
    assert links[:2] == links_from(ROOT, 2)
    assert len(set(links)) == 3
    assert first(ROOT).hex() not in links
    assert wrong_link(ROOT, links, range(3)) is None
    forged = (links[0], "00" * 32, links[2])
    assert wrong_link(ROOT, forged, range(3)) == 1
    assert wrong_link(ROOT, forged, [2]) == 2
    assert wrong_link(ROOT, forged, [0]) is None


def test_kinds_of_draws_give_different_seeds() -> None:
    told = {
        draw_bytes(None),
        draw_bytes(Draw(signature=signature(1))),
        draw_bytes(Draw(signature=signature(2))),
        draw_bytes(Draw(links=(randomness(signature(1)),))),
    }
    assert len(told) == 4
    assert draw_bytes(None) == b""


BEACON = Source(chain=chain(), round=round_at(chain(), 2_000_000 + AFTER), links=2)
DELAY = Source(links=2)


@pytest.mark.parametrize(
    ("source", "draw", "what"),
    [
        (None, None, None),
        (None, Draw(links=links_from(ROOT, 2)), "had not been announced"),
        (DELAY, None, "missing"),
        (DELAY, Draw(links=links_from(ROOT, 2)), None),
        (DELAY, Draw(links=links_from(ROOT, 1)), "1 link, but 2 were announced"),
        (DELAY, Draw(links=links_from("cd" * 32, 2)), "Link 1"),
        (DELAY, Draw(signature=signature(BEACON.round)), "differs from the announced one"),
        (BEACON, Draw(signature=signature(BEACON.round)), None),
        (BEACON, Draw(signature=signature(BEACON.round + 1)), "not the beacon's signature"),
        (BEACON, Draw(links=links_from(ROOT, 2)), None),
        (BEACON, Draw(signature=signature(BEACON.round), links=("00" * 32,)), "differs from the"),
    ],
)
def test_draw_must_match_the_announcement(
    source: Source | None, draw: Draw | None, what: str | None
) -> None:
    wrong = wrong_draw(source, draw, ROOT, 2_000_000, range(2))
    assert (wrong is None) if what is None else (wrong is not None and what in wrong)


def test_round_known_before_the_root_was_published_is_detected() -> None:
    draw = Draw(signature=signature(BEACON.round))
    out = comes_out(chain(), BEACON.round)
    for frozen in (None, out, out - MIN_DELAY + 1):
        assert "too soon" in (wrong_draw(BEACON, draw, ROOT, frozen, range(2)) or "")
    assert wrong_draw(BEACON, draw, ROOT, out - MIN_DELAY, range(2)) is None


@pytest.mark.parametrize(
    ("source", "draw", "said"),
    [
        (None, None, "nothing was mixed in"),
        (DELAY, Draw(links=links_from(ROOT, 2)), "a delay of 2 links"),
        (
            BEACON,
            Draw(signature=signature(BEACON.round)),
            "could not have influenced the dice either",
        ),
        (BEACON, Draw(links=links_from(ROOT, 2)), "announced but not used"),
    ],
)
def test_explanation_tells_who_could_have_chosen_the_dice(
    source: Source | None, draw: Draw | None, said: str
) -> None:
    words = " ".join(who_could_choose(salts_fixed=True, source=source, draw=draw))
    assert said in words
    assert "The host alone could not have influenced the dice" in words
    free = " ".join(who_could_choose(salts_fixed=False, source=source, draw=draw))
    assert "could have tried different salts" in free
