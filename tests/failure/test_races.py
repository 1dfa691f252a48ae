"""Many people and workers at the same time, around the deadline."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from tests.siege import dice, in_shares, more

from .child import AT_ONCE, Child, Orders, do, put, use
from .world import CAMPAIGNS, MANY, World, truth

pytestmark = pytest.mark.django_db

WRITERS, TICKERS = more(8, 12), more(2, 3)
NEAR = timedelta(milliseconds=300)
"""Maximum time between a save and a deadline."""


def keep_saving(database: str, number: int) -> dict[str, Any]:
    """Save orders for one team after another until three were refused as late; return the accepted
    ones and other answers.
    """
    from django_scopes import scopes_disabled

    use(database)
    chance, accepted, said = dice(number), defaultdict[str, list[int]](list), Counter[str]()
    with scopes_disabled():
        while said["deadline-passed"] < 3:
            team, answer = save_any(chance.randrange(1000))
            if isinstance(answer, int):
                accepted[team].append(answer)
            else:
                said[answer] += 1
    return {"accepted": dict(accepted), "said": dict(said)}


def save_any(number: int) -> tuple[str, int | str]:
    """Save a random team's newest orders again; return the team, and the accepted version or the
    code of the refusal.
    """
    from campaign.league.models import Week
    from engine.game import Refusal
    from espionage.models import OrderSheet
    from espionage.selectors.sheets import newest_sheet, read_sheet
    from espionage.services.sheets import save_sheet

    owners = team_owners()
    owner = owners[number % owners.count()]
    week = Week.objects.get(number=1, season__campaign=owner.team.campaign_id)
    before = newest_sheet(week, owner.team)
    assert before is not None
    try:
        sheet = save_sheet(
            week_id=week.pk,
            team=owner.team,
            sheet=read_sheet(before),
            state=OrderSheet.State.FINAL,
            seen_version=before.version,
            saved_by=owner.user,
        )
    except Refusal as refusal:
        return f"{week.pk} {owner.team_id}", refusal.code
    return f"{week.pk} {owner.team_id}", sheet.version


def team_owners() -> Any:
    """Return the owners in random order."""
    from campaign.league.models import TeamOwner

    return (
        TeamOwner.objects.filter(team__seats__week__number=1)
        .select_related("team", "user")
        .order_by("id")
    )


def keep_ticking(database: str) -> int:
    """Tick without a pause until no week is open; return the number of weeks resolved here."""
    from django_scopes import scopes_disabled

    from campaign.league.models import Week
    from espionage.services.tick import tick

    use(database)
    resolved = 0
    with scopes_disabled():
        while Week.objects.filter(number=1, status=Week.Status.OPEN).exists():
            resolved += tick()["resolve"]
    return resolved


def save_around_deadlines(database: str, number: int) -> dict[str, Any]:
    """Save orders of teams whose deadline is close or just passed; return the accepted ones and
    other answers.
    """
    from django_scopes import scopes_disabled

    use(database)
    chance = dice("writer", number)
    accepted, said = defaultdict[str, list[int]](list), Counter[str]()
    with scopes_disabled():
        due = due_teams()
        while (now := timezone.now()) < max(due.values()) + NEAR:
            near = [place for place, at in due.items() if abs(at - now) < NEAR]
            if not near:
                time.sleep(0.01)
                continue
            team, answer = save_any(chance.choice(near))
            if isinstance(answer, int):
                accepted[team].append(answer)
            else:
                said[answer] += 1
    return {"accepted": dict(accepted), "said": dict(said)}


def due_teams() -> dict[int, datetime]:
    """Return each team's deadline by its index among all owners."""
    from campaign.league.models import Week

    due = dict(Week.objects.filter(number=1).values_list("season__campaign_id", "due_at"))
    return {place: due[owner.team.campaign_id] for place, owner in enumerate(team_owners())}


