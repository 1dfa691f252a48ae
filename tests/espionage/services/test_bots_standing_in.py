"""A bot that acts for a team: its orders, its knowledge and its announcements (E44)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from campaign.duels.models import DuelEntry
from campaign.duels.services.entries import crew_of
from campaign.garage.selectors.garage import record_of
from campaign.garage.services import garage
from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.news.models import News
from campaign.teams.rules.acts import TEMPERS as OFFERED
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from core.web import clock
from core.web.refusals import WrongTime
from engine.codec import encode
from espionage.models import OrderSheet, SealedSeat
from espionage.rules.bots.plan import write_sheet
from espionage.rules.bots.tempers import TEMPERS
from espionage.rules.checking import check_sheet
from espionage.rules.files import public_team
from espionage.rules.orders import Order, Sheet
from espionage.selectors.bot_knowledge import knowledge, memory
from espionage.selectors.files import team_files
from espionage.selectors.sheets import newest_sheet, read_sheet
from espionage.services import bot_errands, sheets, standing_in
from espionage.services.standing_in import bot_dice
from espionage.services.tick import tick
from tests.espionage.spying import spy_on
from tests.factories import Club, found_club

from .test_repeated_sheets import next_week, sheet_at_deadline

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    club = found_club(teams=3, characters=6)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    return club


def seat_bot(
    club: Club,
    temper: str = "greedy",
    how_long: str = "on",
    team: int = 0,
    *,
    by_vote: bool = False,
) -> None:
    with club.scope():
        club.teams[team] = bots.seat(
            team=club.teams[team],
            bot=BotSeat(temper=temper, how_long=how_long),
            actor=None if by_vote else club.players[team],
            now=club.at,
            reason="Carried by the club's vote." if by_vote else "",
        )


def test_offered_bots_exist() -> None:
    assert set(OFFERED) == set(TEMPERS)


@pytest.mark.parametrize("temper", TEMPERS)
def test_e44_bot_writes_the_missing_sheet(club: Club, temper: str) -> None:
    seat_bot(club, temper)
    with club.scope():
        files = team_files(club.open_week, club.teams)
    kept = sheet_at_deadline(club, club.open_week)
    assert kept is not None and (kept.state, kept.saved_by) == (OrderSheet.State.BOT, None)
    assert read_sheet(kept).orders
    mine = files[club.teams[0].pk]
    roster = tuple([public_team(files[team.pk]) for team in club.teams])
    assert not check_sheet(read_sheet(kept), mine, roster, HouseRules())


def test_e44_bot_sheet_depends_only_on_the_teams_knowledge_and_the_salt(club: Club) -> None:
    seat_bot(club)
    with club.scope():
        known = knowledge(club.open_week, club.teams, club.teams[:1])[club.teams[0].pk]
        seat = SealedSeat.objects.get(week=club.open_week, team=club.teams[0])
        expected = write_sheet(known, TEMPERS["greedy"], bot_dice(seat))
    kept = sheet_at_deadline(club, club.open_week)
    assert kept is not None and encode(read_sheet(kept)) == encode(expected)


def test_e44_bot_remembers_only_its_teams_reports_of_the_season(
    club: Club,
) -> None:
    spy_on(club, 0, 1)
    week = next_week(club)
    with club.scope():
        first, second = memory(week, club.teams[0]), memory(week, club.teams[1])
        assert {tried.team for tried in first.tried} == {str(club.teams[1].pk)}
        assert not first.attacks
        assert not second.tried
        assert {attack.team for attack in second.attacks} == {str(club.teams[0].pk)}


@pytest.mark.slow("plays several weeks")
def test_e44_bot_stands_in_for_one_week_or_until_it_is_dismissed(club: Club) -> None:
    seat_bot(club, how_long="week")
    seat_bot(club, "careful", "on", team=1)
    first = club.open_week
    assert sheet_at_deadline(club, first, 0) is not None
    second = next_week(club)
    sheet_at_deadline(club, second)
    assert _sheet_states(club) == ["", "bot"]
    with club.scope():
        bots.dismiss(team=club.teams[1], actor=club.players[1], now=club.at)
    sheet_at_deadline(club, next_week(club))
    assert _sheet_states(club) == ["", ""], "standing orders ignore sheets written by a bot"


def _sheet_states(club: Club) -> list[str]:
    """Return how the first two teams' orders of this week came about."""
    with club.scope():
        rows = [newest_sheet(club.open_week, team) for team in club.teams[:2]]
        return [row.state if row else "" for row in rows]


