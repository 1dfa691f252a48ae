"""A week by the printed text, finished by people who answer as late as possible (E51, E52)."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django_scopes import scopes_disabled

from campaign.house_rules.rules.presets import find_preset
from campaign.league.models import Week
from core.web import clock
from engine.dice import seed_from
from engine.sealing import seed_hash
from engine.values import HOST, Seat
from espionage.models import AmbushFight, OrderSheet, Seal
from espionage.rules.decision_moves import standing_answer
from espionage.rules.orders import COUNTERSPY, Order, Sheet, Standing
from espionage.rules.rounds import WAVES_A_ROUND
from espionage.selectors.decisions import open_decision
from espionage.services import decision_moves, sheets
from espionage.services.reconcile import findings
from espionage.services.tick import tick
from play.models import Chair, Move, Table
from play.running import readers
from play.selectors import last_state
from tests.espionage.ambushes import plan
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Team

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)
SPIES, GUARDS = ("Vesper", "Sable"), ("Rook", "Wrench")


def printed_club(teams: int) -> Club:
    """Return a club with the printed preset in which every team has sent two missions."""
    preset = find_preset("printed")
    assert preset is not None
    names = [
        "missions_a_week", "espionage_points_a_week", "paid_ambushes_a_week", "live_decisions",
        "ambush_by_doctrine", "due_day", "settle_hours",
    ]  # fmt: skip
    club = found_club(teams=teams, options={name: getattr(preset.house, name) for name in names})
    with club.scope(), clock.set_to(club.at):
        for number in range(teams):
            save_orders(club, number, teams)
        Seal.objects.filter(week=club.open_week).update(
            seed=seed_from("printed"), seed_hash=seed_hash(seed_from("printed"))
        )
    return club


def save_orders(club: Club, number: int, teams: int) -> None:
    missions = [
        Order(
            spy=str(club.who(number, spy).pk),
            action="infiltrate",
            target_team=str(club.teams[(number + step) % teams].pk),
        )
        for step, spy in enumerate(SPIES, 1)
    ]
    guards = [Order(spy=str(club.who(number, guard).pk), action=COUNTERSPY) for guard in GUARDS]
    sheets.save_sheet(
        week_id=club.open_week.pk,
        team=club.teams[number],
        sheet=Sheet(orders=(*missions, *guards), standing=Standing(ambushes="live")),
        state=OrderSheet.State.FINAL,
        seen_version=0,
        saved_by=club.players[number],
    )


def answer_all(club: Club, team: Team, now: datetime) -> int:
    """Answer this team's pending questions by its standing orders, and return their number."""
    for answered in range(20):
        week = Week.objects.select_related("season__campaign", "seal__match").get(
            pk=club.open_week.pk
        )
        decision = open_decision(week, team, now)
        if decision is None:
            return answered
        decision_moves.answer_question(
            week_id=week.pk,
            team=team,
            move=standing_answer(decision.knowledge),
            question_mark=decision_moves.mark(decision.question),
        )
    raise AssertionError("the questions do not end")


def fight_out(club: Club) -> None:
    """Plan the turns of all fights until they are over."""
    owners = {team.pk: owner for team, owner in zip(club.teams, club.players, strict=True)}
    tables = Table.objects.select_related("match__snapshot")
    for fight in AmbushFight.objects.filter(week=club.open_week, over_at=None):
        chairs = list(Chair.objects.filter(table=fight.table_id))
        for turn in range(200 * len(chairs)):
            table = tables.get(pk=fight.table_id)
            if table.status == Table.Status.OVER:
                break
            chair = chairs[turn % len(chairs)]
            assert chair.party is not None, "no doctrine plays"
            plan(table, Seat(chair.seat), owners[chair.party])


@pytest.mark.slow("plays a week of twelve teams through the services")
@scopes_disabled()
def test_e52_twelve_teams_that_answer_a_minute_before_each_limit_finish_the_week() -> None:
    club = printed_club(12)
    week = club.open_week
    now, waits, answers = week.due_at, list[timedelta](), 0
    with clock.set_to(now):
        tick(now=now)
    for _ in range(200):
        seal = Seal.objects.select_related("match").get(week=week)
        if seal.decide_by is None:
            break
        assert now < seal.decide_by <= week.settle_at
        waits.append(seal.decide_by - now)
        now = seal.decide_by - MINUTE
        with clock.set_to(now):
            answers += sum(answer_all(club, team, now) for team in club.teams)
            fight_out(club)
            tick(now=now)
    seal = Seal.objects.select_related("match__snapshot").get(week=week)
    assert seal.match is not None
    assert seal.match.ended_at is not None
    assert now < week.settle_at
    read = readers("week").move
    hosted = Counter(
        type(read.decode(move.payload)).__name__
        for move in Move.objects.filter(match=seal.match, seat=HOST)
    )
    assert hosted["AmbushFought"] == len(last_state(seal.match).hidden.fights) > 0
    assert "Deadline" not in hosted, "people answered everything"
    assert answers >= 2 * 12
    assert len(waits) <= 2 * WAVES_A_ROUND + 1
    with clock.set_to(week.settle_at):
        tick(now=week.settle_at)
    week.refresh_from_db()
    assert week.status == Week.Status.SETTLED
    assert not list(findings([club.campaign.pk]))
