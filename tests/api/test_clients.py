"""A client generated from the description does the same as a hand-written one."""

from __future__ import annotations

import copy
import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from core.web.api.openapi import CachedGenerator
from tests import clients

from .conftest import Api, a_table, order, settle

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


application = get_wsgi_application()
SIGNALS = (request_started, request_finished)


@pytest.fixture
def site(db: None) -> Iterator[httpx.WSGITransport]:
    """Serve the site without a network. Keep the test's database connection, which WSGI requests
    would close.
    """

    def answer(environ: Any, start_response: Any) -> Any:
        for signal in SIGNALS:
            signal.disconnect(close_old_connections)
        return application(environ, start_response)

    yield httpx.WSGITransport(app=answer)
    for signal in SIGNALS:
        signal.connect(close_old_connections)


def write_description(schema: Any, folder: Path) -> Path:
    file = folder / "schema.json"
    file.write_text(json.dumps(schema))
    return file


@pytest.mark.slow("generates a client of the whole API")
def test_a_generated_client_saves_orders_and_reads_the_report(
    api: Api,
    set_clock: Any,
    toys: None,
    site: httpx.WSGITransport,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert (
        clients.in_python(write_description(CachedGenerator().get_schema(), tmp_path), tmp_path)
        == []
    )
    monkeypatch.syspath_prepend(tmp_path)
    made = import_module(clients.NAME)
    client = made.AuthenticatedClient(
        "http://localhost", api.token, prefix="Bearer", httpx_args={"transport": site}
    )
    week = {"slug": api.slug, "team": api.club.teams[0].slug, "number": 1, "client": client}

    def ask(subject: str, operation: str, **said: Any) -> Any:
        return import_module(f"{clients.NAME}.api.{subject}.{subject}_{operation}").sync_detailed(
            **said
        )

    sheet = {"orders": [order(api, 0, "Vesper", "infiltrate", 1)]}
    body = import_module(f"{clients.NAME}.models").SheetIn.from_dict(
        {"state": "final", "sheet": sheet}
    )
    before = ask("orders", "read", **week)
    assert ask("orders", "check", **week, body=body).parsed.problems == []
    saved = ask("orders", "write", **week, body=body, if_match=before.headers["ETag"]).parsed
    assert (saved.version, saved.state, saved.sheet.orders[0].action) == (1, "final", "infiltrate")

    settle(api, set_clock)
    report = ask("reports", "show", **week).parsed
    assert len(report.events) > 5
    assert report.to_dict() == api.read(api.team_url("reports/1/"))
    table = a_table(api)
    seen = ask("tables", "show", table=table, client=client).parsed
    assert seen.to_dict() == api.read(f"/api/v1/play/tables/{table}/")


@pytest.mark.slow("generates clients of the whole API")
@pytest.mark.parametrize("broken", ["a tuple that ends", "two of one title"])
def test_a_description_that_breaks_generated_clients_is_detected(
    broken: str, tmp_path: Path
) -> None:
    schema = copy.deepcopy(CachedGenerator().get_schema())
    records = schema["components"]["schemas"]
    if broken == "a tuple that ends":
        records["AmbushStory"]["properties"]["names"]["items"] = False
    else:
        records["StoreWanted"]["title"] = "SheetOut"
    assert clients.in_python(write_description(schema, tmp_path), tmp_path)
