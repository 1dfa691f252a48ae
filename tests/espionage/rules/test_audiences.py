"""No function that tells events has a default audience."""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, getmembers, isclass, isfunction, signature
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

import ambush.rules
import espionage.rules
from engine.game import Told
from engine.values import EVERYONE
from espionage.rules.step_builder import StepBuilder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def functions_that_tell() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield every function that tells events in the rules of the week and of the ambush."""
    yield "Told", Told
    for found in (
        *walk_packages(espionage.rules.__path__, "espionage.rules."),
        *walk_packages(ambush.rules.__path__, "ambush.rules."),
    ):
        module = import_module(found.name)
        for owner in (
            module,
            *[each for _, each in getmembers(module, isclass) if each.__module__ == found.name],
        ):
            yield from [
                (f"{owner.__name__}.{name}", each)
                for name, each in getmembers(owner, isfunction)
                if each.__module__ == found.name
            ]


def has_default_audience(parameter: Parameter) -> bool:
    """Return whether this parameter is an audience with a default."""
    wanted = str(parameter.annotation)
    if parameter.kind is Parameter.VAR_POSITIONAL:
        return wanted.rsplit(".", maxsplit=1)[-1] == "Seat"
    hearing = parameter.name == "to" or wanted.rsplit(".", maxsplit=1)[-1] == "Audience"
    return parameter.default == EVERYONE or (hearing and parameter.default is not Parameter.empty)


def test_events_have_no_default_audience() -> None:
    found = [
        f"{name}({each})"
        for name, teller in functions_that_tell()
        for each in signature(teller).parameters.values()
        if has_default_audience(each)
    ]
    assert found == []


def test_week_events_need_an_explicit_audience() -> None:
    to = signature(StepBuilder.tell).parameters["to"]
    assert (to.kind, to.default) == (Parameter.KEYWORD_ONLY, Parameter.empty)


def test_helper_with_a_default_audience_is_found() -> None:
    def tell(event: str, *seats: Seat) -> None: ...  # type: ignore[name-defined]  # noqa: F821

    def say(event: str, to: str = EVERYONE) -> None: ...

    for helper in (tell, say):
        assert any(has_default_audience(each) for each in signature(helper).parameters.values())
