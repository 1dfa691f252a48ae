"""Many people and workers at once, around the very deadline."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from .child import Child, Orders, do, put, use
from .world import CAMPAIGNS, World, truth, wait_for

pytestmark = pytest.mark.django_db

WRITERS = 8


def keep_saving(database: str, number: int) -> dict[str, Any]:
    """Save orders for one team after another until refused three times for lateness; what was
    accepted, and what was said else.
    """
    from django_scopes import scopes_disabled

    use(database)
    dice, accepted, said = Random(number), defaultdict[str, list[int]](list), Counter[str]()
    with scopes_disabled():
        while said["deadline-passed"] < 3:
            team, answer = save_any(dice.randrange(1000))
            if isinstance(answer, int):
                accepted[team].append(answer)
            else:
                said[answer] += 1
    return {"accepted": dict(accepted), "said": dict(said)}


def save_any(number: int) -> tuple[str, int | str]:
    """Save some team's newest orders anew: which team's, and the version accepted or the code of
    the refusal.
    """
    from campaign.league.models import TeamOwner, Week
    from engine.game import Refusal
    from espionage.models import OrderSheet
    from espionage.selectors.sheets import newest, read
    from espionage.services.sheets import save_sheet

    owners = (
        TeamOwner.objects.filter(team__seats__week__number=1)
        .select_related("team", "user")
        .order_by("id")
    )
    owner = owners[number % owners.count()]
    week = Week.objects.get(number=1, season__campaign=owner.team.campaign_id)
    before = newest(week, owner.team)
    assert before is not None
    try:
        sheet = save_sheet(
            week_id=week.pk,
            team=owner.team,
            sheet=read(before),
            state=OrderSheet.State.FINAL,
            seen=before.version,
            by=owner.user,
        )
    except Refusal as refusal:
        return f"{week.pk} {owner.team_id}", refusal.code
    return f"{week.pk} {owner.team_id}", sheet.version


def keep_ticking(database: str) -> int:
    """Tick without a pause until nothing is open any more; how many weeks were resolved here."""
    from django_scopes import scopes_disabled

    from campaign.league.models import Week
    from espionage.services.tick import tick

    use(database)
    resolved = 0
    with scopes_disabled():
        while Week.objects.filter(number=1, status=Week.Status.OPEN).exists():
            resolved += tick()["resolve"]
    return resolved


def test_every_sheet_accepted_around_the_deadline_is_the_one_resolved_and_none_is_accepted_after(
    world: World,
) -> None:
    name = world.copy(due_in=timedelta(hours=1))
    writers = [Child(keep_saving, name, number) for number in range(WRITERS)]
    tickers = [Child(keep_ticking, name) for _ in range(2)]
    wait_for(
        lambda: world.ask(
            name, "SELECT count(*) > %s FROM espionage_ordersheet WHERE version > 2", 3 * WRITERS
        )[0][0],
        "nobody writes",
    )
    with world.open(name) as database:
        database.execute(
            "UPDATE campaign_week SET due_at = clock_timestamp() + interval '1 second', "
            "settle_at = clock_timestamp() + interval '1 second' WHERE number = 1"
        )
    said = [writer.end() for writer in writers]
    assert sum(ticker.end() for ticker in tickers) == CAMPAIGNS
    counted = dict(
        world.ask(
            name,
            "SELECT t.week_id || ' ' || t.team_id, s.version FROM espionage_sealedseat t "
            "JOIN espionage_ordersheet s ON s.id = t.sheet_id JOIN campaign_week w ON w.id = "
            "t.week_id WHERE w.number = 1",
        )
    )
    last = dict(
        world.ask(
            name,
            "SELECT week_id || ' ' || team_id, max(version) FROM espionage_ordersheet GROUP BY 1",
        )
    )
    assert counted == last
    for key, version in counted.items():
        accepted = [version for each in said for version in each["accepted"].get(key, [])]
        assert sorted(accepted) == list(range(3, version + 1)), (
            "each version was accepted once, and none went missing"
        )
    late = world.ask(
        name,
        (
            "SELECT count(*) FROM espionage_ordersheet s JOIN campaign_week w ON w.id = s.week_id "
            "WHERE s.version > 2 AND s.saved_at >= w.due_at"
        ),
    )
    assert late == [(0,)]
    assert not {kind for each in said for kind in each["said"]} - {
        "stale",
        "deadline-passed",
        "in-progress",
    }


def save_once(database: str, week: UUID, team: UUID, seen: int, at: datetime | None) -> str:
    """One tab: save on top of the version it shows; with `at`, at the same moment as the others."""
    from django_scopes import scopes_disabled

    from campaign.league.models import TeamOwner
    from core.web import clock
    from engine.game import Refusal
    from espionage.models import OrderSheet
    from espionage.rules.orders import Sheet
    from espionage.services.sheets import save_sheet

    use(database)
    if at is not None:
        put(clock, now=lambda: at)
    with scopes_disabled():
        owner = TeamOwner.objects.select_related("team", "user").get(team=team)
        try:
            saved = save_sheet(
                week_id=week,
                team=owner.team,
                sheet=Sheet(),
                state=OrderSheet.State.FINAL,
                seen=seen,
                by=owner.user,
            )
        except Refusal as refusal:
            return refusal.code
        return f"version {saved.version}"


def test_of_tabs_that_save_the_same_sheet_at_once_one_wins_and_the_others_are_told(
    world: World, rounds: int
) -> None:
    """Two tabs, a double click, a page and the API: all end in the same service with the version
    that they saw.
    """
    name = world.copy()
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    at = world.moments.due_at - timedelta(hours=1)
    for seen in range(2, 2 + rounds):
        tabs = [Child(save_once, name, week, team, seen, at) for _ in range(3)]
        assert sorted(tab.end() for tab in tabs) == ["stale", "stale", f"version {seen + 1}"]


def test_the_same_tick_delivered_ten_times_at_once_is_one_tick(world: World) -> None:
    quiet, wild = world.copy(), world.copy()
    Child(do, Orders(quiet, world.moments.due_at)).end()
    ticks = [Child(do, Orders(wild, world.moments.due_at, lease=5)) for _ in range(10)]
    assert sum(tick.end()[0]["resolve"] for tick in ticks) == CAMPAIGNS
    late = Child(do, Orders(wild, world.moments.due_at)).end()[0]
    assert not any(late.values())
    assert truth(world, wild) == truth(world, quiet)


def test_a_row_that_stays_locked_is_answered_with_try_again_within_seconds(world: World) -> None:
    name = world.copy()
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    with world.open(name) as other, other.transaction():
        other.execute("SELECT 1 FROM campaign_week WHERE id = %s FOR UPDATE", [week])
        began = time.monotonic()
        assert (
            Child(save_once, name, week, team, 2, world.moments.due_at - timedelta(hours=1)).end()
            == "in-progress"
        )
        assert time.monotonic() - began < 20
    assert (
        Child(save_once, name, week, team, 2, world.moments.due_at - timedelta(hours=1)).end()
        == "version 3"
    )


def test_a_week_that_somebody_holds_delays_no_other(world: World) -> None:
    name = world.copy()
    week = world.ask(name, "SELECT id FROM campaign_week WHERE number = 1 LIMIT 1")[0][0]
    with world.open(name) as other, other.transaction():
        other.execute("SELECT 1 FROM campaign_week WHERE id = %s FOR UPDATE", [week])
        assert Child(do, Orders(name, world.moments.due_at)).end()[0]["resolve"] == CAMPAIGNS - 1
    assert Child(do, Orders(name, world.moments.due_at)).end()[0]["resolve"] == 1
    assert world.ask(name, "SELECT max(attempts) FROM campaign_week") == [(0,)]


def test_a_clock_that_is_an_hour_wrong_on_a_web_server_lets_nobody_in_late(world: World) -> None:
    """The database's clock decides; the process's own is not asked."""
    name = world.copy(due_in=timedelta(seconds=-1))
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    assert Child(save_with_wrong_clock, name, week, team).end() == "deadline-passed"


def save_with_wrong_clock(database: str, week: UUID, team: UUID) -> str:
    import time_machine

    from core.web import clock

    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        use(database)
        return save_once(database, week, team, 2, clock.now())
