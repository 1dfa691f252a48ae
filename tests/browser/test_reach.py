"""Push messages and offline pages in a real browser: notifications open their page, reports are
readable offline, and signing out clears everything.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from core.notifications.models import PushSubscription
from core.notifications.rules.acts import NewDevice
from core.notifications.services import devices, own_hooks
from tests.factories import found_club
from tests.push import Browser

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession, Page

    from tests.conftest import Site
    from tests.factories import Club

    from .conftest import Clock

pytestmark = pytest.mark.django_db(transaction=True)

SUBSCRIBED = """keys => {
  const buffer = text => Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0)).buffer;
  PushManager.prototype.subscribe = async ({applicationServerKey}) => ({
    endpoint: 'https://push.example.org/1',
    options: {applicationServerKey},
    getKey: name => buffer(keys[name]),
  });
  Notification.requestPermission = async () => 'granted';
}"""
"""A fake push subscription, because no push service can be reached."""

SHOWN = """async () => {
  const registration = await navigator.serviceWorker.ready;
  const found = await registration.getNotifications();
  return found.map(({title, body, tag, data}) => ({title, body, tag, url: data.url}));
}"""
KEPT = """async () => {
  const pages = await caches.open('pages');
  return (await pages.keys()).map(({url}) => new URL(url).pathname).sort();
}"""


@pytest.fixture
def club(site_clock: Clock) -> Club:
    return found_club(teams=2, characters=2, vehicles=1)


@pytest.fixture
def page(club: Club, open_page: Callable[..., Page]) -> Page:
    """Return the owner's phone with a running service worker."""
    page = open_page("phone-light", user=club.players[0], service_workers="allow")
    page.goto("/me/")
    page.evaluate(
        "async () => { await navigator.serviceWorker.ready;"
        " if (!navigator.serviceWorker.controller) await new Promise(done =>"
        " navigator.serviceWorker.addEventListener('controllerchange', done)) }"
    )
    return page


def eventually(page: Page, script: str, happened: Callable[[Any], bool]) -> Any:
    """Evaluate a script until the result is as expected, for ten seconds at most."""
    found = None
    for _ in range(200):
        if happened(found := page.evaluate(script)):
            return found
        page.wait_for_timeout(50)
    raise AssertionError(found)


def deliver(page: Page, site: Site, said: dict[str, Any]) -> CDPSession:
    """Deliver this push message to the browser."""
    page.context.grant_permissions(["notifications"], origin=site.url)
    session = page.context.new_cdp_session(page)
    found: list[Any] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda said: found.extend(said["registrations"])
    )
    session.send("ServiceWorker.enable")
    eventually(page, "() => 0", lambda _: bool(found))
    session.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": site.url,
            "registrationId": found[0]["registrationId"],
            "data": json.dumps(said),
        },
    )
    return session


