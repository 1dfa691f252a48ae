"""Reminders a day before the deadline, only to teams without a sheet."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import OperationalError
from django_scopes import scopes_disabled

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.league.models import Membership, Week
from campaign.members.services import members, owners
from core.notifications.models import Notice
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.services import notification_preferences
from core.web import clock
from core.web.moments import in_text
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.services import deadline_reminders, sheets
from espionage.services.deadline_reminders import MIN_OPEN_BEFORE_DEADLINE, USUAL_LEAD_TIME
from espionage.services.due import MAX_ATTEMPTS
from espionage.services.tick import tick
from tests.factories import Club, found_club, person

from .test_life_of_a_week import counterspy_order, give

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
S = OrderSheet.State


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=4)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    monkeypatch.setattr(sheets.clock, "now", lambda: found.at)
    return found


def reminders_of(user: User) -> list[tuple[str, str]]:
    return list(
        Notice._base_manager.filter(user=user, kind="orders-due").values_list("text", "path")
    )


def reminder_time(club: Club) -> datetime:
    return club.open_week.due_at - USUAL_LEAD_TIME


def test_teams_without_a_sheet_are_reminded_once_a_day_before(club: Club) -> None:
    give(club, 0, counterspy_order(club, 0, "Rook"))
    give(club, 1, counterspy_order(club, 1, "Rook"), state=S.DRAFT)
    give(club, 2, state=S.PASSED)
    assert tick(now=reminder_time(club) - timedelta(seconds=1))["warn"] == 0
    assert tick(now=reminder_time(club))["warn"] == 1
    assert [len(reminders_of(player)) for player in club.players] == [0, 0, 0, 1], (
        "drafts (E15) and passes count as orders"
    )
    ((text, path),) = reminders_of(club.players[3])
    assert text.startswith("Orders for week 1 close ") and text.endswith(
        "you have not written any yet. Without orders, your standing orders apply."
    )
    assert path == f"teams/{club.teams[3].slug}/orders/"
    assert (
        tick(now=reminder_time(club) + timedelta(hours=1))["warn"] == 0
        and len(reminders_of(club.players[3])) == 1
    )


def test_first_sheet_of_the_team_outdates_an_unread_reminder(
    club: Club,
) -> None:
    """After the first sheet, neither inbox nor queued mail says that the orders are missing."""
    partner = person("partner")
    members.admit(campaign=club.campaign, user=partner, role=Membership.Role.PLAYER, now=club.at)
    owners.add_owner(team=club.teams[0], user=partner, now=club.at)
    tick(now=reminder_time(club))
    waiting = Notice._base_manager.filter(kind="orders-due", read_at=None)
    assert set(waiting.values_list("user", flat=True)) == {
        partner.pk,
        *(player.pk for player in club.players),
    }
    club.at = reminder_time(club) + timedelta(minutes=1)
    give(club, 0, counterspy_order(club, 0, "Rook"))
    assert set(waiting.values_list("user", flat=True)) == {player.pk for player in club.players[1:]}


def test_person_away_all_day_is_not_reminded_after_the_deadline(club: Club) -> None:
    done = tick(now=club.open_week.due_at)
    assert (done["resolve"], done["warn"]) == (1, 0) and not reminders_of(club.players[0])


def test_week_open_for_one_day_sends_no_reminder(club: Club) -> None:
    week = club.open_week
    Week._base_manager.filter(pk=week.pk).update(
        opens_at=week.due_at - MIN_OPEN_BEFORE_DEADLINE + timedelta(minutes=1)
    )
    assert tick(now=reminder_time(club))["warn"] == 0


def test_failed_reminder_stops_no_week_and_no_other_reminder(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = found_club(teams=1, name="Elsewhere")
    real = deadline_reminders.deputies.commanders

    def commanders(teams: set[UUID]) -> dict[UUID, tuple[UUID, ...]]:
        if club.teams[0].pk in teams:
            raise KeyError
        return real(teams)

    with monkeypatch.context() as moment:
        moment.setattr(deadline_reminders.deputies, "commanders", commanders)
        for minute in range(MAX_ATTEMPTS + 1):
            tick(now=reminder_time(club) + timedelta(minutes=minute))
    assert not reminders_of(club.players[0]) and len(reminders_of(other.players[0])) == 1
    week = Week._base_manager.get(pk=club.open_week.pk)
    assert (week.parked_at, week.attempts, week.fault) == (None, 0, "")
    assert tick(now=week.due_at)["resolve"] == 2


def test_reminder_refused_by_a_busy_database_is_retried(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(_: object) -> None:
        raise OperationalError

    with monkeypatch.context() as moment:
        moment.setattr(deadline_reminders.notices, "send", busy)
        assert tick(now=reminder_time(club))["warn"] == 0
    assert tick(now=reminder_time(club))["warn"] == 1 and reminders_of(club.players[0])


def test_late_week_sends_no_reminder_in_the_tick_that_opens_it(club: Club) -> None:
    week = club.open_week
    Week._base_manager.filter(pk=week.pk).update(status=Week.Status.PLANNED)
    SealedSeat._base_manager.all().delete()
    Seal._base_manager.all().delete()
    Notice._base_manager.all().delete()
    done = tick(now=reminder_time(club) + timedelta(minutes=1))
    assert (done["open"], done["warn"]) == (1, 0) and not reminders_of(club.players[0])
    assert Notice._base_manager.filter(user=club.players[0], kind="week-opened").exists()


def test_reminders_of_many_weeks_take_few_queries(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    for number in range(3):
        found_club(teams=1, characters=1, vehicles=0, name=f"Club {number}")
    with scopes_disabled(), django_assert_max_num_queries(15):
        assert deadline_reminders.send_reminders(reminder_time(club)) == 4


def test_extended_deadline_has_its_own_reminder(club: Club) -> None:
    tick(now=reminder_time(club))
    week = calendar.extend(
        week=club.open_week,
        change=Extending(due_at=club.open_week.due_at + timedelta(hours=6), reason="Snow."),
        actor=club.gm,
        now=reminder_time(club),
    )
    club.week = week
    assert tick(now=reminder_time(club) - timedelta(minutes=1))["warn"] == 0, (
        "reminded a moment ago"
    )
    assert tick(now=reminder_time(club))["warn"] == 1 and len(reminders_of(club.players[3])) == 2
    assert tick(now=reminder_time(club) + timedelta(minutes=1))["warn"] == 0
    (news,) = Notice._base_manager.filter(
        user=club.players[3], kind="deadline-extended"
    ).values_list("text", flat=True)
    assert news == (f"The deadline of week 1 was extended. Orders are due {in_text(week.due_at)}.")


# --- personal lead times --------------------------------------------------------------------------


def set_reminder_hours(user: User, hours: int) -> None:
    """Set how many hours before the deadline a person is reminded."""
    topics: dict[ChannelName, tuple[Topic, ...]] = dict.fromkeys(ChannelName, ())
    notification_preferences.choose_all(
        user=user, topics=topics, quiet=None, digest=None, remind=hours
    )


def test_people_are_reminded_once_at_the_hours_they_chose(club: Club) -> None:
    due = club.open_week.due_at
    for player, hours in zip(club.players, (48, 24, 3, 1), strict=True):
        set_reminder_hours(player, hours)
    for hours, those in ((49, 0), (48, 1), (47, 1), (24, 2), (12, 2), (3, 3), (2, 3), (1, 4)):
        tick(now=due - timedelta(hours=hours))
        assert [len(reminders_of(player)) for player in club.players] == [1] * those + [0] * (
            4 - those
        ), hours


def test_team_that_writes_first_is_not_reminded_at_any_chosen_hour(club: Club) -> None:
    due = club.open_week.due_at
    set_reminder_hours(club.players[0], 48)
    set_reminder_hours(club.players[1], 2)
    tick(now=due - timedelta(hours=48))
    give(club, 1, counterspy_order(club, 1, "Rook"))
    tick(now=due - timedelta(hours=2))
    assert [len(reminders_of(player)) for player in club.players] == [1, 0, 1, 1], (
        "people without a choice are reminded by the next tick"
    )


def test_changing_the_hours_does_not_repeat_a_reminder(club: Club) -> None:
    due = club.open_week.due_at
    set_reminder_hours(club.players[0], 48)
    tick(now=due - timedelta(hours=48))
    set_reminder_hours(club.players[0], 6)
    tick(now=due - timedelta(hours=6))
    assert len(reminders_of(club.players[0])) == 1


def test_week_is_checked_at_chosen_hours_and_a_day_before(club: Club) -> None:
    due = club.open_week.due_at
    assert tick(now=due - timedelta(hours=36))["warn"] == 0
    set_reminder_hours(club.players[0], 36)
    assert tick(now=due - timedelta(hours=36))["warn"] == 1


def test_reminder_payload_names_week_and_team(club: Club) -> None:
    tick(now=reminder_time(club))
    notice = Notice._base_manager.get(user=club.players[0], kind="orders-due")
    assert notice.about == {"week": 1, "season": 1, "team": club.teams[0].slug}
    assert notice.until == club.open_week.due_at.replace(second=0, microsecond=0)
