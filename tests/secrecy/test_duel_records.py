"""A team's private marks in a duel's record stay private while the record waits for signatures
(C27).
"""

from __future__ import annotations

from typing import Final

import pytest

from campaign.duels.rules.duel_record import Hurt, Worn, with_marks
from campaign.duels.rules.duel_record import Marks as Own
from campaign.duels.services import drafts
from campaign.garage.rules.record import Wear
from tests.factories import duel_of

from .asking import Answer, Site
from .comparing import heard_at_duel
from .worlds import B, World, what_it_came_to

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600), pytest.mark.promise("worlds")]

PAGES: Final = (
    "club", "week", "duel", "duel-record", "news", "desk", "desk-duel", "notices", "me",
    "api-duel", "api-duel-record", "api-week", "api-news", "api-errands", "api-duel-form",
)  # fmt: skip
"""Pages where a waiting record could show."""


def draft(world: World, marks: Own) -> None:
    """Draft the week's record as Basilisk with its own losses."""
    drafts.draft(
        duel=duel_of(world.week),
        team=world.team(B),
        record=with_marks(what_it_came_to(world), [marks]),
        seen_number=0,
        actor=world.owner(B),
        now=world.at,
    )


def heard(world: World, site: Site, marks: Own) -> dict[tuple[str, str], Answer]:
    """Return what everyone reads while the record waits for signatures."""
    return heard_at_duel(world, site, PAGES, "draft", lambda world: draft(world, marks))


def test_c27_only_owners_see_their_teams_marks_while_it_is_signed(world: World, site: Site) -> None:
    driver, car = (str(world.who(B, "Rook").pk), str(world.car(B).pk))
    marks = Own(
        vehicles=(Worn(vehicle=car, damage=(Wear(part="armour:front", lost=3),)),),
        hurt=(Hurt(character=driver, lost=1),),
    )
    one, two = heard(world, site, marks), heard(world, site, Own())
    wrong = {key for key in one if one[key] != two[key]}
    owners = {reader.name for reader in world.readers.values() if reader.group == "B"}
    assert {who for who, _ in wrong} == owners
    assert one["rival", "duel-record"].status == one["spectator", "api-duel-record"].status == 200
