"""The public JSON Schemas of the records that tools write and read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404

from campaign.rules import house
from campaign.rules.design import VehicleDesign
from campaign.rules.duel_record import DuelRecord
from engine.codec import Reader

from .doors import open_door
from .operations import Call, Record
from .paging import Page, Paged, paged

PUBLISHED: dict[str, Callable[[], dict[str, Any]]] = {
    "duel-record": Reader[DuelRecord](DuelRecord).schema,
    "house-rules": house.schema,
    "vehicle-design": Reader[VehicleDesign](VehicleDesign).schema,
}
"""Name → schema. Other rooms add theirs when they are loaded."""


class SchemaName(Record):
    """A schema that can be fetched by its name."""

    name: str


@open_door()
def list_schemas(call: Call, query: Paged) -> Page[SchemaName]:
    """The names of all schemas."""
    return paged(call, query, sorted(PUBLISHED), lambda name: SchemaName(name=name))


@open_door()
def show(call: Call, name: str) -> dict[str, Any]:
    """One JSON Schema, as JSON Schema 2020-12."""
    if name not in PUBLISHED:
        raise Http404
    return PUBLISHED[name]()
