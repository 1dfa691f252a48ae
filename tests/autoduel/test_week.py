"""The weekly duel in the arena: driven by doctrine and recorded automatically (C93)."""

from __future__ import annotations

import json
from collections import Counter
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, get_args
from uuid import UUID

import pytest

from autoduel.club.arenas import autoduel_arena
from autoduel.rules.arenas import FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET
from autoduel.rules.values import KINDS, Orders, Yields
from autoduel.services.week_duels import choose_entries
from campaign.desk.services import reconcile
from campaign.duels.models import DrivenDuel, DuelDraft, DuelResult
from campaign.duels.rules.arenas import choose_arena
from campaign.duels.rules.doctrines import DEFAULT_DRIVE, DOCTRINES, YIELDS, Drive
from campaign.duels.rules.duel import evaluate
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import driven as selector
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import drafts, driven, entries, results
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.selectors.garage import record_of
from campaign.garage.services import garage
from campaign.league.models import DeskAct, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Damage, SkillPoint, StandingPoint, Wound
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.models import News
from core.notifications.models import Notice
from core.web.refusals import BadForm, ReasonNeeded, WrongTime
from engine.values import changed
from espionage.services.tick import tick
from play.models import Table
from play.services import thinking
from play.services.reconcile import findings as table_findings
from tests.autoduel.weeks import driven_duel, make_club_with_duel, result, think
from tests.factories import KILLER, Club, duel_of, found_club, heal

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club_with_duel()


def drive(club: Club) -> None:
    """Drive the duel at its time and write its record."""
    tick(now=club.at)
    think(club)
    tick(now=club.at + timedelta(minutes=1))


def stage(club: Club, at: Any = None) -> str:
    with club.scope():
        found = selector.progress_of(club.duel, at or club.at)
        assert found is not None
        return found.stage


def test_c93_site_duel_is_lined_up_on_time_driven_and_recorded(club: Club) -> None:
    tick(now=club.at - timedelta(seconds=1))
    assert stage(club, club.at - timedelta(seconds=1)) == "to-come"
    assert stage(club) == "due"

    tick(now=club.at)
    lined_up = driven_duel(club)
    assert lined_up.table is not None
    assert (lined_up.table.status, stage(club)) == ("playing", "driving")
    assert {chair.bot for chair in lined_up.table.chairs.all()} == {"doctrine"}
    with club.scope():
        news = News.objects.get(kind="duel-driven")
    assert "has started in the arena" in news.text

    think(club)
    assert stage(club) == "over"
    tick(now=club.at + timedelta(minutes=1))
    with club.scope():
        draft = DuelDraft.objects.get(duel=club.duel)
        assert (draft.team, draft.by, draft.result) == (None, None, None)
        told = Notice.objects.filter(kind="duel-drafted").values_list("user", flat=True)
        assert set(told) == {player.pk for player in club.players}
    assert draft.books_at == club.at + timedelta(minutes=1, hours=24)


def test_c95_driven_duel_is_booked_automatically_without_a_dispute(club: Club) -> None:
    drive(club)
    assert result(club) is None
    with club.scope():
        until = DuelDraft.objects.get().books_at
    tick(now=until)

    booked = result(club)
    assert booked is not None
    assert (booked.recorded_by, booked.reason) == (None, "Driven on the site.")
    with club.scope():
        assert not list(reconcile.findings([club.campaign.pk]))
        said = selector.record_of(driven_duel(club))
        now = payload_of(booked)
        assert now.record.form.teams == said.form.teams
        wear = {
            fate.vehicle: {each.part: each.lost for each in fate.damage} for fate in said.vehicles
        }
        for car, parts in now.damage.items():
            assert parts == wear[car]
        assert sum(Damage.objects.values_list("amount", flat=True)) == sum(
            lost for parts in wear.values() for lost in parts.values()
        )


@pytest.mark.slow("drives a duel to its end")
def test_c95_house_rule_books_the_duel_immediately() -> None:
    club = make_club_with_duel(duel_books_at_once=True)
    drive(club)

    assert result(club) is not None
    with club.scope():
        assert not Notice.objects.filter(kind="duel-drafted").exists()


