"""`manage.py reconcile` finds any tampering in a consistent league.

`resolve_week` processes a week.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django_scopes import scopes_disabled

from campaign.duels.rules.duel_record import Hurt
from campaign.duels.services import results
from campaign.garage.models import Vehicle
from campaign.league.models import Team, Week
from campaign.ledger.models import StandingPoint
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.models import News
from core.web import clock
from espionage.models import Charge, Intel, OrderSheet, Seal, SealedSeat
from espionage.services import reconcile, resolving
from espionage.services.tick import tick
from play.models import Match, Snapshot
from tests.campaign.duels.test_duels import came, form
from tests.campaign.duels.test_fans import famous
from tests.crowd import originals
from tests.factories import Club, found_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def settled_week() -> Week:
    """Return a settled week of a league of two clubs with missions, bombs and purchases."""
    moments = originals((2, 3))
    tick(now=moments.due_at)
    with scopes_disabled():
        week = (
            Week.objects.filter(number=1)
            .select_related("season__campaign")
            .order_by("-season__campaign__name")
            .first()
        )
        assert week is not None
        return week


def finding_codes() -> list[str]:
    return sorted({finding.code for finding in reconcile.findings()})


def bypass_ledger_guard(command: str) -> None:
    """Change a ledger against its database guard."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(command)
        cursor.execute("SET LOCAL session_replication_role = origin")


def run(*words: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command(*words, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.slow("plays a whole week")
def test_consistent_league_has_no_findings_at_any_stage_of_a_week() -> None:
    moments = originals((2, 3, 4))
    assert run("reconcile") == (0, "All agree.\n")
    tick(now=moments.due_at)
    assert run("reconcile") == (0, "All agree.\n")
    tick(now=moments.closes_at)
    assert run("reconcile") == (0, "All agree.\n")


@pytest.mark.slow("plays a whole week")
def test_e55_points_for_stolen_sheets_are_booked_announced_and_reconciled_at_the_close() -> None:
    moments = originals((2, 3, 4))
    tick(now=moments.due_at)
    with scopes_disabled():
        stolen = set(Intel.objects.filter(kind="sheet").values_list("team", "about"))
        assert stolen
        assert not StandingPoint.objects.exists()
    tick(now=moments.closes_at)
    with scopes_disabled():
        rows = list(StandingPoint.objects.all())
        assert {row.team_id: row.amount for row in rows} == Counter(team for team, _ in stolen)
        news = list(News.objects.filter(kind="sheets").values_list("text", flat=True))
        assert news == [f"Stolen vehicle sheets: 1 point for {row.team.name}." for row in rows]
    bypass_ledger_guard(f"DELETE FROM campaign_standingpoint WHERE id = '{rows[0].pk}'")
    assert "effect-missing" in finding_codes()


def test_league_with_live_decisions_and_captives_has_no_findings() -> None:
    club = found_club(teams=3, characters=6, options={"live_decisions": True, "capture": True})
    tick(now=club.open_week.due_at)
    assert not finding_codes()


def _intel(week: Week) -> Intel:
    car = (
        Vehicle.objects.filter(team__campaign=week.season.campaign_id)
        .select_related("team")
        .first()
    )
    assert car is not None
    rival = Team.objects.filter(campaign=week.season.campaign_id).exclude(pk=car.team_id).first()
    assert rival is not None
    return Intel.objects.create(
        team=rival,
        about=car.team,
        week=week,
        vehicle=car,
        kind="exterior",
        snapshot={},
        cause="week:made-up",
        at=week.settle_at,
    )


def _charge(week: Week) -> Charge:
    car = (
        Vehicle.objects.filter(team__campaign=week.season.campaign_id)
        .select_related("team")
        .first()
    )
    assert car is not None
    return Charge.objects.create(
        week=week,
        vehicle=car,
        planted_by=car.team,
        due="duel",
        payload={},
        cause="week:made-up",
        at=week.settle_at,
    )


Tamper = Callable[[Week], object]

TAMPERED: list[tuple[str, Tamper]] = [
    ("seed", lambda week: Seal.objects.filter(week=week).update(seed=b"x" * 32)),
    ("order-root", lambda week: Seal.objects.filter(week=week).update(order_root="0" * 64)),
    ("leaf", lambda week: SealedSeat.objects.filter(week=week, seat=0).update(leaf="0" * 64)),
    ("leaf", lambda week: OrderSheet.objects.filter(week=week).update(salt=b"y" * 32)),
    (
        "sheet",
        lambda week: SealedSeat.objects.filter(week=week, seat=0).update(
            sheet=OrderSheet.objects.filter(week=week, version=1).first()
        ),
    ),
    ("setup", lambda week: OrderSheet.objects.filter(week=week).update(payload='{"orders":[]}')),
    ("match-seed", lambda week: Match.objects.filter(seal__week=week).update(seed=b"z" * 32)),
    ("dice-root", lambda week: Seal.objects.filter(week=week).update(dice_root="0" * 64)),
    ("frozen-open", lambda week: Week.objects.filter(pk=week.pk).update(status="open")),
    (
        "no-seal",
        lambda week: Week.objects.filter(season=week.season, number=2).update(status="open"),
    ),
    (
        "effect-missing",
        lambda week: bypass_ledger_guard(
            f"DELETE FROM campaign_skillpoint WHERE week_id = '{week.pk}'"
        ),
    ),
    (
        "effect-missing",
        lambda week: bypass_ledger_guard(
            f"UPDATE campaign_money SET amount = amount - 1 WHERE week_id = '{week.pk}'"
        ),
    ),
    ("effect-missing", lambda week: News.objects.filter(week=week, kind="week-settled").delete()),
    ("effect-extra", _intel),
    ("effect-extra", lambda week: bypass_ledger_guard(_twice(week))),
    ("effect-extra", _charge),
]


def _twice(week: Week) -> str:
    columns = "item, amount, note, at, team_id, week_id"
    return (
        f"INSERT INTO campaign_money (id, cause, {columns}) SELECT gen_random_uuid(), cause "
        f"|| '/again', {columns} FROM campaign_money WHERE week_id = '{week.pk}'"
    )


def test_any_tampering_is_detected(settled_week: Week) -> None:
    assert not finding_codes()
    for number, (code, tamper) in enumerate(TAMPERED):
        with transaction.atomic():
            with scopes_disabled():
                tamper(settled_week)
            assert code in finding_codes(), f"{code}, number {number}"
            transaction.set_rollback(True)


def test_altered_ledger_rows_of_weeks_and_duels_are_reported(
    settled_week: Week,
) -> None:
    club = found_club(teams=2, characters=4, vehicles=2)
    famous(club, 9)
    came(club)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            status="settled", settled_at=club.open_week.settle_at
        )
    club.open_week.refresh_from_db()
    wounded = Hurt(character=str(club.who(1, "Rook").pk), lost=1)
    results.record(
        duel=club.duel,
        result=form(club, hurt=(wounded,)),
        actor=club.gm,
        now=club.open_week.duel_at,
    )
    kinds: dict[tuple[Book, str, str], Any] = {}
    with scopes_disabled():
        for book in Book:
            rows = book.model._default_manager.exclude(cause="duel:earlier:1")
            for row in rows.filter(cause__regex="^(week|duel):").exclude(cause__endswith="/fired"):
                kind = (book, row.cause.partition(":")[0], row.item)
                kinds.setdefault(kind, row)
    assert {book for book, cause, _ in kinds if cause == "duel"} == set(Book) - {Book.STOCK}
    assert {item for book, cause, item in kinds if (book, cause) == (Book.MONEY, "duel")} == {
        "purse",
        "survivor_pay",
        "fans",
    }
    assert {book for book, cause, _ in kinds if cause == "week"} >= {
        Book.MONEY,
        Book.STOCK,
        Book.SKILL,
    }
    for row in kinds.values():
        table = row._meta.db_table
        with transaction.atomic():
            bypass_ledger_guard(f"UPDATE {table} SET amount = amount + 1 WHERE id = '{row.pk}'")
            said = run("reconcile")[1].splitlines()
            assert any(row.item in line and row.cause in line for line in said), row
            transaction.set_rollback(True)


def test_duel_ledger_rows_without_a_result_are_reported() -> None:
    club = found_club(teams=2)
    cause = f"duel:{club.open_week.pk}:1"
    posting.post([Line(Book.MONEY, club.teams[0].pk, "fans", 9_000, cause, club.at)])
    said = (
        f"campaign {club.teams[0].pk}: result-differs: fans (money), cause {cause}: "
        "9000 is booked, 0 follows from the recorded result.\n1 findings.\n"
    )
    assert run("reconcile") == (1, said)


def test_reconcile_exits_with_one_on_findings(settled_week: Week) -> None:
    with scopes_disabled():
        Seal.objects.filter(week=settled_week).update(seed=b"x" * 32)
    ended, said = run("reconcile")
    assert ended == 1
    assert "match-seed" in said


def test_reconcile_repairs_caches_on_request_and_says_so(settled_week: Week) -> None:
    Snapshot.objects.filter(match__seal__week=settled_week).update(state_hash="0" * 64)
    ended, said = run("reconcile")
    assert ended == 1
    assert "drift" in said
    assert "rebuilt" not in said
    assert run("reconcile", "--repair")[0] == 1
    assert run("reconcile") == (0, "All agree.\n")


# --- resolve_week ---------------------------------------------------------------------------------


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=2)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


