"""A worker is killed during a deadline: nothing is lost, done twice or half done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.siege import dice, in_shares, more

from .child import POINTS, Child, Orders, do
from .world import CAMPAIGNS, World, truth

pytestmark = [pytest.mark.django_db, pytest.mark.promise("kills")]
KILLS = more(2, 8)
"""Number of workers killed during one deadline."""


@pytest.fixture(scope="module")
def undisturbed(league: World) -> tuple[dict[str, str], int]:
    """Return the result of an undisturbed deadline and its number of database steps."""
    name = league.copy()
    done, steps = Child(do, Orders(name, league.moments.due_at)).end()
    assert done["resolve"] == CAMPAIGNS
    return truth(league, name), steps


def resolved(world: World, name: str) -> int:
    return world.ask(name, "SELECT count(*) FROM campaign_week WHERE status = 'settled'")[0][0]


@pytest.mark.everyday
def test_equal_orders_and_seeds_give_the_same_week(
    world: World, undisturbed: tuple[dict[str, str], int]
) -> None:
    name = world.copy()
    Child(do, Orders(name, world.moments.due_at, batch=50)).end()
    assert truth(world, name) == undisturbed[0]


@pytest.mark.parametrize("point", POINTS)
def test_a_worker_killed_at_a_named_point_leaves_whole_weeks(
    world: World, undisturbed: tuple[dict[str, str], int], point: str
) -> None:
    name = world.copy()
    assert Child(do, Orders(name, world.moments.due_at, point=point)).killed()
    assert resolved(world, name) == (3 if point == "after the commit" else 0)
    assert world.ask(name, "SELECT count(*) FROM play_match")[0][0] == resolved(world, name)
    done, _ = Child(do, Orders(name, world.moments.due_at)).end()
    assert done["resolve"] == CAMPAIGNS - (3 if point == "after the commit" else 0)
    assert truth(world, name) == undisturbed[0]


@pytest.mark.everyday
@in_shares(3, 280, of=10)
def test_workers_killed_at_any_step_lose_and_duplicate_nothing(
    world: World,
    undisturbed: tuple[dict[str, str], int],
    rounds: range,
    tried: Callable[[int], None],
) -> None:
    truth_of_peace, steps = undisturbed
    for number in rounds:
        chance, name = dice("any step", number), world.copy()
        kills = [chance.randint(1, steps // (1 + at // 2)) for at in range(KILLS)]
        for step in kills:
            tried(Child(do, Orders(name, world.moments.due_at, step=step)).killed())
            try_again(world, name)
        Child(do, Orders(name, world.moments.due_at)).end()
        assert truth(world, name) == truth_of_peace, (
            f"round {number}, killed before steps {kills} of {steps}"
        )
        world.forget()


def try_again(world: World, name: str) -> None:
    """Retry a parked week like a GM."""
    world.do(name, "UPDATE campaign_week SET attempts = 0 WHERE attempts > 0")


@in_shares(3, 60, of=10)
def test_killing_one_of_two_workers_changes_nothing(
    world: World,
    undisturbed: tuple[dict[str, str], int],
    rounds: range,
    tried: Callable[[int], None],
) -> None:
    truth_of_peace, steps = undisturbed
    for number in rounds:
        name, step = world.copy(), dice("beside", number).randint(1, steps // 2)
        victim = Child(do, Orders(name, world.moments.due_at, step=step, lease=5))
        other = Child(do, Orders(name, world.moments.due_at, lease=5))
        tried(victim.killed())
        other.end()
        Child(do, Orders(name, world.moments.due_at)).end()
        assert truth(world, name) == truth_of_peace, f"round {number}"
        world.forget()


@pytest.mark.promise("poison")
def test_a_week_that_kills_its_worker_three_times_is_parked(world: World) -> None:
    name = world.copy()
    poison = world.ask(name, "SELECT min(id::text) FROM campaign_week WHERE number = 1")[0][0]
    for _ in range(3):
        assert Child(do_poisoned, Orders(name, world.moments.due_at), poison).killed()
    Child(do_poisoned, Orders(name, world.moments.due_at), poison).end()
    assert resolved(world, name) == CAMPAIGNS - 1
    parked = world.ask(
        name, "SELECT id::text, fault FROM campaign_week WHERE parked_at IS NOT NULL"
    )
    assert parked == [(poison, "resolve: interrupted 3 times")]
    told = world.ask(name, "SELECT count(*) FROM notifications_notice WHERE kind = 'week-stuck'")
    assert told == [(1,)]


def do_poisoned(orders: Orders, poison: str) -> object:
    """Run a tick in which one week's rules kill the process."""
    from espionage.services import resolving

    from .child import _die, put

    start = resolving._begin_game

    def poisoned(hand: object, *values: object) -> object:
        return _die() if str(hand.week.pk) == poison else start(hand, *values)  # type: ignore[attr-defined, arg-type]

    put(resolving, _begin_game=poisoned)
    return do(orders)
