"""A cross-section of the laboratory that shows everything the seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.words import capital, count_noun, join_items
from minigames.lunacy.rules.laboratory import (
    DEFENCE_ROOM,
    ENTRANCES,
    FIRST_AID,
    HELIPAD,
    LEFT_ENTRANCE,
    NOWHERE,
    RIGHT_ENTRANCE,
    ROOF_LIFT,
    ROOMS,
    WEAPON_ROOM,
    column,
    floor,
)
from minigames.lunacy.rules.values import SEATS, State, Table, View
from play.tabletop.board import Drawing, Group, Path, Rect, Shape, Text

from . import words
from .cartoon import (
    CROSS,
    FURNITURE,
    SHIELD,
    SWORDS,
    agent,
    burst,
    emblem,
    helicopter,
    officer,
    parcel,
    part,
    siren,
)
from .knowing import RoomKnowledge, room_knowledge

WIDE: Final = 124
HIGH: Final = 96
YARD: Final = 76
ROOF: Final = 92
SHAFT: Final = 24
GROUND: Final = ROOF + 5 * HIGH
DRAWING_SIZE: Final = (2 * YARD + 5 * WIDE, GROUND + 34)
SIGNS: Final = {DEFENCE_ROOM: SHIELD, FIRST_AID: CROSS, WEAPON_ROOM: SWORDS}
LOOKS: Final = {DEFENCE_ROOM: "defensive", FIRST_AID: "firstaid", WEAPON_ROOM: "offensive"}


def picture(view: View, names: Sequence[str], click_targets: dict[int, tuple[str, str]]) -> Drawing:
    """Return the picture for a seat. `click_targets` maps places to choices and labels."""
    return _draw(view.table, names, room_knowledge(view), click_targets, view.seat)


def whole_truth(state: State, names: Sequence[str]) -> Drawing:
    """Return the picture with the true locations of all devices and pieces."""
    hidden = {
        place: [number for number in cell.tokens if number in state.table.circled]
        for place, cell in enumerate(state.cells)
    }
    truth = RoomKnowledge(
        devices={place: cell.device for place, cell in enumerate(state.cells) if cell.device},
        pieces={place: tuple(numbers) for place, numbers in hidden.items() if numbers},
        last_looks={},
    )
    return _draw(state.table, names, truth, {}, None)


def _draw(
    table: Table,
    names: Sequence[str],
    knows: RoomKnowledge,
    click_targets: dict[int, tuple[str, str]],
    viewer: int | None,
) -> Drawing:
    shapes: list[Shape] = [
        Rect(x=0, y=GROUND, width=DRAWING_SIZE[0], height=34, look="lawn"),
        *_roof(table, click_targets),
        *[_entrance(place, click_targets) for place in ENTRANCES],
        *[_room(place, table, knows, click_targets) for place in ROOMS],
        Path(d=_frame(), look="frame"),
        *_numbers(),
        *_people(table, names, viewer),
    ]
    if table.combat is not None:
        x, y = _corner(table.combat.room)
        shapes.append(
            burst(x + (SHAFT if column(table.combat.room) == 1 else 0) + 42, y + 20, "POW!")
        )
    return Drawing(
        width=DRAWING_SIZE[0],
        height=DRAWING_SIZE[1],
        label=_label(table, names, viewer),
        shapes=tuple(shapes),
        look="lunacy",
        zooms=True,
    )


def _label(table: Table, names: Sequence[str], viewer: int | None) -> str:
    place = [
        f"{'You are' if seat == viewer else f'{names[seat]} is'} {words.position(table, seat)}."
        for seat in SEATS
    ]
    return f"The laboratory, five floors of five rooms. {' '.join(place)}"


# --- the building ---------------------------------------------------------------------------------


def _corner(place: int) -> tuple[int, int]:
    """Return the coordinates of a place's upper left corner."""
    if place == LEFT_ENTRANCE:
        return 0, GROUND - HIGH
    if place == RIGHT_ENTRANCE:
        return YARD + 5 * WIDE, GROUND - HIGH
    if place == HELIPAD:
        return YARD + 2 * WIDE, ROOF - HIGH
    return YARD + (column(place) - 1) * WIDE, GROUND - floor(place) * HIGH


