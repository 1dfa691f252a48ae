"""The random worlds with a driven duel find every seeded leak, and nothing without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .comparing import broken, leaks
from .drawn_duels import draw, hear_both
from .seeded_duels import SEEDED, SeededLeak

if TYPE_CHECKING:
    from .asking import Site
    from .worlds import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]


@pytest.mark.promise("seeded")
@pytest.mark.parametrize("leak", SEEDED, ids=str)
def test_a_seeded_leak_of_a_driven_duel_is_found(
    leak: SeededLeak, world: World, site: Site
) -> None:
    """In a pair of worlds that differ only in the leaked part."""
    drawn = draw(world.readers[leak.reader], leak.name, (leak.part,), over=leak.over)
    one, two = hear_both(site, world, drawn)
    assert not broken(one) + broken(two)
    assert not list(leaks(one, two)), "something is found without the leak"
    with leak.sow():
        assert list(leaks(*hear_both(site, world, drawn))), f"nobody saw it: {leak}"
