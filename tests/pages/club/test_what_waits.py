"""The first task of every role's card in each phase, from the planned week to the finished season;
its page must open.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, Final

import pytest
from django.urls import reverse

from campaign.calendar.services.calendar import delete_week
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.services import results
from campaign.league.models import Week
from campaign.ledger.services.posting import Book
from campaign.members.services import deputies, members
from engine.values import changed
from espionage.models import OrderSheet
from espionage.rules.orders import NO_SHEET
from espionage.services.opening import open_weeks
from espionage.services.sheets import save_sheet
from espionage.services.tick import tick
from tests.factories import add_team, duel_of, open_week, person

from .conftest import House

NEXT: Final = re.compile(
    r'<section class="next-step.*?<h2>(?P<title>.*?)</h2>.*?</section>', re.DOTALL
)
LINK: Final = re.compile(r'<a class="button" href="(?P<url>[^"]+)">(?P<action>[^<]*)</a>')
ROLES: Final = ("owner", "gm", "gm who plays", "deputy", "spectator", "newcomer")


@pytest.fixture
def house(at_club: Callable[..., House]) -> House:
    """Return a club whose first week is planned. The founder runs a team; another person is a GM
    without one.
    """
    house = at_club(week="planned", options={"settle_hours": 12})
    club = house.club
    add_team(club, "Cobra", club.gm)
    house.people["gm who plays"] = club.gm
    for name, role in (("gm", "gm"), ("deputy", "spectator"), ("newcomer", "player")):
        house.people[name] = person(name.replace(" ", "-"))
        members.admit(campaign=club.campaign, user=house.people[name], role=role, now=club.at)
    return house


# --- the week, moment after moment ----------------------------------------------------------------


def planned(house: House) -> None:
    """Nothing has started; the owner of Anvil has named a deputy."""
    deputies.appoint(
        team=house.club.teams[0],
        user=house.people["deputy"],
        week=house.week(),
        actor=house.people["owner"],
        now=house.club.at,
    )


def opened(house: House) -> None:
    planned(house)
    open_week(house.club, house.week())
    house.go_to(house.club.at)


def write(house: House, state: OrderSheet.State) -> None:
    """Let every team except Basilisk write these orders in the next open week, without entries."""
    opened(house)
    for number in (0, 2):
        with house.club.scope():
            save_sheet(
                week_id=house.week().pk,
                team=house.club.teams[number],
                sheet=NO_SHEET,
                state=state,
                seen_version=0,
                saved_by=house.club.players[number],
            )


def drafted(house: House) -> None:
    write(house, OrderSheet.State.DRAFT)


def sealed(house: House) -> None:
    write(house, OrderSheet.State.FINAL)


def enter(house: House) -> None:
    for number in (0, 2):
        with house.club.scope():
            house.club.enter(number, duel=duel_of(house.week()))


def all_set(house: House) -> None:
    sealed(house)
    enter(house)


def passed(house: House) -> None:
    write(house, OrderSheet.State.PASSED)
    enter(house)


def deadline(house: House) -> None:
    """The deadline has passed, and the week is not resolved."""
    all_set(house)
    house.go_to(house.week().due_at + timedelta(minutes=1))


def playing(house: House) -> None:
    deadline(house)
    tick(now=house.club.at)
    assert house.week().status == Week.Status.PLAYING


def settled(house: House) -> None:
    playing(house)
    house.go_to(house.week().settle_at + timedelta(minutes=5))
    tick(now=house.club.at)
    assert house.week().status == Week.Status.SETTLED


def settled_unentered(house: House) -> None:
    opened(house)
    for moment in (house.week().due_at, house.week().settle_at):
        house.go_to(moment + timedelta(minutes=1))
        tick(now=house.club.at)
    read(house)


def read(house: House) -> None:
    for who, number in (("owner", 0), ("gm who plays", 2)):
        team = house.club.teams[number].slug
        house.read(house.path("espionage:report", team=team, number=1), who)


def worn(house: House) -> None:
    """The report is read; a car is damaged, and points are unassigned."""
    settled(house)
    read(house)
    for number in (0, 2):
        house.book(Book.SKILL, house.club.who(number, "Rook").pk, "general", 2)
        house.book(Book.DAMAGE, house.club.car(number).pk, "plant", 1)


def harmed(house: House) -> None:
    """The week has left an entered person unconscious."""
    worn(house)
    house.book(Book.WOUND, house.club.who(0, "Rook").pk, "dp", 2)


def ready(house: House) -> None:
    settled(house)
    read(house)


def driven(house: House) -> None:
    """The duel is over and not recorded."""
    ready(house)
    house.go_to(house.week().duel_at + timedelta(minutes=10))


def recorded(house: House) -> None:
    driven(house)
    with house.club.scope():
        form = results.form_for(duel_of(house.week()))
        rows = tuple(changed(row, place=place) for place, row in enumerate(form.teams, start=1))
        record = DuelRecord(form=changed(form, teams=rows))
        results.record(
            duel=duel_of(house.week()), result=record, actor=house.people["gm"], now=house.club.at
        )


def looked(house: House) -> None:
    recorded(house)
    for who in ROLES:
        house.read(house.path("duel", number=1), who)


def closed(house: House) -> None:
    looked(house)
    house.go_to(house.week().closes_at + timedelta(minutes=1))
    with house.club.scope():
        Week.objects.filter(pk=house.week().pk).update(status=Week.Status.CLOSED)


def over(house: House) -> None:
    """The season's last week is closed."""
    closed(house)
    with house.club.scope():
        for week in Week.objects.filter(status=Week.Status.PLANNED):
            delete_week(week)


