"""Access to the desk, and its number of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaign.garage.models import Vehicle
from campaign.league.models import Membership, Team
from campaign.news.models import Hook
from campaign.news.services import hooks
from campaign.roster.models import Character
from campaign.teams.services import teams
from tests.arenas import PIT, add_arena

from .conftest import Desk, words

PAGES = (
    *(
        "desk",
        "desk-club",
        "desk-invites",
        "desk-moving",
        "desk-hooks",
        "desk-bundle",
        "desk-people",
        "desk-role",
        "desk-remove",
        "desk-login-link",
        "desk-teams",
        "desk-approval",
    ),
    *(
        "desk-send-back",
        "desk-hand-over",
        "desk-retire",
        "desk-bot",
        "desk-bot-off",
        "desk-calendar",
        "desk-plan",
        "desk-reschedule",
        "desk-pause",
        "desk-go-on",
        "desk-week",
        "desk-extend",
        "desk-postpone",
        "desk-cancel",
        "desk-event",
    ),
    *(
        "desk-parts",
        "desk-part",
        "desk-arena",
        "desk-arena-delete",
        "desk-house-rules",
        "desk-house-group",
        "desk-corrections",
        "desk-corrections-team",
        "desk-correct-team",
        "desk-correct",
        "desk-season",
    ),
    *("desk-duel", "desk-sealed", "desk-void", "desk-move-on"),
)
READ_ONLY = {
    *(
        "desk",
        "desk-people",
        "desk-teams",
        "desk-calendar",
        "desk-week",
        "desk-house-rules",
        "desk-corrections",
        "desk-corrections-team",
    ),
    "desk-season",
}
FORMS = tuple(name for name in PAGES if name not in READ_ONLY)
BUTTONS = (
    "desk-retry",
    "desk-season-close",
    "desk-season-open",
    "desk-hook-test",
    "desk-hook-remove",
)


@pytest.fixture
def at_desk(at_desk: Callable[..., Desk]) -> Callable[..., Desk]:
    """Found clubs that have an arena of their own."""

    def sit(**options: Any) -> Desk:
        desk = at_desk(**options)
        add_arena(desk.club)
        return desk

    return sit


def where(desk: Desk, name: str) -> dict[str, Any]:
    """Return the parameters of the page's address in this club."""
    with desk.club.scope():
        member = Membership.objects.filter(role="player").order_by("joined_at").first()
        vesper = Character.objects.filter(name="Vesper", team__name="Basilisk").first()
        hook = Hook.objects.first() if name.startswith("desk-hook-") else None
    named: dict[str, dict[str, Any]] = {
        "desk-hook-test": {"hook": hook.pk if hook else None},
        "desk-hook-remove": {"hook": hook.pk if hook else None},
        "desk-role": {"member": member.pk if member else None},
        "desk-remove": {"member": member.pk if member else None},
        "desk-login-link": {"member": member.pk if member else None},
        "desk-approval": {"team": "newcomers"},
        "desk-send-back": {"team": "newcomers"},
        "desk-hand-over": {"team": "basilisk"},
        "desk-retire": {"team": "basilisk"},
        "desk-bot": {"team": "basilisk"},
        "desk-bot-off": {"team": "basilisk"},
        "desk-part": {"kind": "tyres"},
        "desk-arena-delete": {"arena": PIT.key},
        "desk-house-group": {"group": "duel"},
        "desk-corrections-team": {"team": "basilisk"},
        "desk-correct-team": {"team": "basilisk", "book": "money"},
        "desk-correct": {
            "team": "basilisk",
            "book": "skills",
            "owner": vesper.pk if vesper else None,
        },
    }
    if name in {"desk-postpone", "desk-cancel"}:
        return {"number": 2}
    if name in {
        "desk-week",
        "desk-extend",
        "desk-event",
        "desk-retry",
        "desk-duel",
        "desk-void",
        "desk-move-on",
    }:
        return {"number": 1}
    return named.get(name, {})


def newcomers(desk: Desk) -> Team:
    """Add a team that asks for approval."""
    from tests.factories import add_team

    team = add_team(desk.club, "Newcomers", approved=False)
    return teams.ask_approval(team=team, now=desk.club.at)


def add_hook(desk: Desk, name: str, address: str) -> Hook:
    """Add a hook for the club's news with a pending test."""
    hook = hooks.add(
        campaign=desk.club.campaign,
        name=name,
        address=address,
        actor=desk.club.gm,
        now=desk.club.at,
    )
    hooks.test(hook=hook, now=desk.club.at)
    return hook


@pytest.fixture
def busy(desk: Desk) -> Desk:
    """Return a desk with content on every page: week 1 settled with its duel driven, week 2
    planned, a team asking for approval, a hook.
    """
    for number in range(hooks.MAX_HOOKS):
        add_hook(desk, f"Channel {number}", f"https://discord.com/api/webhooks/{number}/x")
    newcomers(desk)
    with desk.club.scope():
        week = desk.week()
        week.status = "settled"
        week.settled_at = week.settle_at
        week.save()
    desk.go_to(week.duel_at)
    return desk


def get(desk: Desk, name: str, who: str) -> Any:
    if name in {"desk-extend", "desk-event"}:
        return desk.get(name, who, number=2)
    return desk.get(name, who, **where(desk, name))


