"""Services for buying gear for a team's store and selling it from there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import uuid4

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.ledger.rules import gear
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.problems import Problem
from core.web.refusals import refuse_if

from . import posting, treasury
from .posting import Book, Line

MAX_PIECES = 999


def buy(*, team: Team, counts: Mapping[str, int], actor: User, now: datetime) -> int:
    """Buy gear for the team's store, and return the price in dollars.

    `counts` has the number of pieces by key. Raise BadForm or NotEnoughMoney.
    """
    with club(team.campaign_id):
        team = locked(team)
        rules = rules_of(team.campaign)
        refuse_if((*_bad_counts(counts), *_not_sold(counts, rules)))
        cause, cost = (
            f"buy:{uuid4()}",
            sum(gear.price(gear.GEAR[key], rules) * count for key, count in counts.items()),
        )
        payment = treasury.pay(
            team=team,
            amount=cost,
            item="gear",
            cause=cause,
            now=now,
            user_id=actor.pk,
            note=_list(counts),
        )
        posting.post(
            [
                payment,
                *(
                    Line(Book.STOCK, team.pk, key, count, cause, now, booked_by=actor.pk)
                    for key, count in counts.items()
                ),
            ]
        )
        return cost


def sell(*, team: Team, counts: Mapping[str, int], actor: User, now: datetime) -> int:
    """Sell gear from the store, and return the proceeds in dollars.

    The house rules set the resale share. Raise BadForm or NotEnoughStock.
    """
    with club(team.campaign_id):
        team = locked(team)
        rules = rules_of(team.campaign)
        refuse_if(_bad_counts(counts))
        cause = f"sell-gear:{uuid4()}"
        proceeds = (
            sum(gear.price(gear.GEAR[key], rules) * count for key, count in counts.items())
            * rules.resale_percent
            // 100
        )
        stock_lines = [
            treasury.hand_out(
                team=team, key=key, count=count, cause=cause, now=now, user_id=actor.pk
            )
            for key, count in counts.items()
        ]
        posting.post(
            [
                Line(
                    Book.MONEY,
                    team.pk,
                    "gear",
                    proceeds,
                    cause,
                    now,
                    booked_by=actor.pk,
                    note=_list(counts),
                ),
                *stock_lines,
            ]
        )
        return proceeds


def _bad_counts(counts: Mapping[str, int]) -> list[Problem]:
    unknown = [
        Problem(key, "no-such-gear", f"Unknown gear “{key}”.")
        for key in counts
        if key not in gear.GEAR
    ]
    wrong = [
        Problem(key, "out-of-bounds", f"{treasury.gear_name(key)}: enter 1 to {MAX_PIECES} pieces.")
        for key, count in counts.items()
        if not 1 <= count <= MAX_PIECES
    ]
    empty = [] if counts else [Problem("", "nothing", "Choose at least one item.")]
    return [*unknown, *wrong, *empty]


def _not_sold(counts: Mapping[str, int], rules: HouseRules) -> list[Problem]:
    sold = {item.key for item in gear.on_sale(rules)}
    return [
        Problem(key, "not-on-sale", f"{treasury.gear_name(key)} is not available in this club.")
        for key in counts
        if key in gear.GEAR and key not in sold
    ]


def _list(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} × {treasury.gear_name(key)}" for key, count in counts.items())[:500]
