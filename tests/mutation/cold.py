"""A pytest plugin for a separate run in which one module is a mutant from its first import (`-p
tests.mutation.cold`).
"""

from __future__ import annotations

import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import CodeType

FILE: Final = "MUTANT_OF"
CODE: Final = "MUTANT_CODE"
"""Environment variables for the replaced file and the path of its mutant."""

_read = SourceFileLoader.get_code


def _get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
    path = os.environ[FILE]
    if loader.path == path:
        return compile(Path(os.environ[CODE]).read_text(), path, "exec", dont_inherit=True)
    return _read(loader, name)


if FILE in os.environ:
    SourceFileLoader.get_code = _get_code  # type: ignore[method-assign]
