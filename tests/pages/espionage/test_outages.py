"""Pages about a week held by an outage: the reason and the new deadline (C21)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.utils.html import strip_tags

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from core.notifications.models import Notice
from espionage.services.tick import tick
from tests.factories import person, signed_in

if TYPE_CHECKING:
    from .conftest import Stage

pytestmark = pytest.mark.django_db

HELD = (
    "Postponed because the site was down from Thu 8 Mar, 19:40 UTC to Thu 8 Mar, 20:25 UTC. Orders "
    "are due Thu 8 Mar, 21:25 UTC."
)


def words(response: Any) -> str:
    """Return the page's text."""
    assert response.status_code == 200
    text = " ".join(strip_tags(response.content.decode()).split())
    return text.replace(" ;", ";").replace(" .", ".")


def simulate_outage(stage: Stage) -> None:
    """Simulate an outage from twenty minutes before the deadline to 25 minutes after it."""
    due = stage.club.open_week.due_at
    for minutes in (-20, 25):
        stage.at(due + timedelta(minutes=minutes))
        tick(regular=True)


def week_page(stage: Stage, who: Any = 0) -> Any:
    return stage.browser(who).get(f"/c/{stage.club.campaign.slug}/weeks/1/")


def test_c21_the_week_page_says_why_and_how_long_it_is_held(stage: Stage) -> None:
    assert "Postponed because" not in words(week_page(stage))
    simulate_outage(stage)
    for who in (0, 1, stage.club.gm):
        page = words(week_page(stage, who))
        assert HELD in page
        assert "The site was down Thu 8 Mar, 19:40 UTC to Thu 8 Mar, 20:25 UTC." in page
    assert week_page(stage, person("stranger")).status_code == 404


def test_c21_the_order_form_says_so_and_still_accepts_orders(stage: Stage) -> None:
    simulate_outage(stage)
    assert HELD in words(stage.get())
    sent = stage.post(stage.form(stage.infiltrate("Vesper", 1), do="final"))
    assert sent.status_code in {302, 303}
    assert HELD in words(stage.get()), "a sealed sheet can be opened again until then"


def test_c21_the_notice_links_to_the_week_and_the_log_names_the_site(stage: Stage) -> None:
    simulate_outage(stage)
    with stage.club.scope():
        notice = Notice.objects.get(kind="deadline-held", user=stage.club.players[0])
    home = f"/c/{stage.club.campaign.slug}/"
    assert HELD in words(stage.browser().get(home + notice.path))
    log = words(stage.browser().get(home + "desk-log/"))
    assert "Postponed the deadline of week 1 after an outage" in log
    assert "The site," in log
    assert "The site was down" in words(stage.browser().get(home + "news/"))


def test_c21_a_gms_later_extension_replaces_the_hold(stage: Stage) -> None:
    simulate_outage(stage)
    with stage.club.scope():
        week = stage.club.open_week
        week.refresh_from_db()
        calendar.extend(
            week=week,
            change=Extending(due_at=week.due_at + timedelta(hours=2), reason="Take your time"),
            actor=stage.club.gm,
            now=stage.club.open_week.due_at - timedelta(minutes=50),
        )
    page = words(week_page(stage))
    assert "Postponed because" not in page
    assert "Take your time" in page and "The site was down" in page
    assert "Postponed because" not in words(stage.get())


def test_c21_the_api_lists_a_hold_among_the_extensions(stage: Stage) -> None:
    simulate_outage(stage)
    client = signed_in(stage.club.players[0])
    found = client.get(f"/api/v1/campaigns/{stage.club.campaign.slug}/weeks/1/").json()
    assert found["moments"]["due_at"].startswith("2040-03-08T21:25:00")
    (held,) = found["extensions"]
    assert (held["by"], held["reason"]) == (
        None,
        "The site was down Thu 8 Mar, 19:40 to Thu 8 Mar, 20:25 (UTC).",
    )