def resolve(club: Club, number: int = 1) -> str:
    return run("resolve_week", club.campaign.slug, str(number))[1]


def test_command_processes_one_week_immediately_and_reports_it(club: Club) -> None:
    other = found_club(teams=2, name="Another club")
    assert resolve(club) == "Nothing is due for week 1: it is open for orders.\n"
    club.at = club.open_week.due_at
    assert resolve(club) == "Week 1, resolve: done. New status: settled.\n"
    assert resolve(club) == "Nothing is due for week 1: it is settled.\n"
    club.at = club.open_week.closes_at
    assert resolve(club) == "Week 1, close: done. New status: closed.\n"
    with other.scope():
        other.open_week.refresh_from_db()
        assert other.open_week.status == Week.Status.OPEN


def test_failing_week_is_reported_with_its_error_and_finally_parked(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("secret")

    monkeypatch.setattr(resolving, "_begin_game", broken)
    club.at = club.open_week.due_at
    for attempt in (1, 2, 3):
        with pytest.raises(
            CommandError, match=f"Week 1: resolve: ValueError. Attempt {attempt} of 3."
        ):
            resolve(club)
    assert (
        resolve(club)
        == "Week 1 is parked (resolve: ValueError)). The GM can retry it at the desk.\n"
    )


def test_locked_week_and_unknown_week_have_different_messages(club: Club) -> None:
    club.at = club.open_week.due_at
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            attempts=1, claimed_at=club.at - timedelta(seconds=1)
        )
    assert "was claimed by a worker" in resolve(club)
    with pytest.raises(CommandError, match="Week 99 does not exist"):
        resolve(club, 99)
