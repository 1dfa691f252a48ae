"""Pending tasks over all clubs and tables: on one's own page and over the API, sorted by deadline,
for oneself only.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.utils import timezone

from campaign.league.models import Membership, TeamOwner
from core.web import clock
from engine.values import Seat
from espionage.models import AmbushFight, OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.services.sheets import save_sheet
from home.views.todo import turn_task
from play.clocking import Clock
from play.models import Table
from play.selectors.turns import Turn
from play.services import deputies, holidays, leaving, pausing
from tests.espionage.ambushes import LIVE, PLAYED, plan, save_sheets_with_ambush
from tests.factories import found_club, person
from tests.pages.club.conftest import words
from tests.play.tables import bid, installed_toys, table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from core.accounts.models import User
    from tests.factories import Club

    from .conftest import Stage

pytestmark = pytest.mark.django_db

LIMIT = timedelta(hours=2, minutes=7)
"""The first of 17 equal shares of 36 hours, for four characters (E52)."""

FEW = 12
SLOW = Clock(kind="correspondence", seconds=86_400)


@pytest.fixture(autouse=True)
def _toys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register Bids and Couriers and let tables use the stage's clock."""
    monkeypatch.setattr(clock, "now", timezone.now)
    with installed_toys():
        yield


def tasks_on_page(stage: Stage, who: User | int = 0) -> str:
    """Return the text under the heading, or ""."""
    page = words(stage.browser(who).get("/me/"))
    return page.partition("Your tasks")[2].partition("Invited to a club?")[0]


def tasks_of_api(stage: Stage, who: User | int = 0) -> list[dict[str, Any]]:
    """Return the API's list."""
    found: list[dict[str, Any]] = stage.browser(who).get("/api/v1/errands/").json()["results"]
    return found


def titles(stage: Stage, who: User | int = 0) -> list[str]:
    return [errand["title"] for errand in tasks_of_api(stage, who)]


def save(stage: Stage, state: OrderSheet.State, seen: int = 0) -> None:
    club = stage.club
    with club.scope():
        save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[0],
            sheet=NO_SHEET,
            state=state,
            seen_version=seen,
            saved_by=club.players[0],
        )


# --- orders ---------------------------------------------------------------------------------------


def test_e15_orders_are_pending_until_final_passed_or_due(stage: Stage) -> None:
    assert (
        "Write this week’s orders Anvil, Test club 3 days 10 h left Nothing sent Open order sheet"
        in tasks_on_page(stage)
    )
    save(stage, OrderSheet.State.DRAFT)
    (errand,) = tasks_of_api(stage)
    assert (errand["kind"], errand["title"], errand["orders"]) == (
        "orders",
        "Finish this week’s orders",
        "draft",
    )
    assert errand["team"] == {
        "campaign": stage.club.campaign.slug,
        "team": {"slug": "anvil", "name": "Anvil"},
        "week": 1,
        "as_deputy": False,
    }
    assert (errand["path"], datetime.fromisoformat(errand["due_at"])) == (
        stage.url(),
        stage.club.open_week.due_at,
    )
    save(stage, OrderSheet.State.FINAL, seen=1)
    assert not tasks_of_api(stage) and not tasks_on_page(stage)
    assert titles(stage, 1) == ["Write this week’s orders"]
    stage.at(stage.club.open_week.due_at)
    assert not tasks_of_api(stage, 1), (
        "nothing can be saved any more, whether or not the job has come by"
    )


def test_orders_are_pending_only_for_owners_of_playing_teams(stage: Stage) -> None:
    idle = person("idle")
    assert (
        not tasks_of_api(stage, stage.club.gm)
        and not tasks_of_api(stage, idle)
        and not tasks_on_page(stage, idle)
    )


# --- a fight of a week ----------------------------------------------------------------------------


def fight_of(stage: Stage) -> Table:
    with stage.club.scope():
        return AmbushFight.objects.select_related("table__match__snapshot").get().table


def side(stage: Stage, seat: int) -> int:
    """Return the team that plays this seat of the fight."""
    party = fight_of(stage).chairs.get(seat=seat).party
    return next(number for number, team in enumerate(stage.club.teams) if team.pk == party)


def test_p19_a_fights_turn_is_pending_until_the_team_has_moved(met: Stage) -> None:
    table = fight_of(met)
    first, second = (side(met, seat) for seat in (0, 1))
    teams = met.club.teams
    where = (
        f"Your move: Ambush, week 1 {teams[first].name}, Test club · against {teams[second].name}"
    )
    assert where in tasks_on_page(met, first)
    assert "Your move" not in tasks_on_page(met, second), "the ambusher places both first"
    (errand,) = tasks_of_api(met, first)
    assert errand["kind"] == "turn" and errand["path"] == f"/play/{table.pk}/"
    assert errand["table"] == {
        "id": str(table.pk),
        "game": "ambush",
        "title": table.name.partition(",")[0],
        "name": "Ambush, week 1",
        "others": [teams[second].name],
        "bots": 0,
    }
    assert errand["team"]["team"]["name"] == teams[first].name
    plan(table, Seat(0), met.club.players[first])
    assert titles(met, first) == titles(met, second) == ["Your move: Ambush, week 1"], (
        "both plan at once"
    )
    plan(fight_of(met), Seat(1), met.club.players[second])
    assert titles(met, first) and not titles(met, second)
    plan(fight_of(met), Seat(0), met.club.players[first])
    assert titles(met, second) == ["Your move: Ambush, week 1"], "the next turn has begun"


