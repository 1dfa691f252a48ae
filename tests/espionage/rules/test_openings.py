"""The tree over the dice keys reveals only public facts by its depth."""

from __future__ import annotations

from campaign.house_rules.rules.house import HouseRules
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

from .scene import TEAMS, team_file

SEED = seed_from("openings")


def week_state(missions: int, *, live: bool = False) -> State:
    """Return a week in which the first team infiltrates the second this many times."""
    return start_week(missions, live=live)[0]


def start_week(missions: int, *, live: bool = False) -> Step[State, Event]:
    """Return the same week with its events."""
    spies = [name.lower() for name in TEAMS["alphas"]][:missions]
    orders = tuple([Order(spy=spy, action="infiltrate", target_team="betas") for spy in spies])
    setup = Setup(
        week="w",
        teams=(team_file("alphas"), team_file("betas")),
        sheets=(Sheet(orders=orders), Sheet()),
        house=HouseRules(live_decisions=live),
    )
    return WEEK.start(setup, SeededDice(SEED, 0))


def test_e25_tree_depth_does_not_reveal_a_busy_week() -> None:
    for plies in (0, 1, 4, 9):
        quiet, busy = week_state(0), week_state(6)
        assert (
            tree_size(quiet, plies)
            == tree_size(busy, plies)
            == len(key_tree_leaves(SEED, busy, plies))
        )


def test_e25_tree_does_not_reveal_the_number_of_live_questions() -> None:
    assert {
        tree_size(week_state(missions, live=True), plies)
        for missions in (0, 6)
        for plies in (0, 5, 40)
    } == {tree_size(week_state(3, live=True), 1)}


def test_root_of_all_keys_matches_the_proofs_of_a_transcript() -> None:
    for plies in (0, 1, 4):
        assert dice_root(SEED, week_state(6), plies) == root_over(
            key_tree_leaves(SEED, week_state(6), plies)
        )


def test_root_of_told_events_does_not_depend_on_their_order() -> None:
    told, salts = start_week(6)[1], [seed_from("alphas"), seed_from("betas")]
    heard = [*[heard_by(Seat(seat), told) for seat in (0, 1)], heard_by(None, told)]
    assert event_root(salts, heard) == told_event_root(salts, told)
