"""Which style sheets and scripts become one file: `bundles/<kind>.css` and `bundles/<kind>.js`, by
kind of page (`core/web/bundling.py` makes them).

`site` is on every page. A page of another kind links its own beside it, in `extra_head`. What is a
single file without imports needs no bundle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

SHEETS: Final = (
    "tokens", "base", "layout", "forms", "parts", "week", "report", "pictures", "club", "orders",
    "opened", "play", "print",
)  # fmt: skip
"""In the order in which they overrule each other."""
BOARD: Final = "js/board.js"
"""What the tables of all games share."""


def bundles(folder: Path) -> dict[str, tuple[str, ...]]:
    """The sources of every bundle, by its name, of the project in this folder.

    Each game with a script of its own has `bundles/<game>.js`, which begins with what all boards
    share; `bundles/boards.css` is for pages that show boards of any game.
    """
    looks = sorted(folder.glob("minigames/*/static/*/board.css"))
    scripts = sorted(folder.glob("minigames/*/static/*/board.js"))
    return {
        "bundles/site.css": tuple(f"css/{sheet}.css" for sheet in SHEETS),
        "bundles/boards.css": (
            *(f"{one.parent.name}/board.css" for one in looks),
            "css/ambush.css",
            "css/duel.css",
        ),
        "bundles/site.js": ("js/main.js",),
        "bundles/board.js": (BOARD,),
        "bundles/ambush.js": (BOARD, "js/ambush.js"),
        "bundles/duel.js": ("js/live.js",),
        **{
            f"bundles/{one.parent.name}.js": (BOARD, f"{one.parent.name}/board.js")
            for one in scripts
        },
    }