@pytest.mark.everyday
@pytest.mark.promise("deadlines")
@in_shares(CAMPAIGNS, 5_000, of=MANY)
def test_the_last_sheet_accepted_before_the_deadline_is_resolved(
    crowded: World, rounds: range, tried: Callable[[int], None]
) -> None:
    """The deadlines of all weeks pass one after the other, a few hundredths of a second apart."""
    world, name = crowded, crowded.copy(due_in=timedelta(hours=1))
    world.do(
        name,
        "UPDATE campaign_week w SET due_at = p.at, settle_at = p.at FROM (SELECT id, "
        "clock_timestamp() + interval '4 seconds' + (row_number() OVER (ORDER BY id)) * "
        "interval '25 milliseconds' AS at FROM campaign_week WHERE number = 1) p WHERE p.id = w.id",
    )
    writers = [Child(save_around_deadlines, name, number) for number in range(WRITERS)]
    tickers = [Child(keep_ticking, name) for _ in range(TICKERS)]
    said = [writer.end(300) for writer in writers]
    assert sum(ticker.end(300) for ticker in tickers) == len(rounds)
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
    heard = sum((Counter(each["said"]) for each in said), Counter[str]())
    assert heard["deadline-passed"] and not heard.keys() - {
        "stale",
        "deadline-passed",
        "in-progress",
    }
    assert any(each["accepted"] for each in said), "nobody saved anything in time"
    tried(len(rounds))


def save_once(database: str, week: UUID, team: UUID, seen: int, at: datetime | None) -> str:
    """Save in one tab on top of the version it shows; with `at`, at the same moment as the
    others.
    """
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
                seen_version=seen,
                saved_by=owner.user,
            )
        except Refusal as refusal:
            return refusal.code
        return f"version {saved.version}"


def save_together(
    database: str, week: UUID, team: UUID, at: datetime, rounds: range, start: Barrier
) -> list[str]:
    """Save in one of several tabs: in each round, at their mark, on top of the same version."""
    said = []
    for seen in rounds:
        start.wait(60)
        said.append(save_once(database, week, team, seen, at))
    return said


@pytest.mark.everyday
@pytest.mark.promise("tabs")
@in_shares(6, 2_000, of=100)
def test_of_concurrent_saves_one_wins_and_the_others_are_stale(
    world: World, rounds: range, tried: Callable[[int], None]
) -> None:
    """Two tabs, a double click, a page and the API all call the same service with the version they
    saw.
    """
    name = world.copy()
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    at = world.moments.due_at - timedelta(hours=1)
    start, seen = AT_ONCE.Barrier(3), range(2, 2 + len(rounds))
    tabs = [Child(save_together, name, week, team, at, seen, start) for _ in range(3)]
    said = zip(*(tab.end(300) for tab in tabs), strict=True)
    for version, answers in zip(seen, said, strict=True):
        assert sorted(answers) == ["stale", "stale", f"version {version + 1}"]
    tried(len(rounds))


@pytest.mark.everyday
@pytest.mark.promise("deliveries")
@in_shares(1, 100, of=10)
def test_ten_concurrent_ticks_equal_one_tick(
    world: World, rounds: range, tried: Callable[[int], None]
) -> None:
    quiet = world.copy()
    Child(do, Orders(quiet, world.moments.due_at)).end()
    peace = truth(world, quiet)
    for _ in rounds:
        wild = world.copy()
        ticks = [Child(do, Orders(wild, world.moments.due_at, lease=5)) for _ in range(10)]
        assert sum(tick.end()[0]["resolve"] for tick in ticks) == CAMPAIGNS
        late = Child(do, Orders(wild, world.moments.due_at)).end()[0]
        assert not any(late.values())
        assert truth(world, wild) == peace
        world.forget()
    tried(10 * len(rounds))


def test_a_locked_row_is_answered_with_retry_within_seconds(world: World) -> None:
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


def test_a_locked_week_delays_no_other(world: World) -> None:
    name = world.copy()
    week = world.ask(name, "SELECT id FROM campaign_week WHERE number = 1 LIMIT 1")[0][0]
    with world.open(name) as other, other.transaction():
        other.execute("SELECT 1 FROM campaign_week WHERE id = %s FOR UPDATE", [week])
        assert Child(do, Orders(name, world.moments.due_at)).end()[0]["resolve"] == CAMPAIGNS - 1
    assert Child(do, Orders(name, world.moments.due_at)).end()[0]["resolve"] == 1
    assert world.ask(name, "SELECT max(attempts) FROM campaign_week") == [(0,)]


def test_a_web_server_with_a_wrong_clock_accepts_nothing_late(world: World) -> None:
    """The database's clock decides."""
    name = world.copy(due_in=timedelta(seconds=-1))
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    assert Child(save_with_wrong_clock, name, week, team).end() == "deadline-passed"


def save_with_wrong_clock(database: str, week: UUID, team: UUID) -> str:
    import time_machine

    from core.web import clock

    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        use(database)
        return save_once(database, week, team, 2, clock.now())
