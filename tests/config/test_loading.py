"""The modules that a process loads before the first request: everything pages need and nothing
rarely used. Each costs memory and start-up time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

ROOT: Final = Path(settings.BASE_DIR)
MODULES: Final = 3100
"""Maximum number of modules of a web process, including some of the test environment."""
SELDOM: Final = (
    "fontTools",
    "fpdf",
    "icalendar",
    "networkx",
    "pyblst",
    "python_calamine",
    "resvg_py",
    "shapely",
    "xlsxwriter",
)
"""Modules loaded by the few functions that use them: papers, pictures, calendars, tournament
rounds, old records, proofs of public draws.
"""
LOADED: Final = """
import gc, json, sys
{server}
from django.db import connection
print(json.dumps({{
    "modules": sorted(sys.modules), "looked_for": gc.isenabled(), "frozen": gc.get_freeze_count(),
    "connected": connection.connection is not None,
}}))
"""


@pytest.fixture(scope="module", params=["config.asgi"])
def loaded_server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """Return what a server holds after loading the site."""
    var = tmp_path_factory.mktemp("var")
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(server=f"import {request.param}")],
        cwd=ROOT,
        env=os.environ | {"VAR_DIR": str(var), "EMBEDDED": "1", "DATABASE_URL": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return {"server": request.param, **found}


@pytest.mark.slow("starts two servers")
def test_a_server_does_not_load_rarely_used_modules(loaded_server: dict[str, Any]) -> None:
    assert not set(SELDOM) & set(loaded_server["modules"])


def test_a_server_loads_no_more_modules_than_its_budget(loaded_server: dict[str, Any]) -> None:
    assert len(loaded_server["modules"]) <= MODULES


def test_pages_are_loaded_before_the_first_request_and_before_forking(
    loaded_server: dict[str, Any],
) -> None:
    assert {"home.urls", "espionage.api.urls", "config.urls"} <= set(loaded_server["modules"])


def test_loaded_objects_are_frozen_and_no_connection_is_open(loaded_server: dict[str, Any]) -> None:
    assert loaded_server["looked_for"]
    assert loaded_server["frozen"] > 100_000
    assert not loaded_server["connected"]
