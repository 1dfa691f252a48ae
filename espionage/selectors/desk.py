"""Sealed orders that a GM has opened: one team's orders for one week, as they were then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from campaign.league.models import DeskAct, Team
from campaign.league.selectors.house import rules_in
from campaign.roster.models import Character
from core.accounts.models import User
from core.web.problems import plural
from espionage.models import OrderSheet
from espionage.rules.orders import COUNTERSPY, Order, in_play_order
from espionage.rules.receipt import kit_words, standing_words
from espionage.rules.wording import ACTIONS

from .sheets import read_sheet

ON_TWELVE: Final = {
    "eleven": "12+ as an 11",
    "infiltrate": "12+ as −4 to their counterspies",
    "": "",
}


@dataclass(frozen=True, slots=True)
class OpenedLine:
    """An order in plain words."""

    spy: str
    action: str
    kit: str
    on_twelve: str


@dataclass(frozen=True, slots=True)
class OpenedOrders:
    """A sheet as it was when the GM opened it. The state is "nothing" if there was no sheet."""

    state: str
    saved_at: datetime | None
    lines: tuple[OpenedLine, ...]
    standing: tuple[str, ...]


def opening_act(user: User, act_id: UUID) -> DeskAct | None:
    """Return the act with which this GM opened the orders, or None for anyone else.

    This runs one query.
    """
    rows = DeskAct.objects.filter(
        pk=act_id, actor=user, kind="sealed-opened", week__isnull=False, team__isnull=False
    )
    return rows.select_related("week__season__campaign", "team").first()


def opened_orders(act: DeskAct) -> OpenedOrders:
    """Return the orders that were current at the time of the act. This runs three queries.

    Later versions stay sealed.
    """
    row = (
        OrderSheet.objects.filter(week=act.week, team=act.team, saved_at__lte=act.at)
        .order_by("-version")
        .first()
    )
    if row is None or act.week is None:
        return OpenedOrders(state="nothing", saved_at=None, lines=(), standing=())
    sheet, rules = in_play_order(read_sheet(row)), rules_in(act.week)
    names = _names(
        [key for order in sheet.orders for key in (order.spy, order.target, order.target_team)]
    )
    return OpenedOrders(
        state=row.state,
        saved_at=row.saved_at,
        lines=tuple(_line(order, names) for order in sheet.orders),
        standing=standing_words(
            sheet.standing, live=rules.live_decisions, doctrine_only=rules.ambush_by_doctrine
        ),
    )


def _names(keys: list[str]) -> dict[str, str]:
    people = Character.objects.filter(
        pk__in=[UUID(key) for key in keys if _is_id(key)]
    ).values_list("pk", "name")
    teams = Team.objects.filter(pk__in=[UUID(key) for key in keys if _is_id(key)]).values_list(
        "pk", "name"
    )
    return {str(pk): name for pk, name in (*people, *teams)}


def _is_id(key: str) -> bool:
    try:
        UUID(key)
    except ValueError:
        return False
    return True


def _line(order: Order, names: dict[str, str]) -> OpenedLine:
    return OpenedLine(
        spy=names.get(order.spy, "somebody"),
        action=_describe_action(order, names),
        kit=kit_words(order),
        on_twelve=ON_TWELVE.get(order.on_twelve, ""),
    )


def _describe_action(order: Order, names: dict[str, str]) -> str:
    if order.action == COUNTERSPY:
        return ACTIONS[order.action] + (" against certain missions" if order.only_against else "")
    order_text = f"{ACTIONS[order.action]} against {names.get(order.target_team, 'a team')}"
    if order.action == "assassinate":
        return f"{order_text}: {names.get(order.target, 'someone') if order.target else 'anyone'}"
    if order.action == "blow_up":
        return (
            f"{order_text}: {'a named vehicle' if order.target else 'any vehicle'}, "
            f"{plural(order.bricks, 'brick')}"
        )
    return order_text
