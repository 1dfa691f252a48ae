"""The services of a duel's table: marks in any order, dice from a published seed, booked ticks
(C41–C44).
"""

from __future__ import annotations

import hmac
from datetime import timedelta
from hashlib import sha256
from itertools import chain, repeat
from uuid import UUID

import pytest
from django.db import DatabaseError, transaction

from campaign.calendar.services import calendar
from campaign.desk.services import reconcile
from campaign.duels.models import DuelEntry, DuelResult, TableDice, TableMark, TableRoll
from campaign.duels.rules.live_sheet import Mark
from campaign.duels.rules.table_dice import Throw, faces
from campaign.duels.selectors import live as selector
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import drafts, live, table_dice
from campaign.league.models import Week
from core.web import bulk
from core.web.refusals import BadForm, Refused, WrongTime
from tests.factories import Club, duel_of

from .test_drafts import drive

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Return a club with two cars at the start; the dice were drawn the day before."""
    club = drive()
    table_dice.draw_due(club.at - timedelta(days=1))
    return club


def entry(club: Club, team: int = 0) -> UUID:
    return DuelEntry.objects.get(duel=club.duel, team=club.teams[team]).pk


def ticks(*said: str, first: int = 1) -> tuple[Mark, ...]:
    return tuple(
        Mark(
            id=str(UUID(int=nth)),
            clock=nth,
            kind="set" if "=" in one else "tick",
            what=one.partition("=")[0],
            value=one.partition("=")[2],
        )
        for nth, one in enumerate(said, first)
    )


def mark(club: Club, *marks: Mark, team: int = 0, car: int | None = None) -> selector.LiveCar:
    return live.add_marks(
        duel=club.duel,
        team=club.teams[team],
        entry=entry(club, team if car is None else car),
        marks=marks,
        actor=club.players[team],
        now=club.at,
    )


def roll(
    club: Club, words: str = "Control", dice: int = 2, add: int = 0, team: int = 0
) -> TableRoll:
    return table_dice.roll(
        duel=club.duel,
        team=club.teams[team],
        throw=Throw(words=words, dice=dice, add=add),
        actor=club.players[team],
        now=club.at,
    )


def test_c41_repeated_and_late_marks_give_one_sheet(club: Club) -> None:
    with club.scope():
        one, two, three = ticks("armour:front", "armour:front", "speed=35")
        mark(club, three, two)
        mark(club, two)
        sheet = mark(club, one, two, three).sheet
        assert (dict(sheet.lost), dict(sheet.registers)) == ({"armour:front": 2}, {"speed": "35"})
        assert TableMark.objects.count() == 3


def test_c41_an_invalid_mark_is_refused_and_nothing_is_stored(club: Club) -> None:
    with club.scope():
        with pytest.raises(Refused, match="does not have this car"):
            mark(club, *ticks("plant"), team=0, car=1)
        with pytest.raises(BadForm, match="no such part"):
            mark(club, *ticks("plant", "weapon:88"))
        hours = int((club.at + timedelta(hours=2)).timestamp() * 1000)
        with pytest.raises(BadForm, match="an hour ahead"):
            mark(club, *ticks("plant", first=hours))
        assert not TableMark.objects.exists()
        club.at -= timedelta(minutes=1)
        with pytest.raises(WrongTime):
            mark(club, *ticks("plant"))


def test_c41_marks_and_rolls_are_append_only(club: Club) -> None:
    with club.scope():
        mark(club, *ticks("plant"))
        roll(club)
        for rows in (TableMark.objects.all(), TableRoll.objects.all(), TableDice.objects.all()):
            with pytest.raises(DatabaseError), transaction.atomic():
                rows.delete()


def test_c42_everyone_sees_speed_tyres_and_people_down_but_no_armour(club: Club) -> None:
    with club.scope():
        rook = club.who(0, "Rook").pk
        car = next(one for one in selector.cars(club.duel) or () if one.id == entry(club))
        tyre = next(part for part in car.points_at_start if part.startswith("tyre:"))
        down = [f"dp:{rook}"] * (car.points_at_start[f"dp:{rook}"] - 1)
        lost = [tyre] * car.points_at_start[tyre]
        mark(club, *ticks("armour:front", *lost, *down, "speed=50", "fire=yes", "fate=out"))
        mine, theirs = sorted(
            selector.public_cars(selector.cars(club.duel) or ()),
            key=lambda one: one.id != entry(club),
        )
    assert (mine.speed, mine.on_fire, mine.ending, mine.order) == (50, True, "out", 1)
    assert len(mine.tyres_gone) == 1
    assert [one.state for one in mine.people] == ["unconscious"]
    assert (theirs.ending, theirs.order, theirs.tyres_gone) == ("driving", 0, ())
    assert "armour" not in repr(mine)


def test_c43_sheets_are_booked_for_signers_and_for_silent_teams(club: Club) -> None:
    with club.scope():
        mark(club, *ticks("armour:front", "armour:front", "fate=out"))
        mark(club, *ticks("armour:left", first=50), team=1)
        week = club.open_week
        row = live.write_up(
            duel=duel_of(week),
            team=club.teams[0],
            answers={},
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        assert row.signatures.count() == 1
        drafts.book_due(club.at + timedelta(hours=25))
        damage = payload_of(DuelResult.objects.get(duel=week.pk)).damage
        assert damage[str(club.car(0).pk)] == {"armour:front": 2}
        assert damage[str(club.car(1).pk)] == {"armour:left": 1}
        with pytest.raises(WrongTime):
            mark(club, *ticks("plant", first=90))


def test_c43_contradictions_must_be_answered_before_a_draft(club: Club) -> None:
    with club.scope():
        with pytest.raises(live.UnansweredQuestions) as asked:
            live.write_up(
                duel=club.duel,
                team=club.teams[0],
                answers={},
                seen_number=0,
                actor=club.players[0],
                now=club.at,
            )
        assert [one.field for one in asked.value.problems] == ["answers.first"]
        with pytest.raises(Refused, match="had no vehicle"):
            live.write_up(
                duel=club.duel,
                team=club.teams[2],
                answers={},
                seen_number=0,
                actor=club.players[2],
                now=club.at,
            )


def faces_by_the_page(seed: bytes, number: int, dice: int) -> list[int]:
    """Compute the faces by the description in docs/reference/proof.md only."""
    key = hmac.new(seed, f"dice/public/{number}".encode(), sha256).digest()
    found: list[int] = []
    block = 0
    while True:
        for byte in sha256(key + block.to_bytes(8, "big")).digest():
            if byte < 252:
                found.append(byte % 6 + 1)
            if len(found) == dice:
                return found
        block += 1


def test_c44_every_roll_follows_from_the_published_seed(club: Club) -> None:
    with club.scope():
        week = club.open_week
        before = selector.dice(club.duel)
        assert before is not None and before.seed == ""
        assert before.row.drawn_at < week.duel_at
        for nth in range(1, 21):
            roll(club, dice=nth, add=nth - 10, team=nth % 2)
        mark(club, *ticks("fate=out"))
        live.write_up(
            duel=duel_of(week),
            team=club.teams[0],
            answers={},
            seen_number=0,
            actor=club.players[0],
            now=club.at,
        )
        drafts.book_due(club.at + timedelta(hours=25))
        told = selector.dice(club.duel)
        assert told is not None
        seed = bytes.fromhex(told.seed)
        assert sha256(seed).hexdigest() == before.seed_hash == told.seed_hash
        rolls = list(told.rolls())
        assert [one.number for one in rolls] == list(range(1, 21))
        for one in rolls:
            assert one.faces == faces_by_the_page(seed, one.number, len(one.faces))
            assert one.total == sum(one.faces) + one.add
        with pytest.raises(WrongTime):
            roll(club)


def test_c44_reconcile_names_a_roll_that_does_not_follow_from_the_seed(club: Club) -> None:
    with club.scope():
        good = roll(club)
        assert not list(reconcile.findings([club.campaign.pk]))
        TableRoll.objects.create(
            table_dice=good.table_dice,
            number=2,
            team=good.team,
            by=good.by,
            at=good.at,
            words="Control",
            faces=[face % 6 + 1 for face in faces(bytes(good.table_dice.seed), 2, 2)],
        )
    assert [one.code for one in reconcile.findings([club.campaign.pk])] == ["roll-differs"]


def test_c44_dice_of_many_duels_are_drawn_in_batches(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_dice, "BATCH_SIZE", 2)
    names = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
    moments = {name: club.at + timedelta(hours=nth) for nth, name in enumerate(names)}
    with club.scope():
        for number in range(100, 105):
            status = Week.Status.SETTLED if number < 104 else Week.Status.OPEN
            week = Week(season=club.season, number=number, status=status, **moments)
            calendar.create_weeks([week], club.at)
        assert table_dice.draw_due(club.at) == 4
        drawn = TableDice.objects.filter(duel__week__number__gte=100)
        assert sorted(drawn.values_list("duel__week__number", flat=True)) == [100, 101, 102, 103]
        assert len({bytes(row.seed) for row in drawn}) == 4
        assert table_dice.draw_due(club.at) == 0


@pytest.mark.parametrize("many", [1, bulk.COPY_FROM])
def test_c44_dice_drawn_by_another_worker_are_kept(
    club: Club, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    """The other worker drew between the look-up and the lock."""
    late = chain([(club.open_week.pk,) * many], repeat(()))
    monkeypatch.setattr(table_dice, "_missing", lambda **_conditions: next(late))
    with club.scope():
        before = list(TableDice.objects.values_list("pk", "seed"))
        table_dice.draw_due(club.at)
        assert list(TableDice.objects.values_list("pk", "seed")) == before


def test_c44_dice_are_drawn_once_and_rolled_by_teams_at_the_start(club: Club) -> None:
    with club.scope():
        assert table_dice.draw_due(club.at) == 0
        with pytest.raises(Refused, match="had no vehicle"):
            roll(club, team=2)
        with pytest.raises(BadForm):
            roll(club, words="  ")
