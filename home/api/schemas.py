"""API operations for the public JSON Schemas of records that tools read and write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404

from campaign.duels.rules.duel_record import DuelRecord
from campaign.garage.rules.design import VehicleDesign
from campaign.garage.rules.parts import ClubParts
from campaign.house_rules.rules import house
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import open_door
from engine.codec import Codec, Reader
from espionage.rules.transcript import Transcript
from espionage.rules.week import WEEK
from espionage.selectors.sheets import READER as SHEET

CODEC = Codec(WEEK)
PUBLISHED: dict[str, Callable[[], dict[str, Any]]] = {
    "club-parts": Reader[ClubParts](ClubParts).schema,
    "duel-record": Reader[DuelRecord](DuelRecord).schema,
    "house-rules": house.schema,
    "order-sheet": SHEET.schema,
    "transcript": Reader[Transcript](Transcript).schema,
    "vehicle-design": Reader[VehicleDesign](VehicleDesign).schema,
    "week-event": lambda: CODEC.schema("event"),
    "week-move": lambda: CODEC.schema("move"),
}
"""Functions that return the schemas, by the schema's name."""


class SchemaName(Record):
    """The name of a schema."""

    name: str


@open_door()
def list_schemas(call: Call, query: Paged) -> Page[SchemaName]:
    """List the names of all schemas."""
    return paged(call, query, sorted(PUBLISHED), lambda name: SchemaName(name=name))


@open_door()
def show(call: Call, name: str) -> dict[str, Any]:
    """Return a JSON Schema (2020-12)."""
    if name not in PUBLISHED:
        raise Http404
    return PUBLISHED[name]()
