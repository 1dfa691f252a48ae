"""Workers and web servers with a wrong clock: deadlines use the database's clock only."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from .child import Child, use
from .test_races import save_once
from .world import CAMPAIGNS, World

pytestmark = pytest.mark.django_db

WRONG = pytest.mark.parametrize(
    "wrong", [timedelta(hours=-1), timedelta(hours=1)], ids=["slow", "fast"]
)
SHORTLY = timedelta(minutes=20)


def wrongly(wrong: timedelta, act: Any, *values: Any) -> Any:
    """Act in a process whose clock is off by this much."""
    with time_machine.travel(timezone.now() + wrong, tick=True):
        return act(*values)


def tick_by_itself(database: str) -> dict[str, int]:
    """Run a tick like the scheduler, without a given time."""
    from espionage.services.tick import tick

    use(database)
    return dict(tick())


@WRONG
def test_a_worker_with_a_wrong_clock_resolves_no_week_early(world: World, wrong: timedelta) -> None:
    name = world.copy(due_in=SHORTLY)
    done = Child(wrongly, wrong, tick_by_itself, name).end()
    assert not any(number for what, number in done.items() if what != "warn"), done
    assert world.statuses(name) == {"open"}


@WRONG
def test_a_worker_with_a_wrong_clock_resolves_every_due_week(
    world: World, wrong: timedelta
) -> None:
    name = world.copy(due_in=-SHORTLY)
    assert Child(wrongly, wrong, tick_by_itself, name).end()["resolve"] == CAMPAIGNS
    (claimed,) = world.ask(name, "SELECT count(*) FROM campaign_week WHERE claimed_at IS NOT NULL")
    assert claimed == (0,)


@WRONG
def test_servers_with_wrong_clocks_accept_orders_until_the_deadline(
    world: World, wrong: timedelta
) -> None:
    for due_in, answer in ((SHORTLY, "version 3"), (-SHORTLY, "deadline-passed")):
        name = world.copy(due_in=due_in)
        week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
        assert Child(wrongly, wrong, save_once, name, week, team, 2, None).end() == answer
