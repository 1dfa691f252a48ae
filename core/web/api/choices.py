"""Named components for the choices in the API description.

Without names, client generators have to invent them ("Type7").
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

REF: Final = "#/components/schemas/{name}"
LISTS_OF_SCHEMAS: Final = ("anyOf", "oneOf", "prefixItems")


def with_named_choices(components: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the components, in which each choice of several values has become its own component.

    The new component is named after the record and the field. A single value becomes a constant.
    Raise ValueError if two components would have the same name.
    """
    records: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    for record, schema in components.items():
        fields = schema.get("properties")
        if not isinstance(fields, dict):
            records[record] = schema
            continue
        with_choices = {
            field: _with_choices(kind, record + _camel(field), choices)
            for field, kind in fields.items()
        }
        records[record] = {**schema, "properties": with_choices}
    if duplicates := records.keys() & choices.keys():
        raise ValueError(f"A record and a choice would be published under one name: {duplicates}")
    return {**records, **choices}


def _camel(field: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in field.split("_"))


def _with_choices(schema: Any, name: str, choices: dict[str, Any]) -> Any:
    if not isinstance(schema, dict):
        return schema
    if isinstance(values := schema.get("enum"), list):
        return _choice(schema, values, name, choices)
    result = dict(schema)
    for key in ("items", "additionalProperties"):
        if key in result:
            result[key] = _with_choices(result[key], name, choices)
    for key in LISTS_OF_SCHEMAS:
        if key in result:
            result[key] = [_with_choices(subschema, name, choices) for subschema in result[key]]
    return result


def _choice(
    schema: dict[str, Any], values: list[Any], name: str, choices: dict[str, Any]
) -> dict[str, Any]:
    other_keys = {key: value for key, value in schema.items() if key not in {"enum", "type"}}
    kind = "string" if all(isinstance(value, str) for value in values) else "integer"
    if len(values) == 1:
        return {**other_keys, "type": kind, "const": values[0]}
    choice = {"title": name, "type": kind, "enum": values}
    while choices.get(name, choice)["enum"] != values:
        name += "Other"
        choice = {**choice, "title": name}
    choices[name] = choice
    target = {"$ref": REF.format(name=name)}
    return {**other_keys, "allOf": [target]} if other_keys else target
