"""Names for what a field may say: a choice of words is a component of its own, so that programs
that write clients need not make up a name ("Type7") for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

REF: Final = "#/components/schemas/{name}"
ONE_KIND: Final = ("anyOf", "oneOf", "prefixItems")


def with_named_choices(components: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The records, with each choice of several words under its record's and its field's name, and a
    single word as the constant that it is. Raises ValueError where two would go by one name.
    """
    found: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    for record, schema in components.items():
        fields = schema.get("properties")
        if not isinstance(fields, dict):
            found[record] = schema
            continue
        named = {
            field: _named(kind, record + _camel(field), choices) for field, kind in fields.items()
        }
        found[record] = {**schema, "properties": named}
    if both := found.keys() & choices.keys():
        raise ValueError(f"A record and a choice would be published under one name: {both}")
    return {**found, **choices}


def _camel(field: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in field.split("_"))


def _named(schema: Any, name: str, choices: dict[str, Any]) -> Any:
    if not isinstance(schema, dict):
        return schema
    if isinstance(words := schema.get("enum"), list):
        return _choice(schema, words, name, choices)
    found = dict(schema)
    for key in ("items", "additionalProperties"):
        if key in found:
            found[key] = _named(found[key], name, choices)
    for key in ONE_KIND:
        if key in found:
            found[key] = [_named(one, name, choices) for one in found[key]]
    return found


def _choice(
    schema: dict[str, Any], words: list[Any], name: str, choices: dict[str, Any]
) -> dict[str, Any]:
    rest = {key: value for key, value in schema.items() if key not in {"enum", "type"}}
    kind = "string" if all(isinstance(word, str) for word in words) else "integer"
    if len(words) == 1:
        return {**rest, "type": kind, "const": words[0]}
    choice = {"title": name, "type": kind, "enum": words}
    while choices.get(name, choice)["enum"] != words:
        name += "Other"
        choice = {**choice, "title": name}
    choices[name] = choice
    target = {"$ref": REF.format(name=name)}
    return {**rest, "allOf": [target]} if rest else target
