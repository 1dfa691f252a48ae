"""The handbook page about house rules, which lists every option with its default and its
help text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .house import groups

if TYPE_CHECKING:
    from core.web.options import Option


def options_page() -> str:
    """Return the page in Markdown, with a table for each group and a row for each option.

    A test compares the published page with the result.
    """
    return "\n".join(_group(group.title, group.options) for group in groups())


def _group(title: str, options: tuple[Option, ...]) -> str:
    rows = "\n".join(
        f"| {option.title} | {_default(option)} | {option.help} |" for option in options
    )
    return f"### {title}\n\n| option | default | what it does |\n| --- | --- | --- |\n{rows}\n"


def _default(option: Option) -> str:
    match option.kind:
        case "switch":
            return "on" if option.default else "off"
        case "number":
            return f"{option.default:,}"
        case "list":
            return " / ".join(str(entry) for entry in option.default)
        case "table":
            return f"{len(option.default)} rows"
        case _:
            return str(option.default)
