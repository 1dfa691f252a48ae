"""Missed weeks, excuses, extensions and reliability (C22), published only with the week."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.db import DatabaseError, transaction
from django_scopes import scopes_disabled

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.league.models import Membership, TeamOwner, Week
from campaign.league.refusals import NotReliable, OptionOff
from campaign.ledger.selectors.balances import money, stock
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.members.rules.acts import Inviting
from campaign.members.rules.reliability import Reliability
from campaign.members.services import invites, members, owners
from campaign.news.models import News
from campaign.roster.models import Character
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from core.notifications.models import Notice
from core.web import clock
from core.web.moments import in_text
from core.web.refusals import WrongTime
from espionage.models import MissedWeek, MoreTime, OrderSheet
from espionage.rules.orders import Sheet
from espionage.selectors.attendance import reliability
from espionage.selectors.sheets import newest_sheet, read_sheet
from espionage.services import more_time
from espionage.services.plans import save_plan
from espionage.services.tick import tick
from play.models import Holiday
from tests.factories import NOON, Club, found_club, heal, person

from .test_life_of_a_week import counterspy_order, give, mission_order

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
S = OrderSheet.State
DAY = timedelta(days=1)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    return make_club(monkeypatch)


def make_club(monkeypatch: pytest.MonkeyPatch, **options: object) -> Club:
    found = found_club(teams=2, options={"settle_hours": 12, **options})
    monkeypatch.setattr(clock, "now", lambda: found.at)
    give(found, 0, counterspy_order(found, 0, "Rook"))
    return found


def play(club: Club) -> None:
    """Play the open week until its publication."""
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.settle_at)


def next_week(club: Club) -> None:
    """Close the week and open the next one with everyone healed."""
    with club.scope():
        tick(now=club.open_week.closes_at)
        club.week = Week.objects.select_related("season__campaign").get(
            season=club.season, number=club.open_week.number + 1
        )
        tick(now=club.open_week.opens_at)
        club.open_week.refresh_from_db()
        club.at = club.open_week.opens_at + timedelta(hours=1)
        heal(*(who for each in club.characters.values() for who in each.values()), at=club.at)


def missed_weeks(club: Club) -> list[tuple[int, str, bool]]:
    with club.scope():
        rows = MissedWeek.objects.order_by("week__number", "team__name")
        return list(rows.values_list("week__number", "team__name", "excused"))


def missed_week_news(club: Club) -> list[str]:
    with club.scope():
        rows = News.objects.filter(kind="week-missed").order_by("at")
        return list(rows.values_list("text", flat=True))


# --- missed weeks ---------------------------------------------------------------------------------


def test_c22_team_without_orders_misses_the_week_and_publication_reports_it(
    club: Club,
) -> None:
    tick(now=club.open_week.due_at)
    assert not missed_weeks(club) and not missed_week_news(club), (
        "the writers are secret before the reports"
    )
    tick(now=club.open_week.settle_at)
    assert missed_weeks(club) == [(1, "Basilisk", True)]
    text = "Basilisk sent no orders in week 1 (excused, 1 of 2 this season)."
    assert missed_week_news(club) == [text]
    told = Notice._base_manager.filter(kind="week-missed").values_list("user", "text", "at")
    assert list(told) == [(club.players[1].pk, text, club.open_week.settle_at)]
    with club.scope():
        assert MissedWeek.objects.get().at == club.open_week.settle_at


def save_draft(club: Club) -> None:
    give(club, 1, counterspy_order(club, 1, "Rook"), state=S.DRAFT)


def pass_week(club: Club) -> None:
    give(club, 1, state=S.PASSED)


def seat_bot(club: Club) -> None:
    seat = BotSeat(temper="greedy", how_long="on")
    bots.seat(team=club.teams[1], bot=seat, actor=club.players[1], now=club.at)


def take_holiday(club: Club) -> None:
    due = club.open_week.due_at
    Holiday.objects.create(user=club.players[1], starts=club.at, ends=due + DAY)


def wound_everyone(club: Club) -> None:
    with club.scope():
        posting.post(
            Line(Book.WOUND, who.pk, "dp", 9, f"test:{who.pk}", club.at)
            for who in club.characters[club.teams[1].pk].values()
        )


def leave_club(club: Club) -> None:
    membership = Membership._base_manager.get(user=club.players[1])
    members.leave(membership=membership, now=club.at, actor=club.gm, reason="Moved away.")


@pytest.mark.parametrize(
    "act", [save_draft, pass_week, seat_bot, take_holiday, wound_everyone, leave_club]
)
def test_c22_week_is_not_missed_for_these_reasons(club: Club, act: Callable[[Club], None]) -> None:
    act(club)
    play(club)
    assert not missed_weeks(club) and not missed_week_news(club)


def test_c22_plan_prevents_a_miss_regardless_of_standing_orders(club: Club) -> None:
    give(club, 1, counterspy_order(club, 1, "Rook"))
    play(club)
    with club.scope():
        coming = Week.objects.get(season=club.season, number=2)
        sheet = Sheet(orders=(counterspy_order(club, 0, "Rook"),))
        save_plan(
            week_id=coming.pk,
            team=club.teams[0],
            sheet=sheet,
            seen_version=0,
            saved_by=club.players[0],
        )
    next_week(club)
    play(club)
    with club.scope():
        states = set(OrderSheet.objects.filter(week__number=2).values_list("state", flat=True))
    assert states == {S.DRAFT, S.STANDING}
    assert missed_weeks(club) == [(2, "Basilisk", True)]


def test_c22_holiday_of_one_of_two_owners_is_no_excuse(club: Club) -> None:
    partner = person("partner")
    members.admit(campaign=club.campaign, user=partner, role=Membership.Role.PLAYER, now=club.at)
    owners.add_owner(team=club.teams[1], user=partner, now=club.at)
    take_holiday(club)
    play(club)
    assert missed_weeks(club) == [(1, "Basilisk", True)]


@pytest.mark.slow("plays two weeks")
def test_c22_team_of_an_owner_on_holiday_does_nothing_for_two_weeks(
    club: Club,
) -> None:
    """After a week with its own orders, the team repeats its counterspies and sends no missions.

    It spends nothing, uses no excuse, gets no caretaker, and keeps all weeks.
    """
    team, ann = club.teams[1], club.players[1]
    give(
        club,
        1,
        mission_order(club, 1, "Vesper", "infiltrate", 0),
        counterspy_order(club, 1, "Rook"),
    )
    play(club)
    next_week(club)
    days = club.open_week.closes_at - club.open_week.opens_at
    Holiday.objects.create(user=ann, starts=club.at, ends=club.at + 2 * days + DAY)
    with club.scope():
        before = (money([team.pk]), stock([team.pk]))
    for _ in range(2):
        give(club, 0, counterspy_order(club, 0, "Rook"))
        play(club)
        away = club.open_week
        next_week(club)
        with club.scope():
            sheet = newest_sheet(away, team)
            assert sheet is not None and sheet.saved_by is None
            assert {order.action for order in read_sheet(sheet).orders} == {"counterspy"}
    assert missed_weeks(club) == [] and missed_week_news(club) == []
    with club.scope():
        assert (money([team.pk]), stock([team.pk])) == before
        team.refresh_from_db()
        assert team.bot == ""
        assert {one.left_at for one in Character.objects.filter(team=team)} == {None}
    assert reliability([ann.pk], club.at)[ann.pk] == Reliability(kept=3, missed=0)


def test_c22_excuses_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, excused_misses=1)
    play(club)
    next_week(club)
    give(club, 0, counterspy_order(club, 0, "Rook"))
    play(club)
    assert missed_weeks(club) == [(1, "Basilisk", True), (2, "Basilisk", False)]
    assert missed_week_news(club)[1] == "Basilisk sent no orders in week 2."


def test_c22_miss_is_never_removed(club: Club) -> None:
    play(club)
    with club.scope(), pytest.raises(DatabaseError), transaction.atomic():
        MissedWeek.objects.update(excused=False)


# --- extensions -----------------------------------------------------------------------------------


def ask(club: Club, team: int = 1) -> Week:
    with club.scope():
        week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
    return more_time.request_extension(
        week=week, team=club.teams[team], requested_by=club.players[team], now=club.at
    )


def test_c22_extension_is_half_of_the_order_time_and_announced_to_everyone(club: Club) -> None:
    """Monday 9:00 to Thursday 20:00 is 83 hours, and 41½ more end on Saturday at 13:30.

    Publication is twelve hours after the deadline and must be two hours before the duel at 19:00.
    """
    week = club.open_week
    moved = ask(club)
    assert moved.due_at == week.duel_at - timedelta(hours=14)
    assert (moved.settle_at, moved.duel_at) == (week.duel_at - timedelta(hours=2), week.duel_at)
    text = f"Basilisk requested an extension. Orders for week 1 are due {in_text(moved.due_at)}."
    with club.scope():
        assert News.objects.get(kind="deadline-more-time").text == text
    told = Notice._base_manager.filter(kind="deadline-more-time", text=text)
    assert set(told.values_list("user", flat=True)) == {
        club.gm.pk,
        *(player.pk for player in club.players),
    }


def test_c22_extension_is_the_full_half_if_the_duel_leaves_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, settle_hours=0)
    before = club.open_week
    assert ask(club).due_at - before.due_at == (before.due_at - before.opens_at) / 2


def test_c22_earlier_extension_by_a_gm_does_not_lengthen_the_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, settle_hours=0)
    before, later = club.open_week, club.open_week.due_at + timedelta(hours=1)
    calendar.extend(
        week=before, change=Extending(due_at=later, reason="Storm."), actor=club.gm, now=club.at
    )
    assert ask(club).due_at - later == (before.due_at - before.opens_at) / 2


def test_c22_week_is_extended_once_and_a_team_asks_once_a_season(club: Club) -> None:
    ask(club)
    with pytest.raises(WrongTime, match="can be extended only once"):
        ask(club, 0)
    tick(now=club.open_week.duel_at)
    next_week(club)
    with pytest.raises(WrongTime, match="already requested an extension this season"):
        ask(club)
    ask(club, 0)


def test_c22_extension_uses_an_excuse(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club(monkeypatch, excused_misses=1)
    ask(club)
    tick(now=club.open_week.duel_at)
    assert missed_weeks(club) == [(1, "Basilisk", False)]


def test_c22_team_without_excuses_cannot_ask_for_an_extension(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, excused_misses=1)
    play(club)
    next_week(club)
    with pytest.raises(WrongTime, match="used all its excused misses"):
        ask(club)


def test_c22_extension_is_refused_if_no_time_is_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = make_club(monkeypatch, excused_misses=0)
    with pytest.raises(OptionOff):
        ask(club)
    tight = make_club(monkeypatch, settle_hours=46)
    Week._base_manager.filter(pk=tight.open_week.pk).update(
        duel_at=tight.open_week.settle_at + timedelta(minutes=4)
    )
    with pytest.raises(WrongTime, match="less than five minutes"):
        ask(tight)
    assert not MoreTime._base_manager.exists()
    tight.at = tight.open_week.due_at
    with pytest.raises(WrongTime, match="is not open for orders"):
        ask(tight)


# --- reliability ----------------------------------------------------------------------------------

OVER: Final = NOON + timedelta(weeks=5)
"""After the four weeks of a season."""


def test_c22_reliability_ignores_excused_weeks_and_is_new_below_three() -> None:
    assert Reliability(kept=2).label == "new" and Reliability(kept=2).percent is None
    assert Reliability(kept=2, missed=1).label == "66 %"
    assert Reliability(kept=30).percent == 100


def create_missed_weeks(club: Club, *numbers: int, excused: bool = False) -> None:
    """Create past weeks that Basilisk missed."""
    with scopes_disabled():
        for week in Week.objects.filter(season=club.season, number__in=numbers):
            MissedWeek.objects.create(
                week=week, team=club.teams[1], excused=excused, at=week.settle_at
            )


def close_four_weeks(club: Club) -> None:
    """Close all four weeks of the season, with a seat for both teams in each."""
    from espionage.models import SealedSeat

    with scopes_disabled():
        for week in Week.objects.filter(season=club.season):
            for number, team in enumerate(club.teams):
                SealedSeat.objects.get_or_create(
                    week=week, team=team, defaults={"seat": number, "salt": bytes(32)}
                )
        Week.objects.filter(season=club.season).update(status=Week.Status.CLOSED)


def test_c22_weeks_count_only_for_people_who_run_the_team_then(
    club: Club, django_assert_num_queries: Callable[..., object]
) -> None:
    close_four_weeks(club)
    create_missed_weeks(club, 1)
    create_missed_weeks(club, 2, excused=True)
    ann, ben = club.players
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        found = reliability([ann.pk, ben.pk, club.gm.pk], OVER)
    assert found[ann.pk] == Reliability(kept=4)
    assert found[ben.pk] == Reliability(kept=2, missed=1)
    assert found[club.gm.pk] == Reliability()
    with scopes_disabled():
        due = Week.objects.get(season=club.season, number=3).due_at
        TeamOwner.objects.filter(user=ben).update(until=due)
    assert reliability([ben.pk], OVER)[ben.pk] == Reliability(kept=0, missed=1)


def test_c22_reliability_counts_half_a_year_in_all_clubs(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_four_weeks(club)
    other = make_club(monkeypatch)
    close_four_weeks(other)
    owners.add_owner(team=other.teams[0], user=club.players[1], now=other.at)
    create_missed_weeks(club, 4)
    ben = club.players[1]
    assert reliability([ben.pk], OVER)[ben.pk] == Reliability(kept=7, missed=1)
    with club.scope():
        last = Week.objects.get(season=club.season, number=4).due_at
    in_half_a_year = last + timedelta(weeks=26) - timedelta(minutes=1)
    assert reliability([ben.pk], in_half_a_year)[ben.pk] == Reliability(kept=1, missed=1)


def test_c22_week_counts_when_it_is_published(club: Club) -> None:
    ann = club.players[0]
    tick(now=club.open_week.due_at)
    assert reliability([ann.pk], OVER)[ann.pk] == Reliability()
    tick(now=club.open_week.settle_at)
    assert reliability([ann.pk], OVER)[ann.pk] == Reliability(kept=1)


# --- joining --------------------------------------------------------------------------------------


def join(club: Club, user: User, *, uses: int | None) -> Membership:
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=uses, days=None), actor=club.gm, now=club.at
    )
    return invites.accept(token=token, user=user, now=club.at).membership


def test_c22_club_can_require_reliability_of_people_who_join_by_link(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_four_weeks(club)
    create_missed_weeks(club, 1, 2)
    strict = make_club(monkeypatch, join_reliability=60)
    ann, ben = club.players
    said = "This club requires a reliability of 60 %. Yours is 50 %"
    with pytest.raises(NotReliable, match=said):
        join(strict, ben, uses=None)
    assert join(strict, ann, uses=None).role == "player"
    assert join(strict, person("newcomer"), uses=None).role == "player"
    assert join(strict, ben, uses=1).role == "player", "a personal link by a GM lets them in"
    assert join(strict, ben, uses=None).role == "player", "members stay members"
