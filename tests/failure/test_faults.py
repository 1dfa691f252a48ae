"""Rules that raise or never end: one week is parked for its GM, and every other club continues in
time.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.factories import signed_in

from .child import Child, Orders, do, put, use
from .world import CAMPAIGNS, World, truth

pytestmark = [pytest.mark.django_db, pytest.mark.promise("poison")]

SECRET = "Vesper goes to Basilisk"


def poisoned(orders: Orders, week: str, how: str) -> tuple[dict[str, int], float]:
    """Run one tick in which the rules fail for one week; return what was done and the seconds."""
    from espionage.services import due, resolving

    start = resolving._begin_game

    def bad(hand: Any, *values: Any) -> Any:
        if str(hand.week.pk) != week:
            return start(hand, *values)
        if how == "raises":
            raise ValueError(SECRET)
        if how == "eats memory":
            eaten = []
            while True:
                eaten.append(bytes(1000))
        while True:
            pass

    put(resolving, _begin_game=bad)
    if how == "eats memory":
        _have_no_more_than(64 * 2**20)
    if how == "never ends":  # the good weeks must have time enough on any machine
        put(due, BATCH_SECONDS=8.0, ALONE_SECONDS=8.0)
    began = time.monotonic()
    done, _ = do(orders)
    return done, time.monotonic() - began


def _have_no_more_than(more: int) -> None:
    """Limit this process to this many more bytes of memory, like a container."""
    resource.setrlimit(resource.RLIMIT_AS, (taken := _taken() + more, taken))


def _taken() -> int:
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def a_week(world: World, name: str) -> str:
    return world.ask(name, "SELECT max(id::text) FROM campaign_week WHERE number = 1")[0][0]


@pytest.mark.parametrize("how", ["raises", "never ends", "eats memory"])
def test_a_failing_week_is_parked_after_three_attempts_and_delays_no_other(
    world: World, how: str
) -> None:
    name = world.copy()
    week = a_week(world, name)
    first, seconds = Child(poisoned, Orders(name, world.moments.due_at), week, how).end()
    assert first["resolve"] == CAMPAIGNS - 1
    assert seconds < 60
    for _ in range(2):
        assert not any(
            Child(poisoned, Orders(name, world.moments.due_at), week, how).end()[0].values()
        )
    fault = {
        "raises": "resolve: ValueError",
        "never ends": "resolve: TookTooLong",
        "eats memory": "resolve: MemoryError",
    }[how]
    assert world.ask(
        name, "SELECT id::text, attempts, fault FROM campaign_week WHERE parked_at IS NOT NULL"
    ) == [(week, 3, fault)]
    assert not any(Child(do, Orders(name, world.moments.due_at)).end()[0].values()), (
        "a parked week is left alone"
    )


def test_the_gm_sees_the_stuck_week_but_nothing_of_its_orders(world: World) -> None:
    name = world.copy()
    week = a_week(world, name)
    for _ in range(3):
        Child(poisoned, Orders(name, world.moments.due_at), week, "raises").end()
    told = world.ask(
        name,
        (
            "SELECT n.text, m.role FROM notifications_notice n JOIN campaign_membership m USING "
            "(user_id, campaign_id) WHERE kind = 'week-stuck'"
        ),
    )
    assert told == [("Week 1 is stuck and needs your attention.", "gm")]
    stuck, page = Child(desk_of, name, week).end()
    assert stuck == ["resolve: ValueError"]
    assert SECRET not in page
    with world.open(name) as database:
        for (table,) in database.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall():
            assert not database.execute(
                f"SELECT 1 FROM {table} t WHERE t::text LIKE %s", [f"%{SECRET}%"]
            ).fetchall(), table


def desk_of(database: str, week_id: str) -> tuple[list[str], str]:
    """Return the content of the GM's desk."""
    from django_scopes import scopes_disabled

    from campaign.desk.selectors.desk import needs
    from campaign.league.models import Week
    from campaign.league.selectors.viewer import viewer
    from core.web import clock

    use(database)
    with scopes_disabled():
        week = Week.objects.select_related("season__campaign__founder").get(pk=week_id)
        campaign = week.season.campaign
        seen = needs(viewer(campaign.founder, campaign), clock.now())
        client = signed_in(campaign.founder, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(f"/c/{campaign.slug}/desk/")
    assert page.status_code == 200
    return [each.fault for each in seen.stuck], page.content.decode()


def test_a_stuck_week_is_resolved_with_the_same_dice_after_the_fix(world: World) -> None:
    quiet, name = world.copy(), world.copy()
    Child(do, Orders(quiet, world.moments.due_at)).end()
    week = a_week(world, name)
    for _ in range(3):
        Child(poisoned, Orders(name, world.moments.due_at), week, "raises").end()
    Child(try_again, name, week).end()
    assert Child(do, Orders(name, world.moments.due_at)).end()[0]["resolve"] == 1
    ours, theirs = truth(world, name), truth(world, quiet)
    assert {table for table in ours if ours[table] != theirs[table]} == {
        "campaign_deskact",
        "notifications_notice",
        "notifications_delivery",
        "notifications_pushdelivery",
        "notifications_ownhookdelivery",
    }


def try_again(database: str, week_id: str) -> None:
    """Do what the button on the desk does."""
    from django_scopes import scopes_disabled

    from campaign.calendar.services import failed_weeks as stuck
    from campaign.league.models import Week
    from core.web import clock

    use(database)
    with scopes_disabled():
        week = Week.objects.select_related("season__campaign__founder").get(pk=week_id)
        stuck.retry(week=week, actor=week.season.campaign.founder, now=clock.now())


def test_many_failing_weeks_do_not_delay_new_ones(world: World) -> None:
    """New weeks come before failed ones, however long ago those were due."""
    name = world.copy()
    late = world.ask(
        name, "SELECT id::text FROM campaign_week WHERE number = 1 ORDER BY id LIMIT 1"
    )[0][0]
    with world.open(name) as database:
        database.execute(
            (
                "UPDATE campaign_week SET attempts = 1, claimed_at = now() WHERE number = 1 AND id "
                "<> %s"
            ),
            [late],
        )
    assert Child(in_order, name, world.moments.due_at).end()[0] == late


def in_order(database: str, at: Any) -> list[str]:
    """Return the weeks in the order of their claims."""
    from espionage.services import due

    use(database)
    put(due, LEASE=timedelta(0))
    claimed: list[str] = []
    claim: Callable[..., Any] = due._claim

    def noted(*values: Any) -> Any:
        found = claim(*values)
        claimed.extend(map(str, found))
        return found

    put(due, _claim=noted)
    from espionage.services.tick import tick

    tick(now=at)
    return claimed


def test_a_claim_lasts_only_until_the_week_is_locked(world: World) -> None:
    name = world.copy()
    assert Child(do, Orders(name, world.moments.due_at, point="after the claim", batch=50)).killed()
    assert not Child(do, Orders(name, world.moments.due_at, lease=60)).end()[0]["resolve"]
    assert Child(do, Orders(name, world.moments.due_at, lease=0)).end()[0]["resolve"] == CAMPAIGNS
