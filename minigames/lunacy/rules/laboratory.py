"""The laboratory's rooms, connections and distances (L1, L10, L17).

Places are numbers. Rooms are 0 to 24, floor by floor from the ground floor up, and from left to
right on each floor. The next numbers are the two entrances, the helipad, and `NOWHERE`, which is
the place of dead spies.
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
    """Return the room in this column and on this floor.

    Columns are 1 to 5, from the left. Floors are 1 to 5, from the ground floor up.
    """
    return (floor - 1) * 5 + column - 1


def column(place: int) -> int:
    """Return a room's column, from 1 to 5."""
    return place % 5 + 1


def floor(place: int) -> int:
    """Return a room's floor, from 1 to 5."""
    return place // 5 + 1


DEFENCE_ROOM: Final = room(3, 2)
FIRST_AID: Final = room(3, 3)
WEAPON_ROOM: Final = room(3, 4)
ROOF_LIFT: Final = room(3, 5)
ENTRANCE_ROOMS: Final = {LEFT_ENTRANCE: room(1, 1), RIGHT_ENTRANCE: room(5, 1)}


def name(place: int) -> str:
    """Return a place's name as used in sentences."""
    if place in ROOMS:
        return f"room {column(place)} on floor {floor(place)}"
    return {
        LEFT_ENTRANCE: "the left entrance",
        RIGHT_ENTRANCE: "the right entrance",
        HELIPAD: "the helipad",
    }.get(place, "nowhere")


def _adjacent_rooms(place: int) -> tuple[int, ...]:
    """Return the adjacent rooms. Elevators connect the floors in columns 1 and 5 (L1)."""
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
"""Places to which a spy can step from each place, except the roof.

Spies never step back to an entrance (L17).
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
"""Places to which a cop can step from each place, including entrances but not the roof.

See L10 and L17.
"""


def is_lift(start: int, to: int) -> bool:
    """Return whether a step uses an elevator. The roof elevator counts, too."""
    return to == HELIPAD or (abs(start - to) == 5 and start in ROOMS and to in ROOMS)


def cost(start: int, to: int, *, burdened: bool) -> int:
    """Return the cost of a step, in action points.

    A step on foot costs 2 if the spy carries all three pieces. Every other step costs 1.
    """
    return 2 if burdened and not is_lift(start, to) else 1


LIGHT: Final = tuple([tuple([(to, 1) for to in NEXT_DOOR[place]]) for place in range(NOWHERE + 1)])
"""Steps from each place for most spies, with their cost in action points."""

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
"""Steps from each place for a spy that carries all three pieces, with their cost.

Such a spy can use the roof elevator.
"""


def _distances(start: int) -> tuple[int, ...]:
    """Return the number of steps that a cop needs to reach each place from here.

    For places that cannot be reached, the number is 99.
    """
    distances, queue = {start: 0}, [start]
    for place in queue:
        for to in BEAT[place]:
            if to not in distances:
                distances[to] = distances[place] + 1
                queue.append(to)
    return tuple([distances.get(place, 99) for place in range(NOWHERE + 1)])


DISTANCE: Final = tuple([_distances(place) for place in range(NOWHERE + 1)])
"""`DISTANCE[a][b]` is the number of steps on the shortest route from a to b.

Routes can use elevators (L10).
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
"""`TOWARDS[a][b]` contains the first steps of all shortest routes from a to b."""