def test_v49_driven_duel_earns_the_house_rules_awards_of_its_record() -> None:
    club = make_club_with_duel(duel_books_at_once=True)
    drive(club)
    booked = result(club)
    assert booked is not None
    with club.scope():
        said, house = payload_of(booked), rules_in(club.open_week)
        taught: Counter[tuple[str, str]] = Counter()
        for one in said.lessons(house):
            taught[one.character, one.skill] += one.points
        worth = evaluate(said.record.form, house)
        cause = {"cause__startswith": f"duel:{club.open_week.pk}:"}
        learned: Counter[tuple[str, str]] = Counter()
        for who, skill, points in SkillPoint.objects.filter(**cause).values_list(
            "character", "item", "amount"
        ):
            learned[str(who), skill] += points
        standing = dict(StandingPoint.objects.filter(**cause).values_list("team", "amount"))
    assert learned == taught
    assert sum(taught.values()) > 0
    assert standing == {UUID(one.team): one.points for one in worth.placings if one.points}


def test_c95_all_signatures_book_the_duel_and_a_dispute_delays_it(club: Club) -> None:
    drive(club)
    with club.scope():
        draft = DuelDraft.objects.get()
        marks = selector.marks_of(club.duel)
        drafts.dispute(
            duel=club.duel,
            team=club.teams[1],
            reason="No.",
            actor=club.players[1],
            now=club.at,
        )
        tick(now=draft.books_at)
        assert result(club) is None
        none = changed(marks, vehicles=(), hurt=())
        for team in (0, 1):
            drafts.sign(
                draft=draft,
                team=club.teams[team],
                marks=none,
                actor=club.players[team],
                now=club.at,
            )

    booked = result(club)
    assert booked is not None
    assert booked.reason.startswith("Signed by ")
    worn = {one.vehicle: len(one.damage) for one in marks.vehicles if one.damage}
    assert {car: len(parts) for car, parts in payload_of(booked).damage.items()} == worn


def test_c96_close_waits_for_the_drive_and_the_booking(club: Club) -> None:
    week = club.open_week

    def status(at: Any) -> str:
        tick(now=at)
        with club.scope():
            return Week.objects.get(pk=week.pk).status

    assert status(week.closes_at) == "settled"
    assert driven_duel(club).over_at is None
    assert status(week.closes_at + timedelta(hours=1)) == "settled"
    think(club)
    late = week.closes_at + timedelta(hours=2)
    assert status(late) == "settled"
    assert result(club) is not None
    assert status(late + timedelta(minutes=1)) == "closed"


@pytest.mark.slow("drives a duel to its end")
def test_c96_close_does_not_wait_for_a_dispute(club: Club) -> None:
    drive(club)
    week = club.open_week
    with club.scope():
        drafts.dispute(
            duel=duel_of(week),
            team=club.teams[1],
            reason="No.",
            actor=club.players[1],
            now=club.at,
        )
    tick(now=week.closes_at)
    with club.scope():
        assert Week.objects.get(pk=week.pk).status == "closed"
    assert result(club) is None


def test_c93_repeated_tick_lines_up_once(club: Club) -> None:
    for _ in range(3):
        tick(now=club.at)
    assert Table.objects.count() == 1
    think(club)
    for _ in range(3):
        tick(now=club.at)
    with club.scope():
        assert DuelDraft.objects.count() == 1


def test_c93_duel_is_driven_elsewhere_by_default() -> None:
    club = make_club_with_duel("recorded")
    tick(now=club.at)
    with club.scope():
        assert not DrivenDuel.objects.exists()
        assert selector.progress_of(club.duel, club.at) is None
    tick(now=club.open_week.closes_at)
    with club.scope():
        assert Week.objects.get(pk=club.open_week.pk).status == "closed"


