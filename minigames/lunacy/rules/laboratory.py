"""The laboratory's rooms, connections and distances (L1, L10, L17).

A place is a number. Rooms are 0 to 24, floor by floor from the ground, and from the left on each
floor. The two entrances, the helipad and `NOWHERE` (the place of dead spies) follow.
"""

from __future__ import annotations

from typing import Final

ROOMS: Final = range(25)
LEFT_ENTRANCE: Final = 25
RIGHT_ENTRANCE: Final = 26
HELIPAD: Final = 27
NOWHERE: Final = 28
ENTRANCES: Final = (LEFT_ENTRANCE, RIGHT_ENTRANCE)


def room(column: int, floor: int) -> int:
    """Return the place of a room in a column, 1 to 5 from the left, on a floor, 1 to 5."""
    return (floor - 1) * 5 + column - 1


def column(place: int) -> int:
    """Return the column of a room, 1 to 5."""
    return place % 5 + 1


def floor(place: int) -> int:
    """Return the floor of a room, 1 to 5."""
    return place // 5 + 1


DEFENCE_ROOM: Final = room(3, 2)
FIRST_AID: Final = room(3, 3)
WEAPON_ROOM: Final = room(3, 4)
ROOF_LIFT: Final = room(3, 5)
ENTRANCE_ROOMS: Final = {LEFT_ENTRANCE: room(1, 1), RIGHT_ENTRANCE: room(5, 1)}


def name(place: int) -> str:
    """Return the name of a place for use in sentences."""
    if place in ROOMS:
        return f"room {column(place)} on floor {floor(place)}"
    return {
        LEFT_ENTRANCE: "the left entrance",
        RIGHT_ENTRANCE: "the right entrance",
        HELIPAD: "the helipad",
    }.get(place, "nowhere")


def _adjacent_rooms(place: int) -> tuple[int, ...]:
    """Return adjacent rooms. Elevators connect the floors in columns 1 and 5 (L1)."""
    neighbours = [place + offset for offset in (-1, 1) if 1 <= column(place) + offset <= 5]
    lifts = [
        place + offset
        for offset in (-5, 5)
        if column(place) in (1, 5) and 1 <= floor(place) + offset // 5 <= 5
    ]
    return tuple(neighbours + lifts)


NEXT_DOOR: Final = tuple(
    [_adjacent_rooms(place) for place in ROOMS]
    + [(ENTRANCE_ROOMS[LEFT_ENTRANCE],), (ENTRANCE_ROOMS[RIGHT_ENTRANCE],), (), ()]
)
"""Places adjacent to each place for a spy, except the roof. Spies never return to an entrance
(L17).
"""

BEAT: Final = tuple(
    [
        (
            *NEXT_DOOR[place],
            *(
                entrance
                for entrance, entrance_room in ENTRANCE_ROOMS.items()
                if entrance_room == place
            ),
        )
        if place in ROOMS
        else NEXT_DOOR[place]
        for place in range(NOWHERE + 1)
    ]
)
"""Places adjacent to each place for the police, including entrances but not the roof (L10, L17)."""


def is_lift(start: int, to: int) -> bool:
    """Return whether this step is taken in an elevator, including the roof elevator."""
    return to == HELIPAD or (abs(start - to) == 5 and start in ROOMS and to in ROOMS)


def cost(start: int, to: int, *, burdened: bool) -> int:
    """Return the action points of one step: 2 on foot with the whole Thingamajig, otherwise 1."""
    return 2 if burdened and not is_lift(start, to) else 1


LIGHT: Final = tuple([tuple([(to, 1) for to in NEXT_DOOR[place]]) for place in range(NOWHERE + 1)])
"""Steps from each place with their cost in action points."""

HEAVY: Final = tuple(
    [
        tuple(
            [
                (to, cost(place, to, burdened=True))
                for to in (*NEXT_DOOR[place], *((HELIPAD,) if place == ROOF_LIFT else ()))
            ]
        )
        for place in range(NOWHERE + 1)
    ]
)
"""Steps for a spy with all three pieces, which give access to the roof elevator."""


def _distances(start: int) -> tuple[int, ...]:
    """Return the number of steps for the police from here to every place. Unreachable places have
    99.
    """
    distances, queue = {start: 0}, [start]
    for place in queue:
        for to in BEAT[place]:
            if to not in distances:
                distances[to] = distances[place] + 1
                queue.append(to)
    return tuple([distances.get(place, 99) for place in range(NOWHERE + 1)])


DISTANCE: Final = tuple([_distances(place) for place in range(NOWHERE + 1)])
"""`DISTANCE[a][b]` is the number of steps from a to b on the shortest route, elevators included
(L10).
"""

TOWARDS: Final = tuple(
    [
        tuple(
            [
                tuple(
                    [step for step in BEAT[start] if DISTANCE[step][goal] < DISTANCE[start][goal]]
                )
                for goal in range(NOWHERE + 1)
            ]
        )
        for start in range(NOWHERE + 1)
    ]
)
"""`TOWARDS[a][b]` holds the first steps of all shortest routes from a to b."""