def test_p14_nobody_else_sees_a_fight(met: Stage) -> None:
    assert not tasks_of_api(met, 2) and not tasks_of_api(met, met.club.gm)
    assert "Ambush" not in tasks_on_page(met, 2)


def test_p19_a_fight_is_pending_until_its_week_ends(met: Stage) -> None:
    first = side(met, 0)
    (chair,) = fight_of(met).chairs.filter(seat=0)
    assert chair.due_at is not None and chair.due_at < met.club.open_week.settle_at
    assert datetime.fromisoformat(tasks_of_api(met, first)[0]["due_at"]) == chair.due_at
    fight_of(met).chairs.update(due_at=met.club.open_week.settle_at + timedelta(hours=1))
    assert (
        datetime.fromisoformat(tasks_of_api(met, first)[0]["due_at"])
        == met.club.open_week.settle_at
    )


def test_a_teams_tasks_follow_its_new_owner(met: Stage) -> None:
    first, heir = side(met, 0), person("heir")
    with met.club.scope():
        TeamOwner.objects.filter(team=met.club.teams[first]).update(user=heir)
    assert titles(met, heir) == ["Your move: Ambush, week 1"]
    assert not tasks_of_api(met, first)


# --- a decision -----------------------------------------------------------------------------------


@pytest.fixture
def asked_stage(make_stage: Callable[..., Stage]) -> Stage:
    """Return a week in which the second team is asked whether to counterspy the first one's
    mission.
    """
    return ask(make_stage)


def ask(make_stage: Callable[..., Stage]) -> Stage:
    stage = make_stage(options={"live_decisions": True, "settle_hours": 36, "decision_hours": 12})
    stage.post(stage.form(stage.infiltrate("Vesper", 1), do="final"))
    stage.post(
        stage.form({"spy": stage.id("Rook", 1), "action": "counterspy"}, do="final"), who=1, team=1
    )
    stage.play()
    return stage


def test_e25_a_decision_is_pending_for_the_asked_team_until_it_answers(asked_stage: Stage) -> None:
    assert "Your decision is needed Basilisk, Test club 2 h 7 min left Decide" in tasks_on_page(
        asked_stage, 1
    )
    (errand,) = tasks_of_api(asked_stage, 1)
    assert (errand["kind"], errand["path"]) == ("decision", asked_stage.url("decision/", 1))
    assert datetime.fromisoformat(errand["due_at"]) == asked_stage.club.open_week.due_at + LIMIT
    assert not tasks_of_api(asked_stage, 0) and not tasks_of_api(asked_stage, 2)
    form = asked_stage.get("decision/", who=1, team=1).context["form"]
    sent = {
        "choice": "nobody",
        "asked": form.initial["asked"],
        "idempotency": form["idempotency"].value(),
    }
    assert asked_stage.post(sent, "decision/", 1, 1).status_code == 303
    assert not tasks_of_api(asked_stage, 1)


def test_e25_a_decision_is_not_pending_after_its_deadline(asked_stage: Stage) -> None:
    asked_stage.at(asked_stage.club.open_week.due_at + LIMIT)
    assert not tasks_of_api(asked_stage, 1)


# --- tables of play -------------------------------------------------------------------------------


def test_a_table_is_pending_only_for_the_player_to_move(stage: Stage) -> None:
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    table = table_of(ann, bob)
    assert f"Your move: Bids against {bob.username} No time limit Move" in tasks_on_page(stage, ann)
    assert titles(stage, ann) == titles(stage, bob) == ["Your move: Bids"]
    assert not tasks_of_api(stage, cat), "who may only watch is asked for nothing"
    bid(table, ann, 2)
    assert not tasks_of_api(stage, ann) and titles(stage, bob)
    bid(table, bob, 1)
    assert titles(stage, ann) == ["Your move: Bids"], "the next round is open"


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ([], ""),
        (["bot:random"], "against a bot"),
        (["bot:random"] * 2, "with 2 bots"),
        (["ann", "bot:random"], "with ann and a bot"),
        (["ann", "bob", "cat"], "with ann, bob and cat"),
        (["bot:random", "bot:random", "ann", "bob", "cat"], "with ann, bob and 3 more"),
    ],
)
def test_the_other_players_are_named_briefly(seats: list[str], said: str) -> None:
    people = tuple(seat for seat in seats if not seat.startswith("bot"))
    bots = len(seats) - len(people)
    turn = Turn(uuid4(), "bids", "Bids", "", people, bots, None, timezone.now(), "/play/")
    assert turn_task(turn, None).place.replace("\xa0", " ") == said


