"""The tree over the dice's keys: its depth shows in every opening, so it may follow from public
facts only.
"""

from __future__ import annotations

from campaign.league.rules.house import HouseRules
from engine.dice import SeededDice, seed_from
from espionage.rules.openings import leaves, tree_size
from espionage.rules.orders import Order, Sheet
from espionage.rules.values import Setup, State
from espionage.rules.week import WEEK

from .scene import TEAMS, file_of

SEED = seed_from("openings")


def week(missions: int, *, live: bool = False) -> State:
    """Two teams; the first sends so many of its people to infiltrate the other."""
    spies = [name.lower() for name in TEAMS["alphas"]][:missions]
    orders = tuple([Order(spy=spy, action="infiltrate", target_team="betas") for spy in spies])
    setup = Setup(
        week="w",
        teams=(file_of("alphas"), file_of("betas")),
        sheets=(Sheet(orders=orders), Sheet()),
        house=HouseRules(live_decisions=live),
    )
    return WEEK.start(setup, SeededDice(SEED, 0))[0]


def test_e25_a_busy_week_has_no_deeper_tree_than_a_quiet_one_with_as_many_ambushes() -> None:
    for plies in (0, 1, 4, 9):
        quiet, busy = week(0), week(6)
        assert tree_size(quiet, plies) == tree_size(busy, plies) == len(leaves(SEED, busy, plies))


def test_e25_with_live_decisions_the_tree_does_not_tell_how_many_questions_there_were() -> None:
    assert {
        tree_size(week(missions, live=True), plies) for missions in (0, 6) for plies in (0, 5, 40)
    } == {tree_size(week(3, live=True), 1)}
