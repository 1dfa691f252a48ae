"""Links to a week's pages name its season, so that they stay valid in the next one."""

from __future__ import annotations

import re
from typing import Final

import pytest

from .asking import Site
from .objects import is_api, questions
from .worlds import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

LINK: Final = re.compile(rb'href="(/(?:c|clubs)/[^"]*?/(?:weeks|week|reports|duel)/\d+/[^"]*)"')


@pytest.mark.parametrize("reader", ["owner", "gm", "anonymous"])
def test_every_link_to_a_week_names_its_season(reader: str, world: World, site: Site) -> None:
    asked = [
        question
        for question in questions(world, world.readers[reader])
        if not is_api(question.name) and "?" not in question.path
    ]
    found = {
        (link.decode(), question.name)
        for question in asked
        for link in LINK.findall(site.ask(world, world.readers[reader], question).body)
    }
    assert found
    unnamed = sorted(pair for pair in found if "season=" not in pair[0])
    assert not unnamed, "\n".join(f"{link} on {name}" for link, name in unnamed)
