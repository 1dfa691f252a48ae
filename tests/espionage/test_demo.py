"""The demo club: created by one command with consistent ledgers."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from ambush.doctrine import DOCTRINE
from ambush.rules.game import AMBUSH
from ambush.rules.odds import possible_attacks
from ambush.rules.values import AMBUSHED, AMBUSHER
from campaign.duels.models import DuelResult
from campaign.duels.selectors.duels import payload_of
from campaign.league.demo import LOGINS, SLUG
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from core.accounts.models import User
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from espionage.demo import kessel
from espionage.demo.cast import TEAMS
from espionage.demo.founding import WEEKS_PLAYED
from espionage.demo.talk import LETTER, QUESTION, TOPIC
from espionage.models import AmbushFight, Intel, OrderSheet, Seal
from espionage.rules.counterspy import has_loaded_firearm
from espionage.rules.picked_seeds import are_picked
from espionage.services import chosen_dice
from play.models import Match
from play.reconciling import drift
from play.selectors.matches import current_match
from tests import luck
from tests.factories import duel_of, signed_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays the weeks of the demo club")]

SAID: Final[dict[chosen_dice.Kind, str]] = {
    "blunder": "Row 2 or less: blunders",
    "twelve": "may ambush the enemy spy",
    "fight": "turn by turn",
}
"""Text of a report that only this kind of event causes."""


@pytest.fixture(scope="module")
def demo_output(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Return the output of `manage.py demo`.

    The club is created once for read-only tests and rolled back.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        with luck.ruling("the demo club"):
            said = StringIO()
            call_command("demo", stdout=said)
        yield said.getvalue()
        transaction.set_rollback(True)


def test_demo_club_has_three_past_weeks_and_an_open_one(demo_output: str) -> None:
    assert all(name in demo_output and password in demo_output for name, password, _ in LOGINS)
    with scopes_disabled():
        weeks = Week.objects.filter(season__campaign__slug=SLUG)
        statuses = list(weeks.order_by("number").values_list("status", flat=True))
        assert statuses[:4] == ["closed", "closed", "closed", "open"]
        assert set(statuses[4:]) == {"planned"}
        assert Team.objects.filter(campaign__slug=SLUG).exclude(approved_at=None).count() == 4
        assert DuelResult.objects.filter(duel__week__season__campaign__slug=SLUG).count() == 3
        assert Intel.objects.exists()
        open_week = weeks.get(status="open")
        assert sorted(
            OrderSheet.objects.filter(week=open_week).values_list("state", flat=True)
        ) == ["draft", "final", "passed"]
        assert not any(drift(match.pk) for match in Match.objects.all())


@pytest.mark.usefixtures("demo_output")
def test_demo_has_an_argument_on_the_board_and_a_letter_for_vera() -> None:
    vera, sam = Client(), Client()
    vera.force_login(User.objects.get(username="vera"))
    sam.force_login(User.objects.get(username="sam"))
    letters = f"/c/{SLUG}/teams/ironclad-freight/letters/"
    assert "Nightjar Couriers" in vera.get(letters).content.decode()
    assert sam.get(letters).status_code == 404
    for reader in (vera, sam):
        board = reader.get(f"/c/{SLUG}/talk/").content.decode()
        assert TOPIC[0] in board and QUESTION[0] in board and LETTER not in board


@pytest.mark.usefixtures("demo_output")
def test_demo_has_an_ambush_waiting_for_its_two_players() -> None:
    with scopes_disabled():
        fight = AmbushFight.objects.get(over_at=None)
        parties = [chair.party for chair in fight.table.chairs.all()]
        names = User.objects.filter(
            ownerships__team__in=parties, ownerships__until=None
        ).values_list("username", flat=True)
        assert set(names) == {"vera", "tomas"}
        assert fight.week.status == Week.Status.PLAYING


@pytest.mark.usefixtures("demo_output")
@pytest.mark.slow("makes the demo club")
def test_demo_has_a_booked_driven_duel_and_an_upcoming_live_duel() -> None:
    with scopes_disabled():
        driven, soon = Week.objects.filter(season__campaign__slug=kessel.SLUG).order_by("number")[
            :2
        ]
        assert (driven.status, soon.status) == (Week.Status.CLOSED, Week.Status.SETTLED)
        table = duel_of(driven).driven.table
        assert table is not None
        assert (table.status, table.ending) == ("over", "")
        assert DuelResult.objects.get(duel=driven.pk).recorded_by is None
        assert rules_in(soon).duel_mode == "live"
        assert timedelta(0) < soon.duel_at - timezone.now() <= kessel.TIME_TO_DUEL
        assert duel_of(soon).entries.filter(withdrawn_at=None).count() == 2
    watcher = signed_in(User.objects.get(username="vera"))
    assert watcher.get(reverse("play-table", args=[table.pk])).status_code == 200


@pytest.mark.slow("makes the demo club")
@pytest.mark.usefixtures("demo_output")
def test_demo_ambush_is_a_real_fight() -> None:
    """Both carry a loaded gun, armour and smoke, and have a promising first shot when braced."""
    with scopes_disabled():
        match = Match.objects.get(table__fight__isnull=False, table__fight__over_at=None)
    state = current_match(match).state
    for own in state.own:
        assert has_loaded_firearm(own.man.who.kit), own.man.who.name
        assert own.man.who.armour > 0
        assert any(item.gear == "smoke_grenade" for item in own.man.who.kit.items)
    place = DOCTRINE.choose(
        AMBUSH.view(state, AMBUSHER), AMBUSHER, SeededDice(seed_from("on show"), 1)
    )
    placed, _ = AMBUSH.apply(state, AMBUSHER, place, SeededDice(seed_from("on show"), 1))
    braced = [
        possible_attacks(AMBUSH.view(placed, seat), crouched=True) for seat in (AMBUSHER, AMBUSHED)
    ]
    best = [max(shot.chance for shot in mine if not shot.hindrance) for mine in braced]
    assert all(Fraction(1, 4) <= each <= Fraction(5, 6) for each in best), best


@pytest.mark.usefixtures("demo_output")
def test_demo_reports_include_a_failure_a_blunder_a_counterspys_12_and_a_fight() -> None:
    """The first team's player finds each kind of event in the reports."""
    reader = signed_in(User.objects.get(username=TEAMS[0].owner))
    met: Counter[chosen_dice.Kind] = Counter()
    for number in range(1, WEEKS_PLAYED + 1):
        with scopes_disabled():
            team = Team.objects.get(campaign__slug=SLUG, name=TEAMS[0].name)
            seal = Seal.objects.get(week__season__campaign=team.campaign, week__number=number)
            seat = Seat(seal.week.seats.get(team=team).seat)
            assert seal.match is not None
            found = chosen_dice.count_kinds(current_match(seal.match).state, seat)
        page = reader.get(f"/c/{SLUG}/teams/{team.slug}/reports/{number}/").content.decode()
        picked = are_picked(seal.seed_hash)
        assert ("Dice chosen for the demonstration" in page) is picked
        assert ("Checked: fair" in page) is not picked
        for kind, words in SAID.items():
            assert (words in page) == (found[kind] > 0), (number, kind)
        met += found
    assert set(met) == set(chosen_dice.KINDS), met


@pytest.mark.usefixtures("demo_output")
def test_every_demo_team_is_run_by_a_person_without_a_caretaker() -> None:
    with scopes_disabled():
        for team in Team.objects.all():
            assert (team.ownerships.filter(until=None).count(), team.bot) == (1, ""), team.name


@pytest.mark.usefixtures("demo_output")
def test_each_demo_kill_is_a_disabled_car_of_another_team() -> None:
    with scopes_disabled():
        for result in DuelResult.objects.filter(duel__week__season__campaign__slug=SLUG):
            form = payload_of(result).record.form
            (winner,) = [row.team for row in form.teams if row.place == 1]
            killers = {deeds.team for deeds in form.people if deeds.kills}
            assert killers == {winner}
            assert sum(deeds.kills for deeds in form.people) == sum(
                row.vehicles_lost for row in form.teams if row.team != winner
            )


@pytest.mark.slow("makes the demo club twice")
@pytest.mark.usefixtures("demo_output")
def test_second_demo_club_is_refused() -> None:
    with pytest.raises(CommandError, match="already"):
        call_command("demo", stdout=StringIO())
    call_command("demo", "--if-missing", stdout=StringIO())
