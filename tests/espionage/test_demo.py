"""The demo club: found in one go, and every ledger of it adds up."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django_scopes import scopes_disabled

from campaign.demo import LOGINS, SLUG
from campaign.models import DuelResult, Team, User, Week
from espionage.models import AmbushFight, Intel, OrderSheet
from play.models import Match
from play.reconciling import drift
from tests import luck

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def told(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """What `manage.py demo` says. The club is founded once, for tests that only look, and taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        with luck.ruling("the demo club"):
            said = StringIO()
            call_command("demo", stdout=said)
        yield said.getvalue()
        transaction.set_rollback(True)


def test_the_demo_club_has_three_weeks_behind_it_and_one_open(told: str) -> None:
    assert all(name in told and password in told for name, password, _ in LOGINS)
    with scopes_disabled():
        weeks = Week.objects.filter(season__campaign__slug=SLUG)
        statuses = list(weeks.order_by("number").values_list("status", flat=True))
        assert statuses[:4] == ["closed", "closed", "closed", "open"]
        assert set(statuses[4:]) == {"planned"}
        assert Team.objects.filter(campaign__slug=SLUG).exclude(approved_at=None).count() == 4
        assert DuelResult.objects.count() == 3
        assert Intel.objects.exists()
        open_week = weeks.get(status="open")
        assert sorted(OrderSheet.objects.filter(week=open_week).values_list("state", flat=True)) == ["draft", "final", "passed"]
        assert not any(drift(match.pk) for match in Match.objects.all())


@pytest.mark.usefixtures("told")
def test_an_ambush_waits_for_its_two_players() -> None:
    with scopes_disabled():
        fight = AmbushFight.objects.get(over_at=None)
        parties = [chair.party for chair in fight.table.chairs.all()]
        names = User.objects.filter(ownerships__team__in=parties, ownerships__until=None).values_list("username", flat=True)
        assert set(names) == {"vera", "tomas"}
        assert fight.week.status == Week.Status.PLAYING


@pytest.mark.usefixtures("told")
def test_a_second_demo_club_is_refused() -> None:
    with pytest.raises(CommandError, match="already"):
        call_command("demo", stdout=StringIO())
    call_command("demo", "--if-missing", stdout=StringIO())
