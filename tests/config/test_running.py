"""The compose file is valid, and every command in it and in the systemd units is accepted by its
program.
"""

from __future__ import annotations

import configparser
import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml
from celery.bin.celery import celery
from django.conf import settings
from django.core.management import CommandError, get_commands, load_command_class

ROOT: Final = Path(settings.BASE_DIR)
UNITS: Final = ROOT / "docs" / "operating" / "systemd"
SCHEMA: Final = Path(__file__).parent / "schemas" / "compose-spec.json"
OTHERS: Final = {"redis-server", "redis-cli", "wget"}
"""Programs of third-party images, whose command lines are not checked."""


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    return found


def of_compose() -> Iterator[tuple[str, list[str]]]:
    """Yield every command of the compose file with its service's name."""
    for name, service in compose()["services"].items():
        whole = [*service.get("entrypoint", ()), *service.get("command", ())]
        if whole:
            yield name, whole
        kind, *test = service["healthcheck"].get("test", ["NONE"])
        if kind == "CMD":
            yield f"{name}, its health", test


def units() -> dict[str, dict[str, dict[str, str]]]:
    """Return the units by name, each by section."""
    found = {}
    for file in sorted(UNITS.iterdir()):
        read = configparser.RawConfigParser()
        read.optionxform = str  # type: ignore[assignment,method-assign]
        read.read(file)
        found[file.name] = {section: dict(read[section]) for section in read.sections()}
    return found


def of_units() -> Iterator[tuple[str, list[str]]]:
    """Yield our commands in the units; of a shell's words, the last command."""
    for name, unit in units().items():
        service = unit.get("Service", {})
        for key in {"ExecStart", "ExecStartPre"} & set(service):
            words = shlex.split(service[key].replace("%%", "%").replace("$$", "$"))
            yield name, shlex.split(words[2].removeprefix("exec ")) if words[1] == "-c" else words


IN_COMPOSE: Final = [pytest.param(*each, id=each[0]) for each in of_compose()]
IN_UNITS: Final = [pytest.param(*each, id=each[0]) for each in of_units()]


def is_taken(words: list[str]) -> None:
    """Fail unless the program accepts these words."""
    match [Path(words[0]).name, *words[1:]]:
        case ["python", "manage.py", command, *rest]:
            made = load_command_class(get_commands()[command], command)
            made.create_parser("manage.py", command).parse_args(rest)
        case ["python", "-m", module, *_]:
            assert importlib.util.find_spec(module), module
        case ["celery", *rest]:
            _, [name, *more], _ = celery.make_parser(click.Context(celery)).parse_args(list(rest))
            part = celery.commands[name]
            part.make_parser(click.Context(part)).parse_args(more)
        case [program, *_]:
            assert program in OTHERS, words


def test_the_compose_file_matches_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.Draft7Validator(schema).validate(compose())
    wrong = compose()
    wrong["services"]["web"]["comand"] = wrong["services"]["worker"]["command"]
    with pytest.raises(jsonschema.ValidationError, match="comand"):
        jsonschema.Draft7Validator(schema).validate(wrong)


@pytest.mark.parametrize(("name", "words"), IN_COMPOSE)
def test_every_command_of_the_compose_file_is_valid(name: str, words: list[str]) -> None:
    is_taken(words)


@pytest.mark.slow("starts the servers' commands")
def test_the_images_own_commands_are_valid() -> None:
    said = re.findall(r"\bCMD (\[.+\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert len(said) == 2
    for words in said:
        is_taken(json.loads(words))


def test_a_misspelt_option_is_detected() -> None:
    with pytest.raises(CommandError, match="--lop"):
        is_taken(["python", "manage.py", "tick", "--lop"])
    with pytest.raises(click.NoSuchOption, match="--ques"):
        is_taken(["celery", "--app", "config", "worker", "--ques", "post"])
    with pytest.raises(AssertionError):
        is_taken(["python", "-m", "config.lives"])


@pytest.mark.slow("starts the servers' commands")
@pytest.mark.parametrize(("name", "words"), IN_UNITS)
def test_every_command_of_the_units_is_valid(name: str, words: list[str]) -> None:
    is_taken(words)


def test_the_units_run_unprivileged_with_one_writable_folder() -> None:
    found = units()
    assert {"deaddrop-web.service", "deaddrop-backup.timer"} <= set(found)
    for name, unit in found.items():
        assert unit["Unit"]["Description"], name
        if name.endswith(".service"):
            service = unit["Service"]
            assert (service["User"], service["ProtectSystem"]) == ("deaddrop", "strict"), name
            assert f"VAR_DIR=/var/lib/{service['StateDirectory']}" in service["Environment"], name
        else:
            assert f"{name.partition('.')[0]}.service" in found


def test_systemd_accepts_the_units() -> None:
    """It complains only about missing programs. Without systemd the tests above have to do."""
    program = shutil.which("systemd-analyze")
    files = [str(UNITS / name) for name in units()]
    said = subprocess.run(
        [program, "verify", *files] if program else [sys.executable, "-c", ""],
        capture_output=True,
        text=True,
        check=False,
    ).stderr
    wrong = [line for line in said.splitlines() if UNITS.name in line or "deaddrop" in line]
    assert not [line for line in wrong if "is not executable" not in line], said
