"""The receipt of a sheet: in plain words what will run at the deadline, what it costs, and its
odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from campaign.ledger.rules.gear import GEAR, limit, load
from core.web.problems import Problem, plural
from engine.values import Value

from .bill import Bill, bill, packed
from .checking import check_sheet
from .deadline_freeze import freeze
from .files import BELOW_BASE, Character, PublicTeam, Roster, TeamFile, find
from .missions import on_twelve
from .odds import OrderOdds, order_odds
from .orders import COUNTERSPY, MISSIONS, Order, Sheet, Standing
from .words import ACTIONS, DOCTRINES, ON_ELEVEN, listing

if TYPE_CHECKING:
    from campaign.league.rules.house import HouseRules

    from .values import StruckOrder

Names: TypeAlias = Mapping[str, str]
NO_NAMES: Final[Names] = MappingProxyType({})


class OrderLine(Value):
    """One order that will run. `order` counts from 1 as played; `load` and `limit` are in half GE,
    `cost` in dollars.
    """

    order: int
    spy: str
    spy_name: str
    what: str
    kit: str
    load: int
    limit: int
    cost: int
    odds: OrderOdds
    on_twelve: str = ""
    warnings: tuple[str, ...] = ()


class StruckLine(Value):
    """An order that will not run, and why."""

    spy_name: str
    what: str
    why: str


class Receipt(Value):
    """What will run if the sheet stays as it is. `problems` are what order entry refuses; a draft
    runs without what is struck.
    """

    lines: tuple[OrderLine, ...]
    struck: tuple[StruckLine, ...]
    standing: tuple[str, ...]
    bill: Bill
    total: int
    money: int
    problems: tuple[Problem, ...]


def receipt(
    sheet: Sheet, file: TeamFile, roster: Roster, house: HouseRules, vehicles: Names = NO_NAMES
) -> Receipt:
    """The receipt of a sheet as it stands, from what its own team knows; `vehicles` are rivals' by
    id, as the team knows them.
    """
    frozen = freeze(sheet, file, roster, house)
    return Receipt(
        lines=tuple(
            [
                _line(frozen.sheet, at, file, roster, house, vehicles)
                for at in range(len(frozen.sheet.orders))
            ]
        ),
        struck=tuple([_struck(each, file, roster, vehicles) for each in frozen.struck]),
        standing=standing_words(
            frozen.sheet.standing, live=house.live_decisions, doctrine_only=house.ambush_by_doctrine
        ),
        bill=frozen.bill,
        total=frozen.bill.total,
        money=file.money,
        problems=check_sheet(sheet, file, roster, house),
    )


def _line(
    sheet: Sheet, at: int, file: TeamFile, roster: Roster, house: HouseRules, vehicles: Names
) -> OrderLine:
    order = sheet.orders[at]
    spy = find(file.people, order.spy)
    if spy is None:
        raise KeyError(order.spy)
    before, after = (bill(sheet.orders[:end], file.stock, house).total for end in (at, at + 1))
    return OrderLine(
        order=at + 1,
        spy=spy.id,
        spy_name=spy.name,
        what=order_words(order, roster, vehicles),
        kit=kit_words(order),
        load=load(packed(order)),
        limit=limit(spy.skills.bodybuilding, packed(order), house),
        cost=after - before,
        odds=order_odds(spy, order.action),
        on_twelve=_on_twelve(sheet, at),
        warnings=tuple(_warnings(order, spy, roster)),
    )


def order_words(order: Order, roster: Roster, vehicles: Names = NO_NAMES) -> str:
    """One order in words: "Blow Up against Redline: Thunderbolt, 2 bricks of plastique"."""
    if order.action == COUNTERSPY:
        return "Counterspy: on guard against all enemy missions"
    team = _team(roster, order.target_team)
    words = f"{ACTIONS[order.action]} against {team.name if team else 'a team that does not play'}"
    if order.action == "assassinate":
        return f"{words}: {_target_name(team, order.target)}"
    if order.action == "blow_up":
        aim = vehicles.get(order.target, "the vehicle you named") if order.target else "any vehicle"
        return f"{words}: {aim}, {plural(order.bricks, 'brick')} of plastique"
    return words


def _team(roster: Roster, team: str) -> PublicTeam | None:
    return next((found for found in roster if found.id == team), None)


def _target_name(team: PublicTeam | None, target: str) -> str:
    if not target:
        return "anybody"
    names = [who.name for who in team.people if who.id == target] if team else []
    return names[0] if names else "someone who is not on its roster (the dice will choose)"


def kit_words(order: Order) -> str:
    """What the spy carries: "heavy pistol, 2 × clip: heavy pistol"."""
    pieces = [
        (GEAR[item.gear].name if item.gear in GEAR else item.gear, item.count)
        for item in order.kit.items
    ]
    return (
        ", ".join(
            [name.lower() if count == 1 else f"{count} × {name.lower()}" for name, count in pieces]
        )
        or "nothing"
    )


def _on_twelve(sheet: Sheet, at: int) -> str:
    """What a 12+ will be taken as, and whether that was ordered."""
    order = sheet.orders[at]
    if order.action == COUNTERSPY:
        return ""
    choice = on_twelve(sheet, at + 1)
    by = "as you ordered" if order.on_twelve else "by default"
    if choice == "infiltrate":
        return f"−4 to all their counterspy rolls from the next roll ({by})"
    return f"as 11: {ON_ELEVEN[order.action]} ({by})"


def _warnings(order: Order, spy: Character, roster: Roster) -> list[str]:
    found = []
    if spy.skills.espionage == BELOW_BASE:
        found.append(f"{spy.name} has no espionage: −4 to the roll.")
    if spy.wounds:
        found.append(f"{spy.name} is wounded: −2 to every roll.")
    if order.action == "blow_up" and spy.skills.explosives == BELOW_BASE:
        found.append(f"{spy.name} has no explosives: −4 to the explosives roll.")
    team = _team(roster, order.target_team)
    named = next((who for who in team.people if who.id == order.target), None) if team else None
    if order.action == "assassinate" and order.target and named is None:
        found.append(
            "The target you named is not on that team's roster. The dice will choose someone else."
        )
    elif named is not None and not named.alive:
        found.append(f"{named.name} is dead. The dice will choose someone else.")
    return found


def _struck(each: StruckOrder, file: TeamFile, roster: Roster, vehicles: Names) -> StruckLine:
    spy = find(file.people, each.order.spy)
    return StruckLine(
        spy_name=spy.name if spy else "someone not on your roster",
        what=order_words(each.order, roster, vehicles),
        why=each.sentence,
    )


def standing_words(standing: Standing, *, live: bool, doctrine_only: bool) -> tuple[str, ...]:
    """The standing orders, one sentence a decision."""
    asked = (
        "You are asked for each decision. If you do not answer:"
        if live
        else "While you are away, we decide like this:"
    )
    return (
        asked,
        _guarding(standing),
        _on_counterspy_twelve(standing),
        _chasing(standing),
        _cancelling(standing),
        _fighting(standing, doctrine_only),
        _unsent(standing),
    )


def _unsent(standing: Standing) -> str:
    match standing.silent:
        case "repeat":
            return "If you send nothing, all orders of your last sheet are repeated."
        case "watch":
            return "If you send nothing, the counterspy orders of your last sheet are repeated."
        case _:
            return "If you send nothing, no one has orders."


def _guarding(standing: Standing) -> str:
    if not standing.counterspy:
        return "You do not counterspy any enemy mission."
    kinds = (
        "every enemy mission"
        if set(standing.counterspy) == set(MISSIONS)
        else listing([ACTIONS[kind] for kind in standing.counterspy])
    )
    who = (
        "your fittest counterspy on duty"
        if standing.counterspy_by == "fittest"
        else "the first counterspy on your sheet who is still on duty"
    )
    return (
        f"Against {kinds}, you send {who} if the modifiers add up to "
        f"{standing.counterspy_from:+d} or better."
    ).replace("-", "−")


def _on_counterspy_twelve(standing: Standing) -> str:
    ambush = "your counterspy ambushes the enemy spy before the mission"
    match standing.on_counterspy_twelve:
        case "ambush":
            return f"If a counterspy rolls 12 or more, {ambush}."
        case "cancel":
            return "If a counterspy rolls 12 or more, you take a cancellation."
        case _:
            return (
                f"If a counterspy rolls 12 or more, {ambush} if unhurt, trained and armed. "
                "Otherwise you take a cancellation."
            )


def _chasing(standing: Standing) -> str:
    if standing.chase_bombers:
        return "If a bomb goes off soon after the bomber left, a counterspy chases the bomber."
    return "You do not chase bombers."


def _cancelling(standing: Standing) -> str:
    if not standing.cancel_first:
        return "You cancel the most harmful missions first, by the row they reached."
    return (
        f"You cancel {listing([ACTIONS[kind] for kind in standing.cancel_first], 'then')} "
        "missions first, by the row they reached."
    )


def _fighting(standing: Standing, doctrine_only: bool) -> str:
    where = (
        f"section {standing.section} of Midville"
        if standing.section
        else "a section of Midville that the dice choose"
    )
    how = (
        "you are asked to play them"
        if standing.ambushes == "live" and not doctrine_only
        else f"fought {DOCTRINES[standing.doctrine]}"
    )
    if standing.doctrine == "by_skill" and how.startswith("fought"):
        how = f"fought by doctrine ({DOCTRINES['by_skill']})"
    return f"Ambushes: {how}. Yours are set in {where}, and bombers are ambushed at the Truck Stop."
