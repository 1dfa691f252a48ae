"""Pages of a team's store of personal gear, for looking at the stock, buying and selling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaign.house_rules.rules.house import HouseRules
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.forms.store import CountsForm
from campaign.ledger.rules import gear
from campaign.ledger.rules.gear import Gear
from campaign.ledger.rules.gear_values import damage_words
from campaign.ledger.selectors import books
from campaign.ledger.selectors.books import Shelf
from campaign.ledger.services import stores as services
from core.web.pictures.words import money
from core.web.views.posting import REFUSED, carry_out

KINDS: Final = {
    "explosive": "Explosives", "pistol": "Pistols", "gun": "Long guns", "knife": "Blades",
    "grenade": "Grenades", "armour": "Armour", "aid": "Masks and aids", "clip": "Clips",
    "heavy": "Heavy weapons",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ware:
    """A kind of gear on sale.

    It has a price in dollars, an effect, the number of pieces in the store, and the form field for
    the number to buy.
    """

    gear: Gear
    price: int
    effect: str
    in_stock: int
    field: forms.BoundField | None


def describe_effect(item: Gear) -> str:
    """Return a one-line description of a piece of gear's effect."""
    if item.weapon:
        return _weapon(item)
    if item.armour:
        return f"{item.armour.dp} DP of armour{'. ' + item.use if item.use else ''}"
    if item.grenade and item.grenade.effect == "blast":
        return (
            f"{damage_words(item.grenade.dice, item.grenade.add)} "
            f"blast{'. ' + item.use if item.use else ''}"
        )
    return item.use


def _weapon(item: Gear) -> str:
    weapon = item.weapon
    if weapon is None:
        return item.use
    facts = [f"hits on {weapon.to_hit}+"]
    if weapon.dice or weapon.add:
        facts.append(f"{damage_words(weapon.dice, weapon.add)} damage")
    if weapon.shots:
        facts.append(f"{weapon.shots} shot{'s' if weapon.shots > 1 else ''}")
    return ", ".join(facts) + (f". {item.use}" if item.use else "")


@team_page(allow=policy.may_read_books)
def store(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the store and the shop. Only owners can buy, sell, and see reserved gear."""
    rules, owns = rules_of(viewer.campaign), policy.owns(viewer, team)
    shelves = books.store(team)
    sale = gear.on_sale(rules)
    act = request.POST.get("act", "") if request.method == "POST" else ""
    policy.require(owns or request.method != "POST")
    buying = CountsForm(request.POST if act == "buy" else None, gear=sale, verb="Buy")
    selling = CountsForm(
        request.POST if act == "sell" else None, gear=[shelf.gear for shelf in shelves], verb="Sell"
    )
    response = (act == "buy" and _buy(request, viewer, team, buying)) or (
        act == "sell" and _sell(request, viewer, team, selling)
    )
    refused = bool((act == "buy" and buying.errors) or (act == "sell" and selling.errors))
    return response or render_team_page(
        request,
        viewer,
        team,
        "campaign/ledger/store",
        here="store",
        title="Store",
        shelves=[
            (shelf, selling[shelf.gear.key], shelf.count - shelf.reserved) for shelf in shelves
        ],
        kinds=_kinds(sale, shelves, rules, buying if owns else None),
        purse=books.purse(team),
        buying=buying,
        selling=selling,
        house=rules,
        status=REFUSED if refused else 200,
    )


def _kinds(
    sale: Iterable[Gear], shelves: Iterable[Shelf], rules: HouseRules, form: CountsForm | None
) -> list[tuple[str, list[Ware], bool]]:
    counts = {shelf.gear.key: shelf.count for shelf in shelves}
    wares = [
        Ware(
            item,
            gear.price(item, rules),
            describe_effect(item),
            counts.get(item.key, 0),
            form[item.key] if form else None,
        )
        for item in sale
    ]
    groups = [
        (title, [ware for ware in wares if ware.gear.kind == kind], kind == "explosive")
        for kind, title in KINDS.items()
    ]
    return [(title, rows, first or _has_input(rows, form)) for title, rows, first in groups if rows]


def _has_input(rows: Iterable[Ware], form: CountsForm | None) -> bool:
    """Return whether the user entered anything in this part of the shop. Such a part stays open."""
    return (
        form is not None
        and form.is_bound
        and any(ware.field is not None and ware.field.value() for ware in rows)
    )


def _buy(request: HttpRequest, viewer: Viewer, team: Team, form: CountsForm) -> HttpResponse | None:
    def buying() -> int:
        return services.buy(team=team, counts=form.counts, actor=viewer.person, now=timezone.now())

    return carry_out(
        request,
        form,
        buying,
        to=team_url("store", team),
        message=lambda cost: f"Bought for {money(cost)}.",
    )


def _sell(
    request: HttpRequest, viewer: Viewer, team: Team, form: CountsForm
) -> HttpResponse | None:
    def selling() -> int:
        return services.sell(team=team, counts=form.counts, actor=viewer.person, now=timezone.now())

    return carry_out(
        request,
        form,
        selling,
        to=team_url("store", team),
        message=lambda proceeds: f"Sold for {money(proceeds)}.",
    )
