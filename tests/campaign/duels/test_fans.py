"""Fans pay admission for the prestige of the drivers (C60)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.desk.services import reconcile
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult, evaluate, fans
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import results
from campaign.house_rules.rules.house import DEFAULT
from campaign.ledger.models import Money
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from engine.values import changed
from tests.factories import duel_of

from .test_drafts import drive, record

if TYPE_CHECKING:
    from tests.factories import Club


@pytest.mark.parametrize(
    ("fame", "money", "most", "dollars"),
    [
        (0, 100, 2_500, 0),
        (12, 100, 2_500, 1_200),
        (40, 100, 2_500, 2_500),
        (40, 100, 0, 4_000),
        (-7, 100, 2_500, 0),
        (40, 0, 2_500, 0),
    ],
)
def test_c60_fans_pay_per_prestige_point_up_to_a_maximum_and_never_charge(
    fame: int, money: int, most: int, dollars: int
) -> None:
    assert fans(fame, changed(DEFAULT, fan_money=money, fan_most=most)) == dollars


@given(st.lists(st.integers(-50, 10_000), max_size=6))
def test_c60_a_team_gets_at_most_the_maximum_per_driver(fames: list[int]) -> None:
    form = DuelForm(
        teams=(TeamResult(team="a", place=1),),
        people=tuple(
            Deeds(character=str(at), team="a", fame=fame) for at, fame in enumerate(fames)
        ),
    )
    assert 0 <= evaluate(form).placings[0].fans <= DEFAULT.fan_most * len(fames)


def famous(club: Club, points: int, *, by_hand: int = 0) -> None:
    """Give the first team's driver prestige from an earlier duel and from a GM."""
    week = club.open_week
    with club.scope():
        earlier = week.season.weeks.exclude(pk=week.pk).first()
        assert earlier is not None
        type(earlier).objects.filter(pk=earlier.pk).update(
            opens_at=week.opens_at - timedelta(days=7)
        )
        rook = club.who(0, "Rook").pk
        rows = [("duel:earlier:1", points, earlier.pk), ("by hand", by_hand, None)]
        posting.post(
            Line(Book.PRESTIGE, rook, "feat", amount, cause, club.at, week=of)
            for cause, amount, of in rows
            if amount
        )


def admission_money(club: Club, team: int) -> list[int]:
    """Return the money booked from fans."""
    with club.scope():
        rows = Money.objects.filter(team=club.teams[team], item="fans")
        return list(rows.order_by("at", "amount").values_list("amount", flat=True))


@pytest.mark.django_db
def test_c60_fans_pay_for_earlier_prestige_and_corrections_book_the_difference() -> None:
    club = drive()
    famous(club, 9, by_hand=50)
    week = club.open_week
    first = record(club)
    results.record(duel=duel_of(week), result=first, actor=club.gm, now=club.at)
    assert (admission_money(club, 0), admission_money(club, 1)) == ([900], [])

    def correct(said: DuelRecord) -> DuelRecord:
        row = results.correct(
            duel=duel_of(week), result=said, actor=club.gm, reason="Misread.", now=club.at
        )
        return payload_of(row).record

    famous(club, 0)
    again = correct(record(club, winner=1))
    assert admission_money(club, 0) == [900], "who won makes no difference to the gate"
    assert [deeds.fame for deeds in again.form.people] == [9, 0]
    alone = changed(first.form, people=first.form.people[1:])
    correct(changed(first, form=alone))
    assert sorted(admission_money(club, 0)) == [-900, 900], "who did not drive drew nobody"
    with club.scope():
        findings = reconcile.findings([club.campaign.pk])
        assert [
            one.sentence.partition(":")[0] for one in findings if one.code == "result-differs"
        ] == ["feat (prestige), cause duel"], "only the row of the made-up earlier duel"


@pytest.mark.django_db
def test_c60_a_club_can_turn_fans_off() -> None:
    club = drive(options={"fan_money": 0})
    famous(club, 9)
    results.record(duel=club.duel, result=record(club), actor=club.gm, now=club.at)
    assert admission_money(club, 0) == []