def _clickable(
    place: int,
    click_targets: dict[int, tuple[str, str]],
    shapes: Sequence[Shape],
    look: str,
    title: str,
) -> Group:
    """Return the shapes of a place. If the place has a choice, it can be clicked."""
    x, y = _corner(place)
    choice, label = click_targets.get(place, ("", title))
    if choice:
        wide, top = (YARD, 0) if place in ENTRANCES else (WIDE, 36 if place == HELIPAD else 0)
        shapes = (
            *shapes,
            Rect(x=5, y=top + 5, width=wide - 10, height=HIGH - top - 10, round=6, look="open"),
        )
    return Group(
        shapes=tuple(shapes),
        x=x,
        y=y,
        look=f"{look} way" if choice else look,
        choice=choice,
        title=label,
    )


def _room(
    place: int, table: Table, knows: RoomKnowledge, click_targets: dict[int, tuple[str, str]]
) -> Group:
    """Return a room, which is lit if a spy has searched its tokens."""
    current_place = table.rooms[place]
    lit = "lit" if current_place.looked_by is not None else "dark"
    shapes: list[Shape] = [
        Rect(x=0, y=0, width=WIDE, height=HIGH, look="wall"),
        Path(d=f"M0 {HIGH - 9}H{WIDE}V{HIGH}H0Z", look="boards"),
    ]
    shapes += _furnished(place)
    shapes += _lift(place)
    shapes += _room_contents(place, table, knows)
    return _clickable(
        place,
        click_targets,
        shapes,
        f"room {lit} {LOOKS.get(place, '')}".strip(),
        capital(words.place(place)),
    )


def _furnished(place: int) -> Iterator[Shape]:
    if place in SIGNS:
        yield Group(shapes=(Path(d=SIGNS[place], look="emblem"),), x=WIDE / 2, y=52)
    elif place != ROOF_LIFT:
        x = {1: SHAFT + 26, 5: 26}.get(column(place), 38)
        yield Group(
            shapes=(Path(d=FURNITURE[(place * 3 + floor(place)) % len(FURNITURE)], look="thing"),),
            x=x,
            y=HIGH - 9,
        )


def _lift(place: int) -> Iterator[Shape]:
    if column(place) in (1, 5):
        x = 0 if column(place) == 1 else WIDE - SHAFT
        yield Rect(x=x, y=0, width=SHAFT, height=HIGH, look="shaft")
        yield Path(
            d=f"M{x + 3} {HIGH - 9}V34H{x + SHAFT - 3}V{HIGH - 9}M{x + SHAFT / 2} 34V{HIGH - 9}",
            look="doors",
        )
        yield Path(d=f"M{x + 7} 26L{x + 12} 19L{x + 17} 26ZM{x + 7} 28", look="arrow")
    elif place == ROOF_LIFT:
        x = WIDE // 2
        yield Rect(x=x - 20, y=26, width=40, height=HIGH - 35, look="shaft")
        yield Path(d=f"M{x - 16} {HIGH - 9}V34H{x + 16}V{HIGH - 9}M{x} 34V{HIGH - 9}", look="doors")
        yield Path(d=f"M{x - 8} 22L{x} 8L{x + 8} 22Z", look="arrow")


def _room_contents(place: int, table: Table, knows: RoomKnowledge) -> Iterator[Shape]:
    """Yield a room's contents.

    Pieces and loose weapons are on the left. The device, and a tick for a visited room, are on the
    right.
    """
    current_place = table.rooms[place]
    x, right = (
        (SHAFT if column(place) == 1 else 0) + 17,
        WIDE - (SHAFT if column(place) == 5 else 0) - 15,
    )
    for number in current_place.pieces:
        yield part(number, x, 17, f"Piece {number} lies open")
        x += 28
    for number in knows.pieces.get(place, ()):
        yield Group(
            shapes=(part(number, 0, 0, f"Piece {number} is hidden here"),), x=x, y=17, look="hidden"
        )
        x += 28
    for colour in current_place.weapons:
        yield emblem(colour, x, 16, f"{capital(words.weapon(colour))} lies open")
        x += 22
    if current_place.device:
        inside = knows.devices.get(place, "")
        yield parcel(right, 16, inside, capital(words.device(inside)) if inside else "A device")
        right -= 28
    if place in knows.last_looks:
        title = f"You looked here in round {knows.last_looks[place]}"
        yield Group(
            shapes=(Path(d="M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M4.5 4.5L11 11", look="lens"),),
            x=right,
            y=14,
            title=title,
        )


