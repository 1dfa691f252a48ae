"""Checks of submitted orders. All problems are reported together, each with its field (E15)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from campaign.house_rules.rules.house import DEFAULT
from campaign.ledger.rules.gear import BRICK, GEAR, check_kit
from campaign.roster.rules.spies import BELOW_BASE
from core.web.problems import Problem, money, plural
from engine.values import changed

from .bill import make_bill, packed_gear
from .files import Character, Roster, TeamFile, find_character
from .orders import COUNTERSPY, SECTIONS, Order, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.house_rules.rules.house import HouseRules
    from campaign.house_rules.rules.tables import BuildRow
    from campaign.ledger.rules.gear import Packed

MAX_PIECES_OF_A_KIND: Final = 99


def check_sheet(
    sheet: Sheet, file: TeamFile, roster: Roster, house_rules: HouseRules
) -> tuple[Problem, ...]:
    """Return all problems of a sheet, each with the path of its field ("orders.2.kit").

    The checks use only the team's own data, so they reveal nothing about targets (E24). A sheet
    without problems is accepted unchanged. Counterspies can appear anywhere on the sheet.
    """
    return (
        *_order_problems(sheet, file, roster, house_rules),
        *_sheet_problems(sheet, file, house_rules),
    )


def order_problems(
    order: Order, file: TeamFile, roster: Roster, house_rules: HouseRules
) -> tuple[Problem, ...]:
    """Return the problems of one order. The field paths are relative to the order."""
    spy = find_character(file.people, order.spy)
    spy_problems = _unknown_spy_problems() if spy is None else _fitness_problems(spy)
    gear = _gear_problems(order, spy, house_rules)
    if order.action == COUNTERSPY:
        return (*spy_problems, *_guard_problems(order), *gear)
    return (
        *spy_problems,
        *_loan_problems(spy),
        *_condition_problems(order),
        *_target_problems(order, file, roster),
        *_bomb_problems(order, spy, house_rules),
        *gear,
    )


def _order_problems(
    sheet: Sheet, file: TeamFile, roster: Roster, house_rules: HouseRules
) -> Iterator[Problem]:
    ordered_spies: set[str] = set()
    for index, order in enumerate(sheet.orders):
        for problem in order_problems(order, file, roster, house_rules):
            yield changed(problem, field=f"orders.{index}.{problem.field}")
        if order.spy in ordered_spies:
            yield Problem(
                f"orders.{index}.spy",
                "ordered-twice",
                "This character already has an order this week. Choose someone else.",
            )
        ordered_spies.add(order.spy)


def _sheet_problems(sheet: Sheet, file: TeamFile, house_rules: HouseRules) -> Iterator[Problem]:
    limit = house_rules.missions_a_week
    missions = sum([order.action != COUNTERSPY for order in sheet.orders])
    if limit and missions > limit:
        sentence = (
            f"A team can order {plural(limit, 'mission')} per week, but this sheet has {missions}. "
            f"Remove {missions - limit}."
        )
        yield Problem("orders", "too-many-missions", sentence)
    total = make_bill(sheet.orders, file.stock, house_rules).total
    if total > max(0, file.money):
        shortfall = money(total - file.money)
        sentence = (
            f"This sheet costs {money(total)} and the team has {money(file.money)}. Remove gear "
            f"worth {shortfall}."
        )
        yield Problem("orders", "too-expensive", sentence)
    standing = sheet.standing
    if not 0 <= standing.section <= SECTIONS:
        yield Problem(
            "standing.section",
            "no-such-section",
            f"Choose a section of Midville from 1 to {SECTIONS}, or 0 for any.",
        )


def _unknown_spy_problems() -> tuple[Problem, ...]:
    return (
        Problem(
            "spy",
            "not-yours",
            "This person is not on your team. Choose one of your own characters.",
        ),
    )


def _fitness_problems(spy: Character) -> tuple[Problem, ...]:
    if spy.fit:
        return ()
    if not spy.alive:
        return (Problem("spy", "dead", f"{spy.name} is dead. Choose someone else."),)
    if spy.captured:
        return (
            Problem(
                "spy",
                "captured",
                f"{spy.name} is held by another team this week. Choose someone else.",
            ),
        )
    if spy.guards_for:
        return (
            Problem(
                "spy",
                "lent",
                f"{spy.name} guards another team this week. Choose someone else (E56).",
            ),
        )
    return (
        Problem(
            "spy",
            "unconscious",
            (
                f"{spy.name} is unconscious and cannot take orders until healed to 2 DP. Choose "
                "someone else."
            ),
        ),
    )


def _loan_problems(spy: Character | None) -> Iterator[Problem]:
    if spy is not None and spy.lent_by:
        yield Problem(
            "action",
            "only-guards",
            f"{spy.name} is lent to you as a guard. Choose counterspy (E56).",
        )


def _guard_problems(order: Order) -> Iterator[Problem]:
    if order.target_team or order.target:
        yield Problem(
            "target_team",
            "no-target-needed",
            "A counterspy guards your team against all others. Leave the target empty.",
        )
    if order.bricks:
        yield Problem(
            "bricks", "no-bricks-needed", "Only Blow Up uses plastique. Set the bricks to 0."
        )
    if order.on_twelve:
        yield Problem(
            "on_twelve", "missions-only", "Only missions have a choice on 12+. Leave it empty."
        )


def _condition_problems(order: Order) -> Iterator[Problem]:
    if order.only_against:
        yield Problem(
            "only_against",
            "counterspies-only",
            "Only counterspies guard against certain missions. Remove the conditions.",
        )


def _target_problems(order: Order, file: TeamFile, roster: Roster) -> Iterator[Problem]:
    if order.target_team == file.id or order.target_team not in [team.id for team in roster]:
        yield Problem("target_team", "no-opponent", "Choose another team that plays this week.")
    if order.action == "infiltrate" and order.target:
        yield Problem(
            "target",
            "no-target-needed",
            "The dice choose what an infiltration sees. Leave the target empty.",
        )


def _bomb_problems(
    order: Order, spy: Character | None, house_rules: HouseRules
) -> Iterator[Problem]:
    if order.action != "blow_up":
        if order.bricks:
            yield Problem(
                "bricks", "no-bricks-needed", "Only Blow Up uses plastique. Set the bricks to 0."
            )
        return
    limit = len(house_rules.bomb_dice)
    if not 1 <= order.bricks <= limit:
        yield Problem(
            "bricks",
            "bad-bricks",
            f"A bomber can carry 1 to {plural(limit, 'brick')} of plastique.",
        )
    if spy is not None and spy.skills.explosives < 0 and not house_rules.untrained_bombers:
        sentence = (
            f"{spy.name} does not have explosives at base level. Choose a trained "
            "bomber or another mission."
        )
        yield Problem("action", "untrained", sentence)


def _gear_problems(
    order: Order, spy: Character | None, house_rules: HouseRules
) -> tuple[Problem, ...]:
    pieces = packed_gear(order)
    if not pieces:
        return ()
    problems = [
        problem for item in order.kit.items if (problem := _item_problem(item, house_rules))
    ]
    if any(problem.code == "too-many" for problem in problems):
        return tuple(problems)
    level = BELOW_BASE if spy is None else spy.skills.bodybuilding
    if _can_carry(pieces, level, house_rules.builds, house_rules.bomb_dice):
        return tuple(problems)
    return (
        *problems,
        *check_kit(pieces, level, house_rules, name=spy.name if spy else "This character"),
    )


@lru_cache(maxsize=4096)
def _can_carry(
    pieces: tuple[Packed, ...],
    bodybuilding: int,
    builds: tuple[BuildRow, ...],
    bomb_dice: tuple[int, ...],
) -> bool:
    """Return whether a character can carry this kit.

    The result is cached because most kits are packed every week and checked again at the deadline.
    """
    return not check_kit(pieces, bodybuilding, changed(DEFAULT, builds=builds, bomb_dice=bomb_dice))


def _item_problem(item: Packed, house_rules: HouseRules) -> Problem | None:
    """Return the problem of an item that does not depend on the character, or None."""
    gear = GEAR.get(item.gear)
    if item.count > MAX_PIECES_OF_A_KIND:
        return Problem(
            "kit",
            "too-many",
            f"A character can carry at most {MAX_PIECES_OF_A_KIND} of the same item. Take fewer.",
        )
    if item.gear == BRICK:
        return Problem(
            "kit",
            "bricks-apart",
            "Set plastique as bricks on the order. Remove it from the kit.",
        )
    if gear is not None and house_rules.gear_list == "ambush" and gear.listed != "ambush":
        return Problem(
            "kit",
            "not-on-sale",
            f"{gear.name} is not used in this campaign. Remove it from the kit.",
        )
    return None
