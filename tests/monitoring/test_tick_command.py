"""`manage.py tick`: weeks come first, and a failing job does not stop the others."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from monitoring.management.commands import tick as command
from monitoring.models import JobRun

pytestmark = pytest.mark.django_db


class Stop(Event):
    """Stops a loop when it would wait."""

    def __init__(self, done: list[str]) -> None:
        super().__init__()
        self.done = done

    def wait(self, timeout: float | None = None) -> bool:
        self.done.append("wait")
        self.set()
        return True


class Round:
    """A loop of one round whose work is recorded, takes this many seconds, and may fail."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *failing: str, only: str = "weeks", takes: float = 0
    ) -> None:
        self.done: list[str] = []
        self.limits: list[float] = []
        self.failing, self.only, self.takes, self.now = failing, only, takes, 0.0
        monkeypatch.setattr(command, "monotonic", lambda: self.now)
        monkeypatch.setattr(command, "tick", lambda **_: self.work("tick"))
        monkeypatch.setattr(command.tables, "tick", lambda **said: self.work("tables", **said))
        monkeypatch.setattr(command, "deliver", lambda seconds, **_: self.work("post", seconds))
        monkeypatch.setattr(command, "prune", lambda: self.work("prune"))
        monkeypatch.setattr(command.incidents, "update_incidents", lambda: self.work("watch"))
        monkeypatch.setattr(command, "close_old_connections", lambda: None)
        monkeypatch.setattr(command.connections, "close_all", lambda: None)
        monkeypatch.setattr(command.signal, "signal", lambda *_: None)
        monkeypatch.setattr(command, "Event", lambda: Stop(self.done))

    def work(self, name: str, seconds: float | None = None) -> dict[str, int]:
        self.done.append(name)
        self.now += self.takes
        self.limits += [seconds] if seconds else []
        if name in self.failing:
            raise OperationalError
        return {}

    def run(self) -> list[str]:
        call_command("tick", "--loop", "--only", self.only)
        return self.done


def test_weeks_are_checked_after_slow_jobs_and_before_every_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bots delay a week by the time of one of them at most."""
    assert Round(monkeypatch, takes=8).run() == [
        *("tick", "tables"),
        *("tick", "watch"),
        *("tick", "wait"),
    ]


def test_without_slow_jobs_weeks_are_checked_once_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Round(monkeypatch).run() == ["tick", "tables", "watch", "wait"]


def test_messages_are_sent_by_a_separate_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Round(monkeypatch, only="post").run() == ["post", "watch", "wait"]
    late = Round(monkeypatch, only="post", takes=command.FIRST_PRUNE_SECONDS)
    assert late.run() == ["post", "watch", "prune", "wait"]


def test_a_loop_that_would_both_settle_and_deliver_is_refused() -> None:
    with pytest.raises(CommandError, match="Run two loops"):
        call_command("tick", "--loop")


@pytest.mark.parametrize("only", ["weeks", "post"])
def test_bots_and_messages_get_at_most_ten_seconds(
    only: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    this = Round(monkeypatch, only=only)
    this.run()
    assert this.limits == [command.ROUND_SECONDS]
    assert max(this.limits) <= 10


@pytest.mark.parametrize("failing", ["tick", "tables"])
def test_a_failing_job_stops_neither_the_watch_nor_the_others(
    failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Round(monkeypatch, failing).run() == ["tick", "tables", "watch", "wait"]
    jobs = set(JobRun.objects.values_list("job", flat=True))
    assert jobs == {"tick", "tables", "watch"} - {failing}


def test_failing_delivery_does_not_stop_the_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Round(monkeypatch, "post", only="post").run() == ["post", "watch", "wait"]
    assert set(JobRun.objects.values_list("job", flat=True)) == {"watch"}


def test_a_single_tick_records_each_job(capsys: Any) -> None:
    call_command("tick")
    assert set(JobRun.objects.values_list("job", "runner")) == {
        (job, "loop") for job in ("tick", "tables", "post", "watch", "prune")
    }


def test_a_failing_single_tick_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    Round(monkeypatch, "tick")
    with pytest.raises(OperationalError):
        call_command("tick")