def _frame() -> str:
    """Return the floors, the outer walls, and the inner walls with gaps for doors."""
    right, walls = YARD + 5 * WIDE, []
    for level in range(5):
        y = ROOF + level * HIGH
        walls += [f"M{YARD + index * WIDE} {y}v34" for index in range(1, 5)]
    outer = (
        f"M{YARD} {GROUND - HIGH + 30}V{ROOF}H{right}V{GROUND - HIGH + 30}M{YARD} {GROUND}H{right}"
    )
    return outer + "".join(
        [f"M{YARD} {ROOF + level * HIGH}H{right}" for level in range(1, 5)] + walls
    )


def _numbers() -> Iterator[Shape]:
    for index in range(5):
        yield Text(
            x=YARD + index * WIDE + WIDE / 2,
            y=GROUND + 24,
            words=str(index + 1),
            anchor="middle",
            look="count",
        )
        yield Text(
            x=YARD - 10,
            y=GROUND - index * HIGH - HIGH + 19,
            words=str(index + 1),
            anchor="end",
            look="count",
        )


def _entrance(place: int, click_targets: dict[int, tuple[str, str]]) -> Group:
    start = 0 if place == LEFT_ENTRANCE else 6
    shapes = (
        Rect(x=0, y=0, width=YARD, height=HIGH, look="yard"),
        Path(d=f"M{start} 28Q{start + 35} 8 {start + 70} 28V34H{start}Z", look="awning"),
        Path(
            d=f"M{start + 14} 34V26M{start + 28} 34V22M{start + 42} 34V22M{start + 56} 34V26",
            look="stripe",
        ),
    )
    return _clickable(place, click_targets, shapes, "entrance", capital(words.place(place)))


def _roof(table: Table, click_targets: dict[int, tuple[str, str]]) -> Iterator[Shape]:
    found_count = sum([home != NOWHERE for home in table.homes])
    pad = (
        Rect(x=-26, y=8, width=WIDE + 52, height=HIGH - 8, look="sky"),
        Path(d=f"M-26 {HIGH - 8}H{WIDE + 26}V{HIGH}H-26Z", look="pad"),
        helicopter(WIDE / 2, HIGH - 8),
    )
    yield _clickable(HELIPAD, click_targets, pad, "helipad", "The helipad")
    for rank in range(3):
        title = (
            f"Alarm {rank + 1} of 3: {words.cop(rank)} "
            f"{'is called' if rank < found_count else 'is not called yet'}"
        )
        yield siren(YARD + 4 * WIDE - 8 + rank * 44, ROOF, title, lit=rank < found_count)
    x = YARD + 20
    yield Path(
        d=(
            f"M{x} {ROOF}V{ROOF - 46}M{x - 12} {ROOF - 46}Q{x} {ROOF - 30} {x + 12} "
            f"{ROOF - 46}M{x} {ROOF - 46}L{x + 6} {ROOF - 60}"
        ),
        look="aerial",
    )
    yield Text(x=YARD + 44, y=ROOF - 14, words="LABS", look="signboard")


# --- people ---------------------------------------------------------------------------------------


def _people(table: Table, names: Sequence[str], viewer: int | None) -> Iterator[Shape]:
    """Yield all figures in the laboratory. Figures that share a place stand side by side."""
    crowds: dict[int, list[tuple[str, int]]] = {}
    for seat in SEATS:
        crowds.setdefault(table.spies[seat].place, []).append(("spy", seat))
    for cop in table.cops:
        crowds.setdefault(cop.place, []).append(("cop", cop.rank))
    for place, crowd in crowds.items():
        if place == NOWHERE:
            continue
        x, y = _corner(place)
        room = (WIDE if place not in ENTRANCES else YARD) - (
            SHAFT if place in ROOMS and column(place) in (1, 5) else 0
        )
        left = x + (SHAFT if place in ROOMS and column(place) == 1 else 0)
        step = room / (len(crowd) + 1)
        for index, (kind, number) in enumerate(crowd, 1):
            yield _figure(table, names, kind, number, left + step * index, y + HIGH - 3, viewer)


def _figure(
    table: Table, names: Sequence[str], kind: str, number: int, x: float, y: int, viewer: int | None
) -> Group:
    if kind == "cop":
        cop = table.cops[number]
        load = f", with {join_items(cop.pieces)}" if cop.pieces else ""
        return officer(number, x, y, f"{capital(words.cop(number))}{load}")
    spy, side = table.spies[number], words.side(table, SEATS[number])
    title = (
        f"{'You' if number == viewer else names[number]} ({side}): health {spy.health}, "
        f"{count_noun(spy.lives, 'life') if spy.lives == 1 else f'{spy.lives} lives'}"
    )
    return agent(side, x, y, title, is_viewer=number == viewer)
