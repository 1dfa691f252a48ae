"""Every member is notified once when a duel starts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.duels.services import duel_starts, events
from campaign.league.models import Campaign, Week
from core.notifications.models import Notice
from tests.factories import Club, found_club

from .test_events import enter, make

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def club() -> Club:
    found = found_club(teams=2, characters=4)
    Week._base_manager.filter(pk=found.open_week.pk).update(status=Week.Status.SETTLED)
    return found


def notices_by_user(club: Club) -> list[tuple[str, str]]:
    """Return the recipients and texts of the notices."""
    rows = Notice._base_manager.filter(campaign=club.campaign, kind="duel-starts")
    return sorted(rows.values_list("user__username", "text"))


def hour(club: Club) -> datetime:
    return club.open_week.duel_at


def test_all_members_are_notified_once_at_the_start(club: Club) -> None:
    assert duel_starts.announce_starts(hour(club) - MINUTE) == 0
    assert duel_starts.announce_starts(hour(club)) == 1
    assert duel_starts.announce_starts(hour(club) + MINUTE) == 0
    everybody = sorted(user.get_username() for user in (*club.players, club.gm))
    assert notices_by_user(club) == [(name, "The duel of week 1 starts now.") for name in everybody]
    notice = Notice._base_manager.filter(kind="duel-starts").first()
    assert notice is not None
    assert (notice.path, notice.about) == ("weeks/1/duels/0/?season=1", {"week": 1, "season": 1})
    assert notice.until == hour(club) + duel_starts.MAX_AGE


def test_c50_an_event_is_announced_at_its_own_time_with_its_number(club: Club) -> None:
    event = make(club)
    enter(club, event, 0)
    assert duel_starts.announce_starts(event.start) == 1
    assert {text for _, text in notices_by_user(club)} == {"Ash Cup starts now."}
    notice = Notice._base_manager.filter(kind="duel-starts").first()
    assert notice is not None
    assert notice.about == {"week": 1, "season": 1, "event": 1}


def test_c52_the_announcement_does_not_show_whether_anyone_is_entered(club: Club) -> None:
    """Entries are secret until the start, and the notice is written in the first second."""
    event, empty = make(club), make(club, name="Ember Cup")
    enter(club, event, 0)
    duel_starts.announce_starts(event.start)
    by_text: dict[str, set[str]] = {}
    for name, text in notices_by_user(club):
        by_text.setdefault(text, set()).add(name)
    assert len(by_text) == 2 and len({frozenset(names) for names in by_text.values()}) == 1
    assert empty.start == event.start


def test_a_cancelled_or_postponed_duel_is_not_announced(club: Club) -> None:
    event = make(club)
    with club.scope():
        events.call_off(event=event, actor=club.gm, reason="Rain.", now=club.at)
    assert duel_starts.announce_starts(event.start) == 0
    before = hour(club)
    Week._base_manager.filter(pk=club.open_week.pk).update(
        duel_at=before + timedelta(hours=3), closes_at=before + timedelta(days=3)
    )
    assert duel_starts.announce_starts(before) == 0
    assert duel_starts.announce_starts(before + timedelta(hours=3)) == 1


def test_old_unsettled_and_try_out_duels_are_not_announced(club: Club) -> None:
    assert duel_starts.announce_starts(hour(club) + duel_starts.MAX_AGE) == 0
    weeks = Week._base_manager.filter(pk=club.open_week.pk)
    weeks.update(status=Week.Status.PLAYING)
    assert duel_starts.announce_starts(hour(club)) == 0
    weeks.update(status=Week.Status.SETTLED)
    Campaign.objects.filter(pk=club.campaign.pk).update(tryout=True)
    assert duel_starts.announce_starts(hour(club)) == 0
