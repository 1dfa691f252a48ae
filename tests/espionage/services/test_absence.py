"""Holidays in clubs: absence is shown, teams are not reminded or awaited."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.league.models import Membership, Team, Week
from campaign.league.selectors import people
from campaign.members.services import members, owners
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from core.notifications.models import Notice
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import Sheet
from espionage.selectors.absence import deadlines_during
from espionage.selectors.ready import away_teams, ready_teams
from espionage.services.deadline_reminders import USUAL_LEAD_TIME
from espionage.services.plans import save_plan
from espionage.services.tick import tick
from play.models import Holiday
from tests.factories import Club, found_club, person

from .test_life_of_a_week import counterspy_order, give

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
S = OrderSheet.State
DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


def make_club(monkeypatch: pytest.MonkeyPatch, **options: object) -> Club:
    club = found_club(teams=3, options=options)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    return club


def take_holiday(club: Club, user: User, until: datetime | None = None) -> Holiday:
    """Start a holiday now that lasts beyond the deadline by default."""
    return Holiday.objects.create(
        user=user, starts=club.at, ends=until or club.open_week.due_at + DAY
    )


def add_partner(club: Club, team: int) -> User:
    user = person("partner")
    members.admit(campaign=club.campaign, user=user, role=Membership.Role.PLAYER, now=club.at)
    owners.add_owner(team=club.teams[team], user=user, now=club.at)
    return user


def status_after(club: Club, passed: timedelta) -> str:
    with club.scope():
        tick(now=club.at + passed)
        return Week.objects.get(pk=club.open_week.pk).status


# --- absence --------------------------------------------------------------------------------------


def test_team_is_away_while_all_its_owners_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    partner = add_partner(club, 0)
    take_holiday(club, club.players[0], club.at + 3 * DAY)
    with club.scope():
        assert away_teams(club.open_week, club.at) == ()
    take_holiday(club, partner, club.at + 2 * DAY)
    with club.scope():
        ((team, until),) = away_teams(club.open_week, club.at)
        assert (team, until) == (club.teams[0], club.at + 2 * DAY)
        assert away_teams(club.open_week, club.at + 2 * DAY) == (), "the partner is back"
        Week.objects.filter(pk=club.open_week.pk).update(status=Week.Status.PLAYING)
        club.open_week.refresh_from_db()
        assert away_teams(club.open_week, club.at) == (), (
            "absence matters only while the week is open"
        )


def test_team_without_owners_is_not_away(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch)
    members.leave(
        membership=Membership._base_manager.get(user=club.players[1]),
        now=club.at,
        actor=club.gm,
        reason="Moved away.",
    )
    take_holiday(club, club.players[2])
    with club.scope():
        rows = Team.objects.filter(people.everyone_is_away(club.at, team="pk"))
        assert set(rows) == {club.teams[1], club.teams[2]}


# --- effects on the week --------------------------------------------------------------------------


def test_early_week_does_not_wait_for_absent_teams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=True)
    take_holiday(club, club.players[2])
    give(club, 0, counterspy_order(club, 0, "Rook"))
    assert status_after(club, 2 * MINUTE) == "open", "Basilisk is present and has not sealed"
    give(club, 1, counterspy_order(club, 1, "Rook"))
    assert status_after(club, 2 * MINUTE) != "open"


def test_absent_team_with_a_draft_is_not_awaited_and_its_draft_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=True)
    give(club, 2, counterspy_order(club, 2, "Rook"), state=S.DRAFT)
    take_holiday(club, club.players[2])
    give(club, 0, counterspy_order(club, 0, "Rook"))
    give(club, 1, counterspy_order(club, 1, "Rook"))
    assert status_after(club, 2 * MINUTE) != "open"
    with club.scope():
        assert OrderSheet.objects.get(team=club.teams[2]).state == S.DRAFT


def test_team_that_returns_before_the_deadline_is_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=True)
    take_holiday(club, club.players[2], club.open_week.due_at)
    give(club, 0, counterspy_order(club, 0, "Rook"))
    give(club, 1, counterspy_order(club, 1, "Rook"))
    assert status_after(club, 2 * MINUTE) == "open"


def test_week_does_not_end_early_if_every_team_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, resolve_when_sealed=True)
    for player in club.players:
        take_holiday(club, player)
    assert status_after(club, DAY) == "open"


def test_order_status_says_away_only_for_teams_without_orders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, show_sealed=True)
    give(club, 1, counterspy_order(club, 1, "Rook"))
    take_holiday(club, club.players[1])
    take_holiday(club, club.players[2])
    with club.scope():
        shown = ready_teams(club.open_week, club.at)
    assert [(row.ready, row.is_away) for row in shown or ()] == [
        (False, False),
        (True, True),
        (False, True),
    ]


def test_absent_owner_is_not_reminded_but_a_present_partner_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    partner = add_partner(club, 0)
    take_holiday(club, club.players[0])
    take_holiday(club, club.players[1])
    tick(now=club.open_week.due_at - USUAL_LEAD_TIME)
    told = set(Notice._base_manager.filter(kind="orders-due").values_list("user", flat=True))
    assert told == {partner.pk, club.players[2].pk}


# --- orders of absent teams -----------------------------------------------------------------------


def test_holiday_page_tells_what_happens_to_the_orders_of_each_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch)
    ann, week = club.players[0], club.open_week
    span = (club.at, club.at + 20 * DAY)

    def said() -> list[str]:
        return [one.consequence for one in deadlines_during(ann, *span)]

    first, second, *_ = deadlines_during(ann, *span)
    assert first.name == "Anvil, Test club: orders of week 1" and first.due == week.due_at
    assert second.name.endswith("week 2")
    assert all(each.startswith("Nothing will be sent") for each in said())
    assert [label for label, _ in first.links] == ["Order sheet", "Use a stand-in bot"]
    with club.scope():
        coming = Week.objects.get(season=club.season, number=2)
        give(club, 0, counterspy_order(club, 0, "Rook"), state=S.DRAFT)
        sheet = Sheet(orders=(counterspy_order(club, 0, "Rook"),))
        save_plan(week_id=coming.pk, team=club.teams[0], sheet=sheet, seen_version=0, saved_by=ann)
    assert said()[:3] == [
        "Your draft counts.",
        "Your draft for it counts.",
        "Your standing orders apply.",
    ]
    bots.seat(
        team=club.teams[0], bot=BotSeat(temper="greedy", how_long="on"), actor=ann, now=club.at
    )
    assert said()[2] == "A greedy bot writes the orders."
    add_partner(club, 0)
    assert said()[0].endswith("Your co-owners can still write orders.")
    assert deadlines_during(ann, club.at, week.due_at) == (), "back by the deadline"
    assert deadlines_during(club.gm, *span) == ()
