from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from campaign.league.models import Week
from campaign.league.refusals import NotEnoughMoney, NotFit, OptionOff, RosterFull
from campaign.ledger.models import SkillPoint
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.rules.acts import CharacterFace, NewCharacter
from campaign.roster.selectors.roster import body_of, public_roster, roster
from campaign.roster.services import gold_cross
from campaign.roster.services import roster as hiring
from core.web.refusals import AlreadyBooked, BadForm, NameTaken, WrongTime
from engine.values import changed
from tests.factories import CAST, Club, found_club

pytestmark = pytest.mark.django_db
VESPER = CAST[0][2]


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=2, vehicles=0, week=None)


def wound(club: Club, name: str, lost: int, cause: str = "for the test", **more: object) -> None:
    posting.post(
        [Line(Book.WOUND, club.who(0, name).pk, "dp", lost, cause, more.get("at", club.at))]  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


def test_a_hired_character_has_the_chosen_points(club: Club) -> None:
    with club.scope():
        vesper = next(sheet for sheet in roster(club.teams[0]) if sheet.name == "Vesper")
    assert {skill.key: skill.level for skill in vesper.skills} == {
        "espionage": 1,
        "stealth": 1,
        "handgunner": 1,
        "explosives": 1,
        "driver": 1,
        "bodybuilding": 1,
    }
    assert (vesper.body.dp, vesper.body.full_dp, vesper.body.health, vesper.general) == (
        4,
        4,
        "unhurt",
        0,
    )


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ({**VESPER, "espionage": 19}, "points-total"),
        ({"espionage": 40, "driver": 40, "gunner": 20}, "too-few-skills"),
        ({**VESPER, "espionage": 41, "driver": 0}, "too-much-in-one"),
        ({**VESPER, "cooking": 5}, "no-such-skill"),
        ({**VESPER, "espionage": -5}, "negative"),
    ],
)
def test_an_illegal_start_is_refused_with_a_reason(
    points: dict[str, int], code: str, club: Club
) -> None:
    with pytest.raises(BadForm) as refused:
        hiring.hire(
            team=club.teams[0],
            actor=club.players[0],
            now=club.at,
            new=NewCharacter(name="Zero", role="spy", points=points),
        )
    assert code in {problem.code for problem in refused.value.problems}


def test_names_and_roles_are_checked(club: Club) -> None:
    cases: tuple[tuple[dict[str, Any], type[Exception]], ...] = (
        ({"name": "vesper"}, NameTaken),
        ({"name": "Ves\u200dper"}, NameTaken),
        ({"role": "king"}, BadForm),
        ({"name": "x"}, BadForm),
        ({"name": "x" * 61}, BadForm),
    )
    for said, kind in cases:
        with pytest.raises(kind):
            hiring.hire(
                team=club.teams[0],
                new=changed(NewCharacter(name="Zero", role="spy", points=VESPER), **said),
                actor=club.players[0],
                now=club.at,
            )


def test_the_roster_cap_counts_the_dead_and_the_released() -> None:
    club = found_club(
        teams=1,
        characters=2,
        vehicles=0,
        week="planned",
        options={"roster_cap": 4, "roster_default": 2},
    )
    hire: dict[str, Any] = {
        "team": club.teams[0],
        "actor": club.players[0],
        "now": club.at,
    }
    three, four, five = (
        NewCharacter(name=name, role="spy", points=VESPER) for name in ("Three", "Four", "Five")
    )
    hiring.hire(new=three, **hire)
    hiring.release(character=hiring.hire(new=four, **hire), now=club.at)
    with pytest.raises(RosterFull, match="can hire 4"):
        hiring.hire(new=five, **hire)


