"""The examples in docstrings are correct."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
LEFT_OUT: Final = frozenset({"node_modules", "stubs", "var"})


def modules_with_examples() -> list[str]:
    """Return the modules of the checkout whose text has an example."""
    return [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for file in sorted(ROOT.glob("[a-z]*/**/*.py"))
        if file.relative_to(ROOT).parts[0] not in LEFT_OUT and b"\n    >>> " in file.read_bytes()
    ]


@pytest.mark.parametrize("module", modules_with_examples())
def test_the_doctests_of_a_module_pass(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed
