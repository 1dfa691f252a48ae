"""E40: the GM publicly declares a week void that cannot be processed, and it has no effects."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django_scopes import scopes_disabled

from campaign.calendar.services import failed_weeks
from campaign.calendar.services.calendar import delete_week
from campaign.desk.services import founding
from campaign.desk.services.reconcile import findings as club_findings
from campaign.duels.selectors.standings import standings
from campaign.league.models import DeskAct, Week
from campaign.ledger.models import Entry, Hold, Money, SkillPoint, StandingPoint, Stock, Wound
from campaign.ledger.selectors import balances
from campaign.news.models import News
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import ReasonNeeded, WrongTime
from engine.codec import encode
from espionage.models import AmbushFight, Seal, SealedSeat
from espionage.rules.transcript import check_transcript
from espionage.selectors import opened, reports
from espionage.selectors.transcripts import NotYet, opened_transcript, team_transcript
from espionage.services import resolving, voiding
from espionage.services.reconcile import findings as week_findings
from espionage.services.tick import tick
from espionage.services.voiding import declare_void
from play.models import Table
from play.services.reconcile import findings as table_findings
from tests.espionage.ambushes import PLAYED, save_sheets_with_ambush
from tests.factories import Club, found_club
from tests.moulds import moulded

from .test_life_of_a_week import give, mission_order

pytestmark = pytest.mark.django_db

WHY = "Three attempts failed, and Saturday comes."
BOOKS: tuple[type[Entry], ...] = (Money, Stock, SkillPoint, Wound, StandingPoint)


@pytest.fixture
def club(monkeypatch: pytest.MonkeyPatch) -> Club:
    found = found_club(teams=2, spectator=True)
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


@pytest.fixture
def stuck_club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """Return a club whose first team sent a bomber and whose week failed to resolve three times."""
    found = make_stuck_club()
    monkeypatch.setattr(clock, "now", lambda: found.at)
    return found


@moulded
def make_stuck_club() -> Club:
    club = found_club(teams=2, spectator=True)
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr(clock, "now", lambda: club.at)
        broken.setattr(resolving, "_begin_game", _raise_key_error)
        bomber = "Fuse" if "Fuse" in club.characters[club.teams[0].pk] else "Vesper"
        give(club, 0, mission_order(club, 0, bomber, "blow_up", 1, bricks=1))
        for _ in range(3):
            tick(now=club.open_week.due_at)
    assert load_week(club).parked_at
    return club


def _raise_key_error(*_: object) -> None:
    raise KeyError("no such map")


def load_week(club: Club, number: int = 1) -> Week:
    with club.scope():
        return Week.objects.select_related("season__campaign").get(
            season=club.season, number=number
        )


def void_week(club: Club, reason: str = WHY) -> Week:
    return declare_void(week=load_week(club), actor=club.gm, reason=reason, now=club.at)


def reconcile_findings(club: Club) -> list[str]:
    found = [
        *week_findings([club.campaign.pk]),
        *club_findings([club.campaign.pk]),
        *table_findings(),
    ]
    return [str(each) for each in found]


def count_ledger_rows() -> list[int]:
    with scopes_disabled():
        return [book._default_manager.count() for book in BOOKS]


def test_void_week_has_no_effects_and_releases_its_holds(
    stuck_club: Club,
) -> None:
    club, before = stuck_club, count_ledger_rows()
    with club.scope():
        assert balances.reserved([club.teams[0].pk])[club.teams[0].pk]["money"] == 3000
    week = void_week(club)
    assert (week.status, week.parked_at, week.settled_at) == ("void", None, None)
    assert count_ledger_rows() == before
    with club.scope():
        assert not Hold.objects.exists()
    assert reconcile_findings(club) == []


def test_void_week_is_announced_in_news_log_and_every_inbox(stuck_club: Club) -> None:
    club = stuck_club
    void_week(club)
    with club.scope():
        news, act = News.objects.get(kind="week-voided"), DeskAct.objects.get(kind="week-voided")
        told = set(Notice.objects.filter(kind="week-voided").values_list("user", flat=True))
    assert news.text == f"{club.gm} declared week 1 void. Nothing in it counts. {WHY}"
    assert (act.reason, act.public, act.detail["fault"]) == (WHY, True, "resolve: KeyError")
    assert club.spectator is not None
    assert told == {person.pk for person in (club.gm, club.spectator, *club.players)}


def test_next_week_opens_after_a_void_one_and_the_season_can_be_closed(stuck_club: Club) -> None:
    club = stuck_club
    void_week(club)
    with club.scope():
        second = Week.objects.get(season=club.season, number=2)
    assert tick(now=second.opens_at)["open"] == 1
    assert load_week(club).status == "void", "no stage processes it again"
    with club.scope():
        Week.objects.filter(pk=second.pk).update(status="closed", settled_at=second.settle_at)
    founding.close_season(season=club.season, actor=club.gm, now=second.closes_at)
    with club.scope():
        assert standings(club.season).void == (1,)


def test_void_orders_stay_sealed_until_the_season_ends_and_the_transcript_says_void(
    stuck_club: Club,
) -> None:
    club = stuck_club
    with club.scope():
        digest = SealedSeat.objects.get(week=load_week(club), seat=0).team.sheets.get().digest
    void_week(club)
    with club.scope():
        week = load_week(club)
        assert SealedSeat.objects.get(week=week, seat=0).leaf == digest
        assert Seal.objects.get(week=week).order_root
        assert not reports.is_published(week)
        for early in (
            lambda: team_transcript(week, club.teams[0]),
            lambda: opened_transcript(week),
        ):
            with pytest.raises(NotYet):
                early()
        for other in Week.objects.exclude(pk=week.pk):
            delete_week(other)
    founding.close_season(season=club.season, actor=club.gm, now=week.closes_at)
    with club.scope():
        season = opened.closed_season(club.campaign, club.season.number)
        assert season is not None
        found, row = opened.opened_week(season, 1), opened.closed_week(season, 1)
        assert found is not None and row is not None
        assert found.game is None
        assert [seat.state for seat in found.seats] == ["final", "nothing"]
        transcript = opened_transcript(row)
    assert transcript.void
    assert [sheet.payload == "nothing" for sheet in transcript.evidence.sheets] == [False, True]
    assert check_transcript(transcript).findings == ()
    assert b'"void":true' in encode(transcript)


def test_void_week_ends_its_ambush_without_further_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = found_club(teams=2, options=PLAYED)
    monkeypatch.setattr(clock, "now", lambda: club.at)
    save_sheets_with_ambush(club)
    tick(now=club.open_week.due_at)
    with club.scope():
        week = load_week(club)
        assert week.status == "playing"
        Week.objects.filter(pk=week.pk).update(
            parked_at=club.at, attempts=3, fault="settle: KeyError"
        )
    void_week(club)
    with club.scope():
        fight = AmbushFight.objects.select_related("table").get(week=week)
        assert (fight.over_at, fight.result) == (club.at, "")
        assert (fight.table.status, fight.table.ending) == (Table.Status.OVER, "called off")
        assert not fight.table.chairs.exclude(asked_at=None).exists()
    assert reconcile_findings(club) == []
    assert not any(tick(now=club.open_week.settle_at).values())


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"parked_at": None}, "is not stuck"),
        ({"status": "planned"}, "Cancel it instead"),
        ({"status": "settled"}, "are published and stay valid"),
        ({"status": "closed"}, "are published and stay valid"),
        ({"status": "void", "parked_at": None}, "is not stuck"),
    ],
)
def test_only_a_stuck_unpublished_week_can_be_declared_void(
    club: Club, facts: dict[str, object], sentence: str
) -> None:
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(
            **{"parked_at": club.at, "attempts": 3, **facts}
        )
    with pytest.raises(WrongTime, match=sentence):
        void_week(club)
    with club.scope():
        assert not DeskAct.objects.filter(kind="week-voided").exists()


def test_voiding_needs_a_reason_and_stops_retries(stuck_club: Club) -> None:
    with pytest.raises(ReasonNeeded):
        void_week(stuck_club, "  ")
    assert load_week(stuck_club).status == "open"
    week = void_week(stuck_club)
    with pytest.raises(WrongTime):
        failed_weeks.retry(week=week, actor=stuck_club.gm, now=stuck_club.at)
    tick(now=week.closes_at + timedelta(hours=1))
    assert load_week(stuck_club).status == "void"
    assert reconcile_findings(stuck_club) == []


def test_interrupted_voiding_leaves_the_week_unchanged(
    stuck_club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(voiding.notices, "send", _raise_key_error)
        with pytest.raises(KeyError):
            void_week(stuck_club)
    week = load_week(stuck_club)
    assert (week.status, week.attempts) == ("open", 3)
    with stuck_club.scope():
        assert Hold.objects.exists()
        assert not Seal.objects.get(week=week).order_root
        assert not News.objects.filter(kind="week-voided").exists()
    assert void_week(stuck_club).status == "void"


def test_reconcile_reports_effects_of_a_void_week(stuck_club: Club) -> None:
    void_week(stuck_club)
    with stuck_club.scope():
        week = load_week(stuck_club)
        Money.objects.create(
            team=stuck_club.teams[0],
            item="mission",
            amount=-1,
            cause=f"week:{week.pk}/x",
            at=stuck_club.at,
            week=week,
            note="",
        )
    assert any("effect-extra" in each for each in reconcile_findings(stuck_club))
