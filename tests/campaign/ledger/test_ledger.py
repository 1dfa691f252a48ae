from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from campaign.desk.services import corrections
from campaign.garage.models import Vehicle
from campaign.league.models import DeskAct, Team
from campaign.league.services import desk_log
from campaign.ledger.models import Money
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.models import News
from campaign.roster.models import Character
from core.notifications.models import Notice
from core.web.bulk import COPY_FROM
from core.web.refusals import AlreadyBooked, BadForm, ReasonNeeded
from tests.factories import Club, found_club
from tests.sqlite import migrated

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=1, characters=1, vehicles=1, week=None)


def money(club: Club, amount: int, cause: str, item: str = "purse") -> Line:
    return Line(Book.MONEY, club.teams[0].pk, item, amount, cause, club.at)


def owner_in(book: Book, club: Club) -> Team | Character | Vehicle:
    owners: dict[str, Team | Character | Vehicle] = {
        "team_id": club.teams[0],
        "character_id": club.who(0, "Vesper"),
        "vehicle_id": club.car(0),
    }
    return owners[book.owner]


def balance(club: Club) -> int:
    with club.scope():
        return balances.money([club.teams[0].pk])[club.teams[0].pk]


def test_a_row_changes_the_balance_by_its_amount(club: Club) -> None:
    before = balance(club)
    assert posting.post([money(club, 500, "won"), money(club, -20, "lost")]) == 2
    assert balance(club) == before + 480


def test_a_cause_is_booked_once_per_owner_and_item(club: Club) -> None:
    posting.post([money(club, 500, "won")])
    with pytest.raises(AlreadyBooked) as refused:
        posting.post([money(club, 1, "other"), money(club, 500, "won")])
    assert refused.value.code == "already-booked"
    with club.scope():
        assert not Money.objects.filter(cause="other").exists(), "all or none"
    posting.post([money(club, 500, "won", item="survivor_pay")])


def test_idempotent_booking_books_once(club: Club) -> None:
    before = balance(club)
    lines = [money(club, 500, "won"), money(club, 7, "tip"), money(club, 7, "tip")]
    assert posting.post(lines, idempotent=True) == 2
    assert posting.post(lines, idempotent=True) == 0
    assert balance(club) == before + 507


def test_bulk_booking_keeps_the_same_guarantees(club: Club) -> None:
    before = balance(club)
    lines = [money(club, 1, f"cause {number}") for number in range(COPY_FROM + 1)]
    assert posting.post(lines) == COPY_FROM + 1
    assert balance(club) == before + COPY_FROM + 1
    with pytest.raises(AlreadyBooked):
        posting.post([*(money(club, 1, f"new {number}") for number in range(COPY_FROM)), lines[0]])
    assert balance(club) == before + COPY_FROM + 1


@pytest.mark.promise("ledgers")
@pytest.mark.parametrize("book", Book)
def test_the_database_refuses_to_change_or_delete_ledger_rows(book: Book, club: Club) -> None:
    owner = owner_in(book, club)
    posting.post([Line(book, owner.pk, "driver", 1, "for the test", club.at)])
    rows = book.model._base_manager.filter(cause="for the test")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.update(amount=1_000_000)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.delete()
    assert rows.get().amount == 1


@pytest.mark.promise("ledgers")
def test_the_database_refuses_to_change_or_delete_the_desk_log(club: Club) -> None:
    act = desk_log.record(campaign_id=club.campaign.pk, actor=club.gm, kind="test", now=club.at)
    rows = DeskAct._base_manager.filter(pk=act.pk)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.update(reason="never happened")
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        rows.delete()


@pytest.mark.django_db(transaction=True)
def test_tests_can_truncate_append_only_tables(club: Club) -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE campaign_money, campaign_deskact")
    assert not Money._base_manager.exists()