def test_v4_setup_uses_the_ledgers_at_the_start(club: Club) -> None:
    car, driver = club.car(0), club.who(0, "Rook")
    with club.scope():
        posting.post(
            [
                Line(Book.DAMAGE, car.pk, "armour:front", 9, "test:damage", club.at),
                Line(Book.WOUND, driver.pk, Wound.DP, 1, "test:wound", club.at),
            ]
        )
    tick(now=club.at)
    setup = driven_duel(club).table.match.setup  # type: ignore[union-attr]

    assert '"armour":[16,20,20,20,8,7]' in setup
    assert '"name":"Rook","place":"driver","dp":2' in setup


def test_v3_cars_with_the_same_name_are_called_by_their_teams(club: Club) -> None:
    cars = [club.car(0), club.car(1)]
    with club.scope():
        Vehicle.objects.filter(pk__in=[car.pk for car in cars]).update(name="Hellbent")
    tick(now=club.at)
    setup = driven_duel(club).table.match.setup  # type: ignore[union-attr]
    for team in club.teams[:2]:
        assert f'"name":"{team.name} Hellbent"' in setup


def test_v3_duel_needs_two_teams_that_can_drive_else_a_gm_records_it() -> None:
    club = make_club_with_duel(teams=1)
    tick(now=club.at)

    assert driven_duel(club).table is None
    assert stage(club) == "nobody"
    with club.scope():
        news = News.objects.get(kind="duel-driven")
        assert "the duel did not take place" in news.text
        form = results.form_for(club.duel)
        made = drafts.decide(
            duel=club.duel, result=DuelRecord(form=form), actor=club.gm, now=club.at
        )
    assert made.revision == 1


def test_c94_record_of_a_duel_driven_on_the_site_cannot_be_written(club: Club) -> None:
    tick(now=club.at)

    def by_hand() -> None:
        with club.scope():
            form = results.form_for(club.duel)
            drafts.draft(
                duel=club.duel,
                team=club.teams[0],
                record=DuelRecord(form=form),
                seen_number=0,
                actor=club.players[0],
                now=club.at,
            )

    with pytest.raises(WrongTime, match="site drives"):
        by_hand()
    with club.scope(), pytest.raises(WrongTime, match="site drives"):
        drafts.decide(
            duel=club.duel,
            result=DuelRecord(form=results.form_for(club.duel)),
            actor=club.gm,
            now=club.at,
        )
    think(club)
    tick(now=club.at)
    with pytest.raises(WrongTime, match="You can sign it, or dispute it"):
        by_hand()


def test_c94_gm_can_override_and_correct_the_record(club: Club) -> None:
    drive(club)
    with club.scope():
        said = selector.record_of(driven_duel(club))
        made = drafts.decide(duel=club.duel, result=said, actor=club.gm, now=club.at)
        assert made.recorded_by == club.gm
        spared = changed(
            said,
            form=changed(
                said.form,
                people=tuple(changed(one, state="fit", awards=()) for one in said.form.people),
            ),
            vehicles=(),
            hurt=(),
        )
        again = results.correct(
            duel=club.duel, result=spared, actor=club.gm, reason="A bug.", now=club.at
        )
        assert again.revision == 2
        assert sum(Damage.objects.values_list("amount", flat=True)) == 0
        assert not list(reconcile.findings([club.campaign.pk]))


# --- out of the arena -----------------------------------------------------------------------------


def take_out(club: Club, reason: str = "The dice are loaded.") -> DrivenDuel:
    with club.scope():
        return driven.take_out(duel=club.duel, actor=club.gm, reason=reason, now=club.at)


