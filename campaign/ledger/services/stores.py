"""A team's store of personal gear: buying and selling."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

from campaign.league.selectors.house import rules_of
from campaign.ledger.rules import gear
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.refusals import refuse_if

from . import posting, treasury
from .posting import Book, Line

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from campaign.league.models import Team
    from campaign.league.rules.house import HouseRules
    from core.accounts.models import User

MOST = 999


def buy(*, team: Team, wanted: Mapping[str, int], by: User, at: datetime) -> int:
    """Buy gear (key → pieces) into the team's store; the dollars it took. Raises BadForm,
    NotEnoughMoney.
    """
    with club(team.campaign_id):
        team = locked(team)
        house = rules_of(team.campaign)
        refuse_if((*_bad_counts(wanted), *_not_sold(wanted, house)))
        cause, cost = (
            f"buy:{uuid4()}",
            sum(gear.price(gear.GEAR[key], house) * count for key, count in wanted.items()),
        )
        paid = treasury.pay(
            team=team, amount=cost, item="gear", cause=cause, at=at, by=by.pk, note=_list(wanted)
        )
        posting.post(
            [
                paid,
                *(
                    Line(Book.STOCK, team.pk, key, count, cause, at, by=by.pk)
                    for key, count in wanted.items()
                ),
            ]
        )
        return cost


def sell(*, team: Team, wanted: Mapping[str, int], by: User, at: datetime) -> int:
    """Sell gear out of the store at the house's resale share; the dollars it brought. Raises
    BadForm, NotEnoughStock.
    """
    with club(team.campaign_id):
        team = locked(team)
        house = rules_of(team.campaign)
        refuse_if(_bad_counts(wanted))
        cause = f"sell-gear:{uuid4()}"
        brought = (
            sum(gear.price(gear.GEAR[key], house) * count for key, count in wanted.items())
            * house.resale_percent
            // 100
        )
        gone = [
            treasury.hand_out(team=team, key=key, count=count, cause=cause, at=at, by=by.pk)
            for key, count in wanted.items()
        ]
        posting.post(
            [
                Line(Book.MONEY, team.pk, "gear", brought, cause, at, by=by.pk, note=_list(wanted)),
                *gone,
            ]
        )
        return brought


def _bad_counts(wanted: Mapping[str, int]) -> list[Problem]:
    strange = [
        Problem(field=key, code="no-such-gear", sentence=f"Unknown gear “{key}”.")
        for key in wanted
        if key not in gear.GEAR
    ]
    wrong = [
        Problem(
            field=key,
            code="out-of-bounds",
            sentence=f"{treasury.gear_name(key)}: enter 1 to {MOST} pieces.",
        )
        for key, count in wanted.items()
        if not 1 <= count <= MOST
    ]
    nothing = (
        [] if wanted else [Problem(field="", code="nothing", sentence="Choose at least one item.")]
    )
    return [*strange, *wrong, *nothing]


def _not_sold(wanted: Mapping[str, int], house: HouseRules) -> list[Problem]:
    sold = {one.key for one in gear.on_sale(house)}
    return [
        Problem(
            field=key,
            code="not-on-sale",
            sentence=f"{treasury.gear_name(key)} is not available in this club.",
        )
        for key in wanted
        if key in gear.GEAR and key not in sold
    ]


def _list(wanted: Mapping[str, int]) -> str:
    return ", ".join(f"{count} × {treasury.gear_name(key)}" for key, count in wanted.items())[:500]
