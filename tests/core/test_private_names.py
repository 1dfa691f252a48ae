"""The product uses only public names of other packages and changes none of them at run time."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest
from django.conf import settings

PACKAGES: Final = frozenset(
    {
        "ambush", "autoduel", "campaign", "config", "core", "engine", "espionage", "home", "lab",
        "minigames", "monitoring", "play",
    }
)  # fmt: skip
DOCUMENTED: Final = frozenset({"_meta", "_default_manager", "_base_manager"})
"""Names that Django documents in spite of their underscore."""
HOOKS: Final = {"config.filesystem_broker.Channel": {"_get", "_put"}}
"""Private names that a package documents for subclasses: kombu's methods of a transport."""
PRIVATE: Final = re.compile(r"_[a-zA-Z]\w*")
OWN_NAME: Final = re.compile(r"\bself\.(_[a-zA-Z]\w*)|\bdef (_[a-zA-Z]\w*)\(self")
ROOT: Final = Path(settings.BASE_DIR)


def modules() -> list[Path]:
    """Return the product's modules, without migrations."""
    return sorted(
        file.relative_to(ROOT)
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        if "migrations" not in file.parts
    )


def is_foreign(module: str) -> bool:
    """Return whether a module belongs to another package, outside of the standard library."""
    root = module.partition(".")[0]
    return bool(root) and root not in PACKAGES and root not in sys.stdlib_module_names


def foreign_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that a module imports from other packages."""
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                names |= {
                    each.asname or each.name.partition(".")[0]
                    for each in aliases
                    if is_foreign(each.name)
                }
            case ast.ImportFrom(module=str(module), names=aliases, level=0) if is_foreign(module):
                names |= {each.asname or each.name for each in aliases}
    return frozenset(names)


def root_of(node: ast.expr) -> str:
    """Return the first name of `name.attribute.attribute`, or ""."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def private_imports(tree: ast.Module) -> Iterator[str]:
    """Yield imports of private names and modules of other packages."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=aliases, level=0) if is_foreign(module):
                parts = [*module.split("."), *(each.name for each in aliases)]
            case ast.Import(names=aliases):
                parts = [
                    part
                    for each in aliases
                    if is_foreign(each.name)
                    for part in each.name.split(".")
                ]
            case _:
                continue
        yield from (f"line {node.lineno}: {part}" for part in parts if PRIVATE.fullmatch(part))


def patches(tree: ast.Module) -> Iterator[str]:
    """Yield assignments to attributes of imported classes and modules, and `setattr` on them."""
    foreign = foreign_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets):
                changed = targets
            case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
                changed = [target]
            case ast.Delete(targets=targets):
                changed = targets
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[first, *_]):
                changed = [ast.Attribute(value=first, attr="", ctx=ast.Store())]
            case _:
                continue
        for target in changed:
            place = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(place, ast.Attribute) and root_of(place) in foreign:
                yield f"line {node.lineno}: {ast.unparse(target)}"


@cache
def private_names(base: type[Any]) -> frozenset[str]:
    """Return the private names that a class of another package has or gives its instances."""
    try:
        source = inspect.getsource(base)
    except (OSError, TypeError):
        source = ""
    used = {name for pair in OWN_NAME.findall(source) for name in pair if name}
    return frozenset(name for name in {*vars(base), *used} if PRIVATE.fullmatch(name))


def shared_names(module: ModuleType) -> Iterator[str]:
    """Yield private names of other packages' classes that their subclasses here use or replace."""
    for own in vars(module).values():
        if not isinstance(own, type) or own.__module__ != module.__name__:
            continue
        try:
            source = inspect.getsource(own)
        except OSError:
            continue
        used = {name for pair in OWN_NAME.findall(source) for name in pair if name}
        used |= {name for name in vars(own) if PRIVATE.fullmatch(name)} & set(
            re.findall(r"^    (_[a-zA-Z]\w*)\b", source, re.MULTILINE)
        )
        allowed = DOCUMENTED | HOOKS.get(f"{own.__module__}.{own.__name__}", set())
        for base in own.__mro__[1:]:
            if is_foreign(base.__module__):
                yield from (
                    f"{own.__name__}: {name} of {base.__qualname__}"
                    for name in sorted(used & private_names(base) - allowed)
                )


def test_no_module_disables_the_lint_rule_for_private_names() -> None:
    off = [str(file) for file in modules() if "SLF001" in (ROOT / file).read_text("utf-8")]
    assert not off, "ruff reports private names of other objects"


@pytest.mark.parametrize("check", [private_imports, patches])
def test_no_module_imports_private_names_or_patches_other_packages(check: Any) -> None:
    found = [
        f"{file} {place}"
        for file in modules()
        for place in check(ast.parse((ROOT / file).read_text("utf-8")))
    ]
    assert not found, "\n".join(found)


def test_no_class_uses_private_names_of_foreign_base_classes() -> None:
    names = [".".join(file.with_suffix("").parts).removesuffix(".__init__") for file in modules()]
    found = [
        f"{name}.{place}"
        for name in names
        if not name.endswith("__main__")
        for place in shared_names(importlib.import_module(name))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "from django.db.models import _private",
        "import django._private",
        "from django._private import public",
    ],
)
def test_private_imports_are_detected(source: str) -> None:
    assert list(private_imports(ast.parse(source)))


@pytest.mark.parametrize(
    "change",
    [
        "QuerySet.all = None",
        "QuerySet.query.x += 1",
        "setattr(QuerySet, 'all', None)",
        "del QuerySet.all",
        "QuerySet.registry['all'] = None",
    ],
)
def test_patches_are_detected(change: str) -> None:
    source = f"from django.db.models import QuerySet\n{change}"
    assert list(patches(ast.parse(source)))
    assert not list(patches(ast.parse(change)))
