"""Clients for the API as others would make them: from its description alone, in Python and in
TypeScript, whole.

``python -m tests.clients SCHEMA.json`` makes both and fails on anything that a generator warns of,
leaves out, or makes wrong.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

BIN = Path(sys.executable).parent
NODE = BIN.parent / "node" / "node_modules"
"""Where ``make`` puts what ``requirements/node`` lists."""
NAME = "league_client"
IMPORT_ALL = (
    f"import importlib, pkgutil, {NAME} as it; [importlib.import_module(m.name) for m "
    "in pkgutil.walk_packages(it.__path__, it.__name__ + '.')]"
)
Faults = list[str]


def operations(schema: Path) -> set[str]:
    """The names of all operations of a description."""
    paths: dict[str, Any] = json.loads(schema.read_text())["paths"]
    return {
        operation["operationId"] for methods in paths.values() for operation in methods.values()
    }


def in_python(schema: Path, folder: Path) -> Faults:
    """Make a client in Python, importable from the folder; what is wrong with it."""
    config = folder / "config.yml"
    config.write_text("post_hooks: []\n")
    client = folder / NAME
    how = ["--meta", "none", "--config", str(config), "--fail-on-warning"]
    if said := _run(
        BIN / "openapi-python-client",
        "generate",
        "--path",
        str(schema),
        "--output-path",
        str(client),
        *how,
        cwd=folder,
    ):
        return [said]
    made = {file.stem for file in client.glob("api/*/*.py")} - {"__init__"}
    return [
        *_missing(schema, made),
        *filter(None, [_run(BIN / "python", "-W", "error", "-c", IMPORT_ALL, cwd=folder)]),
    ]


def in_typescript(schema: Path, folder: Path) -> Faults:
    """Make a client's types in TypeScript, and compile them; what is wrong with them."""
    types = folder / "league.ts"
    if said := _run(
        BIN / "node",
        NODE / "openapi-typescript" / "bin" / "cli.js",
        str(schema),
        "--output",
        str(types),
        cwd=folder,
    ):
        return [said]
    _, _, typed = types.read_text().partition("export interface operations {")
    made = set(re.findall(r"^ {4}(\w+): {$", typed, re.MULTILINE))
    compiler = NODE / "typescript" / "bin" / "tsc"
    return [
        *_missing(schema, made),
        *filter(
            None, [_run(BIN / "node", compiler, "--noEmit", "--strict", str(types), cwd=folder)]
        ),
    ]


def _missing(schema: Path, made: set[str]) -> Faults:
    return [f"{name} is left out." for name in sorted(operations(schema) - made)]


def _run(program: Path, *said: str | Path, cwd: Path) -> str:
    """What a program complains of; "" when all went well."""
    quiet = {**os.environ, "NO_COLOR": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [program, *said],
        cwd=cwd,
        env=quiet,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return (
        (done.stdout + done.stderr).strip() or f"{program.name} failed." if done.returncode else ""
    )


def main(schema: Path) -> int:
    """Make both; 1 when something is wrong with one, or when one could not be made in CI."""
    makers = {"Python": in_python, "TypeScript": in_typescript}
    if not NODE.is_dir():
        del makers["TypeScript"]
        print(
            (
                "NOT CHECKED: the client in TypeScript. What requirements/node lists could not be "
                "installed with npm."
            ),
            file=sys.stderr,
        )
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor() as pool:
        made = dict(
            zip(
                makers,
                pool.map(lambda make: make(schema, Path(name)), makers.values()),
                strict=True,
            )
        )
    for language, faults in made.items():
        print(
            f"A client in {language}: {len(operations(schema))} operations"
            + (", and these faults:" if faults else ".")
        )
        print("\n".join(faults)) if faults else None
    unchecked = len(makers) < 2 and os.environ.get("CI", "").lower() not in {"", "0", "false"}
    return int(unchecked or any(made.values()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
