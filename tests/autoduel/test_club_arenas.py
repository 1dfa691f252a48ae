"""A club's own arenas: their rules, and duels that are driven and printed in them (C130)."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any

import msgspec
import pytest
from django_scopes import scopes_disabled

from autoduel.club.arenas import autoduel_arena, check_arena, read_arena
from autoduel.doctrine.roads import PathFinder
from autoduel.game import AUTODUEL
from autoduel.rules.arenas import ARENAS as DRIVEN_ARENAS
from autoduel.services.week_duels import choose_entries
from campaign.duels.rules.arena_templates import COLONNADE, EMPTY_FLOOR, FIGURE_EIGHT, TEMPLATES
from campaign.duels.rules.arenas import (
    ARENAS,
    FOUNDRY,
    MAX_SIZE,
    SALTMARKET,
    Arena,
    Block,
    Gate,
    Pylon,
    choose_arena,
)
from campaign.duels.selectors.arenas import arena_of, arenas_of
from campaign.league.models import Duel
from core.web.refusals import BadForm
from engine.values import changed
from espionage.services.tick import tick
from home.services.bundle_import import import_bundle
from play.running import readers
from tests.arenas import PIT, add_arena
from tests.autoduel.weeks import driven_duel, make_club_with_duel, table_of, think
from tests.factories import Club, found_club, person
from tests.home.carrying import another_site, bundle_of

YARD = changed(EMPTY_FLOOR, key="own-yard", name="Yard")


def sentences(arena: Arena) -> list[str]:
    return [problem.sentence for problem in check_arena(arena)]


def with_walls(*walls: tuple[float, float, float, float]) -> Arena:
    blocks = tuple(Block(left=a, low=b, right=c, high=d) for a, b, c, d in walls)
    return changed(YARD, blocks=blocks)


def as_sets(arena: Any) -> list[Any]:
    return [
        arena.width, arena.height, set(arena.walls), set(arena.gravel),
        {msgspec.json.encode(pylon) for pylon in arena.pylons},
        arena.gates,
    ]  # fmt: skip


@pytest.mark.parametrize("arena", ARENAS, ids=lambda arena: arena.key)
def test_v65_the_printed_arena_has_the_shapes_of_the_driven_one(arena: Arena) -> None:
    driven = DRIVEN_ARENAS[arena.key]
    assert autoduel_arena(arena) == driven
    converted = autoduel_arena(changed(arena, key="own-copy"))
    assert as_sets(converted) == as_sets(driven)


@pytest.mark.parametrize("arena", [*TEMPLATES.values(), *ARENAS], ids=lambda arena: arena.key)
def test_v173_templates_and_the_sites_arenas_are_legal(arena: Arena) -> None:
    own = changed(arena, key="own-copy", name="Copy")
    assert read_arena(msgspec.to_builtins(own)) == (own, ())
    assert len(arena.gates) == 8
    driven = autoduel_arena(own)
    for gate in driven.gates:
        paths = PathFinder(driven, gate.pose[:2])
        assert all(paths.path_length(other.pose[:2]) is not None for other in driven.gates)


def test_v172_a_ramp_is_loose_ground_on_the_site() -> None:
    ramp = FIGURE_EIGHT.ramps[0]
    driven = autoduel_arena(FIGURE_EIGHT)
    assert driven.gravel == (((23000, 11000), (27000, 11000), (27000, 15000), (23000, 15000)),)
    assert (ramp.left, ramp.high) == (23, 15)


@pytest.mark.parametrize(
    ("arena", "sentence"),
    [
        (with_walls((4, 0, 5, 24)), "Gate 1 needs six inches of open ground in front of it."),
        (with_walls((8, 0, 9, 24)), "There is no route from gate 1 to gate 2."),
        (with_walls((12, 4, 20, 5)), "Gate 3 needs six inches of open ground in front of it."),
        (
            with_walls((20, 7, 26, 8), (20, 10, 26, 11), (25, 7, 26, 11)),
            "The narrow lane at 24.5, 9.5 is a dead end.",
        ),
        (
            with_walls((20, 4, 26, 5), (20, 8, 26, 9), (20, 4, 21, 9), (25, 4, 26, 9)),
            "Cars cannot reach the ground at 21.5, 5.5.",
        ),
        (with_walls((30, 3, 33, 4)), "Wall 1 is not inside the arena or has no area."),
        (with_walls((3, 3, 3, 4)), "Wall 1 is not inside the arena or has no area."),
        (changed(YARD, gates=YARD.gates[:1]), "An arena needs at least two gates."),
        (
            changed(YARD, gates=(*YARD.gates, Gate(side="west", along=0.5))),
            "Gate 5 does not fit in its wall.",
        ),
        (
            changed(YARD, gates=(*YARD.gates, Gate(side="west", along=13))),
            "Gates 1 and 5 are too close.",
        ),
        (changed(YARD, corners=12), "The cut corners leave less than six inches of a side."),
        (
            changed(YARD, pylons=(Pylon(x=40, y=3),)),
            "Pillar 1 is not inside the arena.",
        ),
        (
            changed(YARD, name="saltmarket"),
            "saltmarket is an arena of the site. Choose another name.",
        ),
    ],
)  # fmt: skip
def test_v173_an_arena_with_a_fault_is_refused(arena: Arena, sentence: str) -> None:
    assert sentences(YARD) == []
    assert sentence in sentences(arena)


def test_v173_an_alcove_that_a_car_can_back_out_of_is_legal() -> None:
    assert sentences(with_walls((22, 7, 24, 8), (22, 10, 24, 11), (23, 7, 24, 11))) == []


@pytest.mark.parametrize(
    "change",
    [
        {"width": MAX_SIZE + 1},
        {"gates": YARD.gates * 3},
        {"blocks": ({"left": 0.3, "low": 0, "right": 1, "high": 1},)},
        {"pylons": [{"x": 5, "y": 5, "radius": 0.5}] * 41},
        {"name": ""},
    ],
)
def test_c130_an_arena_has_limits(change: dict[str, Any]) -> None:
    arena, problems = read_arena(msgspec.to_builtins(YARD) | msgspec.to_builtins(change))
    assert arena is None
    assert len(problems) == 1


def test_c32_the_name_of_a_duels_arena_selects_it() -> None:
    own = (PIT, YARD)
    assert choose_arena(" the PIT ", 1, own) == PIT
    assert choose_arena("Night at the pit", 1, own) == PIT
    assert choose_arena("Saltmarket", 1, own) == SALTMARKET
    assert choose_arena("Behind the barn", 3, own) == SALTMARKET
    assert choose_arena("", 1, own) == FOUNDRY


def test_v3_an_arena_with_few_gates_takes_the_first_cars() -> None:
    from .test_week import entries_of

    picked = [one.entry.pk for one in choose_entries(entries_of(*"aabbc"), gates=4)]
    assert picked == [0, 2, 4]


# --- in a club ------------------------------------------------------------------------------------


def at_the_pit(club: Club) -> None:
    with club.scope():
        Duel.objects.filter(pk=club.duel.pk).update(arena="The Pit")


@pytest.mark.django_db
def test_c130_a_duel_is_driven_in_the_clubs_arena_and_keeps_it() -> None:
    club = make_club_with_duel()
    add_arena(club)
    at_the_pit(club)
    tick(now=club.at)
    match = table_of(club).match
    assert match is not None
    setup = readers(AUTODUEL.key).setup.decode(match.setup)
    assert setup.arena == autoduel_arena(PIT)
    add_arena(club, changed(PIT, pylons=()))
    match.refresh_from_db()
    assert readers(AUTODUEL.key).setup.decode(match.setup) == setup
    think(club)
    tick(now=club.at + timedelta(minutes=1))
    assert driven_duel(club).record


@pytest.mark.django_db
def test_c32_the_paper_pack_shows_the_arena_that_the_site_would_drive_in() -> None:
    club = found_club(teams=2)
    add_arena(club)
    with club.scope():
        duel = Duel.objects.select_related("week__season").get(pk=club.duel.pk)
        duel.arena = "The Pit"
        assert arena_of(duel) == PIT
        duel.arena, duel.week.number = "Midville Arena", 2
        assert arena_of(duel).name == "Kessel Oval"


@pytest.mark.django_db
def test_c130_an_illegal_arena_is_refused_by_the_service() -> None:
    club = found_club(teams=2)
    with pytest.raises(BadForm, match="There is no route"):
        add_arena(club, with_walls((8, 0, 9, 24)))
    with pytest.raises(BadForm, match="key"):
        add_arena(club, changed(YARD, key="saltmarket"))
    with club.scope():
        assert arenas_of(club.campaign.pk) == ()


@pytest.mark.django_db
def test_c130_a_bundle_takes_the_arenas_along() -> None:
    with another_site():
        club = found_club(teams=2)
        add_arena(club)
        add_arena(club, changed(COLONNADE, key="own-c", name="Columns"))
        bundle = bundle_of(club.campaign, club.at)
    imported = import_bundle(BytesIO(bundle), gm=person("host"), now=club.at)
    with scopes_disabled():
        assert [arena.name for arena in arenas_of(imported.campaign.pk)] == ["Columns", "The Pit"]