def test_a_character_can_be_rebuilt_before_approval() -> None:
    club = found_club(teams=1, characters=1, vehicles=0, week=None, approved=False)
    vesper = hiring.edit(
        character=club.who(0, "Vesper"),
        actor=club.players[0],
        now=club.at,
        points=CAST[1][2],
        face=CharacterFace(name="Velvet", role="driver"),
    )
    with club.scope():
        sheet = roster(club.teams[0])[0]
        assert (sheet.name, sheet.role, dict(sheet.points)) == ("Velvet", "driver", {**CAST[1][2]})
        assert (
            sum(SkillPoint.objects.filter(character=vesper).values_list("amount", flat=True)) == 100
        )


def test_after_approval_only_role_and_description_can_change(club: Club) -> None:
    change: dict[str, Any] = {
        "character": club.who(0, "Vesper"),
        "actor": club.players[0],
        "now": club.at,
    }
    retired = CharacterFace(name="Vesper", role="gunner", blurb="Retired.")
    assert hiring.edit(face=retired, **change).role == "gunner"
    for name, points in (("Velvet", None), ("Vesper", VESPER)):
        with pytest.raises(WrongTime):
            hiring.edit(face=CharacterFace(name=name, role="spy"), points=points, **change)


def test_assigning_general_points_books_two_rows_with_one_cause(club: Club) -> None:
    rook = club.who(0, "Rook")
    posting.post([Line(Book.SKILL, rook.pk, "general", 3, "earned", club.at)])
    key = uuid4()
    hiring.assign(
        character=rook, skill="stealth", amount=2, actor=club.players[0], now=club.at, key=key
    )
    with club.scope():
        sheet = next(sheet for sheet in roster(club.teams[0]) if sheet.name == "Rook")
        assert (sheet.general, sheet.points["stealth"]) == (1, 2)
        assert sorted(
            SkillPoint.objects.filter(cause=f"assign:{key}").values_list("item", "amount")
        ) == [("general", -2), ("stealth", 2)]
    with pytest.raises(AlreadyBooked):
        hiring.assign(
            character=rook, skill="stealth", amount=1, actor=club.players[0], now=club.at, key=key
        )
    for skill, amount in (("stealth", 2), ("cooking", 1), ("general", 1), ("stealth", 0)):
        with pytest.raises(BadForm):
            hiring.assign(
                character=rook, skill=skill, amount=amount, actor=club.players[0], now=club.at
            )


def test_e12_the_dead_neither_learn_nor_leave(club: Club) -> None:
    posting.post([Line(Book.SKILL, club.who(0, "Rook").pk, "general", 3, "earned", club.at)])
    wound(club, "Rook", 3)
    with pytest.raises(NotFit):
        hiring.assign(
            character=club.who(0, "Rook"),
            skill="stealth",
            amount=1,
            actor=club.players[0],
            now=club.at,
        )
    with pytest.raises(NotFit):
        hiring.release(character=club.who(0, "Rook"), now=club.at)


def test_e24_rivals_learn_of_deaths_at_settlement_and_never_of_wounds(club: Club) -> None:
    club = found_club(teams=1, characters=2, vehicles=0)
    with club.scope():
        shown = public_roster([club.teams[0].pk], club.campaign)
        Week.objects.filter(number=1).update(settled_at=club.at, status="settled")
    later = club.at + timedelta(days=1)
    wound(club, "Rook", 3, at=later)
    wound(club, "Vesper", 2, at=club.at)
    with club.scope():
        assert public_roster([club.teams[0].pk], club.campaign) == shown
        Week.objects.filter(number=2).update(settled_at=later)
        now = public_roster([club.teams[0].pk], club.campaign)[club.teams[0].pk]
    assert [(one.name, one.role, one.alive) for one in now] == [
        ("Rook", "driver", False),
        ("Vesper", "spy", True),
    ]


# --- Gold Cross -----------------------------------------------------------------------------------


@pytest.fixture
def gold_cross_club() -> Club:
    return found_club(teams=1, characters=2, vehicles=0, options={"gold_cross": True})


