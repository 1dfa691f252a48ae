"""Tables and careers of duellists, computed from the current results."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from campaign.desk.services import reconcile
from campaign.duels.models import DuelResult
from campaign.duels.rules.duel import mark_of
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.careers import (
    CareerRides,
    Duellist,
    Ranking,
    SharedDuels,
    aces,
    cars,
    champions,
    duellist,
    fallen,
)
from campaign.duels.selectors.standings import standings
from campaign.duels.services import results
from campaign.league.models import Week
from campaign.ledger.models import Prestige
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book as Ledger
from campaign.ledger.services.posting import Line
from campaign.news.models import News
from engine.values import changed
from tests.factories import Club, duel_of, found_club, open_week

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.duels.rules.duel import State

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found_club(teams=2, characters=3, vehicles=1)


def enter_both(club: Club) -> Week:
    """Enter Anvil's Rook with Sable aboard against Basilisk's Rook, and settle the week."""
    club.enter(0, gunner="Sable")
    club.enter(1)
    with club.scope():
        week = club.open_week
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    return club.open_week


def told(
    club: Club, week: Week, kills: int = 0, state: State = "fit", first: int = 0
) -> DuelRecord:
    """Return a record in which Anvil's Rook makes the kills, Basilisk's Rook ends in `state` and
    one team wins.
    """
    with club.scope():
        form = results.form_for(duel_of(week))
    mine, theirs = (str(club.who(team, "Rook").pk) for team in (0, 1))
    places = {str(team.pk): 1 + (at != first) for at, team in enumerate(club.teams)}
    return DuelRecord(
        form=changed(
            form,
            teams=tuple(changed(row, place=places[row.team]) for row in form.teams),
            people=tuple(
                changed(
                    row,
                    kills=kills if row.character == mine else 0,
                    state=state if row.character == theirs else "fit",
                )
                for row in form.people
            ),
        )
    )


def drive_week(club: Club, kills: int = 0, state: State = "fit", first: int = 0) -> Week:
    """Drive and record a week's duel."""
    week = enter_both(club)
    results.record(
        duel=duel_of(week),
        result=told(club, week, kills, state, first),
        actor=club.gm,
        now=week.duel_at,
    )
    return week


def next_week(club: Club) -> None:
    with club.scope():
        Week.objects.filter(pk=club.open_week.pk).update(status="closed")
        week = Week.objects.get(season__campaign=club.campaign, number=2)
    open_week(club, week)
    club.week = week


def found(club: Club, name: str = "Rook", team: int = 0) -> Duellist:
    with club.scope():
        one = duellist(club.campaign, club.who(team, name).pk)
    assert one is not None
    return one


def names(club: Club, season: int | None = None) -> list[tuple[int, str, str]]:
    with club.scope():
        ranking = Ranking(club.campaign, season)
        assert len(ranking) == len(ranking[:])
        return [(one.place, one.team.name, one.name) for one in ranking[0:10]]


def test_duellists_are_ranked_by_prestige_and_ties_share_a_place(club: Club) -> None:
    assert names(club) == []
    drive_week(club, kills=2)
    wanted = [(1, "Anvil", "Rook"), (2, "Anvil", "Sable"), (3, "Basilisk", "Rook")]
    assert names(club) == names(club, season=1) == wanted
    assert names(club, season=2) == []
    with club.scope():
        assert [one.name for one in Ranking(club.campaign)[1:2]] == ["Sable"], "a page of it"
        assert Ranking(club.campaign)[2].team.name == "Basilisk"


def test_a_career_sums_up_its_results(club: Club) -> None:
    drive_week(club, kills=4)
    next_week(club)
    drive_week(club, kills=1, first=1)
    one = found(club)
    assert (one.place, one.duels, one.won, one.kills, one.mark) == (1, 2, 1, 5, "ace")
    with club.scope():
        book = CareerRides(club.campaign, one)
        assert len(book) == 2
        last, first = book[0:10]
        assert (last.week, last.place, last.kills, last.seat) == (2, 2, 1, "driver")
        assert (first.prestige, last.prestige) == (1 + 2 + 4 * 2, 1 + 2 + 5)
        assert (first.after, last.after) == (first.prestige, one.prestige)
        assert first.learned == {"general": 3, "driver": 1, "gunner": 4}
        assert book[1:2] == (first,), "a page of it"
        assert [(car.duels, car.drove) for car in cars(club.campaign, one.id)] == [(2, 2)]
        aboard = cars(club.campaign, club.who(0, "Sable").pk)
        assert [(car.duels, car.drove) for car in aboard] == [(2, 0)]


def test_shared_duels_of_two_teams_are_paged_and_added_up(club: Club) -> None:
    drive_week(club, kills=4)
    next_week(club)
    drive_week(club, kills=1, first=1)
    first, second = (team.pk for team in club.teams)
    with club.scope():
        shared = SharedDuels(club.campaign, first, second)
        assert [(one.week, one.place, one.rival_place, one.kills) for one in shared] == [
            (2, 2, 1, 1),
            (1, 1, 2, 4),
        ]
        assert shared[1:2] == tuple(shared)[1:], "a page of it"
        assert shared.totals == (2, 1, 1, 5, 0)
        assert SharedDuels(club.campaign, second, first).totals == (2, 1, 1, 0, 5)


def test_a_correction_changes_careers_at_once(club: Club) -> None:
    week = drive_week(club, kills=5)
    results.correct(
        duel=duel_of(week),
        result=told(club, week, first=1),
        actor=club.gm,
        reason="Misread.",
        now=week.duel_at,
    )
    one = found(club)
    assert (one.kills, one.won, one.prestige, one.mark) == (0, 0, 1, "")
    assert names(club)[0] == (1, "Basilisk", "Rook")


