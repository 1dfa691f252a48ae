"""Times are shown in the reader's own zone, whoever wrote the line."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import RequestContext, Template
from django.test import RequestFactory

from core.accounts.models import User
from core.web import moments

AT = datetime(2026, 11, 30, 17, tzinfo=UTC)
LINE = f"Orders are due {moments.in_text(AT)}."


def page_for(template: str, *, chosen: str = "", cookie: str = "", club: str = "") -> str:
    """Return the page of a reader whose zone is `chosen` or whose browser sends `cookie`."""
    request = RequestFactory().get("/")
    request.user = User(timezone=chosen) if chosen else AnonymousUser()
    if cookie:
        request.COOKIES[moments.COOKIE] = cookie
    if club:
        request.club_zone = ZoneInfo(club)  # type: ignore[attr-defined]
    known = RequestContext(request, {"at": AT, "line": LINE})
    return Template("{% load house %}" + template).render(known)


@pytest.mark.parametrize("how", [{"chosen": "America/Los_Angeles"}, {"cookie": "America/Denver"}])
def test_a_time_is_shown_in_the_readers_zone_with_the_clubs_as_tooltip(how: dict[str, str]) -> None:
    hour = "09:00" if "chosen" in how else "10:00"
    page = page_for("{% moment at short=True %}", club="Europe/Berlin", **how)
    assert f'title="18:00 CET club time">Mon 30 Nov, {hour}</time>' in page
    assert "data-local" not in page, "no script needs to put it right"


def test_a_long_time_also_shows_the_clubs_time_and_day() -> None:
    page = page_for("{% moment at %}", chosen="Asia/Tokyo", club="Europe/Berlin")
    assert ">Tuesday 1 December 2026, 02:00 JST</time>" in page
    assert "(Mon 30 Nov, 18:00 CET club time)" in page


def test_the_clubs_time_is_left_out_if_it_equals_the_readers() -> None:
    page = page_for("{% moment at short=True %}", chosen="Europe/Paris", club="Europe/Berlin")
    assert page.endswith(">Mon 30 Nov, 18:00</time>")
    assert "title" not in page


@pytest.mark.parametrize("cookie", ["", "Nowhere/Else", "../../etc/passwd", "x" * 9000])
def test_a_reader_without_a_zone_sees_the_clubs_time_and_zone(cookie: str) -> None:
    page = page_for("{% moment at short=True %}", club="Europe/Berlin", cookie=cookie)
    assert 'data-local="short">Mon 30 Nov, 18:00 CET</time>' in page


def test_a_shared_line_is_localised_for_each_reader() -> None:
    assert "due <time" in page_for("{% told line %}", chosen="America/Los_Angeles")
    assert ">Mon 30 Nov, 09:00</time>." in page_for("{% told line %}", chosen="America/Los_Angeles")
    twice = f"{LINE} {LINE}"
    assert moments.localize(twice, ZoneInfo("Europe/Berlin")) == (
        "Orders are due Mon 30 Nov, 18:00. Orders are due Mon 30 Nov, 18:00 (Europe/Berlin)."
    )
    assert moments.localize(LINE, ZoneInfo("Europe/Berlin")) == (
        "Orders are due Mon 30 Nov, 18:00 (Europe/Berlin)."
    )


def test_times_in_user_text_are_not_localised() -> None:
    typed = "{2026-02-30T17:00Z} <b>{2026-11-30}</b>"
    request = RequestFactory().get("/")
    page = Template("{% load house %}{% told line %}").render(
        RequestContext(request, {"line": typed, "user": AnonymousUser()})
    )
    assert page == "{2026-02-30T17:00Z} &lt;b&gt;{2026-11-30}&lt;/b&gt;"
    assert moments.localize(typed, UTC) == typed


@pytest.mark.parametrize("typed", ["{0001-01-01T00:00Z}", "{9999-12-31T23:59Z}"])
def test_the_first_and_the_last_date_stay_text(typed: str) -> None:
    for zone in ("Pacific/Kiritimati", "America/Los_Angeles"):
        assert moments.localize(f"Team {typed} joins the league.", ZoneInfo(zone)) == (
            f"Team {typed} joins the league."
        )
