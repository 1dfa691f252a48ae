"""Generated clients for the API: from its description, in Python, in TypeScript and as pydantic
models, and the findings of linters.

``python -m tests.clients SCHEMA.json`` generates all and fails on every warning of a generator or
linter, and on everything left out or wrong.
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
"""Folder in which ``make`` installs ``requirements/node``."""
RULES = Path(__file__).parent / "api"
"""Disabled rules of linters, with the reasons."""
NAME = "league_client"
IMPORT_ALL = (
    f"import importlib, pkgutil, {NAME} as it; [importlib.import_module(m.name) for m "
    "in pkgutil.walk_packages(it.__path__, it.__name__ + '.')]"
)
Faults = list[str]


def operations(schema: Path) -> set[str]:
    """Return the names of all operations of a description."""
    paths: dict[str, Any] = json.loads(schema.read_text())["paths"]
    return {
        operation["operationId"] for methods in paths.values() for operation in methods.values()
    }


def in_python(schema: Path, folder: Path) -> Faults:
    """Generate a client in Python, importable from the folder; return what is wrong with it."""
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
    """Generate and compile a client's types in TypeScript; return what is wrong with them."""
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


def in_models(schema: Path, folder: Path) -> Faults:
    """Generate and import pydantic models; return what is wrong with them. A name with a number at
    its end, such as Type7, was not given by the description.
    """
    models = folder / "league_models.py"
    if said := _run(
        BIN / "datamodel-codegen",
        *("--input", schema, "--input-file-type", "openapi", "--output", models),
        *("--output-model-type", "pydantic_v2.BaseModel", "--target-python-version", "3.11"),
        *("--formatters", "builtin", "--collapse-root-models"),
        cwd=folder,
        quiet=True,
    ):
        return [said]
    made = re.findall(r"^class (\w+)\(", models.read_text(), re.MULTILINE)
    published = json.loads(schema.read_text())["components"]["schemas"]
    return [
        *(f"{name} is left out." for name in sorted(published.keys() - set(made))),
        *(f"{name} is a made-up name." for name in made if re.search(r"\d$", name)),
        *filter(
            None, [_run(BIN / "python", "-W", "error", "-c", "import league_models", cwd=folder)]
        ),
    ]


def by_redocly(schema: Path, folder: Path) -> Faults:
    """Return redocly's findings about the description, including warnings."""
    how = ["--config", str(RULES / "redocly.yaml"), "--format", "stylish"]
    cli = NODE / "@redocly" / "cli" / "bin" / "cli.js"
    return list(filter(None, [_run(BIN / "node", cli, "lint", str(schema), *how, cwd=folder)]))


def by_spectral(schema: Path, folder: Path) -> Faults:
    """Return spectral's findings about the description, including warnings and hints."""
    how = ["--ruleset", str(RULES / "spectral.yaml"), "--fail-severity", "hint", "--quiet"]
    cli = NODE / "@stoplight" / "spectral-cli" / "dist" / "index.js"
    return list(filter(None, [_run(BIN / "node", cli, "lint", str(schema), *how, cwd=folder)]))


def _missing(schema: Path, made: set[str]) -> Faults:
    return [f"{name} is left out." for name in sorted(operations(schema) - made)]


def _run(program: Path, *said: str | Path, cwd: Path, quiet: bool = False) -> str:
    """Return a program's complaints, or "" if it succeeded. A `quiet` one prints nothing then."""
    around = {
        **os.environ,
        "NO_COLOR": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "REDOCLY_TELEMETRY": "off",
        "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    }
    done = subprocess.run(
        [program, *said],
        cwd=cwd,
        env=around,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    words = (done.stdout + done.stderr).strip()
    if done.returncode:
        return words or f"{program.name} failed."
    return words if quiet else ""


def main(schema: Path) -> int:
    """Generate all; return 1 if one is wrong, or, in CI, could not be generated."""
    makers = {"a client in Python": in_python, "models of pydantic": in_models}
    if with_node := NODE.is_dir():
        makers |= {
            "a client in TypeScript": in_typescript,
            "redocly's lint": by_redocly,
            "spectral's lint": by_spectral,
        }
    else:
        print(
            (
                "NOT CHECKED: the client in TypeScript, and what redocly and spectral say. What "
                "requirements/node lists could not be installed with npm."
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
    for kind, faults in made.items():
        print(
            f"{kind[0].upper()}{kind[1:]}: {len(operations(schema))} operations"
            + (", and these faults:" if faults else ".")
        )
        print("\n".join(faults)) if faults else None
    unchecked = not with_node and os.environ.get("CI", "").lower() not in {"", "0", "false"}
    return int(unchecked or any(made.values()))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
