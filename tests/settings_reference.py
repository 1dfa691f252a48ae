"""The settings reference, which is generated from the code.

A test compares it with the code.

`python -m tests.settings_reference` writes `docs/operating/settings.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

CONFIG: Final = Path(__file__).resolve().parents[1] / "config"
PAGE: Final = CONFIG.parent / "docs" / "operating" / "settings.md"
OTHER_FILES: Final = {
    "web.py": "The web server",
    "limits.py": "Slow clients and slow requests",
}
"""Other files that read the environment, with their headings in the reference."""
HEADING: Final = re.compile(r"^# (.+)\n# -{20,}$", re.MULTILINE)
KINDS: Final = {
    "str": "text",
    "bool": "1 or 0",
    "int": "a number",
    "float": "a number",
    "list": "a list with commas",
    "path": "a path",
}
HEAD: Final = """# Every setting

All settings are read from the environment. The compose file passes on those in `.env` and sets
some of its own.

This page is generated from the code by `python -m tests.settings_reference`.
"""


@dataclass(frozen=True)
class Setting:
    """A setting, as shown in the reference."""

    name: str
    kind: str
    default: str
    description: str
    part: str


def settings() -> list[Setting]:
    """Return all settings in order. Raise ValueError if any of them has no description."""
    files = {"settings.py": "", **OTHER_FILES}
    by_name: dict[str, Setting] = {}
    for file, part in files.items():
        for setting in _of_file((CONFIG / file).read_text(encoding="utf-8"), part):
            by_name.setdefault(setting.name, setting)
    if unexplained := [setting.name for setting in by_name.values() if not setting.description]:
        raise ValueError(f"These settings have no description: {', '.join(unexplained)}")
    return list(by_name.values())


def _of_file(source: str, part: str) -> Iterator[Setting]:
    headings = [
        (source.count("\n", 0, heading.start()) + 1, re.split(r":| \(", heading[1])[0])
        for heading in HEADING.finditer(source)
    ]
    for statement, following in pairwise([*ast.parse(source).body, None]):
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        above = [title for line, title in headings if line < statement.lineno]
        for call in ast.walk(statement):
            if isinstance(call, ast.Call) and (kind := _kind(call)):
                name = ast.literal_eval(call.args[0])
                default = _default_text(call.args[1])
                yield Setting(name, kind, default, _explained(following), part or above[-1])
                break  # A second call is the default value of the first.


def _kind(call: ast.Call) -> str:
    """Return the type of the value that a call reads from the environment, or ""."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="env"), attr=kind):
            return KINDS.get(kind, "an address")
        case ast.Attribute(value=ast.Attribute(attr="environ"), attr="get"):
            return "text"
        case _:
            return ""


def _default_text(default: ast.expr) -> str:
    """Return a default value as text, which is the value itself or the code that computes it."""
    match default:
        case ast.Constant(value=bool(value)):
            return f"`{int(value)}`"
        case ast.Constant(value="") | ast.List(elts=[]):
            return "–"
        case ast.Constant(value=str() | int() | float() as value):
            return f"`{value}`"
        case _:
            return f"as `{ast.unparse(default)}`".replace("|", "\\|")


def _explained(following: ast.stmt | None) -> str:
    match following:
        case ast.Expr(value=ast.Constant(value=str(words))):
            return " ".join(words.split()).replace("|", "\\|")
        case _:
            return ""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for part, those in groupby(settings(), key=lambda setting: setting.part):
        rows = "".join(
            f"| `{setting.name}` | {setting.kind} | {setting.default} | {setting.description} |\n"
            for setting in those
        )
        parts.append(
            f"## {part}\n\n| variable | is | without it | what it does |\n"
            f"| --- | --- | --- | --- |\n{rows}"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
