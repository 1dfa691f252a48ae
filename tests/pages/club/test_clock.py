"""A person's time zone: chosen on a page or taken from the browser, and used in mail. Shared
messages use the club's zone.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING
from unittest.mock import patch

from django.urls import reverse

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.league.models import Campaign, Week
from campaign.news.models import Hook
from campaign.news.services import webhook_messages
from core.accounts.models import User
from core.accounts.services import own_clock
from core.notifications.models import Delivery, Notice
from core.notifications.services import email_rendering, webhook_client
from core.web.moments import COOKIE, day_and_time, zone_named

from .conftest import House, words

if TYPE_CHECKING:
    from datetime import datetime

CLOCK = "/me/clock/"
BERLIN, ANGELES = "Europe/Berlin", "America/Los_Angeles"


def shown_in(zone: str, at: datetime) -> str:
    """Return a time as shown in a time zone."""
    found = zone_named(zone)
    assert found
    return day_and_time(at.astimezone(found))


def zone_kept(house: House, who: str = "owner") -> str:
    return User.objects.get(pk=house.people[who].pk).timezone


def extend_deadline(house: House) -> datetime:
    """Extend week 1 by six hours as the GM and return the new deadline. The club is in Berlin."""
    Campaign.objects.filter(pk=house.club.campaign.pk).update(timezone=BERLIN)
    week = house.week()
    return calendar.extend(
        week=week,
        change=Extending(due_at=week.due_at + timedelta(hours=6), reason="Snow."),
        actor=house.club.gm,
        now=house.club.at,
    ).due_at


def test_a_time_zone_can_be_chosen_and_an_unknown_one_is_refused(house: House) -> None:
    house.done(CLOCK, {"timezone": ANGELES})
    assert zone_kept(house) == ANGELES
    refused = house.send(CLOCK, {"timezone": "Mars/Olympus"})
    assert refused.status_code == 422
    assert "Choose a valid time zone, for example Europe/Berlin." in words(refused)
    assert zone_kept(house) == ANGELES


def test_the_browsers_zone_is_stored_once_and_never_overrides_a_choice(house: House) -> None:
    house.client("owner").cookies[COOKIE] = "Nowhere/Else"
    house.get("/me/")
    assert zone_kept(house) == ""
    house.client("owner").cookies[COOKIE] = BERLIN
    house.get("/me/")
    assert zone_kept(house) == BERLIN
    house.client("owner").cookies[COOKIE] = ANGELES
    house.get("/me/")
    assert zone_kept(house) == BERLIN


def test_signing_in_stores_the_browsers_time_zone(house: House) -> None:
    client = house.client("anonymous")
    client.cookies[COOKIE] = ANGELES
    house.people["owner"].set_password("drop-it-here")
    house.people["owner"].save()
    client.post(
        reverse("account_login"),
        {"login": house.people["owner"].username, "password": "drop-it-here"},
    )
    assert zone_kept(house) == ANGELES


def test_two_members_see_a_deadline_in_their_own_time_zones(house: House) -> None:
    due = extend_deadline(house)
    own_clock.choose(user=house.people["owner"], timezone=ANGELES)
    own_clock.choose(user=house.people["rival"], timezone="Asia/Tokyo")
    weeks = reverse("weeks", args=[house.club.campaign.slug])
    for page in (weeks, house.path("news")):
        assert shown_in(ANGELES, due) in house.read(page, "owner")
        assert shown_in("Asia/Tokyo", due) in house.read(page, "rival")
        assert shown_in(BERLIN, due) in house.read(page, "spectator"), (
            "the club's, for want of their own"
        )


def test_the_personal_page_uses_the_clubs_zone_until_the_users_is_known(house: House) -> None:
    Campaign.objects.filter(pk=house.club.campaign.pk).update(timezone=BERLIN)
    with house.club.scope():
        Week.objects.filter(number=1).update(status=Week.Status.SETTLED)
    duel = house.week().duel_at
    assert f"{shown_in(BERLIN, duel)} CET" in house.read("/me/")
    own_clock.choose(user=house.people["owner"], timezone=ANGELES)
    assert shown_in(ANGELES, duel) in house.read("/me/")


def test_a_gm_enters_a_deadline_in_the_zone_shown_on_the_page(house: House) -> None:
    own_clock.choose(user=house.club.gm, timezone=ANGELES)
    week = house.week()
    later = week.due_at + timedelta(hours=6)
    zone = zone_named(ANGELES)
    page = house.path("desk-extend", number=1)
    assert (
        f'value="{week.due_at.astimezone(zone):%Y-%m-%dT%H:%M}"'
        in house.get(page, "gm").content.decode()
    )
    typed = {"due_at": f"{later.astimezone(zone):%Y-%m-%dT%H:%M}", "reason": "Snow."}
    house.done(page, {**typed, "confirmed": "1"}, "gm")
    assert house.week().due_at == later


def test_a_mail_uses_its_readers_time_zone_and_names_it(house: House) -> None:
    due = extend_deadline(house)
    owner = house.people["owner"]
    notice = Notice._base_manager.get(user=owner, kind="deadline-extended")
    for zone in (BERLIN, ANGELES):
        row = Delivery(user=owner, notice=notice)
        letter = email_rendering.letter(to=owner.email, user=owner.pk, deliveries=[row])
        assert f"{shown_in(zone, due)} ({zone})" in letter.body
        own_clock.choose(user=owner, timezone=ANGELES)


def test_a_hook_uses_the_clubs_time_zone_and_names_it(house: House) -> None:
    due = extend_deadline(house)
    with house.club.scope():
        news = house.club.campaign.news.filter(kind="deadline-extended").first()
    assert news is not None
    for kind in (Hook.Kind.DISCORD, Hook.Kind.TOOL):
        hook = Hook(
            campaign=house.week().season.campaign, kind=kind, address="https://example.org/"
        )
        with patch.object(webhook_client, "post") as sent:
            webhook_messages.send_news(hook, [news])
        said = json.dumps(json.loads(sent.call_args.args[1]), ensure_ascii=False).replace("\\", "")
        assert f"{shown_in(BERLIN, due)} ({BERLIN})" in said
