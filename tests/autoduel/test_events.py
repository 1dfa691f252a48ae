"""A club's events in the arena: additional duels of the week (C101)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django_scopes import scopes_disabled

from campaign.desk.services import reconcile
from campaign.duels.models import DrivenDuel, DuelDraft, DuelEntry, DuelResult
from campaign.duels.rules.acts import Making
from campaign.duels.rules.doctrines import Drive
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import driven as selector
from campaign.duels.selectors.arena_queue import events_to_drive
from campaign.duels.selectors.duels import entries as entries_of
from campaign.duels.selectors.duels import latest_result, payload_of
from campaign.duels.services import drafts, driven, entries, events, results
from campaign.garage.services import garage
from campaign.league.models import DeskAct, Duel, Week
from campaign.league.refusals import NotFit
from campaign.ledger.services.posting import Book, Line, post
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.refusals import WrongTime
from engine.dice import roll_key
from engine.values import changed
from espionage.models import Seal
from espionage.selectors.due_weeks import backlog
from espionage.services.tick import tick
from espionage.services.voiding import declare_void
from play.services import thinking
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from datetime import datetime


pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def make_club(mode: str = "quick", *, teams: int = 2, **options: Any) -> Club:
    """Return a club in the middle of an open week with this duel mode."""
    return found_club(teams=teams, characters=4, options={"duel_mode": mode, **options})


def make(club: Club, name: str = "Ash Cup", after: timedelta = HOUR) -> Duel:
    """Create an event of the week."""
    week = club.open_week
    with club.scope():
        return events.make(
            week=week,
            new=Making(name=name, arena="Saltmarket", starts_at=club.at + after),
            actor=club.gm,
            now=club.at,
        )


def enter(club: Club, event: Duel, team: int, **said: Any) -> DuelEntry:
    return club.enter(team, duel=event, gunner="Sable", **said)


def make_event_with_entries(club: Club) -> Duel:
    """Create an event with entries of two teams."""
    event = make(club)
    for team in (0, 1):
        enter(club, event, team)
    return event


def driven_event(event: Duel) -> DrivenDuel:
    """Return the event in the arena."""
    return DrivenDuel.objects.select_related("table__match").get(duel=event)


def stage(club: Club, event: Duel, at: datetime) -> str | None:
    with club.scope():
        found = selector.progress_of(event, at)
    return found.stage if found else None


def think() -> None:
    """Let the drivers finish the duel."""
    while thinking.think(limit=500, seconds=60):
        pass


def end_tables(club: Club, *duels: Duel, at: datetime) -> None:
    """Hand over results as if the arena's tables had ended.

    The teams finish in the record's order without damage. These tests are not about the driving.
    """
    with club.scope():
        for event in duels:
            form = results.form_for(event)
            teams = tuple(changed(one, place=at) for at, one in enumerate(form.teams, 1))
            record = DuelRecord(form=changed(form, teams=teams))
            driven.end(row=driven_event(event), record=record, now=at)


def drive(club: Club, event: Duel) -> datetime:
    """Drive the event at its time, write its record, and return the time."""
    at = event.start + MINUTE
    tick(now=event.start)
    end_tables(club, event, at=at)
    tick(now=at)
    return at


def result(club: Club, event: Duel) -> DuelResult | None:
    with club.scope():
        return latest_result(event)


# --- an event -------------------------------------------------------------------------------------


@pytest.mark.slow("drives an event to its end")
def test_c101_event_is_driven_on_time_during_orders_and_booked_automatically() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    before, at = event.start - timedelta(seconds=1), event.start
    tick(now=before)
    assert stage(club, event, before) == "to-come"
    assert stage(club, event, at) == "due"

    tick(now=at)
    with club.scope():
        lined_up = driven_event(event)
        assert lined_up.table is not None
        assert lined_up.table.name == "Ash Cup"
        assert {chair.bot for chair in lined_up.table.chairs.all()} == {"doctrine"}
        news = News.objects.get(kind="duel-driven")
        assert news.text.startswith("Ash Cup has started in the arena")
        assert Week.objects.get(pk=event.week_id).status == "open"
    assert stage(club, event, at) == "driving"

    think()
    tick(now=at + MINUTE)
    with club.scope():
        draft = DuelDraft.objects.get(duel=event)
        assert (draft.team, draft.by) == (None, None)
        assert draft.books_at == at + MINUTE + timedelta(hours=24)
        told = Notice.objects.filter(kind="duel-drafted").values_list("user", flat=True)
        assert set(told) == {player.pk for player in club.players}
    tick(now=draft.books_at)
    booked = result(club, event)
    assert booked is not None
    assert (booked.duel, booked.recorded_by) == (event, None)
    with club.scope():
        assert not DuelResult.objects.filter(duel=None).exists()
        assert not list(reconcile.findings([club.campaign.pk]))
        said = selector.record_of(driven_event(event))
        assert payload_of(booked).record.form.teams == said.form.teams


def test_v144_two_events_of_a_week_are_two_matches_with_separate_dice() -> None:
    club = make_club(teams=4)
    cups = [make(club, name) for name in ("Ash Cup", "Salt Cup")]
    for team in range(4):
        enter(club, cups[team % 2], team)
    for _ in range(2):
        tick(now=cups[0].start)
    with club.scope():
        seeds = [bytes(driven_event(event).table.match.seed) for event in cups]  # type: ignore[union-attr]
        promised = bytes(Seal.objects.get(week=club.open_week).seed)
        assert DrivenDuel.objects.count() == 2
    assert seeds == [roll_key(promised, ("autoduel", number), 0) for number in (1, 2)]
    end_tables(club, *cups, at=cups[0].start)
    for _ in range(2):
        tick(now=cups[0].start + MINUTE)
    with club.scope():
        assert DuelDraft.objects.count() == 2


def test_c101_event_is_driven_elsewhere_by_default() -> None:
    club = make_club("recorded")
    event = make_event_with_entries(club)
    tick(now=event.start)
    assert stage(club, event, event.start) is None
    with club.scope():
        assert not DrivenDuel.objects.exists()


def test_c52_event_after_the_reports_waits_for_them() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    for status, after, due in (
        ("open", MINUTE, True),
        ("playing", MINUTE, True),
        ("playing", -MINUTE, False),
        ("settled", -MINUTE, True),
        ("void", MINUTE, False),
    ):
        with club.scope():
            Week.objects.filter(pk=event.week_id).update(
                status=status, due_at=club.at, settle_at=event.start + after
            )
            assert events_to_drive(event.start).exists() == due, (status, after)
            assert not events_to_drive(event.start - timedelta(seconds=1)).exists()


def backlog_of(stage: str, at: datetime) -> tuple[int, datetime | None]:
    """Return how many weeks wait for a stage, and since when."""
    with scopes_disabled():
        (found,) = [one for one in backlog(at, late=HOUR) if one.stage == stage]
    return found.number, found.oldest


def test_c101_week_waits_for_its_events_drive_and_record() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    late = event.start + HOUR
    assert backlog_of("drive", event.start - MINUTE) == (0, None)
    assert backlog_of("drive", late) == (1, event.start)
    tick(now=event.start)
    assert backlog_of("drive", late) == (0, None)
    end_tables(club, event, at=event.start + MINUTE)
    assert backlog_of("write", late) == (1, event.start + MINUTE)
    tick(now=late)
    assert backlog_of("write", late) == (0, None)


def test_c94_record_of_an_event_driven_on_the_site_cannot_be_written() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    tick(now=event.start)
    with club.scope():
        by_hand = DuelRecord(form=results.form_for(event))
        with pytest.raises(WrongTime, match="site drives"):
            drafts.decide(duel=event, result=by_hand, actor=club.gm, now=event.start)
        with pytest.raises(WrongTime, match="site drives"):
            drafts.draft(
                duel=event,
                team=club.teams[0],
                record=by_hand,
                seen_number=0,
                actor=club.players[0],
                now=event.start,
            )
    at = drive(club, event)
    with club.scope():
        said = selector.record_of(driven_event(event))
        made = drafts.decide(duel=event, result=said, actor=club.gm, now=at)
    assert made.recorded_by == club.gm


def make_settled_event(club: Club) -> Duel:
    """Return a two-team event that ends two hours before the close of its settled week.

    Nobody is entered for the weekly duel.
    """
    event = make_event_with_entries(club)
    with club.scope():
        Week.objects.filter(pk=event.week_id).update(
            status="settled",
            due_at=club.at,
            settle_at=club.at,
            settled_at=club.at,
            duel_at=event.start - MINUTE,
            closes_at=event.start + 2 * HOUR,
        )
        return Duel.objects.select_related("week__season").get(pk=event.pk)


def status_after_tick(club: Club, at: datetime) -> str:
    tick(now=at)
    with club.scope():
        return Week.objects.get(pk=club.open_week.pk).status


def test_c96_close_waits_for_an_event_being_driven_or_booked() -> None:
    club = make_club()
    event = make_settled_event(club)
    close = event.week.closes_at
    assert status_after_tick(club, event.start) == "settled"
    assert status_after_tick(club, close) == "settled"
    end_tables(club, event, at=close)
    assert status_after_tick(club, close + MINUTE) == "settled"
    assert result(club, event) is not None
    assert status_after_tick(club, close + 2 * MINUTE) == "closed"


@pytest.mark.parametrize("disputed", [True, False])
def test_c96_close_does_not_wait_for_a_disputed_or_paper_event(
    disputed: bool,
) -> None:
    club = make_club()
    event = make_settled_event(club)
    tick(now=event.start)
    if disputed:
        end_tables(club, event, at=event.start)
        tick(now=event.start + MINUTE)
    with club.scope():
        if disputed:
            drafts.dispute(
                duel=event, team=club.teams[1], reason="No.", actor=club.players[1], now=event.start
            )
        else:
            driven.take_out(duel=event, actor=club.gm, reason="A flood.", now=event.start)
    assert status_after_tick(club, event.week.closes_at) == "closed"
    assert result(club, event) is None


# --- out of the arena -----------------------------------------------------------------------------


def test_c97_gm_takes_an_event_out_of_the_arena_publicly() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    tick(now=event.start)
    thinking.think(limit=3, seconds=60)
    with club.scope():
        driven.take_out(duel=event, actor=club.gm, reason="The dice are loaded.", now=event.start)
        found = driven_event(event)
        assert found.table is not None
        assert (found.table.ending, found.record) == ("called off", None)
        act = DeskAct.objects.get(kind="duel-on-paper")
        assert act.detail["event"] == "Ash Cup"
        news = News.objects.get(kind="duel-on-paper")
        assert "chose to record Ash Cup in week 1 manually" in news.text
        made = drafts.decide(
            duel=event,
            result=DuelRecord(form=results.form_for(event)),
            actor=club.gm,
            now=event.start,
        )
        assert made.duel == event
    assert stage(club, event, event.start) == "paper"


def test_c50_event_cancelled_while_driven_does_not_count() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    tick(now=event.start)
    thinking.think(limit=3, seconds=60)
    with club.scope():
        called = events.call_off(event=event, actor=club.gm, reason="Rain.", now=event.start)
        found = driven_event(event)
        assert found.table is not None
        assert found.table.ending == "called off"
        assert not DuelEntry.objects.filter(duel=event, withdrawn_at=None).exists()
        with pytest.raises(WrongTime, match="was cancelled"):
            driven.take_out(duel=called, actor=club.gm, reason="Again.", now=event.start)
    assert thinking.think(limit=3, seconds=60) == 0
    tick(now=event.start + MINUTE)
    assert stage(club, called, event.start) is None
    with club.scope():
        assert not DuelDraft.objects.exists()


def test_c50_driven_event_cancelled_before_booking_is_never_booked() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    at = drive(club, event)
    with club.scope():
        events.call_off(event=event, actor=club.gm, reason="Rain.", now=at)
        until = DuelDraft.objects.get().books_at
    tick(now=until)
    assert result(club, event) is None
    with club.scope():
        assert DuelDraft.objects.get().books_at == until


# --- secrets, doctrine, and the garage ------------------------------------------------------------


def test_c98_event_entry_has_a_private_doctrine() -> None:
    club, charger = make_club(), Drive(doctrine="charger", yields="never")
    event = make(club)
    enter(club, event, 0)
    enter(club, event, 0, drive=charger)
    enter(club, event, 1)
    with club.scope():
        own = entries_of(club.viewer(club.players[0]), event, club.at)
        theirs = entries_of(club.viewer(club.players[1]), event, club.at)
        assert [one.drive for one in own] == [charger]
        assert [one.team for one in theirs] == [club.teams[1]]
        later = entries_of(club.viewer(club.players[1]), event, event.start)
        assert {one.team: one.drive is None for one in later} == {
            club.teams[0]: True, club.teams[1]: False,
        }  # fmt: skip
    tick(now=event.start)
    with club.scope():
        match = driven_event(event).table.match  # type: ignore[union-attr]
    assert match is not None
    assert '"kind":"charger"' in match.setup


def test_v4_workshop_does_not_touch_a_car_in_an_event() -> None:
    club = make_club(duel_books_at_once=True)
    event = make_event_with_entries(club)
    car, by = club.car(0), club.players[0]
    with club.scope():
        post([Line(Book.DAMAGE, car.pk, "armour:front", 2, "test:1", club.at)])
    tick(now=event.start)
    with pytest.raises(NotFit, match="in the arena"):
        garage.repair(vehicle=car, parts=["armour:front"], actor=by, now=event.start)
    at = drive(club, event)
    assert result(club, event) is not None
    assert garage.repair(vehicle=car, parts=["armour:front"], actor=by, now=at) > 0


def test_v3_cars_without_room_in_the_arena_are_announced_with_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("autoduel.services.week_duels.MAX_CARS", 2)
    club = make_club(teams=3)
    event = make(club)
    for team in range(3):
        enter(club, event, team)
    tick(now=event.start)
    with club.scope():
        there = {line["team"] for line in driven_event(event).lineup}
        (news,) = News.objects.filter(kind=driven.NEWS_KIND)
    assert len(there) == 2
    (left,) = [team.name for team in club.teams if str(team.pk) not in there]
    assert news.text.endswith(f"There was no room in the arena for {left}.")


# --- interruptions --------------------------------------------------------------------------------


def test_c101_entries_are_fixed_once_the_cars_are_lined_up() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    tick(now=event.start)
    with club.scope():
        entry = DuelEntry.objects.get(duel=event, team=club.teams[0])
        with pytest.raises(WrongTime, match="in the arena"):
            entries.withdraw(entry=entry, now=event.start - MINUTE)
        with pytest.raises(WrongTime, match="in the arena"):
            enter(club, event, 0)


def test_e40_duels_of_a_void_week_are_cancelled_and_never_booked() -> None:
    club = make_club()
    event = make_event_with_entries(club)
    tick(now=event.start)
    with club.scope():
        Week.objects.filter(pk=event.week_id).update(
            parked_at=event.start, fault="KeyError", attempts=3
        )
        declare_void(week=club.open_week, actor=club.gm, reason="Stuck.", now=event.start)
        over = driven_event(event)
    assert over.table is not None
    assert (over.paper_at, over.over_at) == (event.start, None)
    assert over.table.status == "over"
    tick(now=event.start + 2 * HOUR)
    with club.scope():
        assert not DuelResult.objects.exists()
