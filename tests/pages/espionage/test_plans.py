"""Drafting the next week's orders before that week opens (E45)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaign.league.models import Week
from espionage.models import OrderPlan, OrderSheet
from espionage.services.tick import tick

from .conftest import text

if TYPE_CHECKING:
    from .conftest import Stage

pytestmark = pytest.mark.django_db

NEXT = "orders/?next"


def publish_reports(stage: Stage) -> None:
    """Publish the first week's reports; the second week is not open."""
    stage.play()


def opened(stage: Stage) -> None:
    """Open the second week."""
    with stage.club.scope():
        week = Week.objects.get(season=stage.club.season, number=2)
    tick(now=stage.club.open_week.closes_at)
    tick(now=week.opens_at)
    stage.at(week.opens_at)


def plans(stage: Stage) -> list[OrderPlan]:
    with stage.club.scope():
        return list(OrderPlan.objects.all())


def test_e45_after_the_report_the_next_week_can_be_drafted(stage: Stage) -> None:
    publish_reports(stage)
    assert "Draft week 2" in text(stage.get())
    page = text(stage.get(NEXT))
    assert "Save for week 2" in page
    assert 'value="final"' not in page
    answer = stage.post(stage.form(stage.guard(), do="plan"), NEXT)
    assert answer.status_code == 303
    assert answer.url.endswith(NEXT)
    assert "Drafted" in text(stage.get(NEXT))
    (plan,) = plans(stage)
    assert plan.version == 1


def test_e45_an_open_week_shows_the_draft_until_orders_are_sent(stage: Stage) -> None:
    publish_reports(stage)
    stage.post(stage.form(stage.guard(), do="plan"), NEXT)
    opened(stage)
    page = text(stage.get())
    assert "not sent yet" in page
    assert "Seal orders" in page
    stage.post(stage.form(stage.guard(), do="final"))
    assert not plans(stage)
    assert "not sent yet" not in text(stage.get())


def test_e45_an_invalid_draft_is_refused_and_kept_in_the_form(stage: Stage) -> None:
    publish_reports(stage)
    stranger = {"spy": stage.id("Rook", team=1), "action": "counterspy"}
    answer = stage.post(stage.form(stranger, do="plan"), NEXT)
    assert answer.status_code == 422
    assert not plans(stage)


@pytest.mark.everyday
def test_e45_a_stale_draft_is_refused(stage: Stage) -> None:
    publish_reports(stage)
    stage.post(stage.form(stage.guard(), do="plan"), NEXT)
    answer = stage.post(stage.form(stage.guard("Vesper"), do="plan"), NEXT)
    assert answer.status_code == 409
    assert "Someone has saved this plan" in text(answer)
    assert stage.post(stage.form(stage.guard("Vesper"), do="plan", seen=1), NEXT).status_code == 303


def test_e45_in_an_open_week_orders_are_written_instead(stage: Stage) -> None:
    assert "Seal orders" in text(stage.get(NEXT))
    stage.post(stage.form(stage.guard(), do="plan"), NEXT)
    assert not plans(stage)
    with stage.club.scope():
        assert not OrderSheet.objects.exists()
