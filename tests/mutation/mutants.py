"""The small faults: where one can be put into a function, and what the code then says.

The kinds of faults are mutmut's, and three that it does not have: a call whose answer nobody takes
is left out, a bare condition is turned round, and a function returns nothing. What is not made:

* anything that runs when a module is imported: constants, fields, decorators, defaults;
* annotations, docstrings, and assertions for the type checker;
* the wording of what people read: text with a space in it, labels, logs, and what a refusal says;
* ``len`` and ``isinstance`` of something else, which only ever break; ``strict`` of a ``zip``;
* what a query fetches ahead and in what batches, which changes nothing but the number of queries.
"""

from __future__ import annotations

import difflib
import random
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, TypeAlias

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

from tests.mutation.rooms import ROOMS, ROOT, files_of, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LOGS: Final = {"log", "logger"}
ONLY_BREAK: Final = {"len", "isinstance", "cast"}
FETCHED_AHEAD: Final = {"select_related", "prefetch_related", "only", "defer"}
NOT_BEHAVIOUR: Final = {"label", "help_text", "verbose_name", "strict", "batch_size", "chunk_size"}
LONGEST: Final = 160
"""Maximum number of shown characters of a change."""


@dataclass(frozen=True)
class Mutant:
    """One fault: its file and function, its lines (its own and its statement's), and the resulting
    module.
    """

    file: str
    function: str
    lines: tuple[int, ...]
    module: cst.Module
    old: cst.CSTNode
    new: cst.CSTNode

    @cached_property
    def code(self) -> str:
        """Return the whole module with the fault."""
        changed = self.module.deep_replace(self.old, self.new)
        assert isinstance(changed, cst.Module)
        return changed.code

    @cached_property
    def change(self) -> str:
        """Return the changed lines, before and after, as one line without numbers."""
        was, now = [], []
        texts = self.module.code.splitlines(), self.code.splitlines()
        for line in list(difflib.unified_diff(*texts, lineterm="", n=0))[2:]:
            if line.startswith("-"):
                was.append(line[1:].strip())
            elif line.startswith("+"):
                now.append(line[1:].strip())
        return f"{_short(was)} → {_short(now)}"

    @property
    def key(self) -> str:
        """Return what identifies it regardless of line numbers."""
        return f"{self.file}: {self.function}: {self.change}"

    @property
    def stands(self) -> bool:
        """Return whether it is a valid and different program."""
        try:
            compile(self.code, self.file, "exec", dont_inherit=True)
        except SyntaxError:
            return False
        return self.code != self.module.code


def _short(lines: Iterable[str]) -> str:
    text = " ".join(lines)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


# --- drawing --------------------------------------------------------------------------------------

TRIES: Final = 20
"""Maximum number of draws per requested mutant."""


def drawn(room: str, seed: int, count: int | None) -> list[Mutant]:
    """Return this many mutants of a package, or all, chosen by the seed.

    No two are the same. Files are drawn by their length, because creating all mutants of a large
    package takes minutes; a small package may give fewer than requested.
    """
    files, dice = files_of(room), random.Random(f"{seed} {room}")
    if count is None:
        made = (mutant for file in files for mutant in of_file(file))
    else:
        sizes = [file.stat().st_size for file in files]
        some = dice.choices(files, sizes, k=TRIES * count)
        made = (dice.choice(mutants) for file in some if (mutants := of_file(file)))
    found: dict[str, Mutant] = {}
    for mutant in made:
        if mutant.stands:
            found.setdefault(mutant.key, mutant)
        if len(found) == count:
            break
    return list(found.values())


Drawn: TypeAlias = dict[str, list["Mutant"]]
"""Mutants by package."""


