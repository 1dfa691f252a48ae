"""The page of a team's owners: requests to run it, links for co-owners, and joining by a group's
link.
"""

from __future__ import annotations

import re

from django.urls import reverse

from campaign.members.models import Invite, TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, members
from core.notifications.models import Notice

from .conftest import NOT_FOUND, House


def link_for(house: House, who: str = "owner") -> str:
    """Create a link as an owner and return it as shown."""
    found = re.search(
        r"https?://[^/]+(/join/[^/]+/)", house.done(house.own("team-owners"), {"note": "Zoe"}, who)
    )
    assert found
    return found[1]


def ask_to_join(house: House) -> TeamAsk:
    """Let the stranger use a GM's link into Anvil."""
    _, token = invites.make(
        campaign=house.club.campaign,
        new=Inviting(team=house.club.teams[0].slug, reason="To help."),
        actor=house.club.gm,
        now=house.club.at,
    )
    page = house.read(reverse("join", args=[token]), "stranger")
    assert "You cannot see the team’s private information" in page
    assert "We have asked the owners of Anvil" in house.done(
        reverse("join", args=[token]), {}, "stranger"
    )
    with house.club.scope():
        return TeamAsk.objects.get()


def test_an_owner_invites_a_co_owner_by_a_link_shown_once(house: House) -> None:
    link = link_for(house)
    assert link not in house.read(house.own("team-owners"))
    assert "Label" in house.read(house.own("team-owners"))
    assert "Welcome to Test club" in house.done(link, {}, "stranger")
    assert house.get(house.own("money"), "stranger").status_code == 200
    assert "is now a co-owner of Anvil" in house.read(house.path("news"), "spectator")


def test_an_owner_revokes_a_link_after_confirmation(house: House) -> None:
    link = link_for(house)
    with house.club.scope():
        row = Invite.objects.get()
    address = house.own("team-link-revoke", invite=row.pk)
    assert "Revoke this link?" in house.read(address)
    assert "You can create a new one at any time" in house.done(address, {"confirmed": "1"})
    assert house.get(link, "stranger").status_code == NOT_FOUND


def test_only_owners_make_links_into_a_team_and_answer_requests(house: House) -> None:
    ask = ask_to_join(house)
    for who in ("rival", "gm", "spectator", "stranger"):
        for address in (
            house.own("team-owners"),
            house.own("team-ask-yes", pk=ask.pk),
            house.own("team-ask-no", pk=ask.pk),
        ):
            assert house.get(address, who).status_code == NOT_FOUND
            assert house.send(address, {"confirmed": "1"}, who).status_code == NOT_FOUND
    with house.club.scope():
        ask.refresh_from_db()
        assert ask.answered_at is None


def test_an_owner_agrees_on_the_page_linked_in_the_notice(house: House) -> None:
    ask = ask_to_join(house)
    with house.club.scope():
        assert (
            Notice.objects.get(kind="share-asked", user=house.people["owner"]).path
            == "teams/anvil/owners/"
        )
    assert house.get(house.own("money"), "stranger").status_code == NOT_FOUND
    assert "Requests to run this team" in house.read(house.own("team-owners"))
    address = house.own("team-ask-yes", pk=ask.pk)
    assert "including this week’s orders" in house.read(address)
    for _ in range(2):
        assert "now runs Anvil with you" in house.done(address, {"confirmed": "1"}, key="one-form")
    assert house.get(house.own("money"), "stranger").status_code == 200


def test_an_owner_declines_and_a_later_answer_comes_too_late(house: House) -> None:
    ask = ask_to_join(house)
    assert "You declined the request." in house.done(
        house.own("team-ask-no", pk=ask.pk), {"confirmed": "1"}
    )
    assert "already answered" in house.refused(
        house.own("team-ask-yes", pk=ask.pk), {"confirmed": "1"}
    )
    assert "Requests to run this team" not in house.read(house.own("team-owners"))
    assert house.get(house.own("money"), "stranger").status_code == NOT_FOUND


def test_a_notice_of_a_club_one_was_removed_from_leads_to_the_notices(house: House) -> None:
    members.admit(
        campaign=house.club.campaign,
        user=house.people["stranger"],
        role="player",
        now=house.club.at,
    )
    with house.club.scope():
        part = house.club.campaign.memberships.select_related("user", "campaign").get(
            user=house.people["stranger"]
        )
    members.leave(membership=part, actor=house.club.gm, now=house.club.at, reason="Shouting.")
    with house.club.scope():
        notice = Notice.objects.get(user=house.people["stranger"])
    answer = house.send(reverse("notices-read"), {"notice": notice.pk}, "stranger")
    assert answer["Location"] == reverse("notices")
