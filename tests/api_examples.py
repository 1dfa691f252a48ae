"""Keep one request and one successful answer, recorded by a test, for each operation of the API.

``python -m tests.api_examples FOLDER`` reads the records of ``tests.recorder``. An example that
still matches the description stays; missing and invalid ones are replaced; one without headers gets
the API's own headers of a similar answer. Random names (identifiers, tokens, digests, times) are
replaced by numbered ones, and of long lists the first three are kept.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import django
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from core.web.api.headers import HEADERS

JSON: Final = "application/json"
LONG: Final = 4_000
"""Size in bytes from which lists are cut."""
KEPT: Final = 3
"""Number of kept items of a long list."""
LONGEST: Final = 60_000
"""Maximum size of an example in bytes."""
BEGIN: Final = datetime(2026, 3, 7, 18, tzinfo=UTC)
UUID: Final = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
DIGEST: Final = re.compile(r"\b[0-9a-f]{32,}\b")
TOKEN: Final = re.compile(
    r"\bdd_[A-Za-z0-9_-]{20,}|(?<![\w\\-])(?![0-9a-f]+\b)[A-Za-z0-9_-]{40,}(?![\w-])"
)
MOMENT: Final = re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)")
TAG: Final = re.compile(r'"[0-9a-f]{32}"')
NOT_OURS: Final = re.compile(
    r"Access-Control-.+|Allow|Cache-Control|Content-.+|Cross-Origin-Opener-Policy|Permissions-Policy"
    r"|Referrer-Policy|Vary|X-Content-Type-Options|X-Frame-Options|X-Reader",
    re.IGNORECASE,
)
"""Headers that are HTTP's own or only for browsers."""
CHANCE: Final = frozenset(
    {"RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Token-Expires"}
)
"""Headers whose value depends on the tests' time and limits; an example uses the description's."""
Example = dict[str, Any]


class Description:
    """The API's description as needed for examples."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.components = schema["components"]
        self.operations = {
            operation["operationId"]: (path, method, operation)
            for path, methods in schema["paths"].items()
            for method, operation in methods.items()
        }
        patterns = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), name)
            for name, (path, _, _) in self.operations.items()
        ]
        self._patterns = sorted(patterns, key=lambda row: (row[0].pattern.count("[^/]+"), row[1]))

    def name_of(self, method: str, path: str) -> str | None:
        """Return the operation of a request; the address with the fewest parameters counts."""
        for pattern, name in self._patterns:
            if self.operations[name][1] == method and pattern.fullmatch(path):
                return name
        return None

    def faults(self, name: str, example: Example) -> list[str]:
        """Return where an example violates the description."""
        operation = self.operations[name][2]
        answer = operation["responses"].get(str(example["status"]))
        if answer is None:
            return [f"{name}: {example['status']} is no answer of it"]
        pairs = [
            ("body", operation.get("requestBody", {})),
            ("answer", answer),
        ]
        found = [
            f"{name}: the header {header} is not described"
            for header in example.get("headers", {}).keys() - answer.get("headers", {}).keys()
        ]
        for part, said in pairs:
            kind = said.get("content", {}).get(JSON, {}).get("schema")
            if (kind is None) != (part not in example):
                found.append(f"{name}: {part} is there, or is not, against the description")
            elif kind is not None:
                found += self._unlike(f"{name}: {part}", kind, example[part])
        return found

    def refusal_faults(self, name: str, example: Example) -> list[str]:
        """Return the same for a refusal by the name of its response."""
        answer = self.components["responses"][name]
        undescribed = example["headers"].keys() - answer["headers"].keys()
        return [
            *(f"{name}: the header {header} is not described" for header in undescribed),
            *self._unlike(name, answer["content"][JSON]["schema"], example["answer"]),
        ]

    def _unlike(self, where: str, kind: dict[str, Any], value: Any) -> list[str]:
        check = Draft202012Validator({**kind, "components": self.components})
        return [f"{where}: {fault.message[:200]}" for fault in check.iter_errors(value)]


def from_line(line: dict[str, Any], described: Description) -> tuple[str, Example] | None:
    """Return the operation's name and its example, or None if the recorded answer gives none."""
    path, mark, query = line["path"].partition("?")
    name = described.name_of(line["method"], path)
    if name is None:
        return None
    operation = described.operations[name][2]
    example: Example = {"path": path + mark + query, "status": line["status"]}
    if line["if_match"] is not None:
        example["if_match"] = line["if_match"]
    if "requestBody" in operation:
        example["body"] = line["body"]
    if line["answer"] is not None:
        example["answer"] = line["answer"]
    example = {**scrubbed(example), "headers": headers_of(line["headers"])}
    if len(json.dumps(example)) > LONG:
        cut = {**example, "answer": _cut(example.get("answer"))}
        example = example if described.faults(name, cut) else cut
    return (name, example) if len(json.dumps(example)) <= LONGEST else None


def headers_of(sent: dict[str, str]) -> dict[str, str]:
    """Return the API's own headers of an answer, without random and time-dependent ones."""
    found = {}
    for name, value in sorted(sent.items()):
        if NOT_OURS.fullmatch(name) or name == "Idempotency-Replayed":
            continue
        said = str(HEADERS[name].example) if name in CHANCE else value
        found[name] = TAG.sub(f'"{_made_up(0, 32)}"', said)
    return found


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _cut(one) for key, one in value.items()}
    return [_cut(one) for one in value[:KEPT]] if isinstance(value, list) else value


