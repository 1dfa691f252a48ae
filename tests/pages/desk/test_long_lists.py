"""Lists that grow over the years are paged; nothing is cut silently."""

from __future__ import annotations

from datetime import timedelta

from campaign.ledger.models import Money
from campaign.members.models import Invite
from campaign.motions.models import Motion

from .conftest import Desk, words

MANY = 23
A_PAGE = 20


def test_active_and_inactive_links_are_two_paged_lists(desk: Desk) -> None:
    club = desk.club
    with club.scope():
        for number in range(2 * MANY):
            Invite.objects.create(
                campaign=club.campaign,
                token_hash=f"{number:064x}",
                note=f"link {number:02}",
                uses_left=number % 2,
                made_by=club.gm,
                made_at=club.at + timedelta(minutes=number),
            )
    pages = [words(desk.get("desk-invites", query=query)) for query in ("", "?page=2", "?old=2")]
    assert [page.count("Revoke link") for page in pages] == [A_PAGE, MANY - A_PAGE, A_PAGE]
    assert [page.count("used</li>") for page in pages] == [A_PAGE, A_PAGE, MANY - A_PAGE]
    assert "link 45" in pages[0]
    assert "link 01" in pages[1]
    assert "Link 00" in pages[2]


def test_earlier_corrections_are_paged(desk: Desk) -> None:
    club = desk.club
    with club.scope():
        Money.objects.bulk_create(
            Money(
                team=club.teams[1],
                amount=number,
                cause=f"correction:{number}",
                note=f"Mistake {number}.",
                at=club.at,
                by=club.gm,
                item="correction",
            )
            for number in range(1, MANY + 1)
        )
    found = [
        words(desk.get("desk-correct-team", team="basilisk", book="money", query=query))
        for query in ("", "?page=2")
    ]
    shown = [
        {number for number in range(1, MANY + 1) if f"“Mistake {number}.”" in page}
        for page in found
    ]
    assert [len(each) for each in shown] == [A_PAGE, MANY - A_PAGE]
    assert shown[0] | shown[1] == set(range(1, MANY + 1))


def test_c23_past_motions_are_paged_and_complete_in_the_api(desk: Desk) -> None:
    club = desk.club
    with club.scope():
        for number in range(MANY + 1):
            at = club.at + timedelta(minutes=number)
            Motion.objects.create(
                campaign=club.campaign,
                kind=Motion.Kind.PAUSE,
                weeks=1,
                reason=f"Reason {number:02}.",
                moved_by=club.players[0],
                at=at,
                closes_at=at + timedelta(days=3),
                acts_at=at + timedelta(days=3),
                outcome="" if number == MANY else Motion.Outcome.FAILED,
            )
    for query, first, last in (("", 22, 3), ("?page=2", 2, 0)):
        page = words(desk.get("votes", "player", query=query))
        shown = [number for number in range(MANY + 1) if f"Reason {number:02}." in page]
        assert shown == [*range(last, first + 1), MANY]
    rows = desk.client("player").get(desk.path("api-motions")).json()
    assert [row["reason"] for row in rows["results"]] == [
        f"Reason {number:02}." for number in (MANY, *reversed(range(MANY)))
    ]