def void(house: House) -> None:
    all_set(house)
    with house.club.scope():
        Week.objects.filter(pk=house.week().pk).update(status=Week.Status.VOID)


def missed(house: House) -> None:
    """The next week is open, and Anvil was not in the league at its opening."""
    closed(house)
    with house.club.scope():
        team, week = house.club.teams[0], house.week(2)
        approved, team.approved_at = team.approved_at, None
        team.save()
        open_weeks([week], week.opens_at)
        team.approved_at = approved
        team.save()
    house.go_to(week.opens_at + timedelta(hours=1))


def evening(house: House) -> None:
    opened(house)
    with house.club.scope():
        Week.objects.filter(pk=house.week().pk).update(evening=True)


def evening_done(house: House) -> None:
    """The duel of an evening is recorded, and no further week is planned."""
    looked(house)
    with house.club.scope():
        for week in Week.objects.filter(status=Week.Status.PLANNED):
            delete_week(week)
        Week.objects.filter(pk=house.week().pk).update(evening=True)


def first_task(house: House, who: str) -> str:
    """Return the first task on a role's card with its button. Its page must open, and the API must
    return the same.
    """
    answer = house.get(house.path("club"), who)
    assert answer.status_code == 200
    found = NEXT.search(answer.content.decode())
    assert found is not None
    title, link = html.unescape(found["title"]), LINK.search(found[0])
    tool = house.get(reverse("api-next", args=[house.club.campaign.slug]), who).json()["steps"][0]
    url = html.unescape(link["url"]) if link else ""
    assert (tool["title"], tool["path"]) == (title, url), who
    if link is None:
        return title
    assert house.get(html.unescape(link["url"]), who).status_code == 200, f"{who}: {title}"
    return f"{title}: {link['action']}"


NOTHING = "No GM tasks: Open desk"
WRITE = "Write this week’s orders: Open order sheet"
FINISH = "Finish this week’s orders: Open order sheet"
ENTER = "Enter the duel: Choose vehicle and crew"
ALL_SET = "You are all set: View week"
ORDERS_IN = "Anvil’s orders are in: View orders"
WRITING = "The teams are writing their orders: View week 1"
PLAYED = "Week 1 is being resolved"
WATCHED = f"{PLAYED}: View week 1"
STANDS_IN = "You are deputy for Anvil: View orders"
REPORT = "Read your report of week 1: Read report"
REPAIR = "Repair your vehicles: Open workshop"
NEWS = "Read the news of week 1: Read news"
TO_COME = "Waiting for the duel result: View duel"
RECORD = "Drive the duel and enter the result: Open duel table"
RESULT = "Duel result: View result"
DRAFT_ONE, DRAFT_TWO = (f"Week {n} has not opened yet: Draft orders" for n in (1, 2))
OPENS_ONE, OPENS_TWO = (f"Week {n} opens: View week {n}" for n in (1, 2))
AFTER = "The deadline has passed: View week"
NEXT_DUEL = "Next: the duel: View duel"
PUT_IN = "Replace Rook: Change crew"
DRIVE = "Drive the duel: View duel"
RUNS_ON = "Week 1 is almost over: View week 1"
WRITING_TWO = "The teams are writing their orders: View week 2"
TABLE = "No week scheduled: View standings"
LEARNED_3, LEARNED_2 = (f"Assign {n}\N{NO-BREAK SPACE}skill points: Open roster" for n in (3, 2))
RULES = "Review the house rules: View house rules"
START = "Start the next week: Start week"

