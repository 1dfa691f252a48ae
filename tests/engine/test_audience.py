"""No helper that tells events has a default audience."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.games import ROLL_CALL

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
RULES: Final = sorted(
    [
        *(ROOT / "engine").rglob("*.py"),
        *(ROOT / "autoduel").rglob("*.py"),
        *(ROOT / "minigames").rglob("*.py"),
        *(ROOT / "tests/engine/games").rglob("*.py"),
        *(ROOT / "tests/examples").rglob("*.py"),
    ]
)
AUDIENCES: Final = {"to", "seats", "audience", "hearers"}
TELLERS: Final = {"tell", "told", "hear", "announce"}


def audience_gaps(source: str) -> list[str]:
    """Return the functions in a text that tell events without an explicit audience."""
    functions = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return [
        f"{function.name}: {gap}"
        for function in functions
        for gap in (*_optional_audiences(function), *_replaced_audiences(function))
    ]


def _optional_audiences(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield optional parameters for an audience."""
    spoken = function.name in TELLERS or any(_audiences(function))
    used = {name for audience in _audiences(function) for name in _names(audience)} | (
        AUDIENCES if spoken else set()
    )
    for parameter, default in _parameters(function):
        is_audience = "Audience" in (
            ast.unparse(parameter.annotation) if parameter.annotation else ""
        )
        if default is not None and (is_audience or parameter.arg in used):
            yield f"{parameter.arg} has the default {ast.unparse(default)}"
    if function.args.vararg is not None and function.args.vararg.arg in used:
        yield f"*{function.args.vararg.arg} may be nobody"


def _replaced_audiences(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Yield audiences that are replaced when they are empty."""
    for audience in _audiences(function):
        if any(isinstance(node, ast.BoolOp) for node in ast.walk(audience)):
            yield f"to={ast.unparse(audience)}"


def _audiences(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    """Yield the audiences that a function passes to `Told`."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "Told":
            yield from [keyword.value for keyword in node.keywords if keyword.arg == "to"]


def _names(expression: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def _parameters(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """Yield every named parameter with its default."""
    plain = [*function.args.posonlyargs, *function.args.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(function.args.defaults))
    yield from zip(plain, [*missing, *function.args.defaults], strict=True)
    yield from zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)


def test_audience_check_covers_the_rules_of_every_game() -> None:
    """New games are found automatically. The week and the ambush have their own test."""
    rooms = {
        ROOT / where.partition(":")[0].replace(".", "/")
        for where in ROLL_CALL
        if not where.startswith(("ambush", "espionage"))
    }
    unread = {
        room
        for room in rooms
        if not any(
            "Told(" in path.read_text() for path in RULES if path.is_relative_to(room.parent)
        )
    }
    assert len(rooms) >= 7
    assert unread == set()


def test_no_helper_that_tells_events_has_a_default_audience() -> None:
    """A missing audience is an error and never means everyone."""
    assert {
        str(path.relative_to(ROOT)): found
        for path in RULES
        if (found := audience_gaps(path.read_text()))
    } == {}


@pytest.mark.parametrize(
    "helper",
    [
        (
            "def tell(self, event: Event, to: Audience = EVERYONE) -> None: "
            "self.told.append(Told(event=event, to=to))"
        ),
        "def tell(self, event, *, to='everyone'): ...",
        "def tell(self, event, *seats): ...",
        "def whisper(self, event, *seats): self.told.append(Told(event=event, to=seats))",
        (
            "def whisper(self, event, seats): self.told.append(Told(event=event, to=seats or "
            "EVERYONE))"
        ),
        "def whisper(event, *, them=()): return game.Told(event=event, to=them)",
        "def whisper(event, them: Audience = ()): return passed_on(event, them)",
    ],
)
def test_helper_with_a_default_audience_is_detected(helper: str) -> None:
    assert len(audience_gaps(helper)) >= 1


@pytest.mark.parametrize(
    "helper",
    [
        (
            "def tell(self, event: Event, *, to: Audience) -> None: "
            "self.told.append(Told(event=event, to=to))"
        ),
        "def public(event): return Told(event=event, to=EVERYONE)",
        "def public(*events): return [Told(event=event, to=EVERYONE) for event in events]",
        "def end(self, ending, *winners): self.tell(Ended(winners=winners), to=EVERYONE)",
    ],
)
def test_helper_with_an_explicit_audience_is_accepted(helper: str) -> None:
    assert audience_gaps(helper) == []