def test_places_by_victory_points_count_as_won() -> None:
    club = found_club(teams=2, characters=3, vehicles=1, options={"event_formula": True})
    drive_week(club, kills=3, first=1)
    assert found(club).won == 1
    assert found(club, team=1).won == 0


def test_only_people_in_a_recorded_duel_have_a_career(club: Club) -> None:
    enter_both(club)
    other = found_club(name="Elsewhere", teams=1)
    ids: list[UUID] = [club.who(0, "Rook").pk, club.who(0, "Vesper").pk]
    with club.scope():
        assert [duellist(club.campaign, pk) for pk in ids] == [None, None]
    week = club.open_week
    results.record(duel=duel_of(week), result=told(club, week), actor=club.gm, now=week.duel_at)
    with club.scope():
        assert [bool(duellist(club.campaign, pk)) for pk in ids] == [True, False]
    with other.scope():
        assert duellist(other.campaign, ids[0]) is None, "another club's"
        assert len(Ranking(other.campaign)) == 0


def test_deaths_in_duels_show_at_once_and_deaths_on_missions_at_settlement(club: Club) -> None:
    week = drive_week(club, state="dead")
    assert [found(club, team=team).alive for team in (0, 1)] == [True, False]
    rook = club.who(0, "Rook").pk
    posting.post([Line(Ledger.WOUND, rook, "dp", 9, "a blow", week.duel_at, week=week.pk)])
    assert found(club).alive, "nobody has been told yet"
    with club.scope():
        Week.objects.filter(pk=week.pk).update(settled_at=week.duel_at + timedelta(hours=1))
    assert not found(club).alive
    assert not found(club, team=1).alive, "the books know of the duel by now"


def test_a_career_hides_what_only_owners_know(club: Club) -> None:
    week = drive_week(club)
    before = found(club)
    rook = club.who(0, "Rook").pk
    posting.post(
        [
            Line(
                Ledger.PRESTIGE, rook, "correction", 7, "correction:1", week.duel_at, week=week.pk
            ),
            Line(Ledger.SKILL, rook, "driver", 7, "week:1/x", week.duel_at, week=week.pk),
            Line(Ledger.WOUND, rook, "dp", 1, "week:1/y", week.duel_at, week=week.pk),
        ]
    )
    assert found(club) == before
    with club.scope():
        (ride,) = CareerRides(club.campaign, before)[0:1]
        assert ride.learned == {"general": 3, "driver": 1}


def test_career_prestige_equals_the_booked_prestige(club: Club) -> None:
    drive_week(club, kills=2)
    with club.scope():
        booked = sum(Prestige.objects.values_list("amount", flat=True))
        assert sum(one.prestige for one in Ranking(club.campaign)[:]) == booked
        assert DuelResult.objects.count() == 1
        assert list(reconcile.findings([club.campaign.pk])) == []


@pytest.mark.parametrize(
    ("kills", "mark"), [(4, ""), (5, "ace"), (9, "ace"), (10, "double_ace"), (99, "double_ace")]
)
def test_five_kills_make_an_ace_and_ten_a_double_ace(kills: int, mark: str) -> None:
    assert mark_of(kills) == mark


# --- obituaries and the roll of honour ------------------------------------------------------------


def obituaries(club: Club) -> list[str]:
    with club.scope():
        return list(News.objects.filter(kind="death").order_by("at").values_list("text", flat=True))


def test_c35_a_death_in_a_duel_publishes_an_obituary(club: Club) -> None:
    drive_week(club)
    assert obituaries(club) == []
    next_week(club)
    drive_week(club, kills=2, state="dead")
    assert obituaries(club) == [
        "Rook of Basilisk died in the duel of week 2: 2 duels, 0 won, 0 kills, +2 prestige."
    ]


def test_c35_a_corrected_death_is_announced_either_way(club: Club) -> None:
    week = drive_week(club, state="dead")
    for hour, state in enumerate(("dead", "fit", "dead"), 1):
        results.correct(
            duel=duel_of(week),
            result=told(club, week, state=state),  # type: ignore[arg-type]
            actor=club.gm,
            reason="Misread.",
            now=week.duel_at + timedelta(hours=hour),
        )
    died = "Rook of Basilisk died in the duel of week 1: 1 duel, 0 won, 0 kills, +1 prestige."
    lives = "Rook of Basilisk is alive after all: the result of week 1 was corrected."
    assert obituaries(club) == [died, lives, died]


def test_c35_the_roll_of_honour_lists_aces_the_fallen_and_champions(club: Club) -> None:
    with club.scope():
        assert (aces(club.campaign), fallen(club.campaign)) == ((), ())
    drive_week(club, kills=10, state="dead")
    with club.scope():
        assert [(one.name, one.team.name, one.kills, one.mark) for one in aces(club.campaign)] == [
            ("Rook", "Anvil", 10, "double_ace")
        ]
        assert [(one.team.name, one.season, one.week) for one in fallen(club.campaign)] == [
            ("Basilisk", 1, 1)
        ]
        (first,) = champions([club.season], club.campaign)
        assert ([team.name for team in first.teams], first.points) == (["Anvil"], 5)
        assert champions([club.season], club.campaign)[0].teams == standings(club.season).champions


def test_c35_a_season_without_points_has_no_champion_and_ties_share_it(club: Club) -> None:
    with club.scope():
        assert champions([club.season], club.campaign)[0].teams == ()
    week = drive_week(club)
    level = Line(
        Ledger.STANDING, club.teams[1].pk, "correction", 2, "correction:1", week.duel_at, week.pk
    )
    posting.post([level])
    with club.scope():
        (first,) = champions([club.season], club.campaign)
        assert [team.name for team in first.teams] == ["Anvil", "Basilisk"]
