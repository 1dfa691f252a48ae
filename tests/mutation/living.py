"""Put a mutant into a process that has already imported everything, by replacing the code of live
functions.
"""

from __future__ import annotations

import ast
import functools
import gc
from collections import defaultdict
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

Place: TypeAlias = tuple[str, int]
"""A function's full name and first line."""


class NotInstalled(Exception):
    """No live function contains the fault."""


class Living:
    """The live functions of this process by file."""

    def __init__(self, files: set[str]) -> None:
        gc.unfreeze()
        self.functions: Final[defaultdict[str, list[FunctionType]]] = defaultdict(list)
        self.caches: Final = []
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in files:
                self.functions[one.__code__.co_filename].append(one)
            elif type(one) is functools._lru_cache_wrapper:
                self.caches.append(one)
        gc.freeze()

    def install(self, path: str, source: str, mutated: str) -> None:
        """Let the functions of a file run a mutant's code and clear their caches.

        Raise NotInstalled if no function differs.
        """
        given = _by_place(compile(source, path, "exec", dont_inherit=True))
        changed = _by_place(compile(mutated, path, "exec", dont_inherit=True))
        installed = False
        for function in self.functions[path]:
            place = _place(function.__code__)
            for before, after in zip(given[place], changed[place], strict=False):
                if function.__code__ == before != after:
                    _give(function, after, mutated)
                    installed = True
                    break
        if not installed:
            raise NotInstalled(path)
        for cache in self.caches:
            cache.cache_clear()


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _by_place(module: CodeType) -> defaultdict[Place, list[CodeType]]:
    found: defaultdict[Place, list[CodeType]] = defaultdict(list)
    for code in _within(module):
        found[_place(code)].append(code)
    return found


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


def _give(function: FunctionType, code: CodeType, source: str) -> None:
    """Give a function new code. A nested function keeps the captured names it had, used or not."""
    known = function.__code__.co_freevars
    if code.co_freevars != known:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _begins(node, code):
                idle = ast.If(
                    test=ast.Constant(False),
                    body=[ast.Expr(ast.Name(name, ast.Load())) for name in known],
                    orelse=[],
                )
                node.body.insert(0, idle)
        ast.fix_missing_locations(tree)
        module = compile(tree, function.__code__.co_filename, "exec", dont_inherit=True)
        code = _by_place(module)[_place(code)][0]
    if code.co_freevars != known:
        raise NotInstalled(code.co_qualname)
    function.__code__ = code


def _begins(node: ast.FunctionDef | ast.AsyncFunctionDef, code: CodeType) -> bool:
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno
