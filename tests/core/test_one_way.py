"""Only selectors read the database."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

ROOMS: Final = (
    "ambush",
    "campaign",
    "core",
    "espionage",
    "home",
    "minigames",
    "monitoring",
    "play",
)
EDGES: Final = frozenset(
    {"api", "context", "forms", "permissions", "templatetags", "urls", "views"}
)
MANAGERS: Final = frozenset({"objects", "_default_manager", "_base_manager"})
SHORTCUTS: Final = frozenset({"get_object_or_404", "get_list_or_404"})


def edges() -> list[str]:
    """Return the modules of pages, forms and API."""
    root = Path(settings.BASE_DIR)
    files = (file.relative_to(root) for room in ROOMS for file in (root / room).rglob("*.py"))
    return sorted(str(file) for file in files if EDGES & {*file.parts[:-1], file.stem})


def reads(source: str) -> list[str]:
    """Describe where a module reads the database itself."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name) if name in MANAGERS:
                found.append(f"line {node.lineno}: .{name}")
            case ast.Name(id=name) if name in SHORTCUTS:
                found.append(f"line {node.lineno}: {name}")
    return found


def test_pages_forms_and_api_read_only_through_selectors() -> None:
    root = Path(settings.BASE_DIR)
    found = {module: reads((root / module).read_text(encoding="utf-8")) for module in edges()}
    assert not {module: lines for module, lines in found.items() if lines}


def test_every_form_of_a_database_read_is_detected() -> None:
    source = "row = get_object_or_404(Team, pk=1)\nrows = Team.objects.all()"
    assert reads(source) == ["line 1: get_object_or_404", "line 2: .objects"]
    assert reads("kind.model._default_manager.filter(pk=1)") == ["line 1: ._default_manager"]
    assert reads("rows = teams.present_teams(campaign)") == []


WRITTEN_OUT: Final = re.compile(
    r"/?(ambush|c|decision|desk|garage|join|log-in|me|news|orders|reports|teams|weeks)/|/play/"
)
WRITES_OUT: Final = {
    "ambush/tabletop.py": "they are no addresses, but the names of static files",
    "campaign/news/selectors/news.py": "it is no address, but the cause of a line of news",
    "espionage/selectors/recaps.py": "it is no address, but the cause of a line of news",
    "espionage/services/settling.py": "it is no address, but the cause of a line of news",
}
"""Modules that write addresses themselves, with the reason."""


def code() -> list[str]:
    """Return every module that may link to a page, except those that define addresses."""
    root = Path(settings.BASE_DIR)
    files = (file.relative_to(root) for room in ROOMS for file in (root / room).rglob("*.py"))
    left_out = {"migrations", "rules"}
    return sorted(
        str(file)
        for file in files
        if not left_out & set(file.parts) and not file.stem.endswith(("urls", "paths"))
    )


def addresses(source: str) -> list[str]:
    """Return the texts of a module that look like hard-coded addresses."""
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and WRITTEN_OUT.match(node.value)
        and " " not in node.value
    ]


@pytest.mark.everyday
def test_links_are_reversed_and_not_hard_coded() -> None:
    found = {
        module: written
        for module in code()
        if (written := addresses((Path(settings.BASE_DIR) / module).read_text(encoding="utf-8")))
    }
    assert set(found) == set(WRITES_OUT), found


def test_every_form_of_a_hard_coded_address_is_detected() -> None:
    assert addresses('path = f"teams/{team.slug}/"') == ["teams/"]
    assert addresses('url = club_url("club", campaign) + "desk/"') == ["desk/"]
    assert addresses('url = club_url("desk", campaign)') == []
