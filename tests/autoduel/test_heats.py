"""A club's heats and finals in the arena (C101 to C103, C68)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.desk.services import reconcile
from campaign.duels.models import DrivenDuel, DuelDraft, DuelEntry
from campaign.duels.rules.acts import HeatsMaking
from campaign.duels.rules.doctrines import Drive
from campaign.duels.selectors import meets as heats_of
from campaign.duels.services import drafts, events, meets
from campaign.league.models import Meet, Week
from core.notifications.models import Notice
from espionage.services.tick import tick
from tests.factories import Club

from .test_events import (
    HOUR,
    MINUTE,
    backlog_of,
    drive,
    driven_event,
    end_tables,
    enter,
    make_club,
    result,
    stage,
    status_after_tick,
)

if TYPE_CHECKING:
    from campaign.league.models import Duel

pytestmark = pytest.mark.django_db


def make_plan(club: Club, final_after: timedelta = 4 * HOUR) -> HeatsMaking:
    """Return a plan of two heats from each of which one car advances."""
    return HeatsMaking(
        name="Rust Cup",
        go_on=1,
        heats=2,
        closes_at=club.at + MINUTE,
        starts_at=club.at + HOUR,
        final_at=club.at + final_after,
        minutes=30,
    )


def make_drawn_heats(club: Club, *, final_after: timedelta = 4 * HOUR) -> tuple[Duel, list[Duel]]:
    """Create a final and its two drawn heats of two cars each, one of which advances."""
    week = club.open_week
    plan = make_plan(club, final_after)
    with club.scope():
        final = meets.make(week=week, plan=plan, actor=club.gm, now=club.at)
    for team in range(4):
        enter(club, final, team, drive=Drive(doctrine="charger", yields="never"))
    tick(now=plan.closes_at)
    with club.scope():
        meet = Meet.objects.get()
        assert meet.drawn_at is not None
        final.meet = meet
        return final, list(heats_of.heats_of(meet))


def active_entries(club: Club, event: Duel) -> list[DuelEntry]:
    with club.scope():
        rows = DuelEntry.objects.filter(duel=event, withdrawn_at=None)
        return list(rows.select_related("team"))


@pytest.mark.slow("drives heats to their ends")
def test_c102_heats_are_booked_before_the_final_starts_with_their_winners() -> None:
    club = make_club(teams=4)
    final, heats = make_drawn_heats(club)
    for heat in heats:
        drive(club, heat)
    with club.scope():
        assert {draft.books_at for draft in DuelDraft.objects.all()} == {final.start - 10 * MINUTE}
    assert active_entries(club, final) == []

    tick(now=final.start - 10 * MINUTE)
    assert all(result(club, heat) is not None for heat in heats)
    there = active_entries(club, final)
    assert len(there) == 2
    assert {one.doctrine for one in there} == {"charger"}
    tick(now=final.start)
    with club.scope():
        lineup = driven_event(final).lineup
        assert {side["team"] for side in lineup} == {str(one.team_id) for one in there}
        told = Notice.objects.filter(kind="duel-starts", text__startswith="Rust Cup starts")
        assert told.values("cause").distinct().count() == 1
    end_tables(club, final, at=final.start + MINUTE)
    tick(now=final.start + 2 * MINUTE)
    with club.scope():
        assert DuelDraft.objects.filter(duel=final).exists()
        assert not list(reconcile.findings([club.campaign.pk]))


@pytest.mark.slow("drives heats to their ends")
def test_c103_final_waits_for_a_heat_still_being_driven() -> None:
    club = make_club(teams=4)
    final, heats = make_drawn_heats(club)
    drive(club, heats[0])
    tick(now=heats[1].start)
    late = final.start + HOUR
    tick(now=late)
    assert stage(club, final, late) == "due"
    with club.scope():
        assert not DrivenDuel.objects.filter(duel=final).exists()
        assert not Notice.objects.filter(text__startswith="Rust Cup starts").exists()
    end_tables(club, heats[1], at=late)
    for minute in range(1, 3):
        tick(now=late + minute * MINUTE)
    with club.scope():
        found = driven_event(final)
        assert found.table is not None
    assert found.duel.starts_at == late + 2 * MINUTE
    assert len(found.lineup) == 2


@pytest.mark.slow("drives heats to their ends")
def test_c103_final_waits_for_a_disputed_heat_until_doctrine_drives_the_rest() -> None:
    club = make_club(teams=4)
    final, heats = make_drawn_heats(club)
    for heat in heats:
        drive(club, heat)
    with club.scope():
        drafts.dispute(
            duel=heats[1], team=club.teams[0], reason="No.", actor=club.players[0], now=final.start
        )
    tick(now=final.start)
    tick(now=final.start + MINUTE)
    with club.scope():
        assert not DrivenDuel.objects.filter(duel=final).exists()
        Week.objects.filter(pk=final.week_id).update(
            status="settled",
            due_at=club.at,
            settle_at=club.at,
            settled_at=club.at,
            duel_at=club.at + HOUR,
            closes_at=final.start + 2 * HOUR,
        )
    last = final.start + 2 * HOUR - timedelta(minutes=10)
    tick(now=last - timedelta(seconds=1))
    with club.scope():
        assert not DrivenDuel.objects.filter(duel=final).exists()
    assert backlog_of("drive", last + MINUTE) == (1, last), "nobody is late yet"
    tick(now=last)
    with club.scope():
        assert driven_event(final).table is None  # one team alone has come through
        final.refresh_from_db()
        assert final.starts_at == last, "it starts now and is announced"
    assert status_after_tick(club, final.start + 2 * HOUR) == "closed"


@pytest.mark.slow("drives heats to their ends")
def test_c68_all_cars_advance_from_a_heat_cancelled_while_driven() -> None:
    club = make_club(teams=4)
    final, heats = make_drawn_heats(club)
    tick(now=heats[0].start)
    with club.scope():
        events.call_off(event=heats[0], actor=club.gm, reason="Rain.", now=heats[0].start)
    assert len(active_entries(club, final)) == 2
    drive(club, heats[1])
    tick(now=final.start - 10 * MINUTE)
    tick(now=final.start)
    with club.scope():
        assert len(driven_event(final).lineup) == 3


def test_c103_final_starts_immediately_if_nobody_can_drive_a_heat() -> None:
    club = make_club(teams=4)
    final, heats = make_drawn_heats(club)
    with club.scope():
        Week.objects.filter(pk=final.week_id).update(
            status="settled",
            due_at=club.at,
            settle_at=club.at,
            settled_at=club.at,
            duel_at=club.at + HOUR,
            closes_at=final.start + HOUR,
        )
        DuelEntry.objects.filter(duel__in=heats).update(withdrawn_at=club.at)
    tick(now=final.start + 55 * MINUTE)
    with club.scope():
        assert [driven_event(one).table for one in (*heats, final)] == [None] * 3
        assert Week.objects.get(pk=final.week_id).attempts == 0
    assert status_after_tick(club, final.start + HOUR) == "closed"
