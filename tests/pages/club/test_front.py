"""The front page, a person's own page, joining by a link, notices, help."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from campaign.league.models import Campaign, Membership, Team, TeamOwner
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, members
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.templatetags.house import portrait
from core.web.views import documents as help_pages
from tests.factories import found_club

from .conftest import NOT_FOUND, House, words

DOCUMENT = """# Spying

Read [the words](../../glossary.md#seat) and <script>alert(1)</script>.

## The tables

| roll | cell |
| --- | --- |
| 2 | blunder |

[Evil](javascript:alert(1))
"""


@pytest.fixture
def demo(house: House) -> House:
    """Return a demo club in which the demo user vera plays."""
    Campaign.objects.filter(pk=house.club.campaign.pk).update(slug="demo")
    vera = User.objects.create_user("vera", "vera@example.org", "drop-vera")
    members.admit(campaign=house.club.campaign, user=vera, role="player", now=house.club.at)
    return house


def demo_forms(house: House) -> list[dict[str, str]]:
    """Return the data of the demo users' forms on the front page."""
    page = house.get(reverse("home"), "anonymous").content.decode()
    forms = re.findall(r'<form method="post"\s+action="([^"]+)"(.*?)</form>', page, re.DOTALL)
    return [
        dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', body), action=action)
        for action, body in forms
        if action != reverse("open-arena-seat")
    ]


def test_the_front_page_offers_the_demo_only_while_a_demo_club_exists(house: House) -> None:
    assert "Explore the demo club" not in house.read(reverse("home"), "anonymous")
    Campaign.objects.filter(pk=house.club.campaign.pk).update(slug="demo")
    assert "Explore the demo club" not in house.read(reverse("home"), "anonymous"), (
        "nobody of the demo is in it"
    )


def test_one_press_signs_in_as_a_demo_user(demo: House) -> None:
    page = demo.read(reverse("home"), "anonymous")
    assert "Explore the demo club" in page and "drop-vera" in page
    assert "Sign in as vera" in page and "Sign in as tomas" not in page
    (door,) = demo_forms(demo)
    browser = Client(enforce_csrf_checks=True)
    assert (
        browser.post(door["action"], {"login": "vera", "password": "drop-vera"}).status_code == 403
    ), "without the page's token"
    browser.cookies = demo.client("anonymous").cookies
    sent = {name: value for name, value in door.items() if name != "action"}
    answer = browser.post(door["action"], sent)
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert "My clubs" in words(browser.get(reverse("me")))


def test_the_demo_button_is_a_sign_in_with_the_demos_own_password(demo: House) -> None:
    vera = User.objects.get(username="vera")
    (door,) = demo_forms(demo)
    vera.set_password("something of her own 7")
    vera.save()
    browser = demo.client("anonymous")
    answer = browser.post(
        door["action"], {name: value for name, value in door.items() if name != "action"}
    )
    assert answer.status_code == 200 and "not correct" in words(answer)
    assert browser.get(reverse("me")).status_code == 302


def test_a_site_without_the_demo_offers_no_demo_user(demo: House, settings: Any) -> None:
    settings.DEMO = False
    assert "drop-vera" not in demo.read(reverse("home"), "anonymous")
    assert demo_forms(demo) == []


def test_a_signed_in_user_is_redirected_to_their_own_page(house: House) -> None:
    assert house.get(reverse("home"))["Location"] == reverse("me")


def test_the_personal_page_shows_pending_tasks_of_every_club(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    for number in range(3):
        found_club(teams=0, week=None, name=f"Further club {number}")
    house.client("owner")
    with django_assert_max_num_queries(12):
        page = house.read(reverse("me"))
    assert "Test club" in page
    assert "Nothing sent" in page
    assert "new notification" in page
    assert "Further club" not in page


def test_a_user_without_clubs_reads_how_to_join_one(house: House) -> None:
    page = house.read(reverse("me"), "stranger")
    assert "You don’t belong to a club yet" in page
    assert "Invite link" in page


@pytest.mark.parametrize("said", ["", "hello", "https://example.org/join/abc"])
def test_an_invalid_invite_link_is_refused_at_its_field(said: str, house: House) -> None:
    answer = house.client("stranger").post(reverse("me"), {"link": said})
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)


@pytest.fixture
def link(house: House) -> str:
    """Return an invite link for one player."""
    _, token = invites.make(
        campaign=house.club.campaign,
        new=Inviting(uses=1, days=14),
        actor=house.club.gm,
        now=house.club.at,
    )
    return reverse("join", args=[token])


def test_a_pasted_link_leads_to_its_page(house: House, link: str) -> None:
    answer = house.client("stranger").post(reverse("me"), {"link": f"https://league.example{link}"})
    assert (answer.status_code, answer["Location"]) == (303, link)


def test_an_invite_says_who_invites_to_what_and_offers_sign_up(house: House, link: str) -> None:
    page = house.get(link, "anonymous")
    assert "invites you to Test club as a player" in words(page)
    assert house.club.gm.username in words(page)
    assert f"{reverse('account_signup')}?next={link}" in page.content.decode()


def test_an_invite_tells_about_the_game_and_the_club(house: House, link: str) -> None:
    page = house.read(link, "anonymous")
    assert "Dead Drop runs Car Wars leagues" in page
    assert "Week 1: orders close" in page
    assert "4 members with 2 teams" in page and "Anvil" in page and "Basilisk" in page
    assert "About 15 minutes a week" in page
    assert portrait("Rook") in house.get(link, "anonymous").content.decode()


def test_an_invite_shows_no_people_of_a_team_whose_roster_is_not_approved(
    house: House, link: str
) -> None:
    with house.club.scope():
        Team.objects.update(approved_at=None)
    page = house.get(link, "anonymous")
    assert "Anvil" in words(page)
    assert portrait("Rook") not in page.content.decode()


def test_an_invite_to_a_club_without_dates_gives_the_length_of_an_evening(house: House) -> None:
    evenings = found_club(teams=0, week=None, name="Evenings")
    _, token = invites.make(
        campaign=evenings.campaign, new=Inviting(), actor=evenings.gm, now=evenings.at
    )
    page = house.read(reverse("join", args=[token]), "anonymous")
    assert "A GM starts the next week when everyone is ready." in page
    assert "No one has a team yet." in page
    assert "one evening of at most 1 h 30 min" in page


def test_a_visitor_signs_up_and_arrives_in_the_club(house: House, link: str) -> None:
    client = house.client("anonymous")
    secret = "a-long-enough-word-7"
    sent = {
        "username": "newcomer",
        "email": "newcomer@example.org",
        "password1": secret,
        "password2": secret,
        "next": link,
    }
    answer = client.post(f"{reverse('account_signup')}?next={link}", sent)
    assert answer["Location"] == link
    answer = client.post(link, {"idempotency": "one"})
    assert (answer.status_code, answer["Location"]) == (303, house.path("club"))
    assert "Create your team" in words(client.get(house.path("club")))


def test_joining_twice_uses_a_link_once(house: House, link: str) -> None:
    first, second = (
        house.send(link, who="stranger", key="one"),
        house.send(link, who="stranger", key="one"),
    )
    assert first["Location"] == second["Location"] == house.path("club")
    with house.club.scope():
        assert Membership.objects.filter(user=house.people["stranger"]).count() == 1


def test_an_owners_link_makes_a_co_owner(house: House) -> None:
    team = house.club.teams[0]
    _, token = invites.make(
        campaign=house.club.campaign,
        new=Inviting(team=team.slug),
        actor=house.people["owner"],
        now=house.club.at,
    )
    path = reverse("join", args=[token])
    assert "to run Anvil together" in house.read(path, "stranger")
    assert house.send(path, who="stranger")["Location"] == house.own("team")
    with house.club.scope():
        assert TeamOwner.objects.filter(
            team=team, user=house.people["stranger"], until=None
        ).exists()


def test_used_expired_and_unknown_links_look_the_same(house: House, link: str) -> None:
    house.send(link, who="stranger")
    spent = house.get(link, "anonymous")
    unknown = house.get(reverse("join", args=["x" * 32]), "anonymous")
    assert spent.status_code == unknown.status_code == NOT_FOUND
    assert words(spent) == words(unknown)
    assert "Ask the club’s GM" in words(spent) or "Ask the club's GM" in words(spent)


def test_notices_are_marked_as_read_singly_or_all_together(house: House) -> None:
    user, club = house.people["owner"], house.club
    with club.scope():
        Notice.objects.all().delete()
        notices.send(
            [
                notices.Message(
                    user.pk,
                    club.campaign.pk,
                    kind_of("joined"),
                    f"Line {n}",
                    "news/",
                    f"x:{n}",
                    club.at,
                )
                for n in range(3)
            ]
        )
        one = Notice.objects.filter(user=user).first()
    page = house.read(reverse("notices"))
    assert "Notifications (3)" in page
    answer = house.send(reverse("notices-read"), {"notice": str(one and one.pk)})
    assert (answer.status_code, answer["Location"]) == (303, house.path("news"))
    assert "Notifications (2)" in house.read(reverse("notices"))
    house.send(reverse("notices-read"))
    assert "Notifications (" not in house.read(reverse("notices"))


def test_another_users_notice_stays_unread_and_leads_nowhere(house: House) -> None:
    with house.club.scope():
        theirs = Notice.objects.filter(user=house.people["rival"]).first()
    assert theirs is not None
    answer = house.send(reverse("notices-read"), {"notice": str(theirs.pk)})
    assert answer["Location"] == reverse("notices")
    theirs.refresh_from_db()
    assert theirs.read_at is None


def test_an_empty_list_of_notices_says_so(house: House) -> None:
    assert "No notifications" in house.read(reverse("notices"), "stranger")


def test_help_pages_are_sanitised_documents(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs/reference/rules").mkdir(parents=True)
    (tmp_path / "docs/reference/rules/espionage.md").write_text(DOCUMENT)
    (tmp_path / "docs" / "glossary.md").write_text("# Words\n\nSeat: a team.\n")
    monkeypatch.setattr(help_pages, "ROOT", tmp_path)
    assert "Spying" in house.read(reverse("help"), "anonymous")
    page = house.get(reverse("help-page", args=["espionage"]), "anonymous")
    body = page.content.decode()
    assert "<script>alert" not in body
    assert 'href="javascript' not in body
    assert f'href="{reverse("help-page", args=["glossary"])}#seat"' in body
    assert '<h2 id="the-tables">' in body
    assert "blunder" in words(page)
    assert house.get(reverse("help-page", args=["secrets"]), "anonymous").status_code == NOT_FOUND


def test_every_help_page_of_the_repository_opens(house: House) -> None:
    found = help_pages.pages()
    assert found
    for page in found:
        assert page.title in house.read(reverse("help-page", args=[page.key]), "anonymous")


def test_an_expired_link_is_not_found(house: House, link: str) -> None:
    house.go_to(house.club.at + timedelta(days=15))
    assert house.get(link, "stranger").status_code == NOT_FOUND


# --- reading --------------------------------------------------------------------------------------


def test_reading_a_page_marks_its_notices_as_read(house: House) -> None:
    orders, reader = house.own("espionage:orders"), house.club.players[0]

    def unread() -> list[str]:
        return list(
            Notice._base_manager.filter(
                user=reader, read_at=None, path=f"teams/{house.club.teams[0].slug}/orders/"
            ).values_list("kind", flat=True)
        )

    assert unread() == ["week-opened"]
    house.client("owner").head(orders)
    house.get(house.path("news"))
    assert unread(), "looked at nothing about it"
    others = Notice._base_manager.filter(read_at=None).exclude(user=reader).count()
    before = house.read(house.path("news")).count("Notifications (2)")
    assert "Notifications (1)" in house.read(orders) and before, "it is read, and the page says so"
    assert (
        not unread()
        and Notice._base_manager.filter(read_at=None).exclude(user=reader).count() == others
    )
    assert Notice._base_manager.filter(user=reader, read_at=None).exists(), (
        "what another page is about is still new"
    )


def test_a_prefetched_page_marks_nothing_as_read(house: House) -> None:
    """Browsers prefetch pages with cookies although nobody has looked at them."""
    unread = Notice._base_manager.filter(user=house.club.players[0], read_at=None).count()
    assert (
        house.client("owner")
        .get(house.own("espionage:orders"), headers={"Sec-Purpose": "prefetch;prerender"})
        .status_code
        == 200
    )
    assert Notice._base_manager.filter(user=house.club.players[0], read_at=None).count() == unread


def test_a_read_only_database_does_not_prevent_reading_pages(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(**_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(notices, "mark_seen", busy)
    assert "Test club" in house.read(house.own("espionage:orders"))