@pytest.mark.everyday
def test_desk_pages_open_for_the_gm_in_at_most_fourteen_queries(
    busy: Desk, django_assert_max_num_queries: Any
) -> None:
    busy.client("gm")
    for name in PAGES:
        with django_assert_max_num_queries(14, info=name):
            assert get(busy, name, "gm").status_code == 200, name


@pytest.mark.parametrize("who", ["player", "spectator", "other_gm", "stranger"])
def test_the_desk_is_not_found_by_anyone_else(busy: Desk, who: str) -> None:
    unknown = busy.client(who).get("/c/no-such-club/desk/")
    assert unknown.status_code == 404
    for name in PAGES:
        page = get(busy, name, who)
        assert (page.status_code, page.content) == (404, unknown.content), name
    for name in (*FORMS, *BUTTONS):
        assert busy.send(name, {}, who, sure=True, **where(busy, name)).status_code == 404, name


def test_anonymous_visitors_are_sent_to_sign_in_for_any_club(busy: Desk) -> None:
    addresses = [busy.path(name, **where(busy, name)) for name in PAGES]
    for address in (*addresses, "/c/no-such-club/desk/"):
        page = Client().get(address)
        assert page.status_code == 302
        assert page["Location"] == f"{reverse('account_login')}?next={address}"


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("desk-week", {"number": 99}),
        ("desk-extend", {"number": 99}),
        ("desk-duel", {"number": 2}),
        ("desk-approval", {"team": "anvil"}),
        ("desk-hand-over", {"team": "nobody"}),
        ("desk-house-group", {"group": "nothing"}),
        ("desk-corrections-team", {"team": "nobody"}),
        ("desk-correct-team", {"team": "anvil", "book": "skills"}),
        ("desk-correct-team", {"team": "anvil", "book": "secrets"}),
    ],
)
def test_addresses_of_unknown_records_are_not_found(
    busy: Desk, name: str, named: dict[str, Any]
) -> None:
    assert busy.get(name, **named).status_code == 404


def test_records_of_another_club_are_not_found(busy: Desk) -> None:
    from tests.factories import found_club

    other = found_club(name="Third club")
    hook = hooks.add(
        campaign=other.campaign,
        name="Theirs",
        address="https://discord.com/api/webhooks/9/x",
        actor=other.gm,
        now=other.at,
    )
    with other.scope():
        member = Membership.objects.filter(role="player").first()
        car = Vehicle.objects.first()
    assert member
    assert car
    assert busy.get("desk-role", member=member.pk).status_code == 404
    assert busy.send("desk-hook-test", hook=hook.pk).status_code == 404
    assert busy.send("desk-hook-remove", hook=hook.pk, sure=True).status_code == 404
    assert busy.get("desk-correct", team="anvil", book="damage", owner=car.pk).status_code == 404


def test_a_gm_who_left_the_club_finds_no_desk(busy: Desk) -> None:
    with busy.club.scope():
        Membership.objects.filter(user=busy.club.gm).update(left_at=busy.club.at)
    assert busy.get("desk").status_code == 404


# --- a GM who plays -------------------------------------------------------------------------------


def test_the_desk_shows_a_playing_gm_no_secrets_of_a_rival(playing: Desk) -> None:
    """Two worlds that differ only in a rival's money, stock, garage, skills, wounds and orders look
    the same on every page.
    """
    pages = [name for name in PAGES if name not in {"desk-approval", "desk-send-back", "desk-duel"}]
    before = {name: _without_keys(words(get(playing, name, "gm"))) for name in pages}
    _change_what_is_secret(playing)
    assert {name: _without_keys(words(get(playing, name, "gm"))) for name in pages} == before
    assert not [name for name in pages if playing.club.car(1).name in before[name]]


def _change_what_is_secret(playing: Desk) -> None:
    from campaign.garage.rules.acts import VehicleFace
    from campaign.garage.services import garage
    from campaign.ledger.models import Hold
    from campaign.ledger.services import posting
    from campaign.ledger.services.posting import Book, Line
    from tests.factories import KILLER

    club, rival = playing.club, playing.club.teams[1]
    who, car = club.who(1, "Vesper"), club.car(1)
    with club.scope():
        posting.post(
            [
                Line(Book.MONEY, rival.pk, "purse", 4_321, "secret", club.at),
                Line(Book.STOCK, rival.pk, "grenade", 3, "secret", club.at),
                Line(Book.SKILL, who.pk, "espionage", 7, "secret", club.at),
                Line(Book.WOUND, who.pk, "dp", 1, "secret", club.at),
                Line(Book.DAMAGE, car.pk, "plant", 2, "secret", club.at),
            ]
        )
        Hold.objects.create(team=rival, week=playing.week(), item="money", amount=9_000)
        garage.build(
            team=rival,
            design=KILLER,
            actor=club.players[1],
            now=club.at,
            face=VehicleFace(name="Hidden", colour="grey"),
        )
    _send_orders(playing)


def _send_orders(playing: Desk) -> None:
    from espionage.models import OrderSheet

    with playing.club.scope():
        OrderSheet.objects.create(
            week=playing.week(),
            team=playing.club.teams[1],
            version=1,
            state="final",
            payload='{"orders": []}',
            salt=b"salt",
            digest="0" * 64,
            saved_at=playing.club.at,
            saved_by=playing.club.players[1],
        )


def _without_keys(page: str) -> str:
    """Return the page without one-time key and CSRF tokens, which differ on every visit."""
    import re

    return re.sub(r'name="(idempotency|csrfmiddlewaretoken)"\s+value="[^"]*"', "", page)
