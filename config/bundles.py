"""The style sheets and scripts that are combined into `bundles/<kind>.css` and `bundles/<kind>.js`
for each kind of page. `core/web/bundling.py` combines them.

`site` is on every page. Pages of another kind also link their own bundle in `extra_head`. A single
file without imports needs no bundle.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

SHEETS: Final = (
    "tokens", "base", "layout", "forms", "parts", "week", "report", "pictures", "club", "orders",
    "opened", "play", "print",
)  # fmt: skip
"""Style sheets in order. Later ones override earlier ones."""
BOARD: Final = "js/board.js"
"""Files that the tables of all games share."""


def bundles(folder: Path) -> dict[str, tuple[str, ...]]:
    """Return the sources of every bundle of the project in this folder, by the bundle's name.

    Each game with its own script has `bundles/<game>.js`, which begins with the code of all boards.
    `bundles/boards.css` is for pages that show boards of any game.
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