def test_adding_a_device_takes_one_press_which_asks_for_permission(page: Page, club: Club) -> None:
    page.goto("/me/reach/")
    keys = {
        name: f"{value}===="[: -(-len(value) // 4) * 4] for name, value in Browser().keys.items()
    }
    page.evaluate(SUBSCRIBED, keys)
    page.get_by_label("Show details in notifications").check()
    page.get_by_role("button", name="Enable notifications on this device").click()
    expect(page.get_by_text("Notifications are now enabled on this device.")).to_be_visible()
    expect(page.locator("[data-here]")).to_be_visible()
    device = PushSubscription.objects.get(user=club.players[0])
    assert device.words and device.name.startswith("Chrome")
    assert device.p256dh == keys["p256dh"].rstrip("=")


@pytest.mark.parametrize("screen", ["phone-dark", "desktop-light"])
def test_notification_pages_are_accessible(
    screen: str, club: Club, open_page: Callable[..., Page], axe: Callable[[Page], None]
) -> None:
    user = club.players[0]
    devices.add_device(
        user=user,
        new=NewDevice(
            endpoint="https://push.example.org/1",
            name="Firefox on Android",
            words=True,
            **Browser().keys,
        ),
        now=club.at,
    )
    own_hooks.set_hook(user=user, address="https://discord.com/api/webhooks/1/abc", now=club.at)
    page = open_page(screen, user=user)
    for path in ("/me/reach/", "/offline/"):
        page.goto(path)
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), path


def test_a_notification_replaces_the_previous_one_of_the_same_club(
    page: Page, club: Club, site: Site
) -> None:
    here = f"/c/{club.campaign.slug}/"
    said = {"title": "Twin club", "lines": ["Your turn."], "more": 0, "tag": "a", "url": here}
    deliver(page, site, said)
    assert eventually(page, SHOWN, bool) == [
        {"title": "Twin club", "body": "Your turn.", "tag": "a", "url": here}
    ]
    deliver(page, site, {**said, "lines": ["Your report is here."]})
    said_both = eventually(page, SHOWN, lambda shown: shown and "report" in shown[0]["body"])
    assert said_both == [
        {
            "title": "Twin club",
            "body": "Your turn.\nYour report is here.",
            "tag": "a",
            "url": "/me/notices/",
        }
    ]


def test_pressing_a_notification_opens_its_page(page: Page, club: Club, site: Site) -> None:
    """The browser's own list of notifications is out of reach, so the test sends the click event to
    the worker.
    """
    here = f"/c/{club.campaign.slug}/"
    said = {"title": "Club", "lines": ["News."], "more": 0, "tag": "a", "url": here}
    deliver(page, site, said)
    eventually(page, SHOWN, bool)
    (worker,) = page.context.service_workers
    opened: str = worker.evaluate(
        """async () => {
          const [shown] = await self.registration.getNotifications();
          let where = null;
          Object.defineProperty(self.clients, 'openWindow', {value: async url => { where = url; }});
          const event = new NotificationEvent('notificationclick', {notification: shown});
          let done;
          event.waitUntil = promise => { done = promise; };
          self.dispatchEvent(event);
          await done;
          return where;
        }"""
    )
    assert opened == f"{site.url}{here}"
    eventually(page, SHOWN, lambda shown: not shown)


def test_visited_pages_are_readable_offline_and_send_nothing(page: Page, club: Club) -> None:
    team = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/"
    seen = [f"/c/{club.campaign.slug}/", f"{team}roster/", f"{team}orders/"]
    for path in seen:
        page.goto(path)
    eventually(page, KEPT, set(seen).issubset)
    page.context.set_offline(True)
    page.goto(f"{team}roster/")
    expect(page.get_by_text("You are offline. This page is from")).to_be_visible()
    expect(page.get_by_text("Vesper").first).to_be_visible()
    page.goto(f"{team}orders/")
    buttons = page.locator("main form[method=post] button[type=submit], main button:not([type])")
    assert buttons.count() and not page.locator("main form button[type=submit]:enabled").count()
    page.goto("/me/tokens/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    for path in seen:
        expect(page.locator(f"main a[href='{path}']")).to_be_visible()
    page.locator(f"main a[href='{seen[1]}']").click()
    expect(page.get_by_text("Vesper").first).to_be_visible()
    page.context.set_offline(False)
    page.goto(f"{team}roster/")
    expect(page.get_by_text("You are offline")).to_be_hidden()


def test_signing_out_clears_the_stored_pages(page: Page, club: Club) -> None:
    page.goto(f"/c/{club.campaign.slug}/")
    eventually(page, KEPT, bool)
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    eventually(page, "() => caches.has('pages')", lambda kept: not kept)
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(f"/c/{club.campaign.slug}/")


def test_another_users_sign_in_clears_the_stored_pages(page: Page, club: Club, site: Site) -> None:
    from tests.conftest import session_cookie

    page.goto(f"/c/{club.campaign.slug}/teams/")
    eventually(page, KEPT, bool)
    name, value = session_cookie(club.players[1])
    page.context.add_cookies([{"name": name, "value": value, "url": site.url}])
    page.goto("/me/reach/")
    eventually(page, KEPT, lambda kept: not kept)
