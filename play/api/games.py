"""The games that this site offers, with their options and the JSON Schemas of their data."""

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
"""Index of each type in a game's `types`."""


class GamePreset(Record):
    """A named set of options and a number of players."""

    key: str
    title: str
    blurb: str
    seats: int
    options: dict[str, Any]


class GameOut(Record):
    """A game. `seats` lists every number of players that is possible with some options, and
    `usual_seats` is the usual number. `options` is the JSON Schema of the game's options, with
    defaults. `bots` lists the bots that can take a seat, the default bot first. `late` says what
    happens when a player does not move in time. `opened_by_people` is true if anyone can open a
    table. `rules_version` increases when a rule change would make recorded matches replay
    differently. A match is not rated if a side makes fewer moves of its own than `min_rated_moves`.
    `lesson` and `pictures` are pages of the site that teach the game, or "".
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
    """List the games that can be played on this site."""
    return paged(call, query, registry.all_tabletops(), lambda tabletop: _out(call, tabletop))


@open_door()
def show(call: Call, game: str) -> GameOut:
    """Return a game by its key."""
    return _out(call, tabletop_of(game))


def _out(call: Call, tabletop: AnyTabletop) -> GameOut:
    presets = [
        filled(GamePreset, preset, options=plain_options(tabletop, preset))
        for preset in tabletop.presets
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
            kind: reverse("api-game-schema", args=[tabletop.key, kind])
            for kind in ("options", *PLACES)
        },
    )


def _page(name: str, tabletop: AnyTabletop) -> str:
    return reverse(name, args=[tabletop.key]) if has_lesson(tabletop.key) else ""


@open_door()
def schema(call: Call, game: str, what: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a game's options, setup, moves, events or views.

    Responses can omit fields that are not required. An omitted field has the default given in the
    schema.
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
