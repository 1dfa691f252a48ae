"""The published description is up to date, breaking changes are announced, and every example is
valid.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.urls import get_resolver

from core.web.api.examples import stored_examples, stored_refusals
from core.web.api.headers import RATE
from core.web.api.operations import every_operation
from core.web.api.stability import PROMISES, SETTLING, STABLE, Stability
from tests import published
from tests.api_examples import Description
from tests.guide import MARK, filled, reference
from tests.published import (
    GUIDE,
    PUBLISHED,
    REFERENCE,
    breaking,
    contract,
    description,
    unsaid,
)

SAY = "Run `make published`, and look at what has changed."


def test_the_published_description_is_up_to_date() -> None:
    assert json.loads(PUBLISHED.read_text()) == description(), SAY


def test_a_breaking_change_is_published_when_the_changelog_lists_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PUBLISHED", "REFERENCE", "GUIDE", "CHANGES"):
        monkeypatch.setattr(published, name, tmp_path / name)
        (tmp_path / name).write_text("")
    before = copy.deepcopy(description())
    before["components"]["schemas"]["TeamOut"]["properties"]["war_cry"] = {"type": "string"}
    published.PUBLISHED.write_text(json.dumps(before))
    assert published.main([]) == 1
    assert "TeamOut: war_cry is gone." in capsys.readouterr().out
    assert json.loads(published.PUBLISHED.read_text()) != description()
    published.CHANGES.write_text("## After 2\n\n- At once: `TeamOut` has no war cry.\n")
    assert published.main([]) == 0
    assert json.loads(published.PUBLISHED.read_text()) == description()


CHANGES_OF_A_KIND = [
    ("an operation goes", "orders_write"),
    ("a field goes", "TeamOut"),
    ("a field has to be said", "SheetIn"),
    ("a word goes", "SheetInState"),
    ("a header has to be said", "news_list_news"),
    ("less is promised", "news"),
]
"""Breaking changes, with the name that the changelog line must contain."""


def with_change(before: dict[str, Any], change: str, name: str) -> dict[str, Any]:
    """Return the description after this change."""
    after = copy.deepcopy(before)
    records = after["components"]["schemas"]
    operations = [
        (methods, key, one) for methods in after["paths"].values() for key, one in methods.items()
    ]
    if change == "a field goes":
        del records[name]["properties"]["slug"]
    elif change == "a field has to be said":
        records[name]["required"] = sorted(records[name]["properties"])
    elif change == "a word goes":
        records[name]["enum"].pop()
    for methods, key, one in operations:
        if change == "an operation goes" and one["operationId"] == name:
            del methods[key]
        elif change == "a header has to be said" and one["operationId"] == name:
            one["parameters"].append({"in": "header", "name": "X", "required": True})
        elif change == "less is promised" and one["tags"] == [name]:
            one["x-stability"] = "experimental"
    return after


def with_stability(schema: dict[str, Any], grade: Stability) -> dict[str, Any]:
    """Return the description with this stability for everything."""
    found = copy.deepcopy(schema)
    for methods in found["paths"].values():
        for one in methods.values():
            one["x-stability"] = str(grade)
    return found


@pytest.mark.parametrize(("change", "name"), CHANGES_OF_A_KIND)
def test_a_break_in_a_stable_subject_needs_notice_one_release_earlier(
    change: str, name: str
) -> None:
    before = with_stability(contract(description()), Stability.STABLE)
    after = with_change(before, change, name)
    assert {one for one, _ in breaking(before, after)} == {name}
    now = f"## After 2\n\n- It is another:\n  `{name}`.\n\n## 2\n\nNothing.\n"
    assert unsaid(before, after, "") != []
    assert unsaid(before, after, now) != []
    assert unsaid(before, after, now.replace("Nothing", f"- Of `{name}` another comes")) == []
    assert unsaid(before, after, now.replace("- It is", "- At once: it is")) == []


@pytest.mark.parametrize(("change", "name"), CHANGES_OF_A_KIND[:-1])
def test_a_break_needs_a_changelog_line_unless_its_subject_is_experimental(
    change: str, name: str
) -> None:
    before = with_stability(contract(description()), Stability.SETTLING)
    after = with_change(before, change, name)
    assert unsaid(before, after, "## After 2\n\nNothing yet.\n") != []
    assert unsaid(before, after, f"## After 2\n\n- `{name}` is another.\n") == []
    assert unsaid(with_stability(before, Stability.EXPERIMENTAL), after, "") == []


def test_an_addition_breaks_nothing() -> None:
    before = contract(description())
    after = copy.deepcopy(before)
    after["components"]["schemas"]["TeamOut"]["properties"]["war_cry"] = {"type": "string"}
    assert list(breaking(before, after)) == []


def test_every_stored_example_matches_its_operation() -> None:
    described = Description(description())
    examples = stored_examples()
    assert examples.keys() <= described.operations.keys()
    faults = [one for name, said in examples.items() for one in described.faults(name, said)]
    assert faults == []


def test_the_guide_and_the_reference_are_generated_from_the_description() -> None:
    schema, examples = description(), stored_examples() | stored_refusals()
    page = GUIDE.read_text()
    assert len(MARK.findall(page)) > 15
    assert page == filled(page, examples, schema), SAY
    assert REFERENCE.read_text() == reference(schema, PROMISES), SAY


def test_every_kind_of_refusal_has_a_valid_example() -> None:
    described, kept = Description(description()), stored_refusals()
    assert kept.keys() == described.components["responses"].keys()
    assert [
        fault for name, said in kept.items() for fault in described.refusal_faults(name, said)
    ] == []


def test_answers_send_the_promised_headers() -> None:
    """The validity of the examples shows that no other headers are sent."""
    sent = {
        name: said["headers"].keys()
        for name, said in stored_examples().items()
        if "headers" in said
    }
    assert len(sent) > 300
    assert [name for name, headers in sent.items() if not headers >= {*RATE}] == []
    got = {
        name
        for name, (_, method, _) in Description(description()).operations.items()
        if method == "get"
    }
    assert [name for name, headers in sent.items() if name in got and "ETag" not in headers] == []


def test_every_operation_has_descriptions_headers_and_a_stability() -> None:
    for methods in description()["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            assert operation["description"], name
            assert operation["x-stability"] in PROMISES, name
            good = [said for code, said in operation["responses"].items() if code < "300"]
            assert all("RateLimit-Remaining" in said["headers"] for said in good), name
            assert all(said["description"] for said in good), name


def test_every_subject_has_one_stability_and_the_guide_explains_each() -> None:
    get_resolver().url_patterns  # noqa: B018 - operations are registered when URLs are loaded
    subjects = {operation.subject for operation in every_operation()}
    assert subjects >= STABLE | SETTLING
    assert not STABLE & SETTLING
    said = " ".join(GUIDE.read_text().split())
    assert [
        grade for grade, words in PROMISES.items() if f"| `{grade}` | {words} |" not in said
    ] == []


def test_every_operation_has_a_recorded_example() -> None:
    assert Description(description()).operations.keys() - stored_examples().keys() == set()
