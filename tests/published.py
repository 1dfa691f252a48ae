"""The published description of the API, and its changes that would break a tool.

``python -m tests.published`` updates ``docs/api/openapi.json``, ``docs/api/reference.md`` and the
examples in ``docs/api.md``. It refuses breaking changes that the API's changelog does not list;
``--release`` accepts them.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import django

from core.web.api.stability import PROMISES, Stability
from tests.guide import filled, reference

ROOT: Final = Path(__file__).parents[1]
PUBLISHED: Final = ROOT / "docs" / "api" / "openapi.json"
REFERENCE: Final = ROOT / "docs" / "api" / "reference.md"
GUIDE: Final = ROOT / "docs" / "api.md"
CHANGES: Final = ROOT / "docs" / "api" / "changelog.md"
WORDS: Final = frozenset({"description", "example", "examples", "summary", "title"})
"""Parts of a description on which no program depends."""
AT_ONCE: Final = "- At once: "
"""Beginning of a line about an urgent break in a stable subject, such as a leaked secret."""
RECORD: Final = "#/components/schemas/"
Schema = dict[str, Any]
Operations = dict[str, tuple[tuple[str, str], Schema]]
"""Operations by name: method, address and description."""


def description() -> Schema:
    """Return the API's description of the site, sorted."""
    from core.web.api.openapi import CachedGenerator

    found: Schema = json.loads(json.dumps(CachedGenerator().get_schema(), sort_keys=True))
    return found


