"""Handing over a team, leaving a team, the league or the club; Gold Cross."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from campaign.league.models import Membership, TeamOwner
from campaign.ledger.services.posting import Book
from campaign.members.services import members
from campaign.members.services.owners import add_owner

from .conftest import NOT_FOUND, House


def test_a_team_is_handed_to_another_player(house: House) -> None:
    members.admit(
        campaign=house.club.campaign,
        user=house.people["stranger"],
        role="player",
        now=house.club.at,
    )
    page = house.refused(house.own("team-hand-over"), {"to": "", "reason": ""})
    assert "This field is required." in page
    assert "was handed over" in house.done(
        house.own("team-hand-over"), {"to": house.people["stranger"].pk, "reason": "Moving away"}
    )
    assert house.get(house.own("roster")).status_code == NOT_FOUND
    assert house.get(house.own("roster"), "stranger").status_code == 200
    assert "is now run by" in house.read(house.path("news"), "spectator")


def test_a_team_can_be_handed_to_players_only(house: House) -> None:
    for who in ("spectator", "stranger"):
        assert "Select a valid choice" in house.refused(
            house.own("team-hand-over"), {"to": house.people[who].pk}
        )


def test_a_co_owner_can_leave_the_team_only_if_another_owner_stays(house: House) -> None:
    assert "The team has no other owner" in house.refused(
        house.own("team-give-up"), {"confirmed": "1"}
    )
    add_owner(team=house.club.teams[0], user=house.people["stranger"], now=house.club.at)
    assert "You no longer run Anvil." in house.done(house.own("team-give-up"), {"confirmed": "1"})
    with house.club.scope():
        assert not TeamOwner.objects.filter(user=house.people["owner"], until=None).exists()


def test_a_team_leaves_the_league_between_weeks(at_club: Callable[..., House]) -> None:
    busy = at_club()
    assert "A week is in progress" in busy.refused(busy.own("team-withdraw"), {"confirmed": "1"})
    quiet = at_club(week=None)
    assert "leaves the league permanently" in quiet.read(quiet.own("team-withdraw"))
    assert "Anvil has left the league." in quiet.done(
        quiet.own("team-withdraw"), {"confirmed": "1"}
    )
    assert "Left the league" in quiet.read(quiet.own("team"), "spectator")


def test_leaving_the_club_ends_access_to_it(house: House) -> None:
    assert "it over first" in house.read(house.path("club-leave"))
    assert "You left Test club." in house.done(
        house.path("club-leave"), {"confirmed": "1"}, "spectator"
    )
    assert house.get(house.path("club"), "spectator").status_code == NOT_FOUND
    with house.club.scope():
        assert Membership.objects.filter(user=house.people["spectator"], left_at=None).count() == 0


def test_the_only_gm_cannot_leave(house: House) -> None:
    page = house.refused(house.path("club-leave"), {"confirmed": "1"}, "gm")
    assert "A club needs at least one GM" in page


@pytest.fixture
def gold_cross_house(at_club: Callable[..., House]) -> House:
    """Return a club in which death is not final."""
    return at_club(options={"gold_cross": True})


def test_gold_cross_is_absent_without_the_option(house: House) -> None:
    rook = house.club.who(0, "Rook").pk
    assert "Gold Cross" not in house.read(house.own("character", pk=rook))
    assert house.get(house.own("gold-cross", pk=rook, act="store")).status_code == NOT_FOUND


def test_a_memory_is_stored_and_revives_the_dead(gold_cross_house: House) -> None:
    rook = gold_cross_house.club.who(0, "Rook").pk
    assert "Store the memory, $25,000" in gold_cross_house.read(
        gold_cross_house.own("character", pk=rook)
    )
    assert "This costs $25,000." in gold_cross_house.read(
        gold_cross_house.own("gold-cross", pk=rook, act="store")
    )
    page = gold_cross_house.done(
        gold_cross_house.own("gold-cross", pk=rook, act="store"), {"confirmed": "1"}
    )
    assert "Stored memory, of" in page
    gold_cross_house.book(Book.WOUND, rook, "dp", 3)
    assert "Grow a body from the memory, $5,000" in gold_cross_house.read(
        gold_cross_house.own("character", pk=rook)
    )
    page = gold_cross_house.done(
        gold_cross_house.own("gold-cross", pk=rook, act="revive"), {"confirmed": "1"}
    )
    assert "3 of 3 DP" in page


def test_a_clone_is_grown_renewed_and_woken(gold_cross_house: House) -> None:
    rook = gold_cross_house.club.who(0, "Rook").pk
    for act in ("grow", "renew"):
        gold_cross_house.done(
            gold_cross_house.own("gold-cross", pk=rook, act=act), {"confirmed": "1"}
        )
    gold_cross_house.book(Book.WOUND, rook, "dp", 3)
    assert "Wake the clone, $0" in gold_cross_house.read(gold_cross_house.own("character", pk=rook))
    assert "3 of 3 DP" in gold_cross_house.done(
        gold_cross_house.own("gold-cross", pk=rook, act="revive"), {"confirmed": "1"}
    )


def test_the_living_cannot_be_revived_and_unknown_acts_are_not_found(
    gold_cross_house: House,
) -> None:
    rook = gold_cross_house.club.who(0, "Rook").pk
    assert "is alive" in gold_cross_house.refused(
        gold_cross_house.own("gold-cross", pk=rook, act="body"), {"confirmed": "1"}
    )
    assert (
        gold_cross_house.get(gold_cross_house.own("gold-cross", pk=rook, act="dance")).status_code
        == NOT_FOUND
    )
    for who in ("rival", "gm", "spectator"):
        assert (
            gold_cross_house.get(
                gold_cross_house.own("gold-cross", pk=rook, act="store"), who
            ).status_code
            == NOT_FOUND
        )
