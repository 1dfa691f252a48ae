"""A set of heats whose draw always fails parks only its own week (C66, C96)."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
import time_machine
from django.urls import reverse

from campaign.calendar.services import failed_weeks
from campaign.duels.rules import meets as rules
from campaign.duels.selectors.meets import final_of
from campaign.duels.services import events, meets
from campaign.league.models import Meet, Week
from core.notifications.models import Notice
from core.web import clock
from espionage.services.tick import tick
from monitoring.models import Incident
from monitoring.services.incidents import CONFIRM_AFTER, update_incidents
from tests.factories import Club, found_club, signed_in

from .test_events import MINUTE, backlog_of, enter
from .test_heats import make_plan

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

pytestmark = pytest.mark.django_db


def make_club_with_heats(name: str) -> tuple[Club, Meet]:
    """Return a club with site-driven duels in whose open week four teams have entered heats."""
    club = found_club(teams=4, characters=4, options={"duel_mode": "quick"}, name=name)
    with club.scope():
        made = meets.make(week=club.open_week, plan=make_plan(club), actor=club.gm, now=club.at)
    for team in range(4):
        enter(club, made, team)
    with club.scope():
        return club, Meet.objects.get()


@contextmanager
def failing_draw(meet: Meet) -> Iterator[None]:
    """Let the draw of this set of heats raise an error."""
    draw = rules.draw

    def raises(cars: Any, seed: bytes, **said: Any) -> rules.DrawResult:
        if seed == bytes(meet.seed):
            raise KeyError(cars[0].team)
        return draw(cars, seed, **said)

    with patch.object(rules, "draw", raises):
        yield


def run_ticks(at: datetime, number: int) -> None:
    for nth in range(number):
        tick(now=at + nth * timedelta(seconds=10))


def week_of(club: Club) -> Week:
    with club.scope():
        return Week.objects.get(pk=club.open_week.pk)


def is_drawn(club: Club) -> bool:
    with club.scope():
        return Meet.objects.get().drawn_at is not None


def desk_page(club: Club, at: datetime) -> str:
    """Return the GM's page of the week at this time."""
    with time_machine.travel(at, tick=False):
        gm = signed_in(club.gm)
        return gm.get(reverse("desk-week", args=[club.campaign.slug, 1])).content.decode()


@pytest.mark.slow("waits through three attempts")
def test_c66_draw_that_fails_three_times_parks_its_week_only() -> None:
    (club, meet), (other, _) = make_club_with_heats("First"), make_club_with_heats("Second")
    with failing_draw(meet):
        run_ticks(meet.closes_at, 1)
        assert is_drawn(other)
        assert (is_drawn(club), week_of(club).parked_at) == (False, None)
        assert backlog_of("draw heats", meet.closes_at + 6 * MINUTE) == (1, meet.closes_at)
        run_ticks(meet.closes_at + MINUTE, 2)
        stuck = week_of(club)
        assert (stuck.attempts, stuck.fault) == (3, "draw heats: KeyError")
        assert stuck.parked_at is not None
        assert week_of(other).parked_at is None
        with club.scope():
            told = Notice.objects.filter(kind="week-stuck").values_list("user", flat=True)
            assert list(told) == [club.gm.pk]
        assert "The heats cannot be drawn." in desk_page(club, meet.closes_at + 2 * MINUTE)
        assert "The heats cannot be drawn." not in desk_page(other, meet.closes_at + 2 * MINUTE)
        assert backlog_of("draw heats", meet.closes_at + 6 * MINUTE) == (0, None)

    with club.scope():
        failed_weeks.retry(week=stuck, actor=club.gm, now=club.at)
    run_ticks(meet.closes_at + 5 * MINUTE, 1)
    assert is_drawn(club)


def test_c66_site_owner_is_told_that_a_draw_parked_a_week() -> None:
    club, meet = make_club_with_heats("First")
    with failing_draw(meet):
        run_ticks(meet.closes_at, 3)
    for minute in (0, 1):
        with clock.set_to(meet.closes_at + minute * (CONFIRM_AFTER + MINUTE)):
            update_incidents()
    found = Incident.objects.filter(kind="parked")
    assert [(one.about, one.confirmed_at is not None) for one in found] == [
        (str(club.open_week.pk), True)
    ]


def test_c96_cancelled_heats_do_not_delay_the_close() -> None:
    club, meet = make_club_with_heats("First")
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(
            status="settled",
            due_at=club.at,
            settle_at=club.at,
            settled_at=club.at,
            duel_at=club.at + MINUTE,
        )
    with failing_draw(meet):
        run_ticks(week.closes_at, 4)  # in the first one its own duel finds nobody
        assert (week_of(club).status, week_of(club).fault) == ("settled", "draw heats: KeyError")
        with club.scope():
            events.call_off(
                event=final_of(meet), actor=club.gm, reason="No draw.", now=week.closes_at
            )
            failed_weeks.retry(week=week, actor=club.gm, now=week.closes_at)
        run_ticks(week.closes_at + MINUTE, 1)
    assert not is_drawn(club)
    assert week_of(club).status == "closed"
