"""The services of docker-compose.yml as local processes with the same commands, environments and
health checks, stopped like Docker stops them. A host with a port there is a port here.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import yaml

from config import healthcheck, liveness
from tests.config.test_serve import until
from tests.servers import HOST, free_port

ROOT: Final = Path(__file__).parents[2]
BIN: Final = Path(sys.executable).parent
CADDY: Final = BIN / "caddy"
VARIABLE: Final = re.compile(r"\$\{(\w+)(?::[-?]([^}]*))?\}")
SAID: Final = {
    "SECRET_KEY": "What an operator makes up, and long enough: 4c8e1f07",
    "POSTGRES_PASSWORD": "drop",
}
"""Values an operator has to write into `.env`."""
HERE: Final = {"HTTPS": "0", "STATIC_COLLECTED": "0", "LOG_LEVEL": "ERROR"}
"""Differences on this machine: no certificates, and no image with collected files."""

PATIENCE: Final = 240.0
"""Seconds within which a service becomes healthy on a busy machine."""


class Composed:
    """Running services. `settings` are additional values in `.env`, or replacements of those in the
    compose file.
    """

    def __init__(self, folder: Path, database: str, redis: str, **settings: str) -> None:
        self.folder, self.database, self.redis = folder, database, redis
        self.settings = {**SAID, **HERE, "API_RATE_USER": "1000000/min", **settings}
        self.services: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())[
            "services"
        ]
        self.ports = {
            f"{name}:{port}": f"{HOST}:{free_port()}"
            for name, port in (
                ("web", 8000),
                ("web-2", 8000),
                ("live", 8001),
                ("proxy", 80),
                ("proxy", 2019),
            )
        }
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.running.values():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @property
    def address(self) -> str:
        """Return the address of the proxy by the site's own host name."""
        return self.ports["proxy:80"].replace(HOST, "localhost")

    def command(self, name: str) -> list[str]:
        """Return a service's command, or the image's if the file has none."""
        service = self.services[name]
        if "command" in service or "entrypoint" in service:
            return [*service.get("entrypoint", []), *service["command"]]
        image = (ROOT / "Dockerfile").read_text()
        said: list[str] = json.loads(re.findall(r"^CMD (\[.+\])$", image, re.MULTILINE)[-1])
        return said

    def environment(self, name: str) -> dict[str, str]:
        """Return a service's environment."""
        said = self.services[name].get("environment") or {}
        given = {
            key: self.settings.get(key) or self._here(name, str(value))
            for key, value in said.items()
            if value is not None or key in self.settings
        }
        own = self.folder / name
        own.mkdir(exist_ok=True)
        return {
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(own),
            "TMPDIR": str(own),
            "VAR_DIR": str(own),
            "PYTHONUNBUFFERED": "1",
            "EMBEDDED": "0",
            **HERE,
            **given,
            "DATABASE_URL": self.database,
            "REDIS_URL": self.redis,
            "CACHE_URL": self.redis,
            **self._bound(name),
        }

    def _bound(self, name: str) -> dict[str, str]:
        here = self.ports.get(f"{name}:8000") or self.ports.get(f"{name}:8001")
        return {"BIND": here} if here else {}

    def _here(self, name: str, said: str) -> str:
        """Substitute variables and the addresses of this machine."""
        said = VARIABLE.sub(lambda found: self.settings.get(found[1], found[2] or ""), said)
        for there, here in self.ports.items():
            said = said.replace(f"//{there}", f"//{here}")
            if there.startswith(f"{name}:"):
                said = said.replace(f"127.0.0.1:{there.partition(':')[2]}", here)
        return said.replace("/tmp/deaddrop-", f"{self.folder / name}/deaddrop-")

    # --- running ----------------------------------------------------------------------------------

    def start(self, *names: str) -> None:
        """Start these services and wait until they are healthy."""
        for name in names:
            if name not in self.running or self.running[name].poll() is not None:
                self.begin(name)
        for name in names:
            until(partial(self.is_well, name), PATIENCE)

    def begin(self, name: str) -> subprocess.Popen[bytes]:
        """Start a service."""
        command, environment = self.command(name), self.environment(name)
        if name == "proxy":
            command, environment = self._caddy(environment)
        with (self.folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [self._here(name, word) for word in command],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.running[name] = process
        return process

    def is_well(self, name: str) -> bool:
        """Return the result of its health check, without a new process for each check."""
        assert self.running[name].poll() is None, self.log(name)
        what = self.check(name)[-1]
        if what.startswith("http://"):
            return healthcheck.is_well(what)
        return (self.folder / name / liveness.sign(what).name).exists()

    def check(self, name: str) -> list[str]:
        """Return its health check's command, with this Python instead of the image's."""
        words = [self._here(name, word) for word in self.services[name]["healthcheck"]["test"][1:]]
        return ["python", "-m", "config.healthcheck", words[-1]] if words[0] == "wget" else words

    def ran(self, name: str, command: list[str]) -> tuple[int, str]:
        """Run a command like a service; return its exit code and output."""
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment(name),
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    def stop(self, name: str) -> int:
        """Stop it like Docker and return its exit code; fail if Docker would have killed it."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        patience = float(self.services[name]["stop_grace_period"].removesuffix("s"))
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            self.running[name] = process
            raise AssertionError(f"{name} does not stop: {self.log(name)}") from None

    def replace(self, name: str) -> None:
        """Do what `docker compose up --wait` does with a new image."""
        self.stop(name)
        self.start(name)

    def log(self, name: str) -> str:
        """Return its last output."""
        return (self.folder / f"{name}.log").read_text(errors="replace")[-3000:]

    def _caddy(self, environment: dict[str, str]) -> tuple[list[str], dict[str, str]]:
        """Run Caddy with our Caddyfile, without certificates."""
        text = (ROOT / "Caddyfile").read_text()
        for there, here in self.ports.items():
            text = re.sub(rf"(?<![\w-]){there}\b", here, text)
        file = self.folder / "Caddyfile"
        file.write_text(text)
        around = {
            "SITE_ADDRESS": f"http://{self.address}",
            "CADDY_ADMIN": self.ports["proxy:2019"],
        }
        return shlex.split(f"{CADDY} run --adapter caddyfile --config {file}"), environment | around
