"""Style sheets and scripts in one file for a kind of page: nothing is lost, nothing meets that was
apart, and what cannot be put together is refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from core.web import bundling
from core.web.bundling import BundleError, bundle, smaller
from play.tabletop import registry

BUNDLES = sorted(settings.STATIC_BUNDLES)


@pytest.fixture
def sources(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sources, the only one that there is."""

    def find(name: str) -> str | None:
        return str(tmp_path / name) if (tmp_path / name).is_file() else None

    monkeypatch.setattr(bundling.finders, "find", find)
    (tmp_path / "js").mkdir()
    settings.STATIC_BUNDLES = {"bundles/it.js": ("js/it.js",), "bundles/it.css": ("a.css", "b.css")}
    return tmp_path


def written(folder: Path, **modules: str) -> None:
    for name, text in modules.items():
        (folder / "js" / f"{name}.js").write_text(text)


@pytest.mark.parametrize("name", BUNDLES)
def test_every_bundle_is_made_and_found_as_any_static_file_is(name: str) -> None:
    found = finders.find(name)
    assert found and Path(found).read_text() == bundle(name)


@pytest.mark.parametrize("name", [name for name in BUNDLES if name.endswith(".css")])
def test_a_bundle_holds_each_of_its_sheets_in_their_order(name: str) -> None:
    whole, at = bundle(name), 0
    for source in settings.STATIC_BUNDLES[name]:
        own = smaller(Path(str(finders.find(source))).read_text())
        assert own in whole[at:], source
        at = whole.index(own, at) + len(own)


@pytest.mark.parametrize("name", [name for name in BUNDLES if name.endswith(".js")])
def test_a_script_of_a_bundle_asks_for_no_other(name: str) -> None:
    assert "import" not in [line.split(" ", 1)[0] for line in bundle(name).splitlines()]


def test_every_games_script_is_a_bundle_that_begins_with_what_boards_share() -> None:
    for tabletop in registry.all_tabletops():
        assert settings.STATIC_BUNDLES[tabletop.script][0] == "js/board.js", tabletop.key


def test_every_games_looks_are_in_the_sheet_for_pages_with_boards_of_any_game() -> None:
    styles = {tabletop.style for tabletop in registry.all_tabletops()} - {""}
    assert styles <= set(settings.STATIC_BUNDLES["bundles/boards.css"])


def test_a_module_stands_behind_what_it_imports_and_is_there_once(sources: Path) -> None:
    written(
        sources,
        it='import { one as first } from "./a.js";\nimport { two } from "./b.js";\nfirst(two);\n',
        a="const own = 1;\nexport function one() {\n  return own;\n}\n",
        b='import { one } from "./a.js";\nconst own = 2;\nexport const two = one() + own;\n',
    )
    made = bundle("bundles/it.js")
    assert made.count("function one()") == 1
    assert made.index("const js_a_js") < made.index("const js_b_js") < made.index("const js_it_js")
    assert "const { one: first } = js_a_js;" in made
    assert "return { two };" in made


@pytest.mark.parametrize(
    "source",
    [
        'import "./a.js";',
        'import * as a from "./a.js";',
        'const late = import("./a.js");',
        "export default 1;",
        "const a = 1;\nexport { a };",
        "const here = import.meta.url;",
        "const text = `one\n  // two`;",
    ],
)
def test_what_the_bundle_does_not_understand_is_refused(sources: Path, source: str) -> None:
    written(sources, it=source, a="export const a = 1;\n")
    with pytest.raises(BundleError, match=r"js/it\.js"):
        bundle("bundles/it.js")


def test_a_script_loses_lines_that_are_comments_and_what_moves_lines_in(sources: Path) -> None:
    written(sources, it='// why\nif (1) {\n  // because\n  go("//here"); // now\n}\n')
    assert bundle("bundles/it.js") == (
        'const js_it_js = (() => {\nif (1) {\ngo("//here"); // now\n}\n})();\n'
    )


def test_a_source_that_is_not_there_and_a_circle_are_refused(sources: Path) -> None:
    written(sources, it='import { a } from "./a.js";\n')
    with pytest.raises(BundleError, match=r"js/a\.js is no static file"):
        bundle("bundles/it.js")
    written(sources, a='import { it } from "./it.js";\nexport const a = it;\n')
    with pytest.raises(BundleError, match="imports itself"):
        bundle("bundles/it.js")


def test_a_sheet_loses_comments_and_spaces_and_no_words_of_its_own(sources: Path) -> None:
    (sources / "a.css").write_text('/* why */\n.a .b {\n  content: "a  /* b */ ; c";\n}\n')
    (sources / "b.css").write_text("@media (width > 1px) { .a { margin: calc(1px + 2px) } }\n")
    assert bundle("bundles/it.css") == (
        '.a .b{content: "a  /* b */ ; c";}\n@media (width > 1px){.a{margin: calc(1px + 2px)}}\n'
    )


def test_a_changed_source_changes_the_bundle(sources: Path, settings: Any) -> None:
    settings.VAR_DIR = sources / "var"
    (sources / "a.css").write_text(".a { top: 0 }")
    (sources / "b.css").write_text("")
    finder = bundling.BundleFinder()
    assert ".a{top: 0}" in Path(finder.find("bundles/it.css")).read_text()
    (sources / "a.css").write_text(".a { top: 1px }")
    assert ".a{top: 1px}" in Path(finder.find("bundles/it.css")).read_text()
    assert finder.find("css/a.css") == []
