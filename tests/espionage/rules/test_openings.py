"""The tree over the dice's keys: its depth shows in every opening, so it may follow from public
facts only.
"""

from __future__ import annotations

from campaign.league.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from engine.game import Step
from engine.match import heard_by
from engine.sealing import dice_root as root_over
from engine.values import Seat
from espionage.rules.openings import (
    dice_root,
    event_root,
    key_tree_leaves,
    told_event_root,
    tree_size,
)
from espionage.rules.orders import Order, Sheet
from espionage.rules.values import Event, Setup, State
from espionage.rules.week import WEEK

from .scene import TEAMS, file_of

SEED = seed_from("openings")


def week(missions: int, *, live: bool = False) -> State:
    """Two teams; the first sends so many of its people to infiltrate the other."""
    return begun(missions, live=live)[0]


def begun(missions: int, *, live: bool = False) -> Step[State, Event]:
    """The same, with what was told."""
    spies = [name.lower() for name in TEAMS["alphas"]][:missions]
    orders = tuple([Order(spy=spy, action="infiltrate", target_team="betas") for spy in spies])
    setup = Setup(
        week="w",
        teams=(file_of("alphas"), file_of("betas")),
        sheets=(Sheet(orders=orders), Sheet()),
        house=HouseRules(live_decisions=live),
    )
    return WEEK.start(setup, SeededDice(SEED, 0))


def test_e25_a_busy_week_has_no_deeper_tree_than_a_quiet_one_with_as_many_ambushes() -> None:
    for plies in (0, 1, 4, 9):
        quiet, busy = week(0), week(6)
        assert (
            tree_size(quiet, plies)
            == tree_size(busy, plies)
            == len(key_tree_leaves(SEED, busy, plies))
        )


def test_e25_with_live_decisions_the_tree_does_not_tell_how_many_questions_there_were() -> None:
    assert {
        tree_size(week(missions, live=True), plies) for missions in (0, 6) for plies in (0, 5, 40)
    } == {tree_size(week(3, live=True), 1)}


def test_the_root_over_all_keys_is_that_of_the_leaves_that_a_transcript_proves_against() -> None:
    for plies in (0, 1, 4):
        assert dice_root(SEED, week(6), plies) == root_over(key_tree_leaves(SEED, week(6), plies))


def test_what_was_told_has_one_root_whoever_sorts_it_by_reader() -> None:
    told, salts = begun(6)[1], [seed_from("alphas"), seed_from("betas")]
    heard = [*[heard_by(Seat(seat), told) for seat in (0, 1)], heard_by(None, told)]
    assert event_root(salts, heard) == told_event_root(salts, told)