def test_e44_sheet_sent_by_a_person_counts(club: Club) -> None:
    seat_bot(club)
    mine = Sheet(orders=(Order(spy=str(club.who(0, "Doc").pk), action="counterspy"),))
    with club.scope():
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=mine,
            state=OrderSheet.State.DRAFT,
            seen_version=0,
            saved_by=club.players[0],
        )
    kept = sheet_at_deadline(club, club.open_week)
    assert kept is not None and encode(read_sheet(kept)) == encode(mine)


def test_e44_club_is_told_when_a_bot_stands_in_and_is_dismissed(
    club: Club,
) -> None:
    seat_bot(club, how_long="week")
    with club.scope():
        bots.dismiss(team=club.teams[0], actor=club.players[0], now=club.at)
        bots.dismiss(team=club.teams[0], actor=club.players[0], now=club.at)
        said = list(News.objects.filter(kind__startswith="bot-").values_list("text", flat=True))
    assert sorted(said) == [
        "A greedy bot acts for Anvil in week 1.",
        f"{club.players[0].get_username()} is back in control of Anvil.",
    ]


def test_e44_bot_for_one_week_needs_a_week_open_for_orders(club: Club) -> None:
    sheet_at_deadline(club, club.open_week)
    with pytest.raises(WrongTime, match="No week is open for orders"):
        seat_bot(club, how_long="week")
    seat_bot(club, how_long="on")


def test_e44_failing_bot_stops_no_week_and_standing_orders_apply(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    spy_on(club, 0, 1)
    week = next_week(club)
    seat_bot(club)

    def fails(*_: object) -> None:
        raise RuntimeError("the bot has lost its head")

    monkeypatch.setattr(standing_in, "write_sheet", fails)
    kept = sheet_at_deadline(club, week)
    assert kept is not None and kept.state == OrderSheet.State.STANDING


def test_e44_notices_do_not_name_the_bot_after_its_only_week(club: Club) -> None:
    seat_bot(club, how_long="week")
    assert club.teams[0].standing_bot == "greedy"
    next_week(club)
    with club.scope():
        assert Team.objects.get(pk=club.teams[0].pk).standing_bot == ""


# --- the garage -----------------------------------------------------------------------------------


def entries_before_deadline(club: Club, before: timedelta) -> list[DuelEntry]:
    """Return the first team's entries this long before the deadline."""
    with club.scope():
        tick(now=club.open_week.due_at - before)
        return list(DuelEntry.objects.filter(team=club.teams[0], withdrawn_at=None))


@pytest.mark.parametrize("by_vote", [False, True])
def test_e44_bot_repairs_and_enters_the_car_in_the_last_hour(by_vote: bool, club: Club) -> None:
    seat_bot(club, by_vote=by_vote)
    dent = Line(Book.DAMAGE, club.car(0).pk, "armour:front", 2, "a gatepost", club.at)
    with club.scope():
        posting.post([dent])
    assert entries_before_deadline(club, timedelta(hours=2)) == []
    (entry,) = entries_before_deadline(club, timedelta(minutes=30))
    assert crew_of(entry)["driver"] == club.who(0, "Rook").pk, "the best driver of the cast"
    with club.scope():
        assert not record_of(club.car(0)).damage
    assert entries_before_deadline(club, timedelta(minutes=20)) == [entry]


def test_e44_bot_enters_a_car_with_its_usual_crew(club: Club) -> None:
    seat_bot(club)
    usual = {"driver": club.who(0, "Wrench").pk}
    with club.scope():
        garage.assign_crew(vehicle=club.car(0), crew=usual)
    (entry,) = entries_before_deadline(club, timedelta(minutes=30))
    assert crew_of(entry)["driver"] == usual["driver"]


def test_e44_bot_leaves_an_entered_car_alone(club: Club) -> None:
    seat_bot(club)
    with club.scope():
        mine = club.enter(0, driver="Wrench")
    assert entries_before_deadline(club, timedelta(minutes=30)) == [mine]


def test_e44_bot_enters_nothing_for_a_team_that_plays_itself(club: Club) -> None:
    seat_bot(club, team=1)
    assert entries_before_deadline(club, timedelta(minutes=30)) == []


@pytest.mark.slow("plays several weeks")
def test_e44_bot_maintains_the_garage_once_a_week_and_errors_stop_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat_bot(club)
    asked = []

    def fails(car: object, *_: object) -> None:
        asked.append(car)
        raise RuntimeError("the bot has dropped its spanner")

    monkeypatch.setattr(bot_errands, "_repair", fails)
    assert entries_before_deadline(club, timedelta(minutes=30)) == []
    assert entries_before_deadline(club, timedelta(minutes=20)) == []
    assert len(asked) == 1
    week = next_week(club)
    assert week.number == 2, "the week continues"
