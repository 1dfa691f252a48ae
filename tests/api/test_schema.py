"""The API's description is valid, complete and correct; the interactive page works under the site's
strict CSP.
"""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import pytest
import schemathesis
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from core.web.api.openapi import CachedGenerator
from core.web.api.operations import every_operation

from .conftest import Api

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

application = get_wsgi_application()
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.slow("renders the description of the API")
def test_the_description_validates_without_warnings(tmp_path: Path) -> None:
    call_command(
        "spectacular", file=str(tmp_path / "schema.yaml"), validate=True, fail_on_warn=True
    )


def description() -> dict[str, Any]:
    found: dict[str, Any] = Client().get("/api/v1/schema/?format=json").json()
    return found


@pytest.mark.django_db
def test_the_description_is_rendered_once_for_all_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Client().get("/api/v1/schema/?format=json")
    monkeypatch.setattr(CachedGenerator, "get_schema", lambda *_: pytest.fail("It is stored."))
    again = Client().get("/api/v1/schema/?format=json")
    assert again.content == first.content
    known = Client().get("/api/v1/schema/", headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


@pytest.mark.django_db
def test_the_yaml_description_equals_the_json_one() -> None:
    answer = Client().get("/api/v1/schema/?format=yaml")
    assert answer["Content-Type"] == "application/vnd.oai.openapi"
    assert json.loads(answer.content) == description()


@pytest.mark.django_db
def test_the_description_is_public_and_operation_ids_are_unique() -> None:
    names = [
        operation["operationId"]
        for path in description()["paths"].values()
        for operation in path.values()
    ]
    assert len(names) == len(set(names)) == len(list(every_operation()))


@pytest.mark.django_db
def test_every_operation_is_described_and_every_post_takes_a_key() -> None:
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            headers = {
                parameter["name"]
                for parameter in operation["parameters"]
                if parameter["in"] == "header"
            }
            assert (
                method != "post" or {} in operation["security"] or "Idempotency-Key" in headers
            ), path
            assert method != "put" or "orders/" not in path or "If-Match" in headers, path


@pytest.mark.django_db
def test_lists_are_paged() -> None:
    for path, methods in description()["paths"].items():
        answer = (
            methods.get("get", {})
            .get("responses", {})
            .get("200", {})
            .get("content", {})
            .get("application/json", {})
            .get("schema", {})
        )
        if answer.get("$ref", "").endswith("Page"):
            assert {"page", "page_size"} <= {
                parameter["name"] for parameter in methods["get"]["parameters"]
            }, path


@pytest.mark.everyday
@pytest.mark.django_db
def test_published_schemas_are_valid_and_the_records_match_them(api: Api) -> None:
    names = [row["name"] for row in api.read("/api/v1/schemas/", "anonymous")["results"]]
    assert {
        "club-parts",
        "duel-record",
        "house-rules",
        "order-sheet",
        "transcript",
        "vehicle-design",
        "week-event",
        "week-move",
    } <= set(names)
    schemas = {name: api.read(f"/api/v1/schemas/{name}/", "anonymous") for name in names}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    Draft202012Validator(schemas["house-rules"]).validate(api.read(api.club_url("house-rules/")))
    Draft202012Validator(schemas["order-sheet"]).validate(
        api.read(api.team_url("weeks/1/orders/"))["sheet"]
    )


@pytest.mark.django_db
def test_a_report_matches_the_schema_of_its_events(settled: Api) -> None:
    schema = Draft202012Validator(settled.read("/api/v1/schemas/week-event/"))
    events = settled.read(settled.team_url("reports/1/"))["events"]
    assert len(events) > 5
    for event in events:
        schema.validate(event)


# --- any request that keeps the description -------------------------------------------------------

NAMED = {
    "slug",
    "team",
    "number",
    "username",
    "character",
    "vehicle",
    "design",
    "invite",
    "ask",
    "join_ask",
    "deputy",
    "motion",
    "thread",
    "post",
    "item",
    "mute",
    "report",
    "to",
    "rival",
    "hook",
    "device",
    "work",
    "entry",
    "duel",
    "challenge",
    "act",
    "ref",
    "name",
    "table",
    "tournament",
    "game",
    "what",
    "step",
    "offer",
    "deal",
    "nth",
}


def operations() -> Iterator[Any]:
    """Return every operation of the description as schemathesis parses it."""
    raw = json.loads(json.dumps(CachedGenerator().get_schema(request=None, public=True)))
    schema = schemathesis.openapi.from_dict(raw)
    schema.app = application
    for found in schema.get_all_operations():
        yield found.ok()


def takes_anything(operation: Any) -> bool:
    """Return whether any request to this operation is valid."""
    said = operation.definition.raw
    return bool(said.get("requestBody")) or any(
        row["in"] != "path" or row["schema"] != {"type": "string"}
        for row in said.get("parameters", ())
    )


@pytest.mark.slow("renders the description of the API")
def test_protected_operations_refuse_anonymous_requests(known: dict[str, str]) -> None:
    """Like schemathesis' ignored_auth check, without a token and with a wrong one, for every
    operation.
    """
    for operation in operations():
        if {} not in operation.definition.raw["security"]:
            case = operation.Case(
                path_parameters={
                    key: value for key, value in known.items() if f"{{{key}}}" in operation.path
                }
            )
            for key in NAMED - known.keys():
                if f"{{{key}}}" in operation.path:
                    case.path_parameters[key] = "7f3b8a52-0f0e-4a8e-9d6b-2d8a27f5a111"
            for header in ({}, {"Authorization": "Token dd_nonsense"}):
                case.headers = header
                assert case.call(app=application).status_code == 401, operation.label


# --- the page to try it ---------------------------------------------------------------------------


# Scroll down one step, and from the end back to the top: true once this many operations are
# rendered.
WALK_DOWN = """wanted => {
  const drawn = (window.drawn ??= new Set());
  document.querySelectorAll(".opblock").forEach(block => drawn.add(block.id));
  const before = window.scrollY;
  window.scrollBy(0, 400);
  if (window.scrollY === before) window.scrollTo(0, 0);
  return drawn.size >= wanted;
}"""


@pytest.mark.slow("opens a browser")
@pytest.mark.browser
def test_the_interactive_api_page_works_under_the_strict_csp(
    open_page: Callable[..., Page],
) -> None:
    """The page renders what is on the screen, so the test scrolls through it."""
    page = open_page(tolerated="Applying inline style violates")
    page.set_default_timeout(60_000)
    page.goto("/api/docs/")
    page.get_by_text("Return the name and version of this site").first.wait_for()
    page.wait_for_function(WALK_DOWN, arg=len(list(every_operation())), polling=50)


# --- what programs that write clients ask of it ---------------------------------------------------


def parts(said: Any, place: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object of a JSON document with its path."""
    if isinstance(said, dict):
        yield place, said
    pairs = (
        said.items()
        if isinstance(said, dict)
        else enumerate(said)
        if isinstance(said, list)
        else ()
    )
    for key, inner in pairs:
        yield from parts(inner, f"{place}/{str(key).replace('~', '~0').replace('/', '~1')}")


def dead_references(document: dict[str, Any]) -> list[str]:
    """Return references without a target, by `$ref` or by a discriminator."""
    places = {place for place, _ in parts(document)}
    said = [
        (place, target)
        for place, part in parts(document)
        for target in [part.get("$ref"), *_kinds_told_apart(part)]
        if isinstance(target, str) and not place.endswith(("/properties", "/mapping"))
    ]
    assert len(said) > 10
    return [f"{place}: {target}" for place, target in said if target not in places]


def _kinds_told_apart(part: dict[str, Any]) -> list[Any]:
    teller = part.get("discriminator")
    return (
        list(teller["mapping"].values()) if isinstance(teller, dict) and "mapping" in teller else []
    )


def test_the_description_has_no_dead_references() -> None:
    schema = CachedGenerator().get_schema()
    assert dead_references(schema) == []
    told = [target for _, part in parts(schema) for target in _kinds_told_apart(part)]
    assert "#/components/schemas/ValuesAsked" in told


def test_a_missing_discriminator_target_is_found() -> None:
    schema = copy.deepcopy(CachedGenerator().get_schema())
    del schema["components"]["schemas"]["ValuesAsked"]
    assert any(
        "mapping" not in one and one.endswith("/ValuesAsked") for one in dead_references(schema)
    )


def test_every_array_has_items_and_every_schema_its_own_title() -> None:
    """Generators of clients in other languages fail on arrays without items and on duplicate
    titles.
    """
    schema = CachedGenerator().get_schema()
    lists = [
        (place, part)
        for place, part in parts(schema)
        if part.get("type") == "array" and "/default" not in place
    ]
    assert len(lists) > 100
    assert [
        place
        for place, part in lists
        if not isinstance(part.get("items", part.get("prefixItems")), (dict, list))
    ] == []
    assert [
        place
        for place, part in lists
        if "prefixItems" in part
        and not part["minItems"] == part["maxItems"] == len(part["prefixItems"])
    ] == []
    assert [place for place, part in lists if part.get("items") is False] == []
    assert [
        name
        for name, part in schema["components"]["schemas"].items()
        if part.get("title", name) != name
    ] == []


ALL_AT_ONCE: Final = """
import threading, time
import django
django.setup()
from drf_spectacular import plumbing
from core.web.api.openapi import CachedGenerator
found, quickly = [], plumbing.import_string
def slowly(name):
    try:
        return quickly(name)
    finally:
        if name.startswith("dj_rest_auth"):
            time.sleep(0.2)
plumbing.import_string = slowly
def ask():
    found.append(len(CachedGenerator().get_schema()["paths"]))
threads = [threading.Thread(target=ask) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
assert len(found) == 8 and len(set(found)) == 1, found
"""
"""Eight threads of a process that has not rendered its description yet. Missing packages are
searched slowly.
"""


@pytest.mark.slow("renders the description of the API")
def test_concurrent_first_requests_all_get_the_description() -> None:
    subprocess.run([sys.executable, "-c", ALL_AT_ONCE], cwd=settings.BASE_DIR, check=True)
