"""Corrections: preview, booking, undoing, and the limits of a playing GM."""

from __future__ import annotations

import re
from typing import Any

import pytest

from campaign.league.models import DeskAct
from campaign.ledger.models import Money, SkillPoint, StandingPoint, Stock, Wound
from campaign.ledger.selectors import balances
from core.notifications.models import Notice

from .conftest import Desk, words


def wealth(desk: Desk, team: int) -> int:
    pk = desk.club.teams[team].pk
    with desk.club.scope():
        return balances.money([pk])[pk]


def correct(
    desk: Desk,
    said: dict[str, Any],
    *,
    team: str = "basilisk",
    book: str = "money",
    sure: bool = False,
    key: str = "",
    **named: Any,
) -> Any:
    name = "desk-correct" if "owner" in named else "desk-correct-team"
    return desk.send(name, said, team=team, book=book, sure=sure, key=key, **named)


def test_money_is_corrected_by_a_row_after_a_preview(desk: Desk) -> None:
    before = wealth(desk, 1)
    said = {"amount": "-1500", "reason": "Paid twice"}
    asked = words(correct(desk, said))
    assert f"${before:,}" in asked
    assert f"${before - 1500:,}" in asked
    assert wealth(desk, 1) == before
    for _ in range(2):
        assert correct(desk, said, sure=True, key="again").status_code == 303
    assert wealth(desk, 1) == before - 1500
    with desk.club.scope():
        row = Money.objects.get(item="correction")
        act = DeskAct.objects.get(kind="correction")
        assert (row.cause, row.note, row.by) == (f"correction:{act.pk}", "Paid twice", desk.club.gm)
        assert Notice.objects.filter(kind="correction", user=desk.club.players[1]).count() == 1
    assert "Paid twice" in words(desk.get("desk-log", "player"))
    assert "Paid twice" not in words(desk.get("desk-log", "first"))
    assert "Paid twice" not in words(desk.get("desk-log", "spectator"))


def test_a_gm_correcting_their_own_team_is_warned_that_it_is_public(playing: Desk) -> None:
    said = {"amount": "500000", "reason": "A sponsor"}
    asked = words(correct(playing, said, team="anvil"))
    assert "a notification to all members will show the correction with the amount" in asked
    done = correct(playing, said, team="anvil", sure=True)
    assert "The whole club has been notified" in words(playing.client("gm").get(done["Location"]))
    log = words(playing.get("desk-log", "spectator"))
    assert "Corrected the money of Anvil, their own team: +$500,000" in log and "A sponsor" in log
    news = words(playing.client("spectator").get(f"/c/{playing.club.campaign.slug}/news/"))
    assert "corrected the money of Anvil, which they run themselves: +$500,000: A sponsor" in news
    assert "You run" not in words(correct(playing, said))


def test_a_correction_is_undone_by_another_one(desk: Desk) -> None:
    before = wealth(desk, 1)
    correct(desk, {"amount": "-1500", "reason": "Paid twice"}, sure=True)
    page = words(desk.get("desk-correct-team", team="basilisk", book="money"))
    found = re.search(r'href="[^"]*(\?amount=1500)"', page)
    assert found
    form = desk.get("desk-correct-team", team="basilisk", book="money", query=found[1]).context[
        "form"
    ]
    assert form["amount"].value() == "1500"
    correct(desk, {"amount": "1500", "reason": "It was right"}, sure=True)
    assert wealth(desk, 1) == before


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"amount": "0", "reason": "x"}, "other than 0"),
        ({"amount": "lots", "reason": "x"}, "Enter a whole number"),
        ({"amount": "-999999999", "reason": "x"}, "greater than or equal to"),
        ({"amount": "-90000000", "reason": "x"}, "The minimum is $0"),
        ({"amount": "5", "reason": " "}, "required"),
        ({"amount": "", "reason": "x"}, "required"),
    ],
)
def test_an_invalid_correction_is_refused_at_its_field(
    desk: Desk, said: dict[str, str], sentence: str
) -> None:
    for sure in (False, True):
        answer = correct(desk, said, sure=sure)
        assert (answer.status_code, sentence in words(answer)) == (422, True)
    with desk.club.scope():
        assert not DeskAct.objects.filter(kind__startswith="correction").exists()


def test_e2_a_correction_of_skill_points_shows_the_resulting_level(desk: Desk) -> None:
    vesper = desk.club.who(1, "Vesper")
    said = {"item": "bodybuilding", "amount": "20", "reason": "Forgotten"}
    asked = words(correct(desk, said, book="skills", owner=vesper.pk))
    assert "Bodybuilding: level" in asked
    assert "5 of 5" in asked
    assert correct(desk, said, book="skills", owner=vesper.pk, sure=True).status_code == 303
    with desk.club.scope():
        assert SkillPoint.objects.get(character=vesper, cause__startswith="correction").amount == 20