def test_bots_are_counted(stage: Stage) -> None:
    ann, bob = person("ann"), person("bob")
    table_of(ann, "bot:random", bob)
    (errand,) = tasks_of_api(stage, ann)
    assert (errand["table"]["others"], errand["table"]["bots"]) == ([bob.username], 1)


def test_waiting_paused_and_finished_tables_are_not_pending(stage: Stage) -> None:
    ann, bob = person("ann"), person("bob")
    table_of(ann, None)
    assert not tasks_of_api(stage, ann)
    table = table_of(ann, bob)
    pausing.ask_for_pause(table_id=table.pk, user=ann)
    assert titles(stage, ann)
    pausing.ask_for_pause(table_id=table.pk, user=bob)
    assert not tasks_of_api(stage, ann) and not tasks_of_api(stage, bob)
    left = table_of(ann, bob, person("third"))
    leaving.resign(table_id=left.pk, user=ann)
    assert not tasks_of_api(stage, ann) and titles(stage, bob)


def test_a_deputy_sees_turns_of_the_person_they_replace(stage: Stage) -> None:
    ann, bob, cat = person("ann"), person("bob"), person("cat")
    table = table_of(ann, bob)
    deputies.name_deputy(table_id=table.pk, user=ann, username=cat.username)
    assert titles(stage, cat) == titles(stage, ann) == ["Your move: Bids"]
    bid(table, cat, 3)
    assert not tasks_of_api(stage, cat) and not tasks_of_api(stage, ann)
    deputies.name_deputy(table_id=table.pk, user=ann, username="")
    bid(table, bob, 3)
    assert not tasks_of_api(stage, cat) and titles(stage, ann)


def test_on_holiday_a_slow_clock_shows_the_postponed_deadline(stage: Stage) -> None:
    ann, bob = person("ann"), person("bob")
    table_of(ann, bob, clock=SLOW)
    assert "1 day left" in tasks_on_page(stage, ann)
    holidays.start_holiday(user=ann, starts=timezone.now(), ends=timezone.now() + timedelta(days=5))
    assert "5 days left" in tasks_on_page(stage, ann)
    assert "1 day left" in tasks_on_page(stage, bob)


def test_tasks_are_sorted_by_deadline_and_those_without_come_last(stage: Stage) -> None:
    owner, rival = stage.club.players[0], stage.club.players[1]
    table_of(owner, rival, name="No hurry")
    table_of(owner, rival, name="A day a move", clock=SLOW)
    table_of(owner, rival, name="Ten seconds", clock=Clock(kind="live", seconds=10))
    table_of(
        owner, rival, name="A week a move", clock=Clock(kind="correspondence", seconds=7 * 86_400)
    )
    assert titles(stage, owner) == [
        "Your move: Ten seconds",
        "Your move: A day a move",
        "Write this week’s orders",
        "Your move: A week a move",
        "Your move: No hurry",
    ]
    page = tasks_on_page(stage, owner)
    assert [page.index(title) for title in titles(stage, owner)] == sorted(
        page.index(title) for title in titles(stage, owner)
    )


# --- what it costs --------------------------------------------------------------------------------


def test_any_number_of_tasks_takes_few_queries(
    make_stage: Callable[..., Stage], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    """A fight, a decision and orders are pending in clubs, and turns at many tables."""
    asked, met = ask(make_stage), make_stage(options=PLAYED)
    save_sheets_with_ambush(met.club, LIVE, LIVE)
    met.play()
    me = person("me")
    give_team(asked.club, 1, me)
    give_team(met.club, side(met, 0), me)
    for number in range(3):
        give_team(found_club(teams=1, name=f"Further club {number}", at=met.club.at), 0, me)
    for number in range(12):
        table_of(me, person("other"), *([person("third")] if number % 2 else ()), clock=SLOW)
    assert sorted(errand["kind"] for errand in tasks_of_api(met, me)) == [
        "decision",
        *["orders"] * 3,
        *["turn"] * 13,
    ]
    browser = met.browser(me)
    for page in ("/me/", "/api/v1/errands/"):
        with django_assert_max_num_queries(FEW):
            assert browser.get(page).status_code == 200


def give_team(club: Club, team: int, user: User) -> None:
    """Give this person the team of its owner."""
    with club.scope():
        TeamOwner.objects.filter(team=club.teams[team]).update(user=user)
        Membership.objects.filter(user=club.players[team]).update(user=user)


def test_an_unchanged_list_is_not_sent_again(stage: Stage) -> None:
    browser = stage.browser(0)
    first = browser.get("/api/v1/errands/")
    assert first["ETag"]
    assert (
        browser.get("/api/v1/errands/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    )
    save(stage, OrderSheet.State.DRAFT)
    assert (
        browser.get("/api/v1/errands/", headers={"If-None-Match": first["ETag"]}).status_code == 200
    )
