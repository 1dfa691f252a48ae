"""The page of every setting, made of the code that reads them. A test holds it against the code.

`python -m config.settings_reference` writes `docs/operating/settings.md`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

CONFIG: Final = Path(__file__).resolve().parent
PAGE: Final = CONFIG.parent / "docs" / "operating" / "settings.md"
ELSEWHERE: Final = {"gunicorn.py": "The web server", "limits.py": "Slow clients and slow requests"}
"""Files besides the settings that read the environment, and what their part of the page is
called.
"""
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

All are read from the environment. The compose file passes on those that you put into `.env`; what
it sets by itself stands there.
This page is made of the code by `python -m config.settings_reference`.
"""


@dataclass(frozen=True)
class Setting:
    """A setting as the page shows it."""

    name: str
    kind: str
    default: str
    says: str
    part: str


def settings() -> list[Setting]:
    """Every setting, in the order in which they are read. Raises ValueError where one is not
    explained.
    """
    files = {"settings.py": "", **ELSEWHERE}
    found: dict[str, Setting] = {}
    for file, part in files.items():
        for setting in _of_file((CONFIG / file).read_text(encoding="utf-8"), part):
            found.setdefault(setting.name, setting)
    if bare := [setting.name for setting in found.values() if not setting.says]:
        raise ValueError(f"No sentence follows where these are read: {', '.join(bare)}")
    return list(found.values())


def _of_file(source: str, part: str) -> Iterator[Setting]:
    headings = [
        (source.count("\n", 0, each.start()) + 1, re.split(r":| \(", each[1])[0])
        for each in HEADING.finditer(source)
    ]
    for statement, following in pairwise([*ast.parse(source).body, None]):
        if not isinstance(statement, ast.Assign | ast.AnnAssign):
            continue
        above = [title for line, title in headings if line < statement.lineno]
        for call in ast.walk(statement):
            if isinstance(call, ast.Call) and (kind := _kind(call)):
                name = ast.literal_eval(call.args[0])
                default = _said(call.args[1])
                yield Setting(name, kind, default, _explained(following), part or above[-1])
                break  # a second one is asked for the first one's default


def _kind(call: ast.Call) -> str:
    """What kind of value a call reads from the environment; "" where it reads none."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="env"), attr=kind):
            return KINDS.get(kind, "an address")
        case ast.Attribute(value=ast.Attribute(attr="environ"), attr="get"):
            return "text"
        case _:
            return ""


def _said(default: ast.expr) -> str:
    """A default in words: a value as one would set it, else the code that works it out."""
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
    """The whole page."""
    parts = [HEAD]
    for part, those in groupby(settings(), key=lambda setting: setting.part):
        rows = "".join(
            f"| `{each.name}` | {each.kind} | {each.default} | {each.says} |\n" for each in those
        )
        parts.append(
            f"## {part}\n\n| variable | is | without it | what it does |\n"
            f"| --- | --- | --- | --- |\n{rows}"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
