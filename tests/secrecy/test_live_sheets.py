"""A team's ticks of armour, parts and shots at the table stay private: no page, count or time shows
them to others (C41, C42).
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

import pytest

from campaign.duels.models import DuelEntry
from campaign.duels.rules.live_sheet import Mark
from campaign.duels.services import live as services
from tests.factories import duel_of

from .asking import Answer, Site
from .comparing import heard_at_duel
from .worlds import B, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.promise("worlds")]

PAGES: Final = (
    "club", "week", "duel", "duel-table", "duel-record", "duel-draft", "duel-papers", "news",
    "desk", "desk-duel",
    "notices", "me", "api-duel", "api-duel-table", "api-duel-rolls", "api-duel-sheets",
    "api-duel-papers", "api-duel-record", "api-duel-form", "api-week", "api-news", "api-errands",
)  # fmt: skip
"""Pages where a ticked sheet could show."""
PUBLIC: Final = ("speed=40", "handling=-2", "fate=yielded")


def tick(world: World, private: tuple[str, ...]) -> None:
    """Mark Basilisk's sheet: private marks, then public ones."""
    entry = DuelEntry.objects.get(duel=world.week.pk, team=world.team(B), withdrawn_at=None)
    clock = int(world.at.timestamp() * 1000)
    said = [*private, *PUBLIC]
    services.add_marks(
        duel=duel_of(world.week),
        team=world.team(B),
        entry=entry.pk,
        marks=[
            Mark(
                id=str(UUID(int=nth)),
                clock=clock + nth,
                kind="set" if "=" in one else "tick",
                what=one.partition("=")[0],
                value=one.partition("=")[2],
            )
            for nth, one in enumerate(said, 1)
        ],
        actor=world.owner(B),
        now=world.at,
    )


def heard(world: World, site: Site, private: tuple[str, ...]) -> dict[tuple[str, str], Answer]:
    """Return what everyone reads while the duel is driven."""
    return heard_at_duel(world, site, PAGES, "marks", lambda world: tick(world, private))


def test_c41_only_owners_see_their_teams_ticks(world: World, site: Site) -> None:
    private = ("armour:front", "armour:front", "plant", "armour:left")
    one, two = heard(world, site, private), heard(world, site, ())
    wrong = {key for key in one if one[key] != two[key]}
    owners = {reader.name for reader in world.readers.values() if reader.group == "B"}
    assert {who for who, _ in wrong} == owners
    assert {name for _, name in wrong} == {"duel-table", "duel-draft", "api-duel-sheets"}
    for reader, name in (("rival", "duel-table"), ("spectator", "api-duel-table")):
        assert one[reader, name].status == 200
        assert b"yielded" in one[reader, name].body
