"""The laws for a wide sample of options, and views without secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from engine.conformance import examine
from engine.dice import Dice, SeededDice, seed_from
from minigames.achtung.rules.classes import ALL_KINDS
from minigames.achtung.rules.dealing import random_pool
from minigames.achtung.rules.game import Achtung
from minigames.achtung.rules.options import error_sentences, pool_size, samples, spies_of
from minigames.achtung.rules.unlocks import unlocks_of
from minigames.achtung.rules.values import MATCHES, ROUNDS, ClassUnlock, PoolChange, Setup

if TYPE_CHECKING:
    from collections.abc import Sequence

SAMPLES = 24
SIZES = (4, 5, 5, 6, 6, 7, 8, 9, 13)
"""Players in a team, in turn."""


def any_setup(size: int, dice: Dice) -> Setup:
    """Return random options without contradictions for this team size."""

    def yes() -> bool:
        return dice.die(2) == 1

    matches = dice.pick(("random", "vote", "secret-vote", "list", "secret-list"))
    pool = dice.pick(("shared", "different", "chosen", *["one-of-each"] * (size == 9)))
    options: dict[str, Any] = {
        "team_size": size,
        "spies": 0 if pool == "one-of-each" else dice.pick((0, 0, 1, size // 2)),
        "squad": 0 if pool == "one-of-each" else dice.pick((0, 0, 2, size - 1)),
        "teams": dice.pick(("random", "seats")),
        "announce_removals": dice.pick(("no", "removal", "cause")),
        "announce_totals": yes(),
        "announce_pool": yes(),
        "votes": dice.pick(("names", "tally")),
        "matches": matches,
        "match_list": tuple(dice.pick(MATCHES) for _ in range(ROUNDS)) if "list" in matches else (),
        "medic": dice.pick(("list", "random", "automatic")),
        "pool": pool,
        "new_classes": yes(),
        "spy_notes": yes(),
        "team_notes": yes(),
        "complex_classes": yes(),
        "unlocks": dice.pick(("off", "random", "chosen")),
        "administrator": dice.pick(("service", "watcher")),
        "creator_plays": False,
    }
    setup = Setup(**options)
    if pool == "chosen":
        options["pools"] = tuple(random_pool(pool_size(setup), dice) for _ in range(dice.die(2)))
    if setup.new_classes and pool != "one-of-each":
        options["pool_changes"] = (
            PoolChange(after=1),
            PoolChange(after=3, pools=(random_pool(pool_size(setup), dice),)),
        )
    if setup.unlocks == "chosen":
        only = (
            {kind for each in options.get("pools", ()) for kind in each}
            if "pool_changes" not in options
            else set()
        )
        dealt = [kind for kind in ALL_KINDS if not only or kind in {*only, "spy"}]
        fit = {kind: unlocks_of(kind, complex_classes=setup.complex_classes) for kind in dealt}
        options["chosen_unlocks"] = tuple(
            ClassUnlock(kind=kind, unlock=dice.pick(fit[kind]))
            for kind in fit
            if fit[kind] and yes()
        ) or (ClassUnlock(kind="spy", unlock="ambassador"),)
    options["disguise"] = setup.announce_totals and yes()
    options["spies_know"] = spies_of(setup) > 1 and yes()
    return Setup(**options)


class SampledAchtung(Achtung):
    """Achtung, Spy! with other setups to start from."""

    def __init__(self, *some: Setup) -> None:
        self.some = some

    def setups(self) -> Sequence[Setup]:
        return self.some


def sample_setup(number: int) -> Setup:
    """Return one of the sample setups."""
    return any_setup(SIZES[number % len(SIZES)], SeededDice(seed_from(f"options {number}"), 0))


def test_a10_a20_a31_sample_setups_have_spies_squads_and_administrators_as_set():
    some = [sample_setup(number) for number in range(SAMPLES)]
    assert any(each.spies * 2 == each.team_size for each in some) and any(
        each.spies == 1 for each in some
    )
    assert any(each.squad == 2 for each in some) and any(
        each.squad == each.team_size - 1 for each in some
    )
    assert {each.administrator for each in some} == {"service", "watcher"}


@pytest.mark.parametrize("number", range(SAMPLES))
def test_every_set_of_options_keeps_every_law(number):
    setup = sample_setup(number)
    assert list(error_sentences(setup)) == []
    report = examine(SampledAchtung(setup), matches=1, positions=8)
    assert report.vacuous <= {"5b", "8"}


def test_sample_setups_use_every_option():
    for field in ("teams", "announce_removals", "matches", "votes", "medic", "pool", "unlocks"):
        assert len({getattr(setup, field) for setup in samples()}) > 1, field
    for switch in (
        "announce_totals",
        "announce_pool",
        "new_classes",
        "spy_notes",
        "team_notes",
        "disguise",
        "spies_know",
        "complex_classes",
    ):
        assert {getattr(setup, switch) for setup in samples()} == {True, False}, switch
