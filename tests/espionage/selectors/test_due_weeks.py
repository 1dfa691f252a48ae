"""Indexed queries for due weeks return the same weeks as their plain definitions."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

import pytest
from django.db.models import Exists, F, OuterRef, Q
from django_scopes import scopes_disabled

from campaign.calendar.models import OutageHold
from campaign.calendar.services import calendar
from campaign.duels.models import DrivenDuel, DuelDispute, DuelResult
from campaign.house_rules.rules.calendar import MAX_HOLDS, MIN_WRITING_TIME
from campaign.league.models import Week
from core.uptime.models import Outage
from core.uptime.rules.outages import RECOVERY_TIME
from espionage.models import AmbushFight, Charge, Seal
from espionage.selectors import due_weeks
from espionage.services import holding, stages
from play.models import Table
from tests.factories import NOON, Club, found_club

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MANY = 400
"""Number of random weeks. A season has few week numbers."""
STATUSES = ("planned", "open", "playing", "settled", "closed")


def create_random_weeks(club: Club, dice: random.Random, now: datetime) -> None:
    """Create random weeks around this time with random related objects."""
    outages = [
        Outage.objects.create(began_at=now + begun * HOUR, ended_at=now + (begun + 1) * HOUR)
        for begun in (-40, -9, -6, -2, -1)
    ]
    outages += [
        Outage.objects.create(began_at=now + begun * HOUR, ended_at=now + ended * HOUR)
        for begun, ended in ((-100, -95), (-30, -13), (-12, -10))
    ]
    rules: list[dict[str, object]] = [
        {},
        {"hold_after_outage": False},
        {"duel_mode": "quick", "live_decisions": True},
        {"duel_mode": "recorded", "ambush_by_doctrine": False},
        {"duel_mode": "quick"},
    ]
    for number in range(100, 100 + MANY):
        first, *others = sorted(dice.randint(-12, 12) for _ in range(5))
        moments = [now + each * HOUR for each in (first, *(each + 1 for each in others))]
        names = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
        week = Week(
            season=club.season, number=number, status=dice.choice(STATUSES),
            evening=number % 5 == 0, rules=dice.choice(rules),
            **dict(zip(names, moments, strict=True)),
        )  # fmt: skip
        calendar.create_weeks([week], now)
        _add_random_objects(club, week, dice, now, outages)


def _add_random_objects(
    club: Club, week: Week, dice: random.Random, now: datetime, outages: list[Outage]
) -> None:
    chance = lambda: dice.random() < 0.4  # noqa: E731 - one word
    some = lambda: now + dice.randint(-8, 8) * HOUR  # noqa: E731 - one word
    if chance():
        Seal.objects.create(
            week=week,
            seed=b"",
            seed_hash="",
            decide_by=some() if chance() else None,
            frozen_at=some() if chance() else None,
            setup="{}" if chance() else "",
            draw="{}" if chance() else "",
            draw_at=None if chance() else some(),
        )
    if chance():
        table = Table.objects.create(game="ambush", seats=2, opened_at=now)
        over = some() if chance() else None
        AmbushFight.objects.create(
            week=week, by=0, against=1, nth=1, table=table, opened_at=now,
            over_at=over, told_at=now if over and chance() else None,
        )  # fmt: skip
    for due in ("duel", "after"):
        if chance():
            Charge.objects.create(
                week=week, vehicle=club.car(0), planted_by=club.teams[1], due=due, cause=due,
                at=now, payload={}, fired_at=now if chance() else None,
            )  # fmt: skip
    if chance():
        DuelResult.objects.create(duel_id=week.pk, revision=1, payload={}, recorded_at=now)
    if chance() and (week.rules or {}).get("duel_mode") == "quick":
        table = Table.objects.create(game="autoduel", seats=2, opened_at=now) if chance() else None
        paper_at = now if chance() else None
        DrivenDuel.objects.create(duel_id=week.pk, frozen_at=now, table=table, paper_at=paper_at)
    if chance():
        DuelDispute.objects.create(
            duel_id=week.pk, team=club.teams[0], by=club.players[0], at=now, reason="No.",
            **({"settled_at": now, "settled": "dismissed"} if chance() else {}),
        )  # fmt: skip
    if chance():
        for nth in range(1, dice.randint(1, MAX_HOLDS) + 1):
            OutageHold.objects.create(
                week=week, outage=dice.choice(outages), kind=dice.choice(("orders", "publication")),
                nth=nth, before_at=now, until_at=now, at=now,
            )  # fmt: skip


# --- plain definitions ----------------------------------------------------------------------------


def holds_after_outage(rules: str) -> Q:
    named = f"{rules}__hold_after_outage"
    return Q(**{named: True}) | Q(**{f"{named}__isnull": True})


def expected_to_hold(at: datetime) -> Q:
    def moves_in_proportion(field: str) -> Q:
        """The random outages are written out, each with the time that it gives back."""
        spans = [outage.span for outage in Outage.objects.filter(ended_at__lte=at)]
        moved = [
            Q(opens_at__lt=span.ended_at)
            & Q(**{f"{field}__gte": span.began_at})
            & Q(**{f"{field}__lt": span.ended_at + span.recovery_time})
            for span in spans
        ]
        return reduce(or_, moved, Q(pk=None))

    def moves(field: str) -> Exists:
        return Exists(
            Outage.objects.filter(
                Q(ended_at__gt=OuterRef("opens_at")),
                began_at__lte=OuterRef(field),
                ended_at__gt=OuterRef(field) - RECOVERY_TIME,
                ended_at__lte=at,
            )
        )

    def may(kind: str) -> Q:
        holds = OutageHold.objects.filter(week=OuterRef("pk"), kind=kind, nth=MAX_HOLDS)
        return ~Q(Exists(holds))

    frozen = Seal.objects.filter(week=OuterRef("pk")).exclude(frozen_at=None)
    moved = Q(moves("due_at")) | Q(moves_in_proportion("due_at"), evening=False)
    deadline = moved & Q(~Exists(frozen), may("orders"))
    publication = Q(holding.PEOPLE_DECIDE, moves("settle_at"), may("publication"))
    decision = Q(moves("seal__decide_by"), seal__decide_by__lt=F("settle_at"))
    return holds_after_outage("rules") & (
        Q(deadline, status="open") | Q(publication | decision, status="playing")
    )


def expected_to_postpone(at: datetime) -> Q:
    latest = OuterRef("due_at") - MIN_WRITING_TIME
    away = Outage.objects.filter(
        began_at__lte=OuterRef("due_at"), ended_at__gt=latest, ended_at__lte=at
    )
    before = Week.objects.filter(
        season=OuterRef("season"),
        number=OuterRef("number") - 1,
        closes_at__gt=latest,
        outage_holds__isnull=False,
    )
    planned = Q(status="planned", season__closed_at=None)
    return (
        planned
        & holds_after_outage("season__campaign__house_rules")
        & (Q(Exists(away)) | Q(Exists(before)))
    )


def expected_to_continue(at: datetime) -> Q:
    late = Seal.objects.filter(week=OuterRef("pk"), decide_by__lte=at)
    waiting = Seal.objects.filter(week=OuterRef("pk")).exclude(setup="")
    fought = AmbushFight.objects.filter(week=OuterRef("pk"), told_at=None, over_at__isnull=False)
    now = Q(settle_at__lte=at) | Q(Exists(late)) | Q(Exists(fought))
    return Q(status="playing") & now & ~Q(Exists(waiting))


def expected_to_detonate(at: datetime) -> Q:
    def waits(due: str) -> Q:
        rows = Charge.objects.filter(week=OuterRef("pk"), fired_at=None, lost_at=None, due=due)
        return Q(Exists(rows))

    recorded = Q(Exists(DuelResult.objects.filter(duel=OuterRef("pk"))))
    return Q(status="settled") & (waits("duel") & Q(duel_at__lte=at) | waits("after") & recorded)


def expected_to_drive(at: datetime) -> Q:
    waits = Charge.objects.filter(week=OuterRef("pk"), fired_at=None, lost_at=None, due="duel")
    driven = DrivenDuel.objects.filter(duel=OuterRef("pk"))
    recorded = DuelResult.objects.filter(duel=OuterRef("pk"))
    site = Q(rules__duel_mode__in=("quick", "live", "slow"), status="settled", duel_at__lte=at)
    return site & ~Q(Exists(waits)) & ~Q(Exists(driven)) & ~Q(Exists(recorded))


def expected_to_draw(at: datetime) -> Q:
    frozen = Q(status="playing", seal__isnull=False) & ~Q(seal__setup="")
    return frozen & Q(seal__draw="", seal__draw_at__lte=at)


def expected_to_start(at: datetime) -> Q:
    frozen = Q(status="playing", seal__isnull=False) & ~Q(seal__setup="")
    return frozen & ~Q(seal__draw="")


def expected_to_close(at: datetime) -> Q:
    """C96: a week closes unless the site has to drive its duel, or to book it undisputed."""
    driven = Exists(DrivenDuel.objects.filter(duel=OuterRef("pk")))
    here = Exists(DrivenDuel.objects.filter(duel=OuterRef("pk"), paper_at=None).exclude(table=None))
    recorded = Exists(DuelResult.objects.filter(duel=OuterRef("pk")))
    disputed = Exists(DuelDispute.objects.filter(duel=OuterRef("pk"), settled_at=None))
    site = Q(rules__duel_mode__in=("quick", "live", "slow"))
    waits = site & ~Q(driven) & ~Q(recorded) | Q(here) & ~Q(recorded) & ~Q(disputed)
    waiting = Week.objects.filter(waits).values("pk")
    return Q(status="settled", closes_at__lte=at) & ~Q(pk__in=waiting)


@pytest.mark.parametrize("seed", range(2))
def test_indexed_queries_find_the_same_weeks_as_their_definitions(seed: int) -> None:
    club, dice, now = found_club(teams=2, characters=1), random.Random(seed), NOON + 90 * HOUR
    pairs = (
        (holding.to_hold, expected_to_hold),
        (holding.to_postpone, expected_to_postpone),
        (due_weeks.to_draw, expected_to_draw),
        (due_weeks.to_start, expected_to_start),
        (due_weeks.to_go_on, expected_to_continue),
        (due_weeks.to_detonate, expected_to_detonate),
        (due_weeks.to_drive, expected_to_drive),
        (due_weeks.to_close, expected_to_close),
    )
    with scopes_disabled():
        create_random_weeks(club, dice, now)
        seen: set[str] = set()
        for at in (now - 4 * HOUR, now, now + 4 * HOUR):
            hold = set(Week.objects.filter(expected_to_hold(at)).values_list("pk"))
            for found, meant in pairs:
                wanted = set(Week.objects.filter(meant(at)).values_list("pk"))
                assert set(found(at).values_list("pk")) == wanted, found.__name__
                seen |= {found.__name__} if wanted else set()
            due = set(due_weeks.to_go_on(at).values_list("pk"))
            assert set(stages.SETTLE.due(at).values_list("pk")) == due - hold
            seen |= {"held"} if due & hold else set()
        assert seen == {"held", *(found.__name__ for found, _ in pairs)}, (
            "each query finds something"
        )