def test_e12_a_correction_of_wounds_shows_the_resulting_health(desk: Desk) -> None:
    vesper = desk.club.who(1, "Vesper")
    said = {"amount": "3", "reason": "Fell off the roof"}
    assert "unconscious" in words(correct(desk, said, book="wounds", owner=vesper.pk))
    assert correct(desk, said, book="wounds", owner=vesper.pk, sure=True).status_code == 303
    with desk.club.scope():
        assert Wound.objects.get(character=vesper).amount == 3


def test_prestige_stock_damage_and_standings_can_be_corrected(desk: Desk) -> None:
    vesper, car = desk.club.who(1, "Vesper"), desk.club.car(1)
    assert (
        correct(
            desk, {"amount": "-2", "reason": "x"}, book="prestige", owner=vesper.pk, sure=True
        ).status_code
        == 303
    )
    assert (
        correct(
            desk, {"item": "heavy_pistol", "amount": "2", "reason": "x"}, book="stock", sure=True
        ).status_code
        == 303
    )
    assert (
        correct(
            desk,
            {"item": "armour:front", "amount": "5", "reason": "x"},
            book="damage",
            owner=car.pk,
            sure=True,
        ).status_code
        == 303
    )
    said = {"week": str(desk.week().pk), "amount": "3", "reason": "Miscounted"}
    assert "published to the whole club" in words(correct(desk, said, book="standings"))
    assert correct(desk, said, book="standings", sure=True).status_code == 303
    with desk.club.scope():
        assert balances.prestige([vesper.pk])[vesper.pk] == -2
        assert Stock.objects.get(cause__startswith="correction").amount == 2
        assert balances.damage([car.pk])[car.pk] == {"armour:front": 5}
        assert StandingPoint.objects.get().week == desk.week()
    assert "Miscounted" in words(desk.get("desk-log", "spectator"))


@pytest.mark.parametrize(
    ("book", "item"), [("stock", "moon"), ("skills", "cooking"), ("damage", "armour:middle")]
)
def test_unknown_items_and_owners_cannot_be_chosen(desk: Desk, book: str, item: str) -> None:
    owner: dict[str, Any] = {
        "skills": {"owner": desk.club.who(1, "Vesper").pk},
        "damage": {"owner": desk.club.car(1).pk},
    }.get(book, {})
    answer = correct(
        desk, {"item": item, "amount": "1", "reason": "x"}, book=book, sure=True, **owner
    )
    assert answer.status_code == 422
    assert "not one of the available choices" in words(answer)


# --- a GM who plays -------------------------------------------------------------------------------


def test_a_playing_gm_corrects_a_rival_without_seeing_its_books(playing: Desk) -> None:
    before = wealth(playing, 1)
    said = {"amount": "700", "reason": "Purse forgotten"}
    asked = words(correct(playing, said))
    assert "Before" not in asked
    assert f"{before:,}" not in asked
    assert correct(playing, said, sure=True).status_code == 303
    assert wealth(playing, 1) == before + 700


def test_a_playing_gm_sees_before_and_after_for_their_own_team(playing: Desk) -> None:
    assert f"${wealth(playing, 0):,}" in words(
        correct(playing, {"amount": "1", "reason": "x"}, team="anvil")
    )


def test_a_playing_gm_cannot_probe_a_balance_by_trying(playing: Desk) -> None:
    """A refused correction shows no numbers, and the team learns of the attempt."""
    said = {"amount": "-90000000", "reason": "Fishing"}
    assert correct(playing, said).status_code == 200
    answer = correct(playing, said, sure=True)
    assert answer.status_code == 422
    assert "exceeds the available amount" in words(answer)
    assert f"{wealth(playing, 1):,}" not in words(answer)
    log = words(playing.get("desk-log", "player"))
    assert "Tried to correct the money of Basilisk" in log
    assert "Fishing" in log
    assert "Fishing" not in words(playing.get("desk-log", "spectator"))


def test_a_playing_gm_cannot_find_a_rivals_garage(playing: Desk) -> None:
    car = playing.club.car(1)
    assert car.name not in words(playing.get("desk-corrections-team", team="basilisk"))
    assert (
        playing.get("desk-correct", team="basilisk", book="damage", owner=car.pk).status_code == 404
    )
    assert (
        playing.get(
            "desk-correct", team="anvil", book="damage", owner=playing.club.car(0).pk
        ).status_code
        == 200
    )
