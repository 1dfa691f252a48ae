"""The games of the site: what they are, how they are set up, and the JSON Schemas of all that they
say and take.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django.http import Http404
from django.urls import reverse

from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import open_door
from core.web.records import filled
from engine.codec import Reader
from play.forms.opening import plain_options, seat_counts
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop, Credit
from play.tabletop.lessons import has_lesson
from play.views.frame import tabletop_of

PLACES: Final[dict[str, int]] = {"setup": 0, "move": 2, "event": 3, "view": 4}
"""Where a game lists its types."""


class GamePreset(Record):
    """A named way to set a game up: all its options, and how many play."""

    key: str
    title: str
    blurb: str
    seats: int
    options: dict[str, Any]


class GameOut(Record):
    """A game. `seats`: how many may play, whatever the options; `usual_seats` of them as a rule.
    `options` is the JSON Schema of what may be set, with its defaults. `bots` may sit down, the
    first one by default. `late` says what happens to who does not move in time. `opened_by_people`:
    anybody may open a table of it. `rules_version` is raised when a recorded match would replay
    differently. `min_rated_moves`: a match in which a side makes fewer moves of its own does not
    count for ratings. `lesson` and `pictures` are pages of the site that teach it, "" where there
    are none.
    """

    key: str
    title: str
    blurb: str
    credit: Credit
    minutes: str
    seats: tuple[int, ...]
    usual_seats: int
    bots: tuple[str, ...]
    late: str
    opened_by_people: bool
    rules_version: int
    min_rated_moves: int
    lesson: str
    pictures: str
    options: dict[str, Any]
    presets: tuple[GamePreset, ...]
    schemas: dict[str, str]


@open_door()
def list_games(call: Call, query: Paged) -> Page[GameOut]:
    """The games that can be played here."""
    return paged(call, query, registry.all_tabletops(), lambda tabletop: _out(call, tabletop))


@open_door()
def show(call: Call, game: str) -> GameOut:
    """One game by its key."""
    return _out(call, tabletop_of(game))


def _out(call: Call, tabletop: AnyTabletop) -> GameOut:
    presets = [
        filled(GamePreset, one, options=plain_options(tabletop, one)) for one in tabletop.presets
    ]
    counts = seat_counts(tabletop)
    return filled(
        GameOut,
        tabletop,
        seats=counts,
        usual_seats=tabletop.usual_seats or counts[0],
        bots=tabletop.may_sit,
        opened_by_people=tabletop.lobby,
        rules_version=tabletop.game.rules_version,
        lesson=_page("play-lesson", tabletop),
        pictures=_page("play-rules", tabletop),
        options=_schema(tabletop.options),
        presets=tuple(presets),
        schemas={
            what: reverse("api-game-schema", args=[tabletop.key, what])
            for what in ("options", *PLACES)
        },
    )


def _page(name: str, tabletop: AnyTabletop) -> str:
    return reverse(name, args=[tabletop.key]) if has_lesson(tabletop.key) else ""


@open_door()
def schema(call: Call, game: str, what: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a game's options, setup, moves, events or views.

    Fields that are not required may be left out of what the site sends, too: then they have the
    default that the schema names.
    """
    tabletop = tabletop_of(game)
    if what == "options":
        return _schema(tabletop.options)
    if what not in PLACES:
        raise Http404
    return _schema(tabletop.game.types[PLACES[what]])


@lru_cache(maxsize=256)
def _schema(kind: Any) -> dict[str, Any]:
    return Reader[Any](kind).schema()
