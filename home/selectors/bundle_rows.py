"""Rows of tables as lines of JSON, and back. Bytes are written in base64, moments in UTC.

What a line must look like follows from the table, and is described for other programs in
`docs/bundle.schema.json`.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import models

from campaign.league.models import StoredRules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .bundle_parts import Carried, Values

MOST_BYTES: Final = 1 << 24
"""No line is longer; the longest there are, a week's setup of a big club, have some 200 KiB."""

_TEXT: Final[Mapping[str, Any]] = {"type": "string"}
_TYPES: Final[Mapping[type[models.Field[Any, Any]], Mapping[str, Any]]] = {
    models.UUIDField: {"type": "string", "format": "uuid"},
    models.DateTimeField: {"type": "string", "format": "date-time"},
    models.BooleanField: {"type": "boolean"},
    models.BinaryField: {"type": "string", "contentEncoding": "base64"},
    models.IntegerField: {"type": "integer"},
    models.JSONField: {},
    models.CharField: _TEXT,
    models.TextField: _TEXT,
}


NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class BadRow(ValueError):
    """A line that is no row of its table: what is wrong with it, in a few words."""


def fields(part: Carried) -> dict[str, models.Field[Any, Any]]:
    """The columns of a table that are written down, by the names they have in a line."""
    return {
        field.attname: field
        for field in part.model._meta.concrete_fields
        if field.name not in part.without
    }


def target(field: models.Field[Any, Any]) -> models.Field[Any, Any]:
    """What a column holds: for a reference the key it refers to."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


def schema(part: Carried) -> dict[str, Any]:
    """The JSON Schema of a line."""
    described = {}
    for name, field in fields(part).items():
        kind = dict(next(said for base, said in _TYPES.items() if isinstance(target(field), base)))
        if field.null and kind:
            kind["type"] = [kind["type"], "null"]
        described[name] = kind
    return {
        "type": "object",
        "properties": described,
        "required": sorted(described),
        "additionalProperties": False,
    }


def encoded(part: Carried, values: Values) -> bytes:
    """A row as a line, with the line's end."""
    said = part.changed(values) if part.changed else values
    return msgspec.json.encode({name: _plain(value) for name, value in said.items()}) + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    if isinstance(value, StoredRules):
        return value.options
    return bytes(value) if isinstance(value, memoryview) else value


def decoded(part: Carried, line: bytes) -> models.Model:
    """The row of a line. A column that a bundle of an older version lacks is as in a new row.

    Raises BadRow.
    """
    try:
        said = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise BadRow("it is not a JSON object") from error
    known = fields(part)
    if strange := sorted(set(said) - set(known)):
        raise BadRow(f"there is no field {strange[0]}")
    if NUL.search(line):
        raise BadRow("it contains an invalid character")
    row = part.model(**{name: _value(known[name], value) for name, value in said.items()})
    if part.model._meta.pk.attname not in said:
        raise BadRow("its key is missing")
    return row


def _value(field: models.Field[Any, Any], said: Any) -> Any:
    """What stands in a column. Raises BadRow."""
    if said is None and field.null:
        return None
    try:
        value = _read(target(field), said)
        field.run_validators(value)
    except (ValidationError, Error, TypeError, ValueError) as error:
        raise BadRow(f"{field.attname} is not valid") from error
    if field.choices and value and value not in dict(field.flatchoices):
        raise BadRow(f"{field.attname} is not one of the allowed values")
    return value


def _read(field: models.Field[Any, Any], said: Any) -> Any:
    if isinstance(field, models.JSONField):
        return said
    if isinstance(field, models.BinaryField):
        return b64decode(said, validate=True)
    value = field.to_python(said)
    if value is None or (isinstance(value, datetime) and value.tzinfo is None):
        raise ValueError
    return value
