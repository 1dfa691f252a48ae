"""Orders drafted before their week opens: private, used by the form, and the default (E45)."""

from __future__ import annotations

import pytest

from campaign.league.models import Week
from campaign.ledger.models import Hold
from core.web import clock
from engine.codec import encode
from engine.game import Stale
from espionage.models import OrderPlan, OrderSheet
from espionage.rules.orders import NO_SHEET, Order, Sheet
from espionage.selectors.order_weeks import load_form_data
from espionage.selectors.sheets import newest_sheet, read_sheet
from espionage.services.plans import save_plan
from espionage.services.sheets import NoSeat, SheetRefused, TooLate, save_sheet
from espionage.services.tick import tick
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return two teams before their first week."""
    club = found_club(teams=2, characters=6, week="planned")
    monkeypatch.setattr(clock, "now", lambda: club.at)
    return club


def first_week(club: Club) -> Week:
    return Week.objects.select_related("season__campaign").get(
        season__campaign=club.campaign, number=1
    )


def counterspy_sheet(club: Club, name: str = "Sable") -> Sheet:
    return Sheet(orders=(Order(spy=str(club.who(0, name).pk), action="counterspy"),))


def save_draft(club: Club, sheet: Sheet, seen: int = 0, team: int = 0) -> OrderPlan:
    return save_plan(
        week_id=first_week(club).pk,
        team=club.teams[team],
        sheet=sheet,
        seen_version=seen,
        saved_by=club.players[team],
    )


def test_e45_draft_is_stored_without_reserving_anything(club: Club) -> None:
    with club.scope():
        plan = save_draft(club, counterspy_sheet(club))
        assert (plan.version, encode(read_sheet(plan))) == (1, encode(counterspy_sheet(club)))
        assert not Hold.objects.exists() and not OrderSheet.objects.exists()
        found = load_form_data(first_week(club), club.teams[0])
        assert found.is_planned and encode(found.sheet) == encode(counterspy_sheet(club))
        assert load_form_data(first_week(club), club.teams[1]).plan is None, (
            "it belongs to another team"
        )


def test_e45_form_starts_from_the_draft_when_the_week_opens(club: Club) -> None:
    with club.scope():
        save_draft(club, counterspy_sheet(club))
        tick(now=first_week(club).opens_at)
        found = load_form_data(first_week(club), club.teams[0])
        assert (found.is_planned, found.state, found.version) == (False, "nothing", 0)
        assert encode(found.sheet) == encode(counterspy_sheet(club))


def test_e45_sent_orders_replace_the_draft(club: Club) -> None:
    with club.scope():
        save_draft(club, counterspy_sheet(club))
        tick(now=first_week(club).opens_at)
        club.at = first_week(club).opens_at
        save_sheet(
            week_id=first_week(club).pk,
            team=club.teams[0],
            sheet=NO_SHEET,
            state=OrderSheet.State.PASSED,
            seen_version=0,
            saved_by=club.players[0],
        )
        assert not OrderPlan.objects.exists()
        tick(now=first_week(club).due_at)
        row = newest_sheet(first_week(club), club.teams[0])
        assert row is not None and row.state == "passed"


def test_e45_draft_counts_if_nothing_is_sent(club: Club) -> None:
    with club.scope():
        save_draft(club, counterspy_sheet(club))
        tick(now=first_week(club).opens_at)
        tick(now=first_week(club).due_at)
        row = newest_sheet(first_week(club), club.teams[0])
        assert row is not None and (row.state, row.version) == ("draft", 1)
        assert row.saved_by == club.players[0]
        assert encode(read_sheet(row)) == encode(counterspy_sheet(club))
        assert newest_sheet(first_week(club), club.teams[1]) is None


def test_e26_impossible_orders_are_struck_from_a_draft(club: Club) -> None:
    with club.scope():
        save_draft(club, counterspy_sheet(club, "Doc"))
        tick(now=first_week(club).opens_at)
        for at in (first_week(club).due_at, first_week(club).settle_at):
            tick(now=at)
        assert first_week(club).status == Week.Status.SETTLED


def test_draft_can_be_overwritten_by_anyone_who_has_seen_it(club: Club) -> None:
    with club.scope():
        save_draft(club, counterspy_sheet(club))
        with pytest.raises(Stale):
            save_draft(club, counterspy_sheet(club, "Doc"))
        assert save_draft(club, counterspy_sheet(club, "Doc"), seen=1).version == 2
        assert OrderPlan.objects.count() == 1


def test_impossible_order_is_refused(club: Club) -> None:
    stranger = Order(spy=str(club.who(1, "Doc").pk), action="counterspy")
    with club.scope(), pytest.raises(SheetRefused):
        save_draft(club, Sheet(orders=(stranger,)))


def test_open_week_takes_orders_but_no_draft(club: Club) -> None:
    with club.scope():
        tick(now=first_week(club).opens_at)
        with pytest.raises(TooLate, match="now open"):
            save_draft(club, counterspy_sheet(club))


def test_team_outside_the_league_cannot_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    club = found_club(teams=2, characters=6, week="planned", approved=False)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    with club.scope(), pytest.raises(NoSeat):
        save_draft(club, counterspy_sheet(club))
