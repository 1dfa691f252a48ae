"""The look of a club's event: liveries, boards and the crowd (V181, V182)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec import UNSET

from autoduel.club.stock import BY_KEY
from autoduel.game import AUTODUEL
from autoduel.rules.events import (
    Aimed,
    Exploded,
    Fired,
    LostControl,
    Out,
    Over,
    Ram,
    TurnBegins,
    TurnEvent,
)
from autoduel.rules.values import NOBODY, Livery, Show, View
from autoduel.tabletop import AUTODUEL_TABLE
from autoduel.tabletop.crowd import crowd_line, verdict
from autoduel.tabletop.picture import picture
from autoduel.tabletop.stages import stages
from campaign.duels.rules.crowd import applause
from campaign.league.models import Campaign
from core.web.pictures.badges import KEYS, PAINTS, nearest_paint
from engine.codec import Codec, encode
from engine.values import Seat, changed
from play.selectors.matches import current_match
from play.tabletop.board import Group, Text
from play.views.svg import svg

from .garage import start_duel
from .test_live_duels import at_duel_time
from .weeks import make_club_with_duel, table_of

if TYPE_CHECKING:
    from collections.abc import Iterator

GREYHOUND = BY_KEY["greyhound"].car
SHOW = Show(
    title="Harbour Lights: Duel of week 4",
    adverts=("Anvil", "Basilisk"),
    liveries=(Livery(paint="teal", emblem="chevron"), Livery(paint="plum", emblem="plain")),
)


def show_view(**first: Any) -> View:
    state = start_duel(GREYHOUND, GREYHOUND, **{"show": SHOW, **first})
    return AUTODUEL.view(state, Seat(0))


def texts(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.words
        elif isinstance(shape, Group):
            yield from texts(shape.shapes)


def test_v181_cars_have_their_teams_paint_and_emblem() -> None:
    drawn = svg(picture(show_view()), {})
    assert 'class="car side-0 mine paint-teal"' in drawn or "side-0 paint-teal" in drawn
    assert "side-1 paint-plum" in drawn
    assert drawn.count('class="crest"') == 1  # a plain emblem has no pattern


def test_v181_the_boards_name_the_club_the_event_and_the_teams() -> None:
    view = show_view()
    words = list(texts(picture(view).shapes))
    assert words[:3] == ["Harbour Lights: Duel of week 4", "Anvil", "Basilisk"]
    board = AUTODUEL_TABLE.board(view, ("Ann", "Bob"))
    assert board.drawing is not None
    assert board.drawing.label.startswith("Harbour Lights: Duel of week 4. Foundry Floor")
    said = [line for passage in board.words for line in passage.lines]
    assert (
        "The board says Harbour Lights: Duel of week 4. On the walls: Anvil and Basilisk." in said
    )


def test_v181_a_long_name_is_shortened_to_its_board() -> None:
    show = changed(SHOW, title="x" * 120, adverts=("y" * 60, "Basilisk"))
    title, advert, _ = list(texts(picture(show_view(show=show)).shapes))[:3]
    assert title.endswith("…") and len(title) < 90
    assert advert.endswith("…") and len(advert) < 60


def test_v181_a_duel_in_the_lobby_has_no_boards_and_the_colours_of_its_seats() -> None:
    drawn = svg(picture(show_view(show=UNSET)), {})
    assert "paint-" not in drawn and "board-words" not in drawn and "crest" not in drawn


def test_v181_the_look_of_an_event_has_no_effect_on_play() -> None:
    with_show, without = show_view(), show_view(show=UNSET)
    assert changed(with_show.table, show=UNSET) == without.table
    assert with_show.own == without.own


def test_v181_a_setup_is_stored_with_its_look_and_without_one_as_before() -> None:
    setup = AUTODUEL.setups()[0]
    assert b"show" not in encode(setup)
    with_show = changed(setup, show=SHOW)
    assert Codec(AUTODUEL).setup.decode(encode(with_show)) == with_show


@pytest.mark.parametrize(
    ("colour", "paint"),
    [("#c3271f", "signal"), ("#c4281f", "signal"), ("#0a7a85", "teal"), ("matt black", "asphalt")],
)
def test_v181_a_custom_colour_has_the_paint_that_looks_most_like_it(
    colour: str, paint: str
) -> None:
    assert nearest_paint(colour) == paint


def test_v181_every_paint_is_its_own_nearest() -> None:
    assert [nearest_paint(colour) for colour, _, _ in PAINTS] == list(KEYS.values())


# --- the crowd ---

HIT = Fired(car=0, phase=1, look="gun", target=1, hit=True, points=5, facing="front")
GRAZE = changed(HIT, points=1)
MISS = changed(HIT, hit=False, points=0)
KILL = Out(car=1, why="wrecked", killer=0, person=0)
CRASH = Ram(car=0, other=1, kind="head-on", speed=30, faces=(6,), dealt=(3, 4))
SLIDE = LostControl(car=1, what="skid", amount=250)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((), ""),
        ((MISS, GRAZE), ""),
        ((HIT,), "The fans of Side 0 cheer the hit."),
        ((HIT, CRASH), "The crowd groans at the crash."),
        ((HIT, SLIDE), "The crowd gasps as Greyhound loses control."),
        ((HIT, KILL), "The fans of Side 0 are on their feet: Greyhound is out!"),
        ((changed(KILL, killer=NOBODY),), "The crowd roars: Greyhound is out!"),
        ((changed(KILL, why="yielded"),), "The crowd whistles at Greyhound."),
        ((Exploded(car=1, faces=(6,)), KILL), "The crowd is on its feet: Greyhound blows up!"),
        ((KILL, Over(ending="last-side", places=(1, 2))), "The crowd applauds Side 0."),
    ],
)
def test_v182_the_crowd_reacts_to_the_most_exciting_event(events: Any, said: str) -> None:
    assert crowd_line(show_view().table, events) == said


def test_v182_the_crowd_knows_nothing_secret() -> None:
    aimed = Aimed(car=0, weapon=0, target=1, number=7, faces=(6, 6))
    assert crowd_line(show_view().table, [aimed]) == ""


def test_v182_reactions_follow_the_lines_of_their_phase_in_the_film() -> None:
    view = show_view()
    tellings: list[tuple[TurnEvent, str]] = [
        (TurnBegins(turn=1), "Turn 1."),
        (HIT, "Phase 1: a hit."),
        (MISS, "A miss."),
    ]
    (stage,) = stages(view, view, tellings)
    assert stage.lines == (
        "Turn 1.", "Phase 1: a hit.", "A miss.", "The fans of Side 0 cheer the hit.",
    )  # fmt: skip


def test_v182_the_result_says_whom_the_crowd_applauds() -> None:
    table = changed(show_view().table, ending="last-side", places=(2, 1))
    assert verdict(table) == "The crowd applauds Side 1."
    cars = list(table.cars)
    crew = (changed(cars[1].crew[0], kills=1), *cars[1].crew[1:])
    cars[1] = changed(cars[1], crew=crew)
    assert verdict(changed(table, cars=tuple(cars))) == (
        "The crowd applauds Side 1. The loudest cheers are for Side 1: 1 kill."
    )
    assert applause(("A", "B"), (1, 1), (2, 2)) == (
        "The crowd applauds A and B. The loudest cheers are for A and B: 2 kills."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("is_public", [True, False])
def test_v181_a_clubs_duel_has_its_public_names_and_its_teams_colours(is_public: bool) -> None:
    club = make_club_with_duel("live")
    Campaign.objects.filter(pk=club.campaign.pk).update(public_at=club.at if is_public else None)
    with at_duel_time(club):
        table = table_of(club)
        assert table.match is not None
        match = current_match(table.match)
    show = match.state.table.show
    assert show is not UNSET
    public_name = f"{club.campaign.name}: " if is_public else ""
    assert show.title == f"{public_name}{club.duel.title}"
    assert list(show.adverts) == list(match.state.table.sides)
    teams = {team.name: team for team in club.teams}
    assert [livery.paint for livery in show.liveries] == [
        nearest_paint(teams[name].colour) for name in match.state.table.sides
    ]
