"""What a GM reads who has broken the glass: one team's orders of one week, as they were at that
moment.
"""

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
from espionage.rules.words import ACTIONS

from .sheets import read

ON_TWELVE: Final = {
    "eleven": "12+ as an 11",
    "infiltrate": "12+ as −4 to their counterspies",
    "": "",
}


@dataclass(frozen=True, slots=True)
class OpenedLine:
    """One order in plain words."""

    spy: str
    what: str
    kit: str
    on_twelve: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A sheet as it was when the glass was broken. Without a sheet: nothing had been sent."""

    state: str
    saved_at: datetime | None
    lines: tuple[OpenedLine, ...]
    standing: tuple[str, ...]


def act_of(user: User, act_id: UUID) -> DeskAct | None:
    """The act with which this GM broke the glass; nobody else reads by it. One query."""
    rows = DeskAct.objects.filter(
        pk=act_id, actor=user, kind="sealed-opened", week__isnull=False, team__isnull=False
    )
    return rows.select_related("week__season__campaign", "team").first()


def opened(act: DeskAct) -> Opened:
    """The orders that counted at the moment of the act: what was saved later stays sealed. Three
    queries.
    """
    row = (
        OrderSheet.objects.filter(week=act.week, team=act.team, saved_at__lte=act.at)
        .order_by("-version")
        .first()
    )
    if row is None or act.week is None:
        return Opened(state="nothing", saved_at=None, lines=(), standing=())
    sheet, house = in_play_order(read(row)), rules_in(act.week)
    names = _names(
        [key for order in sheet.orders for key in (order.spy, order.target, order.target_team)]
    )
    return Opened(
        state=row.state,
        saved_at=row.saved_at,
        lines=tuple(_line(order, names) for order in sheet.orders),
        standing=standing_words(
            sheet.standing, live=house.live_decisions, doctrine_only=house.ambush_by_doctrine
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
        what=_what(order, names),
        kit=kit_words(order),
        on_twelve=ON_TWELVE.get(order.on_twelve, ""),
    )


def _what(order: Order, names: dict[str, str]) -> str:
    if order.action == COUNTERSPY:
        return ACTIONS[order.action]
    words = f"{ACTIONS[order.action]} against {names.get(order.target_team, 'a team')}"
    if order.action == "assassinate":
        return f"{words}: {names.get(order.target, 'someone') if order.target else 'anyone'}"
    if order.action == "blow_up":
        return (
            f"{words}: {'a named vehicle' if order.target else 'any vehicle'}, "
            f"{plural(order.bricks, 'brick')}"
        )
    return words
