"""Concurrent deadline and job on a real database, stopped at the critical points."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import transaction
from django.db.models import DateTimeField, Func
from django_scopes import scopes_disabled

from campaign.league.models import Week
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import Sheet
from espionage.services import due, reconcile, sheets, stages
from tests.beside import beside
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return found_club(teams=2)


def test_order_that_waits_for_the_lock_past_the_deadline_is_late(club: Club) -> None:
    """The clock is read after the lock is taken, not when the transaction began."""
    week, team = club.open_week, club.teams[0]

    def save() -> OrderSheet:
        return sheets.save_sheet(
            week_id=week.pk,
            team=team,
            sheet=Sheet(),
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[0],
        )

    with beside() as writer, scopes_disabled():
        with transaction.atomic():
            held = Week.objects.select_for_update(no_key=True).filter(pk=week.pk)
            assert held.get().status == Week.Status.OPEN
            writer.begins(save)
            now = Func(function="clock_timestamp", output_field=DateTimeField())
            held.update(opens_at=now - timedelta(days=1), due_at=now, settle_at=now)
        assert isinstance(writer.end(), sheets.TooLate)
        assert not OrderSheet.objects.exists()


def test_week_claimed_by_two_workers_is_processed_by_the_lock_holder(club: Club) -> None:
    """The first worker returns after its claim has expired, at the same time as the second."""
    at, done = club.open_week.due_at, []
    with beside() as second, scopes_disabled():

        def work(weeks: Sequence[Week], at: datetime) -> None:
            done.append(len(weeks))
            if not second.has_begun:
                second.begins(lambda: due._process(stage, ids, at, 40))
            stages.RESOLVE.work(weeks, at)

        stage = replace(stages.RESOLVE, work=work)
        with clock.set_to(at):
            ids = due._claim(stage, at, ())
        with clock.set_to(at + due.LEASE):
            assert due._claim(stage, at, ()) == ids == (club.open_week.pk,)
        due._process(stage, ids, at, 40)
        assert second.end() is None
        assert done == [1]
        assert Week.objects.get(pk=club.open_week.pk).attempts == 0
        assert not list(reconcile.findings())
