"""House rules about sealed orders: showing whose orders are in reveals neither content nor number
nor times of saves, nor drafts; resolving when all are in does not reveal who is missing.
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
"""One reader of each role who runs neither Basilisk nor Cobra."""


def rule(world: World, **said: bool) -> None:
    """Give the open week this house rule."""
    rules = {**(world.week.rules or {}), **said}
    Week.objects.filter(pk=world.week.pk).update(rules=rules)


def away(world: World) -> None:
    """Put both owners of Basilisk on a public holiday over the deadline; one of them is in every
    life.
    """
    holidays.start_holiday(user=world.owner(B), starts=world.at, ends=world.at + timedelta(days=12))


def bot(world: World) -> None:
    """Let a bot act publicly for Basilisk this week."""
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
    """Return the readers of a pair of lives; everyone reads some pairs in every run."""
    if SIEGE:
        return OTHERS
    first = dice("shown").randrange(len(OTHERS)) + list(PAIRS).index(pair)
    return tuple(OTHERS[(first + more) % len(OTHERS)] for more in range(2))


@pytest.mark.parametrize("pair", PAIRS)
def test_showing_who_has_sealed_orders_reveals_nothing_else(
    pair: str, world: World, site: Site, lived: Lived
) -> None:
    """In a usual run two of the four readers ask about each pair, starting with one drawn by the
    day's seed.
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
    readers = [world.readers["rival"]]
    one = hear(site, world, SHOWN, ("open",), readers, telling)
    two = hear(site, world, {**SHOWN, "sheet of B": nothing}, ("open",), readers, telling)
    assert one.answers != two.answers