@pytest.mark.slow("migrates an SQLite file")
def test_sqlite_refuses_changes_too(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    migrated(file)
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{file}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(tmp_path),
    }
    program = """
import django; django.setup()
from datetime import UTC, datetime
from django.db import IntegrityError
from campaign.league.models import DeskAct
from core.accounts.models import User
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
founder = User.objects.create_user("founder")
now = datetime(2040, 3, 1, tzinfo=UTC)
founding.create_club(new=Founding(name="Club"), founder=founder, now=now)
from django_scopes import scopes_disabled
from campaign.league.services import desk_log as desk
with scopes_disabled():
    club, noon = founder.founded.get(), datetime(2040, 3, 1, tzinfo=UTC)
    act = desk.record(campaign_id=club.pk, actor=founder, kind="test", now=noon)
    acts = DeskAct.objects.all()
    for attempt in (lambda: acts.update(reason="x"), lambda: acts._raw_delete("default")):
        try:
            attempt()
        except IntegrityError as error:
            print(error)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("append-only") == 2


def test_a_correction_adds_a_row_and_notifies_the_team(club: Club) -> None:
    before = balance(club)
    team, owner = club.teams[0], club.players[0]
    act = corrections.correct(
        book=Book.MONEY,
        owner=team,
        item="purse",
        amount=-100,
        actor=club.gm,
        reason="Paid twice.",
        now=club.at,
    )
    assert balance(club) == before - 100
    with club.scope():
        row = Money.objects.get(cause=f"correction:{act.pk}")
        assert (row.note, row.by, act.public) == ("Paid twice.", club.gm, False)
        assert Notice.objects.filter(user=owner, kind="correction").count() == 1
        assert not News.objects.filter(kind="correction").exists(), (
            "nobody else hears of a team's money"
        )


def test_correcting_the_standings_is_announced(club: Club) -> None:
    club = found_club(teams=1, characters=1, vehicles=0)
    corrections.correct(
        book=Book.STANDING,
        owner=club.teams[0],
        item="duel",
        amount=2,
        actor=club.gm,
        reason="Third, not fourth.",
        now=club.at,
        week=club.week,
    )
    with club.scope():
        assert (
            News.objects.get(kind="correction").text
            == "Standings corrected: Anvil +2 (Third, not fourth.)"
        )
        assert balances.standing_points(club.season.pk) == {club.teams[0].pk: 2}


@pytest.mark.parametrize(
    ("book", "item", "amount", "code"),
    [
        (Book.MONEY, "purse", -1_000_000, "too-low"),
        (Book.MONEY, "purse", 0, "nothing"),
        (Book.STOCK, "sofa", 1, "no-such-item"),
        (Book.STANDING, "duel", 1, "needed"),
        (Book.SKILL, "cooking", 1, "no-such-item"),
        (Book.SKILL, "espionage", -21, "too-low"),
        (Book.WOUND, "dp", -1, "too-low"),
        (Book.DAMAGE, "plant", 11, "too-high"),
        (Book.DAMAGE, "bumper", 1, "no-such-item"),
    ],
)
def test_a_correction_keeps_every_sum_in_its_bounds(
    book: Book, item: str, amount: int, code: str, club: Club
) -> None:
    owner = owner_in(book, club)
    with pytest.raises(BadForm) as refused:
        corrections.correct(
            book=book,
            owner=owner,
            item=item,
            amount=amount,
            actor=club.gm,
            reason="Because.",
            now=club.at,
        )
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_correction_without_a_reason_is_refused(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        corrections.correct(
            book=Book.MONEY,
            owner=club.teams[0],
            item="purse",
            amount=1,
            actor=club.gm,
            reason="  ",
            now=club.at,
        )


def test_a_row_of_an_unknown_owner_raises_an_integrity_error(club: Club) -> None:
    posting.post([Line(Book.MONEY, uuid4(), "purse", 1, "nobody's", club.at)])
    with pytest.raises(IntegrityError):
        connection.check_constraints()
    transaction.set_rollback(True)
