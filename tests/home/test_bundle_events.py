"""Events driven on the site in a club that is moved to another site (C50, C65, C101)."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel
from campaign.duels.rules.acts import HeatsMaking, Making
from campaign.duels.services import events, meets
from campaign.league.models import Duel, Meet, Week
from core.web import clock
from espionage.services.starting import start_now
from espionage.services.tick import tick
from home.services.bundle_import import import_bundle
from tests.factories import found_club, person

from .carrying import another_site, bundle_of

if TYPE_CHECKING:
    from datetime import datetime

    from tests.factories import Club

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY, WEEK = (
    timedelta(minutes=1),
    timedelta(hours=1),
    timedelta(days=1),
    timedelta(weeks=1),
)


def a_club(mode: str = "quick", **options: Any) -> Club:
    return found_club(options={"duel_mode": mode}, **options)


def an_event(club: Club, week: Week | None = None, after: timedelta = HOUR) -> Duel:
    """Create an event this long after now with both teams entered."""
    week = week or club.open_week
    with club.scope():
        event = events.make(
            week=week,
            new=Making(name="Ash Cup", starts_at=club.at + after),
            actor=club.gm,
            now=club.at,
        )
    for team in (0, 1):
        club.enter(team, duel=event)
    return event


def import_at(bundle: bytes, at: datetime) -> tuple[Week, Duel | None]:
    """Import the club at this time and return its first week and event."""
    with clock.set_to(at):
        copy = import_bundle(BytesIO(bundle), gm=person("host"), now=at).campaign
    with scopes_disabled():
        week = Week.objects.get(season__campaign=copy, number=1)
        return week, Duel.objects.filter(week=week, starts_at__isnull=False).first()


def count_lineups() -> int:
    with scopes_disabled():
        return DrivenDuel.objects.filter(duel__starts_at__isnull=False, table__isnull=False).count()


def test_c101_an_event_missed_during_the_import_is_driven_a_week_later() -> None:
    with another_site():
        club = a_club()
        before, event = club.open_week, an_event(club)
        bundle = bundle_of(club.campaign, club.at)
    late = event.start + HOUR
    assert late < before.due_at
    week, brought = import_at(bundle, late)
    assert brought
    assert (week.opens_at, week.due_at) == (before.opens_at + WEEK, before.due_at + WEEK)
    assert brought.start == event.start + WEEK
    for moment in (late, week.opens_at, brought.start - MINUTE):
        tick(now=moment)
        assert count_lineups() == 0
    tick(now=brought.start)
    assert count_lineups() == 1


def test_c101_a_future_event_and_its_week_keep_their_times() -> None:
    with another_site():
        club = a_club()
        before, event = club.open_week, an_event(club)
        bundle = bundle_of(club.campaign, club.at)
    week, brought = import_at(bundle, event.start - MINUTE)
    assert brought
    assert (week.opens_at, brought.start) == (before.opens_at, event.start)


def test_c50_an_event_driven_by_people_does_not_move_a_week() -> None:
    with another_site():
        club = a_club("recorded")
        before, event = club.open_week, an_event(club)
        bundle = bundle_of(club.campaign, club.at)
    week, brought = import_at(bundle, event.start + HOUR)
    assert brought
    assert (week.opens_at, brought.start) == (before.opens_at, event.start)


def test_c101_an_event_in_the_arena_is_not_driven_again() -> None:
    with another_site():
        club = a_club()
        before, event = club.open_week, an_event(club)
        tick(now=event.start)
        assert count_lineups() == 1
        bundle = bundle_of(club.campaign, event.start + MINUTE)
    week, brought = import_at(bundle, before.due_at + HOUR)
    assert brought
    assert (week.opens_at, brought.start) == (before.opens_at + WEEK, event.start)
    tick(now=week.opens_at)
    assert count_lineups() == 1


@pytest.mark.everyday
def test_c65_heats_whose_entries_closed_during_the_import_are_drawn_a_week_later() -> None:
    with another_site():
        club = a_club()
        plan = HeatsMaking(
            name="Heats",
            closes_at=club.at + HOUR,
            starts_at=club.at + 2 * HOUR,
            final_at=club.at + 4 * HOUR,
            go_on=1,
            heats=2,
        )
        with club.scope():
            meets.make(week=club.open_week, plan=plan, actor=club.gm, now=club.at)
        bundle = bundle_of(club.campaign, club.at)
    week, final = import_at(bundle, plan.closes_at)
    assert final
    assert final.starts_at == plan.final_at + WEEK
    for moment in (plan.closes_at, week.opens_at):
        tick(now=moment)
    with scopes_disabled():
        meet = Meet.objects.get()
    assert (meet.closes_at, meet.drawn_at) == (plan.closes_at + WEEK, None)


def test_c101_an_events_offset_from_the_opening_of_an_evening_is_kept() -> None:
    with another_site():
        club = a_club(week=None)
        with clock.set_to(club.at):
            begun = start_now(campaign=club.campaign, actor=club.gm, evening=True, now=club.at)
        an_event(club, begun, after=10 * MINUTE)
        bundle = bundle_of(club.campaign, club.at)
    week, brought = import_at(bundle, club.at + DAY)
    assert brought
    assert week.opens_at > club.at + DAY
    assert brought.start == week.opens_at + 10 * MINUTE


def test_c17_the_local_time_of_an_event_is_kept() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    with another_site():
        club = a_club(timezone="Europe/Berlin")
        event = an_event(club)
        bundle = bundle_of(club.campaign, club.at)
    _, brought = import_at(bundle, club.at + 4 * WEEK)
    assert brought
    assert brought.start - event.start == 5 * WEEK - HOUR
    assert [one.start.astimezone(berlin).hour for one in (event, brought)] == [
        event.start.astimezone(berlin).hour
    ] * 2
