"""Bundles: style sheets or scripts that are combined into one file for each kind of page.

`settings.STATIC_BUNDLES` lists their sources (`config/bundles.py`). :class:`BundleFinder` builds
them when Django looks for static files, so `collectstatic`, development servers and tests all use
the same files. Style sheets are joined in the given order, so later ones override earlier ones.
Scripts are placed after the modules they import.

The only JavaScript statements understood, each on its own line, are `import { a, b as c } from
"./d.js";` and `export` before a function, a class or a constant. A module becomes a function that
is called once and returns its exports, so names in different modules do not collide. All other
imports and exports raise an error. Comment lines are left out.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "(\.\.?/[^"]+\.js)";$', re.MULTILINE)
EXPORT: Final = re.compile(
    r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE
)
NOT_UNDERSTOOD: Final = re.compile(
    r"^\s*(?:import\b(?!\()|export\b).*|^.*\bimport(?:\(|\.meta).*", re.MULTILINE
)
CSS: Final = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/|\s*(?P<mark>[{};,])\s*|\s+""",
    re.DOTALL,
)


class BundleError(ValueError):
    """A source of a bundle is missing, or contains code that cannot be bundled."""


def bundle(name: str) -> str:
    """Return the text of a bundle. Raise BundleError."""
    sources: Sequence[str] = settings.STATIC_BUNDLES[name]
    return _styles(sources) if name.endswith(".css") else _scripts(sources)


def _read(name: str) -> str:
    path = finders.find(name)
    if not path:
        raise BundleError(f"{name} is no static file.")
    return Path(path).read_text(encoding="utf-8")


# --- style sheets ---------------------------------------------------------------------------------


def _styles(names: Sequence[str]) -> str:
    return "\n".join(smaller(_read(name)) for name in names) + "\n"


def smaller(css: str) -> str:
    """Return a style sheet without comments and unnecessary spaces.

    >>> smaller('a { content: "/* ; */" ; }  /* why */ .b  .c { margin: 0 auto; }')
    'a{content: "/* ; */";}.b .c{margin: 0 auto;}'
    """
    uncommented = CSS.sub(_uncommented, css)
    return CSS.sub(_squeezed, uncommented).strip()


def _uncommented(found: re.Match[str]) -> str:
    return " " if found[0].startswith("/*") else found[0]


def _squeezed(found: re.Match[str]) -> str:
    return found["kept"] or found["mark"] or " "


# --- scripts --------------------------------------------------------------------------------------


def _scripts(names: Sequence[str]) -> str:
    modules: dict[str, str] = {}
    for name in names:
        _add(name, modules, ())
    return "".join(modules.values())


def _add(name: str, modules: dict[str, str], above: tuple[str, ...]) -> None:
    """Add a module after those it imports. `above` lists the modules whose imports are being
    added.
    """
    if name in modules:
        return
    if name in above:
        raise BundleError(f"{name} imports itself, by way of {', '.join(above)}.")
    source = _read(name)
    for _, address in IMPORT.findall(source):
        _add(_imported(name, address), modules, (*above, name))
    modules[name] = _module(name, source)


def _without_comments(name: str, source: str) -> str:
    """Return the source without comment lines and indentation. Template literals over several lines
    raise an error, because they could contain either.
    """
    lines = [line.strip() for line in source.splitlines()]
    lines = [line for line in lines if line and not line.startswith("//")]
    if torn := next((line for line in lines if line.count("`") % 2), ""):
        raise BundleError(
            f"{name}: a bundle cannot hold a text over several lines, as in {torn!r}."
        )
    return "\n".join(lines)


def _imported(name: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), address))


def _module(name: str, source: str) -> str:
    """Return a module as a constant of the bundle that holds its exports."""
    exported = EXPORT.findall(source)
    body = IMPORT.sub(lambda found: _names(found[1], _imported(name, found[2])), source)
    body = EXPORT.sub("", body)
    if wrong := NOT_UNDERSTOOD.search(body):
        raise BundleError(f"{name}: a bundle cannot hold {wrong[0].strip()!r}.")
    body = _without_comments(name, body)
    handed = f"return {{ {', '.join(exported)} }};\n" if exported else ""
    return f"const {_constant(name)} = (() => {{\n{body}\n{handed}}})();\n"


def _names(listed: str, module: str) -> str:
    """Return the statement for the names that a module imports from another.

    >>> _names("ask as sure, announce", "js/a.js")
    'const { ask: sure, announce } = js_a_js;'
    """
    return f"const {{ {listed.replace(' as ', ': ')} }} = {_constant(module)};"


def _constant(name: str) -> str:
    """Return the name of a module in a bundle.

    >>> _constant("js/local-time.js")
    'js_local_time_js'
    """
    return re.sub(r"\W", "_", name)


# --- where Django finds them ----------------------------------------------------------------------


class BundleFinder(BaseFinder):
    """Finder that builds bundles on request and stores them in a folder of `VAR_DIR`."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.folder = Path(settings.VAR_DIR) / "static"

    def check(self, **_: Any) -> list[Any]:
        """Return no problems, because :func:`bundle` reports them."""
        return []

    def find(self, path: str, find_all: bool = False, **_: Any) -> Any:
        """Return the file of a bundle, rebuilt if a source has changed."""
        if path not in settings.STATIC_BUNDLES:
            return []
        file = str(self._made(path))
        return [file] if find_all else file

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """Yield every bundle and the storage that has it."""
        storage = FileSystemStorage(location=self.folder)
        for name in settings.STATIC_BUNDLES:
            self._made(name)
            yield name, storage

    def _made(self, name: str) -> Path:
        """Write the bundle unless the file is up to date. The write is atomic, because several
        processes can do it at the same time.
        """
        file, text = self.folder / name, bundle(name)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(
                "w", dir=file.parent, encoding="utf-8", delete=False
            ) as written:
                written.write(text)
            Path(written.name).chmod(0o644)
            os.replace(written.name, file)  # noqa: PTH105 - one step
        return file