def test_c97_gm_can_take_the_duel_out_of_the_arena_before_the_start(club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        take_out(club, " ")
    take_out(club)
    tick(now=club.at)

    assert (driven_duel(club).table, stage(club)) == (None, "paper")
    with club.scope():
        act = DeskAct.objects.get(kind="duel-on-paper")
        assert (act.public, act.reason) == (True, "The dice are loaded.")
        news = News.objects.get(kind="duel-on-paper")
        assert news.text.endswith("manually: The dice are loaded.")
        made = drafts.decide(
            duel=club.duel,
            result=DuelRecord(form=results.form_for(club.duel)),
            actor=club.gm,
            now=club.at,
        )
    assert made.recorded_by == club.gm
    with pytest.raises(WrongTime, match="already recorded manually"):
        take_out(club)


def test_c97_duel_cancelled_while_driven_does_not_count(club: Club) -> None:
    tick(now=club.at)
    thinking.think(limit=3, seconds=60)
    take_out(club)

    found = driven_duel(club)
    assert found.table is not None
    assert (found.table.status, found.table.ending) == ("over", "called off")
    assert (found.over_at, found.record) == (None, None)
    assert thinking.think(limit=3, seconds=60) == 0
    tick(now=club.at)
    with club.scope():
        assert not DuelDraft.objects.exists()
    tick(now=club.open_week.closes_at)
    with club.scope():
        assert Week.objects.get(pk=club.open_week.pk).status == "closed"


def test_c97_finished_duel_cannot_be_taken_out(club: Club) -> None:
    tick(now=club.at)
    think(club)
    with pytest.raises(WrongTime, match="is over"):
        take_out(club)
    assert stage(club) == "over"


def test_c97_duel_driven_elsewhere_is_in_no_arena() -> None:
    club = make_club_with_duel("recorded")
    with pytest.raises(WrongTime, match="No duels of this week"):
        take_out(club)


@pytest.mark.slow("drives a duel to its end")
def test_c93_duel_of_a_void_week_is_not_recorded(club: Club) -> None:
    tick(now=club.at)
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="void")
    think(club)
    tick(now=club.open_week.closes_at)
    with club.scope():
        assert not DuelDraft.objects.exists()
    assert result(club) is None


# --- line-up and arena ----------------------------------------------------------------------------


def entries_of(*teams: str) -> list[Any]:
    """Return entries of these teams in this order."""
    return [
        SimpleNamespace(entry=SimpleNamespace(pk=at, team_id=team, entered_at=at))
        for at, team in enumerate(teams)
    ]


def test_v3_first_cars_of_teams_drive_before_second_cars_up_to_eight() -> None:
    def picked(*teams: str) -> list[Any]:
        return [one.entry.pk for one in choose_entries(entries_of(*teams))]

    assert picked(*"aabbccdd") == [0, 1, 2, 3, 4, 5, 6, 7]
    assert picked(*"aaabbbccc") == [0, 1, 3, 4, 6, 7]
    assert picked(*"aabbccddee") == [0, 2, 4, 6, 8]
    assert picked(*"abcdefghij") == [0, 1, 2, 3, 4, 5, 6, 7]


def test_v65_arena_is_the_announced_one_or_rotates() -> None:
    def of(number: int, place: str = "") -> Any:
        return autoduel_arena(choose_arena(place, number))

    assert of(1, " saltmarket ") == SALTMARKET
    assert [of(number) for number in (1, 2, 3, 4)] == [
        FOUNDRY_FLOOR, KESSEL_OVAL, SALTMARKET, FOUNDRY_FLOOR,
    ]  # fmt: skip
    assert of(2, "Behind the barn") == KESSEL_OVAL


def test_v78_damage_and_remaining_points_add_up(club: Club) -> None:
    with club.scope():
        before = {car.pk: record_of(car) for car in (club.car(0), club.car(1))}
    drive(club)
    with club.scope():
        tick(now=DuelDraft.objects.get().books_at)
        after = {car.pk: record_of(car) for car in (club.car(0), club.car(1))}
        said = {fate.vehicle: fate for fate in selector.record_of(driven_duel(club)).vehicles}
    for pk, record in after.items():
        for wear in said[str(pk)].damage:
            assert record.lost(wear.part) - before[pk].lost(wear.part) == wear.lost


# --- doctrine -------------------------------------------------------------------------------------


def test_c98_entry_offers_the_doctrines_of_the_arena() -> None:
    assert tuple(DOCTRINES) == KINDS
    assert set(YIELDS) == set(get_args(Yields))
    assert Orders() == Orders(kind=DEFAULT_DRIVE.doctrine, yields=DEFAULT_DRIVE.yields)