def contract(schema: Any, *, named: bool = False) -> Any:
    """Return a description without its texts; `named` if the keys are names and not words of
    OpenAPI.
    """
    if isinstance(schema, list):
        return [contract(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    names = {"properties", "schemas", "responses", "headers", "$defs"}
    return {
        key: contract(value, named=key in names and not named)
        for key, value in schema.items()
        if named or key not in WORDS
    }


def breaking(before: Schema, after: Schema) -> Iterator[tuple[str, str]]:
    """Yield what breaks a tool written for `before` in `after`: the name of the operation or
    record, and a sentence. Both are contracts.
    """
    old, new = _operations(before), _operations(after)
    yield from ((name, "Less is promised of it.") for name in _fallen(old, new))
    for name, (where, operation) in old.items():
        if name not in new or new[name][0] != where:
            yield name, f"{' '.join(where)} is gone or stands elsewhere."
        else:
            yield from ((name, fault) for fault in _of_operation(operation, new[name][1]))
    records = after["components"]["schemas"]
    read = _reached(after, "requestBody")
    for name, record in before["components"]["schemas"].items():
        if name in records:
            faults = _of_record(record, records[name], read=name in read)
            yield from ((name, fault) for fault in faults)


def _fallen(old: Operations, new: Operations) -> list[str]:
    """Return the subjects whose stability was lowered."""
    return sorted(
        {
            operation["tags"][0]
            for name, (_, operation) in old.items()
            if name in new and _grade(new[name][1]) > _grade(operation)
        }
    )


def _grade(operation: Schema) -> int:
    """Return the rank of a stability, 0 for the firmest."""
    return [*Stability].index(Stability(operation["x-stability"]))


def _operations(schema: Schema) -> Operations:
    return {
        operation["operationId"]: ((method.upper(), path), operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def _of_operation(before: Schema, after: Schema) -> Iterator[str]:
    old, new = _parameters(before), _parameters(after)
    for place, name in old.keys() - new.keys():
        yield f"{name} ({place}) is no longer taken."
    for (place, name), said in new.items():
        if said.get("required") and not old.get((place, name), {}).get("required"):
            yield f"{name} ({place}) has to be said now."
    if before.get("requestBody") != after.get("requestBody"):
        yield "Another body is read."
    for code, answer in before["responses"].items():
        if answer.get("content") != after["responses"].get(code, {}).get("content"):
            yield f"{code} answers with something else."


def _parameters(operation: Schema) -> dict[tuple[str, str], Schema]:
    return {(said["in"], said["name"]): said for said in operation["parameters"]}


def _of_record(before: Schema, after: Schema, *, read: bool) -> Iterator[str]:
    if gone := set(before.get("enum", ())) - set(after.get("enum", ())):
        yield f"{sorted(map(str, gone))} cannot be said any more."
    old, new = before.get("properties", {}), after.get("properties", {})
    for field, kind in old.items():
        if field not in new:
            yield f"{field} is gone."
        elif kind != new[field]:
            yield f"{field} is something else."
    must, must_now = set(before.get("required", ())), set(after.get("required", ()))
    if read:
        for field in sorted(must_now - must):
            yield f"{field} has to be said now."
    for field in sorted((must - must_now) & new.keys()):
        if not read:
            yield f"{field} may be missing now."


def _reached(schema: Schema, part: str) -> set[str]:
    """Return the records to which this part of any operation refers, directly or not."""
    return _followed(schema, [one.get(part) for _, one in _operations(schema).values()])


def _followed(schema: Schema, ahead: list[Any]) -> set[str]:
    """Return the records to which these parts of a description refer, directly or not."""
    found: set[str] = set()
    while ahead:
        for name in _names(ahead.pop()) - found:
            found.add(name)
            ahead.append(schema["components"]["schemas"][name])
    return found


def _names(value: Any) -> set[str]:
    if isinstance(value, list):
        return {name for one in value for name in _names(one)}
    if not isinstance(value, dict):
        return set()
    target = str(value.get("$ref", ""))
    mine = {target.removeprefix(RECORD)} if target.startswith(RECORD) else set()
    return mine | {name for one in value.values() for name in _names(one)}


def unsaid(before: Schema, after: Schema, changes: str) -> list[str]:
    """Return the breaking changes that no line of the API's changelog names where it must: for
    stable subjects a release before, for settling ones anywhere, for experimental ones nowhere.
    """
    lines = {
        Stability.STABLE: _announced(changes),
        Stability.SETTLING: [changes],
    }
    grades = _grades(before)
    return [
        f"{name}: {said}"
        for name, said in breaking(before, after)
        if (grade := grades.get(name, Stability.STABLE)) is not Stability.EXPERIMENTAL
        and not any(f"`{name}`" in line for line in lines[grade])
    ]


def _announced(changes: str) -> list[str]:
    """Return the lines of all releases except the next, and of that one those about urgent
    changes.
    """
    parts = re.split(r"^(?=## )", changes, flags=re.MULTILINE)
    return [
        line
        for part in parts
        for line in re.split(r"^(?=- )", part, flags=re.MULTILINE)
        if not part.startswith("## After") or line.startswith(AT_ONCE)
    ]


def _grades(schema: Schema) -> dict[str, Stability]:
    """Return the stability of each operation, subject and record; for a record, that of its firmest
    operation.
    """
    found: dict[str, Stability] = {}
    firmest_last = sorted(
        _operations(schema).items(), key=lambda one: _grade(one[1][1]), reverse=True
    )
    for name, (_, operation) in firmest_last:
        grade = Stability(operation["x-stability"])
        records = _followed(schema, [operation.get("requestBody"), operation["responses"]])
        found |= dict.fromkeys([name, operation["tags"][0], *records], grade)
    return found


def main(arguments: list[str]) -> int:
    """Write the description and its documents. Return 1 if a breaking change is not listed."""
    from core.web.api.examples import stored_examples, stored_refusals

    found, before = description(), json.loads(PUBLISHED.read_text())
    if "--release" not in arguments:
        changes = unsaid(contract(before), contract(found), CHANGES.read_text())
        if changes:
            print("List these changes in docs/api/changelog.md:", *changes, sep="\n")
            return 1
    PUBLISHED.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    REFERENCE.write_text(reference(found, PROMISES))
    GUIDE.write_text(filled(GUIDE.read_text(), stored_examples() | stored_refusals(), found))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
