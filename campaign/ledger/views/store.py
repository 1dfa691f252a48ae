"""A team's store of personal gear: what is there, what can be bought, and selling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import render_team_page, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.forms.store import CountsForm
from campaign.ledger.rules import gear
from campaign.ledger.rules.gear_values import damage_words
from campaign.ledger.selectors import books
from campaign.ledger.services import stores as services
from core.web.pictures.words import money
from core.web.views.posting import REFUSED, carry_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django import forms

    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer
    from campaign.ledger.rules.gear import Gear
    from campaign.ledger.selectors.books import Shelf

KINDS: Final = {
    "explosive": "Explosives", "pistol": "Pistols", "gun": "Long guns", "knife": "Blades",
    "grenade": "Grenades", "armour": "Armour", "aid": "Masks and aids", "clip": "Clips",
    "heavy": "Heavy weapons",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ware:
    """One kind of gear on sale: dollars a piece, half GE, what it does, pieces in the store, the
    field to buy more.
    """

    gear: Gear
    price: int
    does: str
    there: int
    field: forms.BoundField | None


def does(one: Gear) -> str:
    """What a piece of gear is good for, in one line."""
    if one.weapon:
        return _weapon(one)
    if one.armour:
        return f"{one.armour.dp} DP of armour{'. ' + one.use if one.use else ''}"
    if one.grenade and one.grenade.effect == "blast":
        return (
            f"{damage_words(one.grenade.dice, one.grenade.add)} "
            f"blast{'. ' + one.use if one.use else ''}"
        )
    return one.use


def _weapon(one: Gear) -> str:
    weapon = one.weapon
    if weapon is None:
        return one.use
    facts = [f"hits on {weapon.to_hit}+"]
    if weapon.dice or weapon.add:
        facts.append(f"{damage_words(weapon.dice, weapon.add)} damage")
    if weapon.shots:
        facts.append(f"{weapon.shots} shot{'s' if weapon.shots > 1 else ''}")
    return ", ".join(facts) + (f". {one.use}" if one.use else "")


@team_page(allow=policy.may_read_books)
def store(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """The store and the shop; only owners buy and sell, and only they read what is set aside."""
    house, owns = rules_of(viewer.campaign), policy.owns(viewer, team)
    shelves = books.store(team)
    sale = gear.on_sale(house)
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
        shelves=[(shelf, selling[shelf.gear.key], shelf.count - shelf.aside) for shelf in shelves],
        kinds=_kinds(sale, shelves, house, buying if owns else None),
        purse=books.purse(team),
        buying=buying,
        selling=selling,
        house=house,
        status=REFUSED if refused else 200,
    )


def _kinds(
    sale: Iterable[Gear], shelves: Iterable[Shelf], house: HouseRules, form: CountsForm | None
) -> list[tuple[str, list[Ware], bool]]:
    there = {shelf.gear.key: shelf.count for shelf in shelves}
    wares = [
        Ware(
            one,
            gear.price(one, house),
            does(one),
            there.get(one.key, 0),
            form[one.key] if form else None,
        )
        for one in sale
    ]
    found = [
        (title, [ware for ware in wares if ware.gear.kind == kind], kind == "explosive")
        for kind, title in KINDS.items()
    ]
    return [(title, rows, first or _touched(rows, form)) for title, rows, first in found if rows]


def _touched(rows: Iterable[Ware], form: CountsForm | None) -> bool:
    """Whether something was typed in this part of the shop: then it stays open."""
    return (
        form is not None
        and form.is_bound
        and any(ware.field is not None and ware.field.value() for ware in rows)
    )


def _buy(request: HttpRequest, viewer: Viewer, team: Team, form: CountsForm) -> HttpResponse | None:
    def buying() -> int:
        return services.buy(team=team, wanted=form.counts, by=viewer.person, at=timezone.now())

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
        return services.sell(team=team, wanted=form.counts, by=viewer.person, at=timezone.now())

    return carry_out(
        request,
        form,
        selling,
        to=team_url("store", team),
        message=lambda brought: f"Sold for {money(brought)}.",
    )