WAITS: Final[Mapping[Callable[[House], None], tuple[str, ...]]] = {
    # the owner, a GM without a team, a GM who plays, the owner's deputy, a spectator
    planned: (DRAFT_ONE, RULES, DRAFT_ONE, OPENS_ONE, OPENS_ONE),
    opened: (WRITE, NOTHING, WRITE, WRITE, WRITING),
    evening: (WRITE, NOTHING, WRITE, WRITE, WRITING),
    drafted: (FINISH, NOTHING, FINISH, FINISH, WRITING),
    sealed: (ENTER, NOTHING, ENTER, ORDERS_IN, WRITING),
    all_set: (ALL_SET, NOTHING, ALL_SET, ORDERS_IN, WRITING),
    passed: (ALL_SET, NOTHING, ALL_SET, ORDERS_IN, WRITING),
    deadline: (AFTER, NOTHING, AFTER, STANDS_IN, WATCHED),
    playing: (PLAYED, NOTHING, PLAYED, STANDS_IN, WATCHED),
    settled: (REPORT, NOTHING, REPORT, NEWS, NEWS),
    settled_unentered: (NEXT_DUEL, NOTHING, NEXT_DUEL, NEWS, NEWS),
    worn: (REPAIR, NOTHING, REPAIR, NEWS, NEWS),
    harmed: (PUT_IN, NOTHING, REPAIR, NEWS, NEWS),
    ready: (DRIVE, NOTHING, DRIVE, NEWS, NEWS),
    driven: (RECORD, NOTHING, RECORD, TO_COME, TO_COME),
    recorded: (RESULT, NOTHING, RESULT, RESULT, RESULT),
    looked: (LEARNED_3, NOTHING, LEARNED_2, RUNS_ON, RUNS_ON),
    evening_done: (LEARNED_3, START, LEARNED_2, RUNS_ON, RUNS_ON),
    closed: (LEARNED_3, NOTHING, LEARNED_2, OPENS_TWO, OPENS_TWO),
    void: (DRAFT_TWO, NOTHING, DRAFT_TWO, OPENS_TWO, OPENS_TWO),
    over: (LEARNED_3, START, LEARNED_2, TABLE, TABLE),
    missed: (ENTER, NOTHING, WRITE, WRITING_TWO, WRITING_TWO),
}


SLOW = [pytest.mark.slow("plays a week up to this moment")]


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param(phase, marks=[] if number % 3 == 0 else SLOW, id=phase.__name__)
        for number, phase in enumerate(WAITS)
    ],
)
def test_the_first_task_of_every_role_is_correct_in_each_phase(
    phase: Callable[[House], None], house: House
) -> None:
    phase(house)
    said = dict(zip(ROLES, WAITS[phase], strict=False))
    assert {who: first_task(house, who) for who in said} == said
    assert first_task(house, "newcomer") == "Create your team: Create team"


def test_a_gm_is_told_that_the_last_week_is_over_and_what_to_do(house: House) -> None:
    over(house)
    page = house.read(house.path("club"), "gm")
    assert "Schedule weeks or close the season" in page
    assert house.get(house.path("desk-season"), "gm").status_code == 200


def test_only_the_team_concerned_is_asked_for_a_substitute_until_the_duel(house: House) -> None:
    harmed(house)
    for who in ("rival", "gm", "gm who plays", "deputy", "spectator"):
        assert "Replace" not in house.read(house.path("club"), who)
    house.go_to(house.week().duel_at)
    assert "Replace" not in house.read(house.path("club"))


def test_late_entries_are_a_task_until_the_duel_if_allowed(at_club: Callable[..., House]) -> None:
    house = at_club(options={"late_entries": True})
    for moment in (house.week().due_at, house.week().settle_at):
        house.go_to(moment + timedelta(minutes=1))
        tick(now=house.club.at)
    house.read(house.own("espionage:report", number=1))
    assert first_task(house, "owner") == ENTER
    house.go_to(house.week().duel_at)
    assert first_task(house, "owner") != ENTER


def test_a_card_with_all_possible_tasks_takes_few_queries(
    house: House, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    harmed(house)
    for who in ("owner", "deputy", "spectator", "newcomer"):
        house.read("/me/", who)
        with django_assert_max_num_queries(13):
            house.read(house.path("club"), who)
