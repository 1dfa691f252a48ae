"""The site was down during a deadline: each week is held once, by any number of workers. No test
waits; times are moved in the database's rows.
"""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import NamedTuple

import pytest

from tests.siege import dice, in_shares

from .child import Child, Orders, do
from .test_broker import loop, start_program
from .world import CAMPAIGNS, World, wait_for

pytestmark = [pytest.mark.django_db, pytest.mark.promise("outages")]


class Held(NamedTuple):
    """The outages and holds in a database."""

    outages: int
    statuses: set[str]
    to_come: int
    holds: int
    numbers: set[int]
    acts: int
    news: int
    told: int


def away(world: World, name: str) -> None:
    """Move times so that the site was up until 25 minutes ago and all orders were due ten minutes
    ago.
    """
    with world.open(name) as database:
        database.execute("DELETE FROM uptime_heartbeat")
        database.execute(
            "INSERT INTO uptime_heartbeat (id, at) "
            "VALUES (1, clock_timestamp() - interval '25 minutes')"
        )
        moved = ", ".join(
            f"{clock} = {clock} - w.due_at + clock_timestamp() - interval '10 minutes'"
            for clock in ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
        )
        database.execute(f"UPDATE campaign_week w SET {moved} WHERE number = 1")


def held(world: World, name: str) -> Held:
    def number(question: str) -> int:
        return int(world.ask(name, f"SELECT count(*) FROM {question}")[0][0])

    return Held(
        number("uptime_outage"),
        world.statuses(name),
        number(
            "campaign_week w JOIN campaign_outagehold h ON h.week_id = w.id JOIN uptime_outage o "
            "ON o.id = h.outage_id WHERE w.due_at = o.ended_at + interval '1 hour'"
        ),
        number("campaign_outagehold"),
        {nth for (nth,) in world.ask(name, "SELECT nth FROM campaign_outagehold")},
        number("campaign_deskact WHERE kind = 'deadline-held'"),
        number("campaign_news WHERE kind = 'deadline-held'"),
        number("notifications_notice WHERE kind = 'deadline-held'"),
    )


def once(world: World, name: str) -> Held:
    """Return one outage with each week held once."""
    members = world.ask(name, "SELECT count(*) FROM campaign_membership WHERE left_at IS NULL")
    return Held(1, {"open"}, CAMPAIGNS, CAMPAIGNS, {1}, CAMPAIGNS, CAMPAIGNS, int(members[0][0]))


def test_ten_ticks_after_an_outage_hold_each_week_once(world: World) -> None:
    name = world.copy()
    away(world, name)
    ticks = [Child(do, Orders(name, None, lease=60)) for _ in range(10)]
    done = [tick.end()[0] for tick in ticks]
    assert sum(each["hold"] for each in done) == CAMPAIGNS
    assert sum(each["resolve"] for each in done) == 0
    assert held(world, name) == once(world, name)


@in_shares(3, 50, of=25)
def test_workers_killed_after_an_outage_hold_each_week_once(world: World, rounds: range) -> None:
    quiet = world.copy()
    away(world, quiet)
    _, steps = Child(do, Orders(quiet, None)).end()
    assert held(world, quiet) == once(world, quiet)
    for number in rounds:
        chance, name = dice("held", number), world.copy()
        away(world, name)
        kills = [chance.randint(1, steps), chance.randint(1, steps)]
        for step in kills:
            Child(do, Orders(name, None, step=step)).killed()
        Child(do, Orders(name, None)).end()
        assert held(world, name) == once(world, name), (
            f"round {number}, killed before steps {kills} of {steps}"
        )
        world.forget()


def test_a_worker_killed_while_holding_leaves_no_week_to_resolve(world: World) -> None:
    name = world.copy()
    away(world, name)
    assert Child(do, Orders(name, None, point="before the commit")).killed()
    assert held(world, name).holds == 0
    done, _ = Child(do, Orders(name, None, lease=60)).end()
    assert done["resolve"] == 0, "claimed a moment ago: neither held nor resolved yet"
    Child(do, Orders(name, None)).end()
    assert held(world, name) == once(world, name)


@pytest.fixture
def start_loop(world: World) -> Iterator[Callable[[str], subprocess.Popen[bytes]]]:
    with ExitStack() as programs:
        yield lambda name: start_program(
            programs, world.environment(name, LOG_LEVEL="CRITICAL"), *loop(0.2)
        )


def test_a_restarted_loop_holds_weeks_that_came_due_meanwhile(
    world: World, start_loop: Callable[[str], subprocess.Popen[bytes]]
) -> None:
    name = world.copy()
    loop = start_loop(name)
    wait_for(
        lambda: world.ask(name, "SELECT count(*) FROM uptime_heartbeat") == [(1,)],
        "the loop has no heartbeat",
    )
    loop.send_signal(signal.SIGKILL)
    loop.wait()
    assert held(world, name)[:2] == (0, {"open"}), "the first start of a site is after no outage"
    away(world, name)
    start_loop(name)
    wait_for(lambda: held(world, name).holds == CAMPAIGNS, "the loop held nothing")
    assert held(world, name) == once(world, name)
