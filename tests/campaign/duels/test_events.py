"""Events besides the weekly duel (C50–C54): made, entered, driven, signed, booked, called off."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaign.calendar.selectors.calendar_feed import feed_weeks
from campaign.calendar.views.calendar_file import calendar_of
from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.acts import Making
from campaign.duels.rules.duel_record import DuelRecord, Fate, Marks
from campaign.duels.rules.live_sheet import Mark
from campaign.duels.rules.table_dice import Throw, faces
from campaign.duels.selectors import live as live_selector
from campaign.duels.selectors.calendar import unrecorded_duels
from campaign.duels.selectors.careers import CareerRides, duellist
from campaign.duels.selectors.duels import duellists, latest_result, lineup, payload_of
from campaign.duels.selectors.standings import standings
from campaign.duels.services import drafts, entries, events, live, results, table_dice
from campaign.duels.services.substitutes import request_for_weeks
from campaign.garage.models import Vehicle
from campaign.league.models import DeskAct, Duel, Week
from campaign.ledger.models import Money, Prestige, StandingPoint
from campaign.ledger.services.posting import Book as Ledger
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.refusals import BadForm, ReasonNeeded, WrongTime
from engine.values import changed
from tests.factories import Club, found_club, signed_in

from .test_drafts import record as record_of_two
from .test_duels import harm, settle

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=3, characters=4)


def make(club: Club, name: str = "Ash Cup", **said: Any) -> Duel:
    """Create an event of the week that starts in an hour."""
    usual = {"name": name, "arena": "Kessel Oval", "starts_at": club.at + timedelta(hours=1)}
    new = Making(**{**usual, **said})
    with club.scope():
        return events.make(week=club.open_week, new=new, actor=club.gm, now=club.at)


def enter(club: Club, event: Duel, team: int, who: str = "Rook") -> DuelEntry:
    return club.enter(team, duel=event, driver=who)


def started_event(club: Club, **said: Any) -> Duel:
    """Return an event with two teams at the start, at its time."""
    event = make(club, **said)
    for team in (0, 1):
        enter(club, event, team)
    club.at = event.start
    return event


def record(club: Club, *, winner: int = 0, destroyed: int | None = None) -> DuelRecord:
    lost = [] if destroyed is None else [str(club.car(destroyed).pk)]
    fates = tuple(Fate(vehicle=car, fate="destroyed") for car in lost)
    return changed(record_of_two(club, winner=winner), vehicles=fates)


def book(club: Club, event: Duel, **said: Any) -> DuelResult:
    with club.scope():
        return results.record(duel=event, result=record(club, **said), actor=club.gm, now=club.at)


def test_c50_a_gm_makes_an_event_and_the_club_sees_name_arena_and_time(club: Club) -> None:
    event = make(club, budget=20_000)
    with club.scope():
        assert (event.number, event.counts, event.pays) == (1, False, True)
        news = News.objects.get(kind="event-made")
        assert news.text.startswith("Ash Cup at Kessel Oval, ")
        assert Notice.objects.filter(kind="event-made").count() == len(club.players) + 1
        second = make(club, "Night Race")
        assert second.number == 2
        assert entries.duel_rules(event).event_budget == 20_000
    feed = calendar_of(feed_weeks(club.players[0])).decode()
    assert "SUMMARY:Ash Cup: week 1" in feed
    assert "LOCATION:Kessel Oval" in feed


def test_c50_an_event_starts_before_the_close_of_the_current_week(club: Club) -> None:
    week = club.open_week
    for hour in (club.at, week.closes_at + timedelta(seconds=1)):
        with pytest.raises(BadForm, match="in the future, before the week closes"):
            make(club, starts_at=hour)
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="closed")
    with pytest.raises(WrongTime, match="not in progress"):
        make(club)
    with club.scope():
        assert not Duel.objects.filter(starts_at__isnull=False).exists()


def test_c52_entries_are_secret_until_the_event_starts_and_then_close(club: Club) -> None:
    event = make(club)
    mine = enter(club, event, 0)
    own, rival = club.viewer(club.players[0]), club.viewer(club.players[1])
    with club.scope():
        assert [one.id for one in lineup(own, event, club.at).entries] == [mine.pk]
        assert lineup(rival, event, club.at).entries == ()
        assert lineup(own, club.duel, club.at).entries == ()
        assert [one.id for one in lineup(rival, event, event.start).entries] == [mine.pk]
    entries.withdraw(entry=mine, now=club.at)
    mine = enter(club, event, 0)
    club.at = event.start
    with pytest.raises(WrongTime, match="close at its start"):
        enter(club, event, 1)
    with pytest.raises(WrongTime, match="close at its start"):
        entries.withdraw(entry=mine, now=club.at)


def test_c52_a_substitute_is_requested_for_a_driver_hurt_before_an_event(club: Club) -> None:
    over = make(club)
    late = make(club, "Night Race", starts_at=club.open_week.closes_at)
    entered = [enter(club, late, 0), enter(club, over, 1), enter(club, late, 2)]
    settle(club, *(harm(club, Ledger.WOUND, club.who(team, "Rook").pk, "dp", 2) for team in (0, 1)))
    with club.scope():
        request_for_weeks([club.open_week])
        asked = Notice.objects.get(kind="substitute")
    assert (asked.user_id, asked.path) == (club.players[0].pk, "weeks/1/duels/2/?season=1")
    assert asked.text.startswith(
        "Rook cannot drive in Night Race in week 1. Put someone else in Anvil 1 by "
    )
    enter(club, late, 0, "Sable")
    with club.scope():
        entered[0].refresh_from_db()
        asked.refresh_from_db()
        assert entered[0].withdrawn_at and asked.read_at


def test_c51_a_person_entered_in_an_unrecorded_event_cannot_enter_another(club: Club) -> None:
    event = started_event(club)
    later = make(club, "Night Race")
    for other in (later, club.duel):
        with pytest.raises(
            BadForm, match="Ash Cup in week 1, which is not recorded yet"
        ) as refused:
            enter(club, other, 0)
        assert {one.field for one in refused.value.problems} == {"vehicle", "driver"}
    book(club, event)
    enter(club, later, 0)
    with pytest.raises(BadForm, match="Night Race in week 1"):
        enter(club, club.duel, 0)
    with club.scope():
        events.call_off(event=Duel.objects.get(number=2), actor=club.gm, reason="Rain", now=club.at)
    enter(club, club.duel, 0)
    third = make(club, "Dawn Race")
    with pytest.raises(BadForm, match="the duel of week 1, which is not recorded yet"):
        enter(club, third, 0)


def test_c50_an_event_is_booked_separately_from_the_weekly_duel(club: Club) -> None:
    event = started_event(club)
    with club.scope():
        row = drafts.draft(
            duel=event,
            team=club.teams[0],
            record=record(club),
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        assert Notice.objects.filter(
            kind="duel-drafted",
            text__contains="Ash Cup in week 1",
            path__contains="duels/1/record",
        ).exists()
        assert latest_result(event) is None
        row = drafts.sign(
            draft=row, team=club.teams[1], marks=Marks(), actor=club.players[1], now=club.at
        )
        assert row.result and row.result.duel == event
        assert latest_result(club.duel) is None
        cause = f"duel:{event.pk}:1"
        assert Money.objects.filter(cause=cause).exists()
        assert Prestige.objects.filter(cause=cause).exists()
        assert not StandingPoint.objects.exists()
        assert News.objects.filter(text__startswith="Ash Cup: 1. ").exists()
        assert club.who(0, "Rook").pk in duellists([event.week_id])
        table = standings(club.season)
        assert (table.weeks, [one.duels for one in table.rows]) == ((), [0, 0, 0])
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c50_correcting_an_event_leaves_the_weekly_duel_alone(club: Club) -> None:
    event = started_event(club)
    book(club, event, destroyed=1)
    with club.scope():
        assert Vehicle.objects.filter(gone_how="destroyed").exists()
        made = results.correct(
            duel=event, result=record(club, winner=1), actor=club.gm, reason="Misread", now=club.at
        )
        assert not Vehicle.objects.exclude(gone_at=None).exists()
        assert (made.revision, made.duel) == (2, event)
        assert DeskAct.objects.get(kind="duel-corrected").detail["event"] == "Ash Cup"
        assert not DuelResult.objects.filter(duel=None).exists()
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c54_an_event_uses_the_house_rules_at_its_creation() -> None:
    club = found_club(teams=3, characters=4, options={"events_count": True, "events_pay": False})
    event = started_event(club)
    book(club, event)
    with club.scope():
        assert StandingPoint.objects.count() == 2
        assert not Money.objects.filter(cause__startswith=f"duel:{event.pk}").exists()
        table = standings(club.season)
        assert table.weeks == (1,)
        assert sorted(one.duels for one in table.rows) == [0, 1, 1]
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c34_a_career_counts_each_event_with_its_own_prestige(club: Club) -> None:
    first = started_event(club)
    book(club, first)
    second = started_event(club, name="Night Race")
    book(club, second)
    with club.scope():
        one = duellist(club.campaign, club.who(0, "Rook").pk)
        assert one and (one.duels, one.won, one.kills) == (2, 2, 2)
        rides = CareerRides(club.campaign, one)[:5]
        assert [ride.prestige for ride in rides] == [one.prestige // 2] * 2
        assert rides[0].after == one.prestige


def test_c50_a_called_off_event_is_not_driven_and_shows_the_reason(club: Club) -> None:
    event = started_event(club)
    with club.scope():
        with pytest.raises(ReasonNeeded):
            events.call_off(event=event, actor=club.gm, reason=" ", now=club.at)
        assert [one.title for one in unrecorded_duels(club.season, club.at)] == ["Ash Cup"]
        events.call_off(event=event, actor=club.gm, reason="Nobody came", now=club.at)
        assert News.objects.get(kind="event-called-off").text == (
            "Ash Cup of week 1 was cancelled: Nobody came"
        )
        assert unrecorded_duels(club.season, club.at) == ()
    with pytest.raises(WrongTime, match="was cancelled"):
        book(club, event)


def test_c50_a_recorded_event_is_corrected_and_cannot_be_called_off(club: Club) -> None:
    event = started_event(club)
    book(club, event)
    with club.scope(), pytest.raises(WrongTime, match="Correct its result instead"):
        events.call_off(event=event, actor=club.gm, reason="Rain", now=club.at)


def test_c27_an_event_is_booked_when_its_dispute_period_ends(club: Club) -> None:
    event = started_event(club)
    with club.scope():
        drafts.draft(
            duel=event,
            team=club.teams[0],
            record=record(club),
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        drafts.dispute(
            duel=event, team=club.teams[1], reason="No.", actor=club.players[1], now=club.at
        )
    club.at += timedelta(hours=25)
    assert drafts.book_due(club.at) == 0
    with club.scope():
        drafts.dismiss(duel=event, actor=club.gm, reason="It stands", now=club.at)
    assert drafts.book_due(club.at) == 1
    with club.scope():
        assert latest_result(event)


def test_event_pages_lead_from_the_week_to_the_signed_record(club: Club) -> None:
    event, slug = make(club, starts_at=club.at + timedelta(hours=1)), club.campaign.slug
    client = signed_in(club.players[0])
    page = reverse("duel", args=[slug, 1, 1])
    assert page in client.get(reverse("week", args=[slug, 1])).content.decode()
    assert "Ash Cup" in client.get(reverse("weeks", args=[slug])).content.decode()
    assert "Enter Ash Cup" in client.get(reverse("club", args=[slug])).content.decode()
    assert "Kessel Oval" in client.get(page).content.decode()
    assert client.get(reverse("duel", args=[slug, 1, 2])).status_code == 404
    assert client.get(reverse("duel-record", args=[slug, 1, 1])).status_code == 404
    car = club.car(0)
    done = client.post(
        reverse("duel-enter", args=[slug, 1, 1]),
        {
            "vehicle": str(car.pk),
            "driver": str(club.who(0, "Rook").pk),
            "idempotency": str(uuid4()),
        },
    )
    assert done.status_code == 303
    with club.scope():
        entry = DuelEntry.objects.get(duel=event, withdrawn_at=None)
    away = reverse("duel-withdraw", args=[slug, 1, 1, entry.pk])
    assert "You can enter it again until the scheduled time." in client.get(away).content.decode()


def test_c41_to_c44_an_event_has_its_own_table_with_sheets_and_dice(club: Club) -> None:
    event = make(club)
    assert table_dice.draw_due(club.at) == 1
    with club.scope():
        promised = live_selector.dice(event)
        assert promised is not None and promised.seed == ""
        assert live_selector.dice(club.duel) is None, "the week's own dice come later"
        cars = [enter(club, event, team) for team in (0, 1)]
        club.at = event.start
        fell = table_dice.roll(
            duel=event,
            team=club.teams[0],
            throw=Throw(words="Control", dice=2, add=0),
            actor=club.players[0],
            now=club.at,
        )
        out = Mark(id=str(uuid4()), clock=1, kind="set", what="fate", value="out")
        worn = Mark(id=str(uuid4()), clock=2, kind="tick", what="armour:front", value="")
        live.add_marks(
            duel=event,
            team=club.teams[1],
            entry=cars[1].pk,
            marks=[out, worn],
            actor=club.players[1],
            now=club.at,
        )
        draft = live.write_up(
            duel=event,
            team=club.teams[1],
            answers={},
            seen_number=0,
            actor=club.players[1],
            now=club.at,
        )
        drafts.sign(
            draft=draft, team=club.teams[0], marks=Marks(), actor=club.players[0], now=club.at
        )
        result = latest_result(event)
        assert result and payload_of(result).places == {
            str(club.teams[0].pk): 1,
            str(club.teams[1].pk): 2,
        }
        assert payload_of(result).damage[str(club.car(1).pk)] == {"armour:front": 1}
        told = live_selector.dice(event)
        assert told is not None and told.is_over
        assert tuple(fell.faces) == faces(bytes.fromhex(told.seed), 1, 2)
        with pytest.raises(WrongTime, match="already has a result"):
            live.add_marks(
                duel=event,
                team=club.teams[1],
                entry=cars[1].pk,
                marks=[],
                actor=club.players[1],
                now=club.at,
            )
    assert list(reconcile.findings([club.campaign.pk])) == []


def test_c44_a_called_off_event_has_no_table(club: Club) -> None:
    event = make(club)
    client = signed_in(club.players[0])
    page = reverse("duel-table", args=[club.campaign.slug, 1, 1])
    assert "Duel table, Ash Cup" in client.get(page).content.decode()
    with club.scope():
        events.call_off(event=event, actor=club.gm, reason="Rain", now=club.at)
    assert table_dice.draw_due(club.at) == 0
    assert client.get(page).status_code == 404
