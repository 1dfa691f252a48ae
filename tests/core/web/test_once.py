"""Forms that are sent twice, acts that are tried out, weeks that are tried again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from campaign.desk.services import founding
from campaign.league.models import Campaign, DeskAct, Week
from campaign.league.services import failed_weeks
from core.web.dry_run import rehearsal
from core.web.idempotency.forms import Done, answered, once
from core.web.models import SentForm
from core.web.refusals import Refused, WrongTime
from tests.factories import NOON, found_club, person

if TYPE_CHECKING:
    from core.accounts.models import User


def test_what_was_refused_may_be_sent_again_with_the_same_key(db: None) -> None:
    user = person()

    def refuse() -> Done:
        founding.found(name="Lost", founder=user, at=NOON)
        raise Refused("No.")

    with pytest.raises(Refused):
        once(user=user, key="one", at=NOON, act=refuse)
    assert not SentForm.objects.exists()
    assert not Campaign.objects.filter(name="Lost").exists()
    assert answered(user=user, key="one") is None
    assert once(user=user, key="one", at=NOON, act=lambda: Done("/there/", "Done.")) == (
        "/there/",
        "Done.",
    )
    assert answered(user=user, key="one") == ("/there/", "Done.")


def test_the_same_key_of_somebody_else_is_another_form(db: None) -> None:
    for user in (person(), person()):
        assert once(
            user=user, key="one", at=NOON, act=lambda: Done(f"/{len(SentForm.objects.all())}/")
        ).path
    assert SentForm.objects.count() == 2
    assert answered(user=person(), key="one") is None


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_the_same_moment_do_it_once() -> None:
    user, door = person(), Barrier(2)

    def click(_: int) -> Done:
        try:
            door.wait(10)
            return once(user=user, key="one", at=NOON, act=lambda: _found(user))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        first, second = both.map(click, range(2))
    assert first == second
    assert Campaign.objects.filter(founder=user).count() == 1


def _found(user: User) -> Done:
    return Done(f"/c/{founding.found(name='Rust Belt', founder=user, at=NOON).slug}/")


def test_a_rehearsal_leaves_nothing_behind(db: None) -> None:
    user = person()
    with rehearsal():
        founding.found(name="Rust Belt", founder=user, at=NOON)
        assert Campaign.objects.exists()
    assert not Campaign.objects.exists()
    with pytest.raises(Refused):
        _refused_while_rehearsing(user)
    assert not Campaign.objects.exists()


def _refused_while_rehearsing(user: User) -> None:
    with rehearsal():
        founding.found(name="Rust Belt", founder=user, at=NOON)
        raise Refused("No.")


def test_e16_a_parked_week_is_tried_again_with_orders_and_dice_untouched(db: None) -> None:
    club = found_club()
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            parked_at=club.at, attempts=3, fault="resolve: KeyError"
        )
        week = failed_weeks.retry(week=club.open_week, actor=club.gm, at=club.at)
        assert (week.attempts, week.parked_at, week.fault, week.status) == (
            0,
            None,
            "resolve: KeyError",
            "open",
        )
        act = DeskAct.objects.get(kind="week-retried")
        assert (act.public, act.actor, act.detail["fault"]) == (True, club.gm, "resolve: KeyError")
        with pytest.raises(WrongTime):
            failed_weeks.retry(week=week, actor=club.gm, at=club.at)
        assert DeskAct.objects.filter(kind="week-retried").count() == 1
