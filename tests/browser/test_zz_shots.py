import pytest
from tests.factories import found_club
from tests.push import Browser
from core.notifications.services import devices, own_hooks
from core.notifications.models import *
from allauth.account.models import EmailAddress

pytestmark = pytest.mark.django_db(transaction=True)


def test_shots(site_clock, open_page):
    club = found_club(teams=2, characters=2, vehicles=1)
    u = club.players[0]
    EmailAddress.objects.create(user=u, email=u.email, verified=True, primary=True)
    for n, w in (("Chrome on Android", True), ("Firefox on Linux", False)):
        devices.add(
            user=u,
            endpoint=f"https://push.example.org/{n[0]}",
            name=n,
            words=w,
            at=club.at,
            **Browser().keys,
        )
    own_hooks.put(user=u, address="https://discord.com/api/webhooks/1/abc", at=club.at)
    for screen in ("phone-light", "desktop-light", "phone-dark"):
        page = open_page(screen, user=u, service_workers="allow")
        page.goto("/me/reach/")
        page.wait_for_timeout(700)
        page.screenshot(path=f"/work/shots/reach-{screen}.png", full_page=True)
    page = open_page("phone-light", user=u, service_workers="allow")
    page.goto("/me/")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")
    page.wait_for_timeout(500)
    t = f"/c/{club.campaign.slug}/teams/{club.teams[0].slug}/"
    for p in (f"{t}roster/", f"{t}orders/", f"/c/{club.campaign.slug}/"):
        page.goto(p)
    page.wait_for_timeout(300)
    page.context.set_offline(True)
    page.goto(f"{t}orders/")
    page.screenshot(path="/work/shots/reach-offline-orders.png", full_page=True)
    page.goto("/me/tokens/")
    page.screenshot(path="/work/shots/reach-offline.png", full_page=True)
