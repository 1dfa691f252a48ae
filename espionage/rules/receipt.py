"""The receipt of a sheet: its orders in words, with costs and odds."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

from campaign.ledger.rules.gear import GEAR, load, max_load
from campaign.roster.rules.spies import BELOW_BASE
from core.web.problems import Problem, plural
from engine.values import Value, changed

from .bill import Bill, make_bill, packed_gear
from .checking import check_sheet
from .deadline_freeze import freeze_sheet
from .files import Character, PublicTeam, Roster, TeamFile, find_character
from .missions import choice_on_twelve
from .odds import OrderOdds, order_odds
from .orders import COUNTERSPY, MISSIONS, OnlyAgainst, Order, Sheet, Standing
from .sheet_odds import NO_ODDS, CaseChance, SheetOdds
from .wording import ACTIONS, DOCTRINES, ON_ELEVEN, join_words

if TYPE_CHECKING:
    from campaign.house_rules.rules.house import HouseRules

    from .values import StruckOrder

Names: TypeAlias = Mapping[str, str]
NO_NAMES: Final[Names] = MappingProxyType({})


class OrderLine(Value):
    """An order that will be carried out.

    `order` counts from 1 in the order of play. `load` and `limit` are in half GE, and `cost` is in
    dollars. `odds` are the exact odds of one roll. `week` has the chances of the order in the week,
    with the whole sheet, and `chances` says them in words.
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
    chances: str = ""
    week: tuple[CaseChance, ...] = ()
    on_twelve: str = ""
    warnings: tuple[str, ...] = ()


class StruckLine(Value):
    """An order that will not be carried out, and the reason."""

    spy_name: str
    what: str
    why: str


class Receipt(Value):
    """The outcome of the sheet in its current form.

    A final sheet that has `problems` is refused. A draft is played without the struck orders.
    """

    lines: tuple[OrderLine, ...]
    struck: tuple[StruckLine, ...]
    standing: tuple[str, ...]
    bill: Bill
    total: int
    money: int
    problems: tuple[Problem, ...]


def make_receipt(
    sheet: Sheet,
    file: TeamFile,
    roster: Roster,
    house_rules: HouseRules,
    vehicles: Names = NO_NAMES,
    *,
    odds: SheetOdds = NO_ODDS,
) -> Receipt:
    """Return the receipt of a sheet, based on what its own team knows.

    `vehicles` maps the ids of vehicles to the names that the team knows. `odds` has the chances of
    the sheet in the week.
    """
    vehicles = {vehicle.id: vehicle.name for vehicle in file.garage} | {**vehicles}
    frozen = freeze_sheet(sheet, file, roster, house_rules)
    return Receipt(
        lines=tuple(
            [
                changed(
                    _order_line(frozen.sheet, index, file, roster, house_rules, vehicles),
                    chances=odds.sentence(order.spy),
                    week=odds.cases(order.spy),
                )
                for index, order in enumerate(frozen.sheet.orders)
            ]
        ),
        struck=tuple(
            [_struck_line(struck_order, file, roster, vehicles) for struck_order in frozen.struck]
        ),
        standing=standing_words(
            frozen.sheet.standing,
            live=house_rules.live_decisions,
            doctrine_only=house_rules.ambush_by_doctrine,
        ),
        bill=frozen.bill,
        total=frozen.bill.total,
        money=file.money,
        problems=check_sheet(sheet, file, roster, house_rules),
    )


def _order_line(
    sheet: Sheet,
    index: int,
    file: TeamFile,
    roster: Roster,
    house_rules: HouseRules,
    vehicles: Names,
) -> OrderLine:
    order = sheet.orders[index]
    spy = find_character(file.people, order.spy)
    if spy is None:
        raise KeyError(order.spy)
    before, after = (
        make_bill(sheet.orders[:end], file.stock, house_rules).total for end in (index, index + 1)
    )
    return OrderLine(
        order=index + 1,
        spy=spy.id,
        spy_name=spy.name,
        what=order_words(order, roster, vehicles),
        kit=kit_words(order),
        load=load(packed_gear(order)),
        limit=max_load(spy.skills.bodybuilding, packed_gear(order), house_rules),
        cost=after - before,
        odds=order_odds(spy, order.action),
        on_twelve=_twelve_words(sheet, index),
        warnings=tuple(_warnings(order, spy, roster)),
    )


def order_words(order: Order, roster: Roster, vehicles: Names = NO_NAMES) -> str:
    """Return an order in words: "Blow Up against Redline: Thunderbolt, 2 bricks of plastique"."""
    if order.action == COUNTERSPY:
        return (
            f"Counterspy: only against {conditions_words(order.only_against, roster, vehicles)}"
            if order.only_against
            else "Counterspy: on guard against all enemy missions"
        )
    team = _find_team(roster, order.target_team)
    text = f"{ACTIONS[order.action]} against {team.name if team else 'a team that does not play'}"
    if order.action == "assassinate":
        return f"{text}: {_target_name(team, order.target)}"
    if order.action == "blow_up":
        target_name = (
            vehicles.get(order.target, "the vehicle you named") if order.target else "any vehicle"
        )
        return f"{text}: {target_name}, {plural(order.bricks, 'brick')} of plastique"
    return text


def conditions_words(conditions: OnlyAgainst, roster: Roster, vehicles: Names = NO_NAMES) -> str:
    """Return a counterspy's conditions: "Blow Up, missions that name Skidmark, and Redline"."""
    names = {person.id: person.name for team in roster for person in team.people} | {**vehicles}
    targets = [names.get(target, "a target you no longer have") for target in conditions.targets]
    teams = [team.name for team in roster if team.id in conditions.teams]
    parts = [ACTIONS[mission] for mission in conditions.missions]
    if targets:
        parts.append(f"missions that name {join_words(targets, 'or')}")
    if teams:
        parts.append(f"missions of {join_words(teams, 'or')}")
    return join_words(parts) or "missions of teams that do not play"