def test_c98_side_is_driven_by_the_doctrine_of_its_first_entry() -> None:
    club = found_club(characters=4, vehicles=2, options={"duel_mode": "quick"})
    said = (
        (0, 0, "Rook", Drive(doctrine="charger", yields="never")),
        (0, 1, "Sable", Drive(doctrine="layer")),
        (1, 0, "Rook", None),
    )
    for nth, (team, car, driver, drive_) in enumerate(said):
        club.enter(
            team,
            vehicle=club.car(team, car),
            driver=driver,
            at=club.at + timedelta(seconds=nth),
            drive=drive_,
        )
    club.enter(1, driver="Sable")
    week = club.open_week
    with club.scope():
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    tick(now=week.duel_at)
    table = driven_duel(club).table
    assert table is not None
    assert table.match is not None
    setup = json.loads(table.match.setup)
    assert [side["name"] for side in setup["sides"]] == ["Anvil", "Basilisk"]
    first, second = (side.get("orders", {}) for side in setup["sides"])
    assert (first["kind"], first["yields"]) == ("charger", "never")
    assert second.get("kind", "duellist") == "duellist"
    assert [chair.bot for chair in table.chairs.order_by("seat")] == ["charger", "doctrine"]


def test_c98_changing_a_crew_keeps_the_doctrine_of_a_driven_duel() -> None:
    club = found_club(characters=4, options={"duel_mode": "quick"})
    elsewhere = found_club(characters=4)

    def enter(club: Club, driver: str, drive_: Drive | None) -> Drive:
        return club.enter(0, driver=driver, drive=drive_).drive

    circler = Drive(doctrine="circler", yields="holed")
    assert enter(club, "Rook", None) == DEFAULT_DRIVE
    assert enter(club, "Rook", circler) == circler
    assert enter(club, "Sable", None) == circler
    with pytest.raises(BadForm, match="Players drive"):
        enter(elsewhere, "Rook", circler)
    assert enter(elsewhere, "Rook", None) == DEFAULT_DRIVE


# --- a season -------------------------------------------------------------------------------------


def play_season(weeks: int) -> None:
    """Play a season of doctrine drivers with nobody online, and check bookings and ledgers."""
    club = found_club(characters=4, weeks=weeks, options={"duel_mode": "quick", "death": False})
    with club.scope():
        every = list(Week.objects.filter(season=club.season).order_by("number"))
    for week in every:
        tick(now=week.opens_at)
        with club.scope():
            for team in (0, 1):
                heal(*(club.who(team, who) for who in ("Rook", "Sable")), at=week.opens_at)
        for team in (0, 1):
            car = garage.build(
                team=club.teams[team],
                design=KILLER,
                actor=club.players[team],
                now=week.opens_at,
                face=VehicleFace(name=f"Car {week.number}", colour="red"),
            )
            week.season = club.season
            entries.enter(
                duel=duel_of(week),
                team=club.teams[team],
                vehicle=car,
                crew={"driver": club.who(team, "Rook").pk, "gunner": club.who(team, "Sable").pk},
                now=week.opens_at,
            )
        for at in (week.due_at, week.settle_at, week.duel_at):
            tick(now=at)
        while thinking.think(limit=500, seconds=60):
            pass
        tick(now=week.duel_at + timedelta(minutes=1))
        tick(now=week.closes_at)
        tick(now=week.closes_at + timedelta(minutes=1))
    with club.scope():
        assert set(Week.objects.filter(season=club.season).values_list("status", flat=True)) == {
            "closed"
        }
        assert DuelResult.objects.filter(recorded_by=None).count() == weeks
        assert not DuelDraft.objects.filter(result=None).exists()
    assert not list(reconcile.findings([club.campaign.pk]))
    assert not list(table_findings())


@pytest.mark.slow("drives duels to their ends")
def test_v58_club_of_doctrine_drivers_books_two_weeks_unattended() -> None:
    play_season(2)


@pytest.mark.siege
def test_v58_club_of_doctrine_drivers_books_a_season_unattended() -> None:
    play_season(12)
