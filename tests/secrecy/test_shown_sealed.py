"""House rules that speak of sealed orders: where the club sees *whose* orders are in, nothing tells
what they are, how often or when they were sent, nor a draft from nothing; where a week goes on
when all are in, nothing tells who is missing.
"""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest

from campaign.league.models import Week
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots
from play.services import holidays
from tests.siege import SIEGE, dice

from .comparing import hear
from .differences import (
    Acts,
    as_state,
    empty_draft,
    nothing,
    other_orders,
    saved_often,
    with_standing,
)
from .objects import telling
from .test_two_worlds import assert_same
from .worlds import B

if TYPE_CHECKING:
    from .asking import Site
    from .conftest import Lived
    from .worlds import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.promise("worlds")]

OTHERS: Final = ("rival", "gm", "gm-with-team", "spectator")
"""Who runs neither Basilisk nor Cobra: one of each sort."""


def rule(world: World, **said: bool) -> None:
    """The open week has this house rule."""
    rules = {**(world.week.rules or {}), **said}
    Week.objects.filter(pk=world.week.pk).update(rules=rules)


def away(world: World) -> None:
    """Both who run Basilisk are on holiday over the deadline, as everybody reads: one of them is in
    every life.
    """
    holidays.start_holiday(user=world.owner(B), starts=world.at, ends=world.at + timedelta(days=12))


def bot(world: World) -> None:
    """A bot acts for Basilisk this week, as everybody reads."""
    seat = BotSeat(temper="careful", how_long="week")
    bots.seat(team=world.team(B), bot=seat, actor=world.owner(B), now=world.at)


SHOWN: Final[Acts] = {"rule": partial(rule, show_sealed=True)}
HURRIED: Final[Acts] = {"rule": partial(rule, resolve_when_sealed=True)}
AWAY: Final[Acts] = {**SHOWN, "away": away}
STOOD_IN: Final[Acts] = {**SHOWN, "bot": bot}

PAIRS: Final[dict[str, tuple[Acts, Acts]]] = {
    "what is sealed": (SHOWN, {**SHOWN, "sheet of B": other_orders}),
    "how often and when": (SHOWN, {**SHOWN, "sheet of B": saved_often}),
    "how often and when, to the team that is the last": (
        {**SHOWN, "sheet of A": nothing},
        {**SHOWN, "sheet of A": nothing, "sheet of B": saved_often},
    ),
    "standing orders": (SHOWN, {**SHOWN, "sheet of B": with_standing}),
    "sealed or passed": (SHOWN, {**SHOWN, "sheet of B": partial(as_state, state="passed")}),
    "a draft or nothing": (
        {**SHOWN, "sheet of B": empty_draft},
        {**SHOWN, "sheet of B": nothing},
    ),
    "a draft or nothing, on holiday": (
        {**AWAY, "sheet of B": empty_draft},
        {**AWAY, "sheet of B": nothing},
    ),
    "a draft or nothing, where a bot stands in": (
        {**STOOD_IN, "sheet of B": empty_draft},
        {**STOOD_IN, "sheet of B": nothing},
    ),
    "sealed or nothing, where a bot stands in": (
        STOOD_IN,
        {**STOOD_IN, "sheet of B": nothing},
    ),
    "who is missing": (
        {**HURRIED, "sheet of B": nothing},
        {**HURRIED, "sheet of C": nothing},
    ),
    "how many are missing": (
        {**HURRIED, "sheet of B": nothing, "sheet of C": nothing},
        {**HURRIED, "sheet of C": nothing},
    ),
}


def asking(pair: str) -> tuple[str, ...]:
    """Who asks about a pair of lives: everybody asks about some, in every run."""
    if SIEGE:
        return OTHERS
    first = dice("shown").randrange(len(OTHERS)) + list(PAIRS).index(pair)
    return tuple(OTHERS[(first + more) % len(OTHERS)] for more in range(2))


@pytest.mark.parametrize("pair", PAIRS)
def test_showing_who_has_sealed_orders_reveals_nothing_else(
    pair: str, world: World, site: Site, lived: Lived
) -> None:
    """In a usual run two of the four ask, other pairs others; which begin is drawn by the day's
    seed.
    """
    readers = [world.readers[name] for name in asking(pair)]
    first, second = PAIRS[pair]
    if first is SHOWN:
        one = lived(SHOWN, "open", OTHERS).only(("open",), readers)
    else:
        one = hear(site, world, first, ("open",), readers, telling, why=True)
    two = hear(site, world, second, ("open",), readers, telling, like=one)
    assert one.answers
    assert_same(one, two)


def test_with_the_rule_the_club_sees_whether_orders_are_in(world: World, site: Site) -> None:
    """The control: with the rule the club sees it, and the comparison would."""
    readers = [world.readers["rival"]]
    one = hear(site, world, SHOWN, ("open",), readers, telling)
    two = hear(site, world, {**SHOWN, "sheet of B": nothing}, ("open",), readers, telling)
    assert one.answers != two.answers
