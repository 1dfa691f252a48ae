"""Random pairs of worlds that differ in hidden facts, including orders: the reader reads the same
bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from espionage.rules.orders import Order, Sheet, Standing
from espionage.services.sheets import SheetRefused
from tests.siege import dice, in_shares

from .comparing import Heard, hear
from .conftest import FOCUS
from .differences import DIFFERENCES, Acts, Always, Difference, merged
from .drawn_duels import draw, hear_both
from .objects import telling
from .test_two_worlds import assert_same
from .worlds import A, B, C, D

if TYPE_CHECKING:
    from random import Random

    from .asking import Site
    from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(1800)]

PEOPLE: Final = ("Vesper", "Rook", "Fuse", "Sable", "Wrench", "Doc")
MOST_AT_ONCE: Final = 8
"""Maximum number of differences per world."""
PLAYED_ON: Final = 0.2
"""Share of pairs that are looked at after the deadline, where orders have results."""
DRIVEN: Final = 4
"""One in this number of pairs has a duel driven on the site."""


@pytest.mark.promise("worlds")
@in_shares(4, 400, of=40)
def test_random_worlds_with_hidden_differences_look_the_same(
    world: World,
    site: Site,
    base: Callable[..., Heard],
    rounds: range,
    tried: Callable[[int], None],
) -> None:
    for number in rounds:
        chance = dice("worlds", number)
        reader = world.readers[chance.choice(FOCUS)]
        if number % DRIVEN == 0:
            assert_same(*hear_both(site, world, draw(reader, f"{number}")))
            tried(1)
            continue
        phase = "open" if chance.random() > PLAYED_ON else chance.choice(("playing", "settled"))
        first, second = drawn(world, reader, phase, chance)
        one = (
            hear(site, world, first, (phase,), [reader], telling, why=True)
            if first
            else base(phase, FOCUS if phase == "open" else (reader.name,)).only((phase,), [reader])
        )
        two = hear(site, world, second, (phase,), [reader], telling, like=one)
        assert one.answers
        assert_same(one, two)
        tried(1)


def drawn(world: World, reader: Reader, phase: str, chance: Random) -> tuple[Acts, Acts]:
    """Draw two ways to live a week that this reader may not tell apart: some hidden differences,
    and random orders while they are sealed.
    """
    unknown = [one for one in DIFFERENCES if hidden(one, reader, phase)]
    many = min(chance.randint(1, MOST_AT_ONCE), len(unknown))
    one, two = merged(chance.sample(unknown, many))
    if phase == "open" and reader.group != "B":
        two |= {"sheet of B": partial(send_any, number=B, seed=chance.random())}
    if phase == "open" and reader.group != "C":
        two |= {"sheet of C": partial(send_any, number=C, seed=chance.random())}
    return one, two


def hidden(one: Difference, reader: Reader, phase: str) -> bool:
    """Return whether a difference is hidden from a reader now; those that need their own dice are
    asked separately.
    """
    plain = isinstance(one.one, Always) and isinstance(one.two, Always)
    return plain and phase in one.phases and reader.group not in one.knows


def send_any(world: World, number: int, seed: float) -> None:
    """Save a team's random orders once or several times."""
    chance = dice("sheet", seed)
    hours = sorted(chance.uniform(1, 28) for _ in range(chance.randint(1, 3)))
    for seen, after in enumerate(hours):
        while not sent(world, number, any_sheet(world, number, chance), seen, after):
            pass


def sent(world: World, number: int, sheet: Sheet, seen: int, after: float) -> bool:
    """Save the sheet unless the rules refuse it."""
    try:
        world.send(number, sheet, state=sheet_state(sheet), seen=seen, after=after)
    except SheetRefused:
        return False
    return True


def sheet_state(sheet: Sheet) -> str:
    """Return passed for a sheet without orders, and draft for every other one."""
    if not sheet.orders:
        return "passed"
    return "draft" if len(sheet.orders) % 2 else "final"


def any_sheet(world: World, number: int, chance: Random) -> Sheet:
    """Draw orders for some of a team's people against any of the others."""
    rivals = [team for team in (A, B, C, D) if team != number]
    missions: list[Order] = []
    for name in chance.sample(PEOPLE, chance.randint(0, len(PEOPLE))):
        action = chance.choice(("infiltrate", "assassinate", "blow_up", "counterspy"))
        more: dict[str, Any] = {"kit": any_kit(chance)}
        if action == "blow_up":
            more["bricks"] = chance.randint(1, 4)
        against = None if action == "counterspy" else chance.choice(rivals)
        missions.append(world.order(number, name, action, against, **more))
    return Sheet(orders=tuple(missions), standing=any_standing(chance))


def any_kit(chance: Random) -> Kit:
    things = chance.sample(("heavy_pistol", "smoke_grenade"), chance.randint(0, 2))
    return Kit(items=tuple(Packed(gear=thing) for thing in things))


def any_standing(chance: Random) -> Standing:
    kinds = ("infiltrate", "assassinate", "blow_up")
    return Standing(
        counterspy=tuple(sorted(chance.sample(kinds, chance.randint(1, 3)))),  # type: ignore[arg-type]
        chase_bombers=chance.choice((True, False)),
        section=chance.randint(1, 4),
        doctrine=chance.choice(("aggressive", "flee_first")),
    )
