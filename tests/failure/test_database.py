"""The database fails during a deadline: a crash and restart, or only a lost connection."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from tests.servers import Postgres
from tests.siege import dice, in_shares

from .child import Child, Orders, do, put
from .test_races import keep_saving
from .world import World, truth, wait_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def crashable(world: World, own_postgres: Callable[..., Postgres]) -> tuple[World, Postgres]:
    """Return the league on its own durable server."""
    server = own_postgres(durable=True)
    programs = server._programs()
    dump = subprocess.run(
        [programs / "pg_dump", f"{world.url}/{world.template}"], check=True, capture_output=True
    ).stdout
    subprocess.run(
        [programs / "psql", "-q", "-v", "ON_ERROR_STOP=1", server.url],
        input=dump,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    url, _, name = server.url.rpartition("/")
    return replace(world, url=url, template=name, made=[]), server


def restart(server: Postgres) -> None:
    """Restart a crashed server."""
    assert server.process is not None
    server.process.wait(30)
    server.start()


@pytest.mark.everyday
@pytest.mark.promise("connections")
@in_shares(3, 200, of=20)
def test_a_tick_reconnects_after_a_lost_connection(
    world: World, rounds: range, tried: Callable[[int], None]
) -> None:
    quiet = world.copy()
    _, steps = Child(do, Orders(quiet, world.moments.due_at)).end()
    peace = truth(world, quiet)
    for number in rounds:
        name, step = world.copy(), dice("cut", number).randint(1, steps)
        with suppress(
            RuntimeError
        ):  # lost between two batches, the tick ends, and the next one goes on
            Child(do, Orders(name, world.moments.due_at, step=step, instead="connection")).end()
        Child(do, Orders(name, world.moments.due_at)).end()
        assert truth(world, name) == peace, f"cut before step {step} of {steps}"
        world.forget()
    tried(len(rounds))


@pytest.mark.promise("crashes")
@in_shares(2, 50, of=10)
def test_a_database_crash_neither_loses_nor_duplicates_anything(
    crashable: tuple[World, Postgres], rounds: range, tried: Callable[[int], None]
) -> None:
    world, server = crashable
    quiet = world.copy()
    _, steps = Child(do, Orders(f"{quiet}@{server.port}", world.moments.due_at)).end()
    peace = truth(world, quiet)
    for number in rounds:
        name = world.copy()
        step = dice("crash", number).randint(steps // 4, steps)
        with suppress(RuntimeError):
            Child(
                do,
                Orders(
                    f"{name}@{server.port}",
                    world.moments.due_at,
                    step=step,
                    instead=server.process.pid,
                ),
            ).end()
        restart(server)
        Child(do, Orders(f"{name}@{server.port}", world.moments.due_at)).end()
        assert truth(world, name) == peace, f"crashed before step {step} of {steps}"
    tried(len(rounds))


@pytest.mark.promise("crashes")
def test_acknowledged_orders_survive_a_crash(crashable: tuple[World, Postgres]) -> None:
    world, server = crashable
    name = world.copy()
    writers = [
        Child(keep_saving_until_crash, f"{name}@{server.port}", number) for number in range(4)
    ]
    wait_for(
        lambda: world.ask(name, "SELECT count(*) > 20 FROM espionage_ordersheet WHERE version > 2")[
            0
        ][0],
        "nobody writes",
    )
    assert server.process is not None
    server.process.send_signal(signal.SIGQUIT)
    accepted = [key for writer in writers for key in writer.end()]
    restart(server)
    kept = {
        f"{week} {team} {version}"
        for week, team, version in world.ask(
            name, "SELECT week_id, team_id, version FROM espionage_ordersheet"
        )
    }
    assert len(accepted) > 10
    assert set(accepted) <= kept


def keep_saving_until_crash(database: str, number: int) -> list[str]:
    """Save orders until the database is gone; return the acknowledged ones."""
    from django.db import Error

    from espionage.services import sheets

    acknowledged: list[str] = []
    save = sheets.save_sheet

    def noted(**values: Any) -> Any:
        saved = save(**values)
        acknowledged.append(f"{saved.week_id} {saved.team_id} {saved.version}")
        return saved

    put(sheets, save_sheet=noted)
    with suppress(Error):
        keep_saving(database, number)
    return acknowledged
