"""Forms sent twice, rehearsed operations, and retried weeks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from campaign.calendar.services import failed_weeks
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.league.models import Campaign, DeskAct, Week
from core.accounts.models import User
from core.web.dry_run import rehearsal
from core.web.idempotency import (
    API_LIFETIME,
    KeyUsed,
    Redirect,
    Response,
    redirect_idempotently,
    run_idempotently,
    stored_redirect,
)
from core.web.models import IdempotentAnswer
from core.web.refusals import Refused, WrongTime
from tests.factories import NOON, found_club, person


def test_a_refused_form_can_be_sent_again_with_the_same_key(db: None) -> None:
    user = person()

    def refuse() -> Redirect:
        founding.create_club(new=Founding(name="Lost"), founder=user, now=NOON)
        raise Refused("No.")

    with pytest.raises(Refused):
        redirect_idempotently(user=user, key="one", now=NOON, act=refuse)
    assert not IdempotentAnswer.objects.exists()
    assert not Campaign.objects.filter(name="Lost").exists()
    assert stored_redirect(user=user, key="one") is None
    done = Redirect("/there/", "Done.")
    assert redirect_idempotently(user=user, key="one", now=NOON, act=lambda: done) == done
    assert stored_redirect(user=user, key="one") == done


def test_another_users_equal_key_is_another_form(db: None) -> None:
    for user in (person(), person()):
        there = Redirect(f"/{user.pk}/")
        assert (
            redirect_idempotently(user=user, key="one", now=NOON, act=partial(Redirect, *there))
            == there
        )
    assert IdempotentAnswer.objects.count() == 2
    assert stored_redirect(user=person(), key="one") is None


def test_keys_of_the_api_and_of_forms_are_separate(db: None) -> None:
    user = person()
    redirect_idempotently(user=user, key="k" * 32, now=NOON, act=lambda: Redirect("/there/"))
    response = run_idempotently(
        user=user, key="k" * 32, request=(b"POST",), now=NOON, act=lambda: Response(200, b"{}")
    )
    assert (response.body, response.replayed) == (b"{}", False)


def test_stored_form_answers_outlive_api_answers_and_are_encrypted(db: None) -> None:
    user = person()
    redirect_idempotently(user=user, key="one", now=NOON, act=lambda: Redirect("/there/"))
    for day in range(2):
        run_idempotently(
            user=user,
            key=f"call-{day}",
            request=(),
            now=NOON + timedelta(days=400 * (day + 1)),
            act=lambda: Response(200, b"{}"),
            lifetime=API_LIFETIME,
        )
    kept, of_the_api = IdempotentAnswer.objects.order_by("at")
    assert (kept.expires_at, of_the_api.at) == (None, NOON + timedelta(days=800))
    assert b"there" not in bytes(kept.sealed)
    assert stored_redirect(user=user, key="one") == Redirect("/there/")


def test_an_unreadable_stored_answer_is_refused_and_nothing_runs_again(
    db: None, settings: Any
) -> None:
    user = person()
    redirect_idempotently(user=user, key="one", now=NOON, act=lambda: Redirect("/there/"))
    settings.SECRET_KEY = "another secret"
    assert stored_redirect(user=user, key="one") is None
    with pytest.raises(KeyUsed):
        redirect_idempotently(user=user, key="one", now=NOON, act=lambda: Redirect("/again/"))


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_clicks_run_once() -> None:
    user, door = person(), Barrier(2)

    def click(_: int) -> Redirect:
        try:
            door.wait(10)
            return redirect_idempotently(user=user, key="one", now=NOON, act=lambda: _found(user))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as both:
        first, second = both.map(click, range(2))
    assert first == second
    assert Campaign.objects.filter(founder=user).count() == 1


def _found(user: User) -> Redirect:
    return Redirect(
        f"/c/{founding.create_club(new=Founding(name='Rust Belt'), founder=user, now=NOON).slug}/"
    )


def test_a_rehearsal_leaves_nothing_behind(db: None) -> None:
    user = person()
    with rehearsal():
        founding.create_club(new=Founding(name="Rust Belt"), founder=user, now=NOON)
        assert Campaign.objects.exists()
    assert not Campaign.objects.exists()
    with pytest.raises(Refused):
        _refused_while_rehearsing(user)
    assert not Campaign.objects.exists()


def _refused_while_rehearsing(user: User) -> None:
    with rehearsal():
        founding.create_club(new=Founding(name="Rust Belt"), founder=user, now=NOON)
        raise Refused("No.")


def test_e16_a_parked_week_is_retried_with_the_same_orders_and_dice(db: None) -> None:
    club = found_club()
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            parked_at=club.at, attempts=3, fault="resolve: KeyError"
        )
        week = failed_weeks.retry(week=club.open_week, actor=club.gm, now=club.at)
        assert (week.attempts, week.parked_at, week.fault, week.status) == (
            0,
            None,
            "resolve: KeyError",
            "open",
        )
        act = DeskAct.objects.get(kind="week-retried")
        assert (act.public, act.actor, act.detail["fault"]) == (True, club.gm, "resolve: KeyError")
        with pytest.raises(WrongTime):
            failed_weeks.retry(week=week, actor=club.gm, now=club.at)
        assert DeskAct.objects.filter(kind="week-retried").count() == 1
