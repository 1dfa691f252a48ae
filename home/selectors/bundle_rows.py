"""Conversion of table rows to lines of JSON, and back.

Bytes are encoded in base64, and times are in UTC.

The format of a line is derived from its table. For other programs, it is described in
`docs/bundle.schema.json`.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from django.core.exceptions import ValidationError
from django.db import models

from campaign.house_rules.models import StoredRules

from .bundle_parts import ExportedTable, Values

MAX_LINE_BYTES: Final = 1 << 24
"""Maximum size of a line in bytes. The longest lines, a big club's setup of a week, have about 200
KiB.
"""

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
    """A line is not a valid row of its table. The message briefly gives the reason."""


def exported_fields(part: ExportedTable) -> dict[str, models.Field[Any, Any]]:
    """Return the exported columns of a table, by the names that lines use for them."""
    return {
        field.attname: field
        for field in part.model._meta.concrete_fields
        if field.name not in part.omitted_fields
    }


def target_field(field: models.Field[Any, Any]) -> models.Field[Any, Any]:
    """Return the field that a column stores. For a foreign key, return the other table's key."""
    while isinstance(field, models.ForeignKey):
        field = field.target_field
    return field


def row_schema(part: ExportedTable) -> dict[str, Any]:
    """Return the JSON Schema of a line."""
    properties = {}
    for name, field in exported_fields(part).items():
        kind = dict(
            next(
                json_type
                for base, json_type in _TYPES.items()
                if isinstance(target_field(field), base)
            )
        )
        if field.null and kind:
            kind["type"] = [kind["type"], "null"]
        properties[name] = kind
    return {
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "additionalProperties": False,
    }


def encode_row(part: ExportedTable, values: Values) -> bytes:
    """Encode a row as a line, including the line break."""
    exported = part.transform(values) if part.transform else values
    return (
        msgspec.json.encode({name: _json_value(value) for name, value in exported.items()}) + b"\n"
    )


def _json_value(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC)
    if isinstance(value, StoredRules):
        return value.options
    return bytes(value) if isinstance(value, memoryview) else value


def decode_row(part: ExportedTable, line: bytes) -> models.Model:
    """Decode a line and return its row.

    Columns that an older bundle lacks get their defaults.

    Raise BadRow if the line is invalid.
    """
    try:
        data = msgspec.json.decode(line, type=dict[str, Any])
    except msgspec.MsgspecError as error:
        raise BadRow("it is not a JSON object") from error
    columns = exported_fields(part)
    if unknown := sorted(set(data) - set(columns)):
        raise BadRow(f"there is no field {unknown[0]}")
    if NUL.search(line):
        raise BadRow("it contains an invalid character")
    row = part.model(**{name: _parse_value(columns[name], value) for name, value in data.items()})
    if part.model._meta.pk.attname not in data:
        raise BadRow("its key is missing")
    return row


def _parse_value(field: models.Field[Any, Any], value_in_file: Any) -> Any:
    if value_in_file is None and field.null:
        return None
    try:
        value = _convert(target_field(field), value_in_file)
        field.run_validators(value)
    except (ValidationError, Error, TypeError, ValueError) as error:
        raise BadRow(f"{field.attname} is not valid") from error
    if field.choices and value and value not in dict(field.flatchoices):
        raise BadRow(f"{field.attname} is not one of the allowed values")
    return value


def _convert(field: models.Field[Any, Any], value_in_file: Any) -> Any:
    if isinstance(field, models.JSONField):
        return value_in_file
    if isinstance(field, models.BinaryField):
        return b64decode(value_in_file, validate=True)
    value = field.to_python(value_in_file)
    if value is None or (isinstance(value, datetime) and value.tzinfo is None):
        raise ValueError
    return value