def _find_team(roster: Roster, team: str) -> PublicTeam | None:
    return next((public_team for public_team in roster if public_team.id == team), None)


def _target_name(team: PublicTeam | None, target: str) -> str:
    if not target:
        return "anybody"
    names = [character.name for character in team.people if character.id == target] if team else []
    return names[0] if names else "someone who is not on its roster (the dice will choose)"


def kit_words(order: Order) -> str:
    """Return a spy's kit in words: "heavy pistol, 2 × clip: heavy pistol"."""
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


def _twelve_words(sheet: Sheet, index: int) -> str:
    """Describe the use of a 12+, and whether the order specifies it."""
    order = sheet.orders[index]
    if order.action == COUNTERSPY:
        return ""
    choice = choice_on_twelve(sheet, index + 1)
    origin = "as you ordered" if order.on_twelve else "by default"
    if choice == "infiltrate":
        return f"−4 to all their counterspy rolls from the next roll ({origin})"
    return f"same as 11: {ON_ELEVEN[order.action]} ({origin})"


def _warnings(order: Order, spy: Character, roster: Roster) -> list[str]:
    warnings = []
    if spy.skills.espionage == BELOW_BASE:
        warnings.append(f"{spy.name} has no espionage: −4 to the roll.")
    if spy.wounds:
        warnings.append(f"{spy.name} is wounded: −2 to every roll.")
    if order.action == "blow_up" and spy.skills.explosives == BELOW_BASE:
        warnings.append(f"{spy.name} has no explosives: −4 to the explosives roll.")
    team = _find_team(roster, order.target_team)
    target = (
        next((character for character in team.people if character.id == order.target), None)
        if team
        else None
    )
    if order.action == "assassinate" and order.target and target is None:
        warnings.append(
            "The target you named is not on that team's roster. The dice will choose someone else."
        )
    elif target is not None and not target.alive:
        warnings.append(f"{target.name} is dead. The dice will choose someone else.")
    return warnings


def _struck_line(
    struck_order: StruckOrder, file: TeamFile, roster: Roster, vehicles: Names
) -> StruckLine:
    spy = find_character(file.people, struck_order.order.spy)
    return StruckLine(
        spy_name=spy.name if spy else "someone not on your roster",
        what=order_words(struck_order.order, roster, vehicles),
        why=struck_order.sentence,
    )


def standing_words(standing: Standing, *, live: bool, doctrine_only: bool) -> tuple[str, ...]:
    """Describe the standing orders, one sentence for each decision."""
    introduction = (
        "You are asked for each decision. If you do not answer:"
        if live
        else "While you are away, these standing orders apply:"
    )
    return (
        introduction,
        _guard_words(standing),
        _counterspy_twelve_words(standing),
        _chase_words(standing),
        _cancellation_words(standing),
        _ambush_words(standing, doctrine_only),
        _unsent_words(standing),
    )


def _unsent_words(standing: Standing) -> str:
    match standing.silent:
        case "repeat":
            return "If you send nothing, all orders of your last sheet are repeated."
        case "watch":
            return "If you send nothing, the counterspy orders of your last sheet are repeated."
        case _:
            return "If you send nothing, no one has orders."


def _guard_words(standing: Standing) -> str:
    if not standing.counterspy:
        return "You do not counterspy any enemy mission."
    kinds = (
        "every enemy mission"
        if set(standing.counterspy) == set(MISSIONS)
        else join_words([ACTIONS[kind] for kind in standing.counterspy])
    )
    guard = (
        "your fittest counterspy on duty"
        if standing.counterspy_by == "fittest"
        else "the first counterspy on your sheet who is still on duty"
    )
    return (
        f"Against {kinds}, you send {guard} if the modifiers add up to "
        f"{standing.counterspy_from:+d} or better."
    ).replace("-", "−")


def _counterspy_twelve_words(standing: Standing) -> str:
    ambush = "your counterspy ambushes the enemy spy before the mission"
    match standing.on_counterspy_twelve:
        case "ambush":
            return f"If a counterspy rolls 12 or more, {ambush}."
        case "cancel":
            return "If a counterspy rolls 12 or more, you win a cancellation."
        case _:
            return (
                f"If a counterspy rolls 12 or more, {ambush} if unhurt, trained and armed. "
                "Otherwise you win a cancellation."
            )


def _chase_words(standing: Standing) -> str:
    if standing.chase_bombers:
        return "If a bomb goes off soon after the bomber left, a counterspy chases the bomber."
    return "You do not chase bombers."


def _cancellation_words(standing: Standing) -> str:
    if not standing.cancel_first:
        return "You cancel the most harmful missions first, by the row they reached."
    return (
        f"You cancel {join_words([ACTIONS[kind] for kind in standing.cancel_first], 'then')} "
        "missions first, by the row they reached."
    )


def _ambush_words(standing: Standing, doctrine_only: bool) -> str:
    place = (
        f"section {standing.section} of Midville"
        if standing.section
        else "a section of Midville that the dice choose"
    )
    manner_of_fight = (
        "you are asked to play them"
        if standing.ambushes == "live" and not doctrine_only
        else f"fought {DOCTRINES[standing.doctrine]}"
    )
    if standing.doctrine == "by_skill" and manner_of_fight.startswith("fought"):
        manner_of_fight = f"fought by doctrine ({DOCTRINES['by_skill']})"
    return (
        f"Ambushes: {manner_of_fight}. Yours are set in {place}, and bombers are ambushed at "
        "the Truck Stop."
    )