def scrubbed(example: Example) -> Example:
    """Return the example without random and time-dependent values."""
    text = json.dumps(example, ensure_ascii=False)
    moments = [datetime.fromisoformat(said) for said in MOMENT.findall(text)]
    first = min(moments, default=BEGIN)

    def moment(found: re.Match[str]) -> str:
        passed = timedelta(
            minutes=(datetime.fromisoformat(found[0]) - first) // timedelta(minutes=1)
        )
        return (BEGIN + passed).strftime("%Y-%m-%dT%H:%M:%SZ")

    text = MOMENT.sub(moment, text)
    text = _numbered(UUID, text, lambda nth, _: f"00000000-0000-4000-8000-{nth:012}")
    text = _numbered(DIGEST, text, lambda nth, old: _made_up(nth, len(old)))
    text = _numbered(
        TOKEN, text, lambda nth, old: old[:3] * old.startswith("dd_") + f"secret-{nth}-" + "x" * 24
    )
    found: Example = json.loads(text)
    return found


def _numbered(pattern: re.Pattern[str], text: str, name: Any) -> str:
    known: dict[str, str] = {}
    return pattern.sub(
        lambda found: known.setdefault(found[0], name(len(known) + 1, found[0])), text
    )


def _made_up(nth: int, length: int) -> str:
    digits = "".join(hashlib.sha256(f"{nth}.{part}".encode()).hexdigest() for part in range(64))
    return digits[:length]


def refusal_from_line(line: dict[str, Any], described: Description) -> tuple[str, Example] | None:
    """Return the name of a refusal's response and its example, or None if its code is not
    described.
    """
    headers = headers_of(line["headers"])
    name = f"Error{line['status']}{'Heard' * ('Heard' in headers)}"
    if name not in described.components["responses"] or line["answer"] is None:
        return None
    example = {
        "method": line["method"],
        "path": line["path"],
        "status": line["status"],
        **({"body": line["body"]} if line["body"] is not None else {}),
        "answer": line["answer"],
    }
    return name, {**scrubbed(example), "headers": headers}


def best(candidates: list[Example]) -> Example:
    """Return the example that shows most in fewest bytes: not empty, then short."""

    def worth(example: Example) -> tuple[bool, bool, int, str]:
        text = json.dumps(example, sort_keys=True)
        answer = example.get("answer")
        nothing = not answer or (isinstance(answer, dict) and answer.get("results") == [])
        return nothing, len(text) < 400 and "answer" in example and not answer, len(text), text

    return min(candidates, key=worth)


def merged(
    kept: dict[str, Example], recorded: list[dict[str, Any]], described: Description
) -> dict[str, Example]:
    """Return the examples to keep."""
    found = {
        name: example
        for name, example in kept.items()
        if name in described.operations and not described.faults(name, example)
    }
    for name, several in _candidates(recorded, from_line, described).items():
        fit = [one for one in several if not described.faults(name, {**one, "headers": {}})]
        if name not in found and fit:
            found[name] = best(fit)
        elif name in found and "headers" not in found[name]:
            alike = [one["headers"] for one in fit if one["status"] == found[name]["status"]]
            found[name] |= {"headers": max(alike, key=len)} if alike else {}
    return found


def _candidates(
    recorded: list[dict[str, Any]],
    read: Callable[[dict[str, Any], Description], tuple[str, Example] | None],
    described: Description,
) -> dict[str, list[Example]]:
    """Return examples by name; only those of the guide's tests if there are any."""
    found: dict[tuple[str, bool], list[Example]] = {}
    for line in recorded:
        if pair := read(line, described):
            found.setdefault((pair[0], line.get("guide", False)), []).append(pair[1])
    return {name: found.get((name, True)) or several for (name, _), several in found.items()}


def refusals(
    kept: dict[str, Example], recorded: list[dict[str, Any]], described: Description
) -> dict[str, Example]:
    """Return one refusal of each kind by the name of its response."""
    found = {
        name: example
        for name, example in kept.items()
        if name in described.components["responses"] and not described.refusal_faults(name, example)
    }
    for name, several in _candidates(recorded, refusal_from_line, described).items():
        found.setdefault(name, best(several))
    return dict(sorted(found.items()))


def _write(file: Path, examples: dict[str, Example]) -> None:
    file.write_text(json.dumps(examples, indent=1, ensure_ascii=False) + "\n")


def main(folder: Path) -> int:
    """Write the examples and print how many operations have none."""
    from core.web.api.examples import FOLDER, REFUSALS, stored_examples, stored_refusals
    from core.web.api.openapi import CachedGenerator

    described = Description(json.loads(json.dumps(CachedGenerator().get_schema())))
    lines = [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.open()]
    good = [line for line in lines if line["status"] < 300]
    bad = [line for line in lines if line["status"] >= 400]
    examples = merged(stored_examples(), good, described)
    _write(REFUSALS, refusals(stored_refusals(), bad, described))
    by_subject: dict[str, dict[str, Example]] = {}
    for name, example in sorted(examples.items()):
        subject = described.operations[name][2]["tags"][0].replace(" ", "-")
        by_subject.setdefault(subject, {})[name] = example
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.glob("*.json"):
        file.unlink() if file.stem not in by_subject else None
    for subject, some in by_subject.items():
        _write(FOLDER / f"{subject}.json", some)
    missing = sorted(described.operations.keys() - examples.keys())
    print(f"{len(examples)} of {len(described.operations)} operations have an example.")
    bare = sorted(name for name, example in examples.items() if "headers" not in example)
    for what, names in (("none", missing), ("without headers", bare)):
        print("\n".join(f"  {what}: {name}" for name in names))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.exit(main(Path(sys.argv[1])))
