"""What is refused at order entry, all of it at once and each with its field (E15)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from campaign.league.rules.house import DEFAULT
from campaign.ledger.rules.gear import BRICK, GEAR, check_kit
from core.web.problems import Problem, money, plural
from engine.values import changed

from .bill import bill, packed
from .files import BELOW_BASE, Character, Roster, TeamFile, find
from .orders import COUNTERSPY, SECTIONS, Order, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.league.rules.house import HouseRules
    from campaign.league.rules.tables import BuildRow
    from campaign.ledger.rules.gear import Packed

MOST_PIECES: Final = 99


def check_sheet(
    sheet: Sheet, file: TeamFile, roster: Roster, house: HouseRules
) -> tuple[Problem, ...]:
    """All that is wrong with a sheet, each with the path of its field ("orders.2.kit"). Own affairs
    only: targets leak nothing (E24).

    A sheet without problems is accepted as it is; counterspies need not stand at the bottom.
    """
    return (*_order_problems(sheet, file, roster, house), *_sheet_problems(sheet, file, house))


def order_problems(
    order: Order, file: TeamFile, roster: Roster, house: HouseRules
) -> tuple[Problem, ...]:
    """What is wrong with one order by itself; the fields are those of the order."""
    spy = find(file.people, order.spy)
    about_spy = _no_such_spy() if spy is None else _unfit(spy)
    gear = _gear_problems(order, spy, house)
    if order.action == COUNTERSPY:
        return (*about_spy, *_guard_problems(order), *gear)
    return (
        *about_spy,
        *_target_problems(order, file, roster),
        *_bomb_problems(order, spy, house),
        *gear,
    )


def _order_problems(
    sheet: Sheet, file: TeamFile, roster: Roster, house: HouseRules
) -> Iterator[Problem]:
    seen: set[str] = set()
    for at, order in enumerate(sheet.orders):
        for problem in order_problems(order, file, roster, house):
            yield changed(problem, field=f"orders.{at}.{problem.field}")
        if order.spy in seen:
            yield _problem(
                f"orders.{at}.spy",
                "ordered-twice",
                "This character already has an order this week. Choose someone else.",
            )
        seen.add(order.spy)


def _sheet_problems(sheet: Sheet, file: TeamFile, house: HouseRules) -> Iterator[Problem]:
    most, missions = (
        house.missions_a_week,
        sum([order.action != COUNTERSPY for order in sheet.orders]),
    )
    if most and missions > most:
        sentence = (
            f"A team can order {plural(most, 'mission')} per week, but this sheet has {missions}. "
            f"Remove {missions - most}."
        )
        yield _problem("orders", "too-many-missions", sentence)
    total = bill(sheet.orders, file.stock, house).total
    if total > max(0, file.money):
        short = money(total - file.money)
        sentence = (
            f"This sheet costs {money(total)} and the team has {money(file.money)}. Remove gear "
            f"worth {short}."
        )
        yield _problem("orders", "too-expensive", sentence)
    standing = sheet.standing
    if not 0 <= standing.section <= SECTIONS:
        yield _problem(
            "standing.section",
            "no-such-section",
            f"Choose a section of Midville from 1 to {SECTIONS}, or 0 for any.",
        )


def _problem(field: str, code: str, sentence: str) -> Problem:
    return Problem(field=field, code=code, sentence=sentence)


def _no_such_spy() -> tuple[Problem, ...]:
    return (
        _problem(
            "spy",
            "not-yours",
            "This person is not on your team. Choose one of your own characters.",
        ),
    )


def _unfit(spy: Character) -> tuple[Problem, ...]:
    if spy.fit:
        return ()
    if not spy.alive:
        return (_problem("spy", "dead", f"{spy.name} is dead. Choose someone else."),)
    if spy.captured:
        return (
            _problem(
                "spy",
                "captured",
                f"{spy.name} is held by another team this week. Choose someone else.",
            ),
        )
    return (
        _problem(
            "spy",
            "unconscious",
            (
                f"{spy.name} is unconscious and cannot take orders until healed to 2 DP. Choose "
                "someone else."
            ),
        ),
    )


def _guard_problems(order: Order) -> Iterator[Problem]:
    if order.target_team or order.target:
        yield _problem(
            "target_team",
            "no-target-needed",
            "A counterspy guards your team against all others. Leave the target empty.",
        )
    if order.bricks:
        yield _problem(
            "bricks", "no-bricks-needed", "Only Blow Up uses plastique. Set the bricks to 0."
        )
    if order.on_twelve:
        yield _problem(
            "on_twelve", "missions-only", "Only missions have a choice on 12+. Leave it empty."
        )


def _target_problems(order: Order, file: TeamFile, roster: Roster) -> Iterator[Problem]:
    if order.target_team == file.id or order.target_team not in [team.id for team in roster]:
        yield _problem("target_team", "no-opponent", "Choose one of the other teams of this week.")
    if order.action == "infiltrate" and order.target:
        yield _problem(
            "target",
            "no-target-needed",
            "The dice choose what an infiltration sees. Leave the target empty.",
        )


def _bomb_problems(order: Order, spy: Character | None, house: HouseRules) -> Iterator[Problem]:
    if order.action != "blow_up":
        if order.bricks:
            yield _problem(
                "bricks", "no-bricks-needed", "Only Blow Up uses plastique. Set the bricks to 0."
            )
        return
    most = len(house.bomb_dice)
    if not 1 <= order.bricks <= most:
        yield _problem(
            "bricks", "bad-bricks", f"A bomber can carry 1 to {plural(most, 'brick')} of plastique."
        )
    if spy is not None and spy.skills.explosives < 0 and not house.untrained_bombers:
        sentence = (
            f"{spy.name} does not have explosives at base level. Choose a trained "
            "bomber or another mission."
        )
        yield _problem("action", "untrained", sentence)


def _gear_problems(order: Order, spy: Character | None, house: HouseRules) -> tuple[Problem, ...]:
    pieces = packed(order)
    if not pieces:
        return ()
    odd = [problem for item in order.kit.items if (problem := _odd_piece(item, house))]
    if any(problem.code == "too-many" for problem in odd):
        return tuple(odd)
    level = BELOW_BASE if spy is None else spy.skills.bodybuilding
    if _carries(pieces, level, house.builds, house.bomb_dice):
        return tuple(odd)
    return (*odd, *check_kit(pieces, level, house, name=spy.name if spy else "This character"))


@lru_cache(maxsize=4096)
def _carries(
    pieces: tuple[Packed, ...],
    bodybuilding: int,
    builds: tuple[BuildRow, ...],
    bomb_dice: tuple[int, ...],
) -> bool:
    """Whether this can be carried: most kits are packed week after week, and every one is looked at
    again at the freeze.
    """
    return not check_kit(pieces, bodybuilding, changed(DEFAULT, builds=builds, bomb_dice=bomb_dice))


def _odd_piece(item: Packed, house: HouseRules) -> Problem | None:
    """What is wrong with one kind of gear, whoever carries it."""
    gear = GEAR.get(item.gear)
    if item.count > MOST_PIECES:
        return _problem(
            "kit",
            "too-many",
            f"A character can carry at most {MOST_PIECES} of the same item. Take fewer.",
        )
    if item.gear == BRICK:
        return _problem(
            "kit",
            "bricks-apart",
            "Set plastique as bricks on the order. Remove it from the kit.",
        )
    if gear is not None and house.gear_list == "ambush" and gear.listed != "ambush":
        return _problem(
            "kit",
            "not-on-sale",
            f"{gear.name} is not used in this campaign. Remove it from the kit.",
        )
    return None