def sample(seed: int, size: int | None) -> Drawn:
    """Return the same number of mutants of every package, or all of a small one."""
    return {room: drawn(room, seed, size and size // len(ROOMS)) for room in ROOMS}


@cache
def of_file(path: Path) -> tuple[Mutant, ...]:
    """Return all faults that a file of this checkout can have."""
    file = name_of(path) if path.is_relative_to(ROOT) else str(path)
    return of_source(path.read_text(), file)


def of_source(source: str, file: str) -> tuple[Mutant, ...]:
    """Return all faults that a module can have, in the order of its text."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=False)
    finder = _Finder(wrapper.module, file)
    wrapper.visit(finder)
    return tuple(finder.found)


# --- finding --------------------------------------------------------------------------------------


class _Finder(cst.CSTVisitor):
    """Visits the function bodies of a module."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, module: cst.Module, file: str) -> None:
        super().__init__()
        self.module, self.file = module, file
        self.within: list[str] = []
        self.functions = 0
        self.statement = 1
        self.found: list[Mutant] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._enter(node)
            return False
        if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement):
            self.statement = self._line(node)
        if _is_left_out(node):
            return False
        if self.functions:
            self._add(node)
        if isinstance(node, cst.Call) and _called(node) in FETCHED_AHEAD:
            node.func.visit(self)
            return False
        return True

    def _enter(self, node: cst.FunctionDef | cst.ClassDef) -> None:
        """Visit a body and skip all other parts of a definition."""
        is_function = isinstance(node, cst.FunctionDef)
        self.within.append(node.name.value)
        self.functions += is_function
        node.body.visit(self)
        self.functions -= is_function
        self.within.pop()

    def _add(self, node: cst.CSTNode) -> None:
        lines = tuple(dict.fromkeys((self._line(node), self.statement)))
        function = ".".join(self.within)
        self.found += [
            Mutant(self.file, function, lines, self.module, node, new) for new in _faults(node)
        ]

    def _line(self, node: cst.CSTNode) -> int:
        at = self.get_metadata(PositionProvider, node, None)
        return self.statement if at is None else int(at.start.line)


def _is_left_out(node: cst.CSTNode) -> bool:
    """Return whether nothing in here is worth a fault."""
    match node:
        case cst.Annotation() | cst.Decorator() | cst.Parameters() | cst.Assert() | cst.Raise():
            return True
        case cst.Expr(value=cst.BaseString()):
            return True
        case cst.Expr(value=cst.Call() as call):
            return _is_log(call)
        case cst.Call():
            return _is_log(node)
        case cst.Arg(keyword=cst.Name(value=name)):
            return name in NOT_BEHAVIOUR
    return _is_wording(node)


def _is_log(call: cst.Call) -> bool:
    match call.func:
        case cst.Attribute(value=cst.Name(value=name)):
            return name in LOGS
    return False


def _is_wording(node: cst.CSTNode) -> bool:
    """Return whether a string is text for people, recognised by its spaces."""
    match node:
        case cst.SimpleString(value=text):
            return " " in text
        case cst.FormattedString(parts=parts):
            return any(
                isinstance(part, cst.FormattedStringText) and " " in part.value for part in parts
            )
        case cst.ConcatenatedString():
            return True
    return False


def _called(call: cst.Call) -> str:
    match call.func:
        case cst.Attribute(attr=cst.Name(value=name)) | cst.Name(value=name):
            return name
    return ""


# --- the faults of one node -----------------------------------------------------------------------


def _faults(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """Return the replacements of a node: mutmut's faults and ours."""
    if isinstance(node, cst.SimpleString):
        yield _other_text(node)
        return
    for kind, operator in mutation_operators:
        if isinstance(node, kind):
            for new in operator(node):
                if not _changes_wording(node, new):
                    yield new
    yield from _our_faults(node)


def _other_text(node: cst.SimpleString) -> cst.SimpleString:
    inner = node.raw_value
    return node.with_changes(value=f"{node.prefix}{node.quote}XX{inner}XX{node.quote}")


def _changes_wording(node: cst.CSTNode, new: cst.CSTNode) -> bool:
    """Return whether the fault removes text for people, or only breaks something."""
    match node:
        case cst.Call():
            if _called(node) in ONLY_BREAK | FETCHED_AHEAD:
                return True
            kept = {id(arg) for arg in new.args} if isinstance(new, cst.Call) else set()
            gone = [arg for arg in node.args if id(arg) not in kept]
            return any(_is_wording(arg.value) or _is_left_out(arg) for arg in gone)
        case cst.Assign(value=value) | cst.AnnAssign(value=value) if value is not None:
            return _is_wording(value)
    return False


def _our_faults(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    match node:
        case cst.Expr(value=cst.Call() | cst.Await()):
            yield cst.Pass()
        case cst.Return(value=cst.BaseExpression() as value):
            if not _is_wording(value) and not _is_none(value):
                yield node.with_changes(value=cst.Name("None"))
        case cst.If(test=test) if not isinstance(test, cst.Comparison | cst.UnaryOperation):
            bare = test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
            turned = cst.UnaryOperation(operator=cst.Not(), expression=bare)
            yield node.with_changes(test=turned, whitespace_before_test=cst.SimpleWhitespace(" "))


def _is_none(value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Name) and value.value == "None"
