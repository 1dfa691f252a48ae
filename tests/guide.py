"""What readers get of the API's description: the requests and answers that stand in
``docs/api.md``, and the whole of ``docs/api/reference.md``. ``python -m tests.published`` writes
both anew.

In the page a line ``<!-- got: OPERATION FIELD FIELD … -->`` begins an example and ``<!-- end -->``
ends it; what lies between is made here. The fields are those of the answer that are shown, as in
``results.week``; with none, all are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

MARK: Final = re.compile(r"(<!-- got: (\w+)([^\n]*?) -->\n).*?(<!-- end -->)", re.DOTALL)
MORE: Final = "…"
"""Stands for what is left out."""
WIDE: Final = 110
"""Characters of a line."""
MANY: Final = 2
"""How many of a list are shown."""
LONG: Final = 160
"""Characters of a text."""
PREFIX: Final = "/api/v1/"
MADE: Final = (
    "Made by `make published` from [the description](openapi.json), which has the fields of each. "
    "How to use them: [the API](../api.md)."
)
SCOPED: Final = (
    f"Addresses stand under `{PREFIX}`. The scope is what a token needs; `account` is every scope, "
    "for all clubs. Where there is none, any token will do, or none is needed."
)
Example = dict[str, Any]
Schema = dict[str, Any]


# --- the page -------------------------------------------------------------------------------------


def filled(page: str, examples: dict[str, Example], schema: Schema) -> str:
    """The page with its examples as they are kept now. KeyError for one that is not there."""
    methods = {
        operation["operationId"]: method
        for methods in schema["paths"].values()
        for method, operation in methods.items()
    }

    def example(found: re.Match[str]) -> str:
        begin, name, fields, end = found.groups()
        kept = examples[name]
        return begin + block(kept.get("method") or methods[name], kept, fields.split()) + end

    return MARK.sub(example, page)


def block(method: str, example: Example, fields: list[str]) -> str:
    """A request and its answer as they are sent."""
    asked = [f"{method.upper()} {example['path']}"]
    asked += [f"If-Match: {example['if_match']}"] if "if_match" in example else []
    asked += ["", shown(example["body"])] if example.get("body") is not None else []
    said = [str(example["status"])]
    said += [
        f"{name}: {value}"
        for name, value in example.get("headers", {}).items()
        if not name.startswith(("RateLimit-", "Token-"))
    ]
    if "answer" in example:
        answer = _chosen(example["answer"], fields) if fields else example["answer"]
        said += ["", shown(answer)]
    return "".join(f"```http\n{chr(10).join(part)}\n```\n" for part in (asked, said))


def _chosen(value: Any, fields: list[str]) -> Any:
    """Of an object the fields that are named, of a list those of each object in it."""
    if isinstance(value, list):
        return [_chosen(one, fields) for one in value]
    if not isinstance(value, dict):
        return value
    heads = [field.partition(".")[0] for field in fields]
    found = {
        key: _chosen(one, rest)
        if (rest := [f.partition(".")[2] for f in fields if f.startswith(f"{key}.")])
        else one
        for key, one in value.items()
        if key in heads
    }
    return found if len(found) == len(value) else {**found, MORE: MORE}


def shown(value: Any, room: int = WIDE) -> str:
    """A value as JSON for people: on one line where it fits, and of long lists and texts the
    beginning.
    """
    if isinstance(value, list) and len(value) > MANY and not _is_flat(value):
        value = [*value[:MANY], MORE]
    if not isinstance(value, (dict, list)):
        return _plain(value)
    parts = [
        _plain(one)
        if one is MORE
        else (f"{json.dumps(key)}: " if key else "") + shown(one, room - 4)
        for key, one in (value.items() if isinstance(value, dict) else (("", one) for one in value))
    ]
    left, right = "{}" if isinstance(value, dict) else "[]"
    if sum(map(len, parts)) + 2 * len(parts) <= room and not any("\n" in one for one in parts):
        return left + ", ".join(parts) + right
    inside = ",\n".join(parts).replace("\n", "\n  ")
    return f"{left}\n  {inside}\n{right}"


def _is_flat(value: list[Any]) -> bool:
    return not any(isinstance(one, (dict, list)) for one in value) and len(shown_text(value)) < WIDE


def shown_text(value: Any) -> str:
    """The value on one line."""
    return json.dumps(value, ensure_ascii=False)


def _plain(value: Any) -> str:
    if value is MORE:
        return MORE
    if isinstance(value, str) and len(value) > LONG:
        value = value[:LONG].rsplit(" ", 1)[0] + f" {MORE}"
    return shown_text(value)


# --- the reference --------------------------------------------------------------------------------


def reference(schema: Schema, promises: Iterable[str]) -> str:
    """Headers, refusals, grades, and every operation by its subject, in Markdown."""
    by_subject: dict[str, list[tuple[str, str, Schema]]] = {}
    for path, methods in sorted(schema["paths"].items()):
        for method, operation in methods.items():
            by_subject.setdefault(operation["tags"][0], []).append((path, method, operation))
    about = {tag["name"]: tag["description"] for tag in schema["tags"]}
    parts = [
        "# API reference",
        MADE,
        "## Headers of answers",
        _table(("header", "says"), _headers(schema)),
        "## Refusals",
        _table(("status", "means", "such as"), _refusals(schema)),
        "## How much to build on",
        _table(("grade", "subjects"), _grades(by_subject, promises)),
        "## Operations by subject",
        SCOPED,
    ]
    for subject, operations in sorted(by_subject.items()):
        rows = [_row(path, method, operation) for path, method, operation in operations]
        parts += [f"### {subject}", about[subject], _table(("", "does", "scope", "name"), rows)]
    return "\n\n".join(parts) + "\n"


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "\n".join(
        f"| {' | '.join(one.replace('|', chr(92) + '|') for one in row)} |" for row in lines
    )


def _headers(schema: Schema) -> list[tuple[str, ...]]:
    return [
        (f"`{name}: {said['example']}`", said["description"])
        for name, said in sorted(schema["components"]["headers"].items())
    ]


def _refusals(schema: Schema) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for name, said in sorted(schema["components"]["responses"].items()):
        example = said["content"]["application/json"].get("example")
        such = (
            f"`{example['errors'][0]['code']}`: {example['errors'][0]['detail']}" if example else ""
        )
        rows.append((re.sub(r"\D", "", name), said["description"], such))
    return rows


def _grades(
    by_subject: dict[str, list[tuple[str, str, Schema]]], promises: Iterable[str]
) -> list[tuple[str, ...]]:
    return [
        (
            f"`{grade}`",
            ", ".join(
                f"[{subject}](#{subject.replace(' ', '-')})"
                for subject, operations in sorted(by_subject.items())
                if operations[0][2]["x-stability"] == grade
            ),
        )
        for grade in promises
    ]


def _row(path: str, method: str, operation: Schema) -> tuple[str, ...]:
    where = f"`{method.upper()} {path.removeprefix(PREFIX)}`"
    return (
        where,
        operation["summary"],
        operation.get("x-scope", ""),
        f"`{operation['operationId']}`",
    )
