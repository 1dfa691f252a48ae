"""A person is reminded once of an idle turn, and nobody else is."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from core.notifications.models import Notice
from core.web.moments import in_text
from play.clocking import Clock
from play.services import holidays, pausing, turn_reminders
from play.services.turn_reminders import MAX_LATENESS, REMIND_AFTER

from .tables import AT, Time, bid, chairs, reload_table, table_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]
DAY = Clock(kind="correspondence", seconds=24 * 3600)
MINUTE = Clock(kind="live", seconds=60)
MINUTES = REMIND_AFTER.total_seconds() / 60


def turn_notices(user: User, *, unread: bool = False) -> list[str]:
    rows = Notice._base_manager.filter(user=user, kind="game-turn")
    if unread:
        rows = rows.filter(read_at=None)
    return list(rows.order_by("at").values_list("text", flat=True))


def test_player_with_a_pending_turn_is_reminded_once_with_the_deadline(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=DAY)
    bid(table, bob, 4)
    time.later(minutes=MINUTES - 1)
    assert turn_reminders.remind() == 0
    time.later(minutes=1)
    assert turn_reminders.remind() == 1
    assert turn_reminders.remind() == 0
    due = AT + timedelta(days=1)
    assert turn_notices(ann) == [f"Your turn at Bids: move by {in_text(due)}."]
    assert turn_notices(bob) == []
    notice = Notice._base_manager.get(user=ann, kind="game-turn")
    assert (notice.path, notice.until) == (f"/play/{table.pk}/", due)
    assert notice.about == {"table": str(table.pk)}


def test_sealed_move_of_another_player_changes_no_reminder(
    time: Time, ann: User, bob: User, cat: User, dan: User
) -> None:
    """The notice is the same whether or not the other player has bid."""
    quiet, sealed = table_of(ann, bob, clock=DAY), table_of(cat, dan, clock=DAY)
    time.later(minutes=5)
    bid(sealed, dan, 4)
    time.later(minutes=MINUTES - 5)
    turn_reminders.remind()
    assert turn_notices(ann) == turn_notices(cat) != []
    at = dict(Notice._base_manager.filter(kind="game-turn").values_list("user", "at"))
    assert at[ann.pk] == at[cat.pk]
    assert reload_table(quiet).is_playing


def test_move_withdraws_an_unread_reminder_and_the_next_turn_sends_a_new_one(
    time: Time, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=DAY)
    time.later(minutes=MINUTES)
    turn_reminders.remind()
    assert turn_notices(ann, unread=True) and turn_notices(bob, unread=True)
    bid(table, ann, 1)
    assert not turn_notices(ann, unread=True) and turn_notices(bob, unread=True)
    bid(table, bob, 2)
    time.later(minutes=MINUTES)
    turn_reminders.remind()
    assert len(turn_notices(ann)) == len(turn_notices(bob)) == 2
    assert len(turn_notices(bob, unread=True)) == 1


def test_immediate_move_does_not_query_the_inbox(
    time: Time, ann: User, bob: User, django_assert_num_queries: Callable[..., Any]
) -> None:
    table = table_of(ann, bob, clock=DAY)
    time.later(minutes=1)
    chair = chairs(table)[0]
    with django_assert_num_queries(0):
        turn_reminders.outdate_reminders(chair, AT, time.now)


@pytest.mark.parametrize("how", ["live", "no clock", "paused", "on holiday", "long ago", "a bot"])
def test_nobody_with_a_short_or_stopped_clock_or_on_holiday_is_reminded(
    how: str, time: Time, ann: User, bob: User
) -> None:
    other: User | str = "bot" if how == "a bot" else bob
    clock = {"live": MINUTE, "no clock": Clock()}.get(how, DAY)
    table = table_of(ann, other, clock=clock)
    match how:
        case "paused":
            pausing.ask_for_pause(table_id=table.pk, user=ann)
            pausing.ask_for_pause(table_id=table.pk, user=bob)
        case "on holiday":
            for user in (ann, bob):
                holidays.start_holiday(user=user, starts=AT, ends=AT + timedelta(days=9))
        case "long ago":
            time.later(seconds=MAX_LATENESS.total_seconds())
        case "a bot":
            bid(table, ann, 1)
    time.later(minutes=MINUTES)
    assert turn_reminders.remind() == 0
    assert not Notice._base_manager.filter(kind="game-turn").exists()


def test_parties_are_reminded_through_their_club(time: Time, ann: User, bob: User) -> None:
    table = table_of(ann, bob, clock=DAY)
    chair = chairs(table)[0]
    chair.holder, chair.party = None, uuid4()
    chair.save()
    time.later(minutes=MINUTES)
    turn_reminders.remind()
    assert turn_notices(ann) == [] and turn_notices(bob) != []