def test_death_is_final_without_the_option(club: Club) -> None:
    with pytest.raises(OptionOff):
        gold_cross.store(character=club.who(0, "Rook"), actor=club.players[0], now=club.at)


def test_a_clone_knows_only_the_stored_memory(gold_cross_club: Club) -> None:
    rook, owner = gold_cross_club.who(0, "Rook"), gold_cross_club.players[0]
    gold_cross.store(character=rook, actor=owner, now=gold_cross_club.at)
    posting.post([Line(Book.SKILL, rook.pk, "espionage", 2, "earned since", gold_cross_club.at)])
    with pytest.raises(NotFit, match="is alive"):
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=True)
    wound(gold_cross_club, "Rook", 5)
    assert (
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=False)
        == 5_000
    )
    with gold_cross_club.scope():
        sheet = next(sheet for sheet in roster(gold_cross_club.teams[0]) if sheet.name == "Rook")
    assert (sheet.body.health, dict(sheet.points)) == ("unhurt", {**CAST[1][2]})


def test_a_recovered_body_costs_more_and_keeps_all_points(gold_cross_club: Club) -> None:
    rook, owner = gold_cross_club.who(0, "Rook"), gold_cross_club.players[0]
    posting.post([Line(Book.SKILL, rook.pk, "espionage", 2, "earned since", gold_cross_club.at)])
    wound(gold_cross_club, "Rook", 3)
    with pytest.raises(NotFit, match="cannot be revived"):
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=False)
    assert (
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=True)
        == 35_000
    )
    with gold_cross_club.scope():
        assert (
            next(
                sheet for sheet in roster(gold_cross_club.teams[0]) if sheet.name == "Rook"
            ).points["espionage"]
            == 12
        )


def test_a_stored_clone_costs_every_fourth_week_and_is_used_once(gold_cross_club: Club) -> None:
    rook, owner = gold_cross_club.who(0, "Rook"), gold_cross_club.players[0]
    gold_cross.grow(character=rook, actor=owner, now=gold_cross_club.at)
    with pytest.raises(NotFit, match="already a clone"):
        gold_cross.grow(character=rook, actor=owner, now=gold_cross_club.at)
    gold_cross.renew(character=rook, actor=owner, now=gold_cross_club.at)
    with gold_cross_club.scope():
        for _ in range(4):
            gold_cross.charge_for_clones(weeks=[gold_cross_club.open_week], now=gold_cross_club.at)
    wound(gold_cross_club, "Rook", 3)
    assert (
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=False) == 0
    )
    wound(gold_cross_club, "Rook", 3, "again")
    with pytest.raises(NotFit):
        gold_cross.revive(character=rook, actor=owner, now=gold_cross_club.at, body_home=False)
    with gold_cross_club.scope():
        from campaign.ledger.selectors.books import purse

        assert purse(gold_cross_club.teams[0]).balance == 250_000 - 10_000 - 2_000 - 1_000
        assert body_of(rook).health == "dead"


def test_a_clone_that_is_not_paid_for_is_lost(gold_cross_club: Club) -> None:
    rook, owner = gold_cross_club.who(0, "Rook"), gold_cross_club.players[0]
    gold_cross.grow(character=rook, actor=owner, now=gold_cross_club.at)
    posting.post(
        [
            Line(
                Book.MONEY,
                gold_cross_club.teams[0].pk,
                "gear",
                -239_500,
                "spent",
                gold_cross_club.at,
            )
        ]
    )
    with gold_cross_club.scope():
        for _ in range(4):
            gold_cross.charge_for_clones(weeks=[gold_cross_club.open_week], now=gold_cross_club.at)
    with pytest.raises(NotEnoughMoney):
        gold_cross.grow(character=rook, actor=owner, now=gold_cross_club.at)
    with pytest.raises(NotFit, match="Grow one first"):
        gold_cross.renew(character=rook, actor=owner, now=gold_cross_club.at)
