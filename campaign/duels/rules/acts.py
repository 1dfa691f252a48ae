"""The data needed to create events and heats, and to challenge a team."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from core.web.api.shapes import Moment, Name
from core.web.records import field
from engine.options import use_attribute_docstrings
from engine.values import Value

from .event_cars import LentCar, PrizeCar
from .races import Laps

MAX_HEATS: Final = 12
MAX_NAME_LENGTH, MAX_MESSAGE_LENGTH = 80, 120
"""Maximum length, in characters, of event and arena names, and of messages to opponents."""
Budget: TypeAlias = Annotated[
    int,
    Meta(ge=0, le=100_000_000),
    field("Budget per team, $", help="Leave empty to use the budget from the house rules."),
]
ARENA_HELP: Final = "The name of an arena of the club or of the site, or any other name."
Place: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME_LENGTH), field("Arena", help=ARENA_HELP)]
EventTime: TypeAlias = Annotated[
    Moment, field("Time", help="In your time zone. Must be before the week closes.")
]


class Making(Value, kw_only=True):
    """A request to create an event, with its time and announcement.

    The event must start before the week closes.
    """

    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH), field("Event name")]
    arena: Place = ""
    starts_at: EventTime
    budget: Budget = 0
    laps: Laps = 0
    lent: LentCar = ""
    prize: PrizeCar = ""


@use_attribute_docstrings
class Calling(Value, kw_only=True):
    """A request to challenge the team with this slug to a duel in the current week.

    `budget` is in dollars, or 0 for the budget in the house rules. `words` is a message to the
    team.
    """

    to: Annotated[Name, field("Team", choices={})]
    starts_at: EventTime
    arena: Place = ""
    words: Annotated[str, Meta(max_length=MAX_MESSAGE_LENGTH), field("Message")] = ""
    """One line that only the two teams can read."""
    budget: Budget = 0
    name: Annotated[
        Place, field("Duel name", help="Leave empty to use the names of the two teams.")
    ] = ""


@use_attribute_docstrings
class HeatsMaking(Value, kw_only=True):
    """A request to create a set of heats and a final.

    A random draw needs either `heats` or `most`, the maximum number of cars per heat. Divisions
    need `classes`, which lists the cost limit of each division in dollars. The first `go_on` cars
    of a heat advance to the final. Heats start `minutes` apart.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60), field("Name")]
    closes_at: Annotated[Moment, field("Entries close")]
    """The heats are drawn at this time."""
    starts_at: Annotated[Moment, field("First heat")]
    """When entries close or later."""
    final_at: Annotated[Moment, field("Final")]
    """After the heats and before the week closes."""
    heats: Annotated[
        int,
        Meta(ge=0, le=MAX_HEATS),
        field(
            "Random draw: number of heats",
            help="Cars are spread evenly over the heats. To use another method, leave this empty "
            "and fill in one of the next fields.",
            bounds=(1, MAX_HEATS),
        ),
    ] = 0
    most: Annotated[int, Meta(ge=0, le=99), field("Maximum cars per heat", bounds=(2, 99))] = 0
    """For a random draw, this sets the number of heats. For divisions, larger ones are split."""
    classes: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=100_000_000)], ...],
        field("Divisions: maximum vehicle cost in each, $"),
    ] = ()
    go_on: Annotated[
        int, Meta(ge=1, le=MAX_HEATS), field("Cars that advance from each heat", required=True)
    ] = 2
    minutes: Annotated[
        int, Meta(ge=0, le=10_000), field("Minutes between heats", required=True)
    ] = 60
    arena: Annotated[Place, field("Arena of the heats")] = ""
    final_arena: Annotated[Place, field("Arena of the final")] = ""
    """Leave empty to use the arena of the heats."""
