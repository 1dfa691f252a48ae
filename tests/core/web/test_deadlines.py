"""Every outgoing exchange has one deadline for all of it, however slowly the other side answers."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import Any

import pytest
from django.core.mail import EmailMessage

from config import serve
from core.notifications.services import push_client, webhook_client
from core.uptime.services import probe
from core.web import mail
from core.web.deadlines import finish_within
from espionage.services import beacon_rounds

DEADLINE = 0.3
PAUSE = 0.02
"""Seconds between two bytes, so that no single read takes long."""


@dataclass
class Tarpit:
    """A server that accepts everyone and sends a byte now and then, forever."""

    opening: bytes
    drop: bytes
    stopped: threading.Event = field(default_factory=threading.Event)
    visited: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def serve(self) -> None:
        with suppress(OSError):
            while not self.stopped.is_set():
                visitor, _ = self.door.accept()
                self.visited.set()
                threading.Thread(target=self.drip, args=(visitor,), daemon=True).start()

    def drip(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError):
            visitor.sendall(self.opening)
            while not self.stopped.wait(PAUSE):
                visitor.sendall(self.drop)

    def stop(self) -> None:
        self.stopped.set()
        self.door.shutdown(socket.SHUT_RDWR)
        self.door.close()


@dataclass
class MailServer(Tarpit):
    """A server that greets slowly and is silent from one command on."""

    silent_at: bytes = b""

    def drip(self, visitor: socket.socket) -> None:
        with visitor, suppress(OSError), visitor.makefile("rb") as lines:
            self.stopped.wait(DEADLINE)
            visitor.sendall(b"220 mail.example\r\n")
            for line in lines:
                if line.startswith(self.silent_at):
                    self.stopped.wait()
                elif line == b"DATA\r\n":
                    visitor.sendall(b"354 go on\r\n")
                    next(body for body in lines if body == b".\r\n")
                visitor.sendall(b"250 fine\r\n")


@pytest.fixture(
    params=[(b"HTTP/1.1 200 OK\r\nX: ", b"x"), (b"H", b""), (b"220-", b"hold on\r\n220-")]
)
def tarpit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tarpit]:
    monkeypatch.setattr(beacon_rounds, "RELAY_SECONDS", DEADLINE)
    for module in (push_client, webhook_client, mail, probe):
        monkeypatch.setattr(module, "SECONDS", DEADLINE)
    server = Tarpit(*request.param)
    yield server
    server.stop()


def test_a_slow_push_service_times_out(tarpit: Tarpit, settings: Any) -> None:
    settings.PUSH_STAND_IN = tarpit.address
    answer = push_client.post(tarpit.address, b"", {})
    assert answer == (0, 0.0, answer.fault) and answer.fault
    for thread in threading.enumerate():
        if thread.name == "exchange":
            thread.join(10)
            assert not thread.is_alive()


def test_a_slow_hook_times_out(
    tarpit: Tarpit, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOK_HOSTS = ["tool.example"]
    monkeypatch.setattr(
        webhook_client,
        "SecureConnection",
        lambda _: HTTPConnection("127.0.0.1", tarpit.port, timeout=DEADLINE),
    )
    assert webhook_client.post("https://tool.example/x", b"", {}).status == 0


def test_a_slow_tls_handshake_of_a_hook_times_out(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its first bytes announce a TLS record of 16 KiB, which never ends."""
    server = Tarpit(b"\x16\x03\x03\x40\x00", b"x")
    settings.HOOK_HOSTS = ["127.0.0.1"]
    monkeypatch.setattr(
        webhook_client,
        "finish_within",
        lambda _, exchange, hang_up: finish_within(DEADLINE, exchange, hang_up),
    )
    monkeypatch.setattr(webhook_client, "PORT", server.port)
    before = set(threading.enumerate())
    try:
        assert webhook_client.post(f"https://127.0.0.1:{server.port}/x", b"", {}).status == 0
        for thread in set(threading.enumerate()) - before:
            if thread.name == "exchange":
                thread.join(5)
                assert not thread.is_alive()
    finally:
        server.stop()


def test_a_slow_mail_server_times_out(tarpit: Tarpit) -> None:
    backend = mail.PunctualBackend(host="127.0.0.1", port=tarpit.port, timeout=10)
    letter = EmailMessage("Week 4", "It is settled.", to=["ann@example.org"])
    with pytest.raises(OSError):
        backend.send_messages([letter])
    backend.close()


@pytest.mark.parametrize("silent_at", [b"ehlo", b"mail", b"quit"])
def test_a_hanging_mail_server_does_not_delay_the_shutdown(
    silent_at: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Greeting, message and farewell share one deadline."""
    assert mail.SECONDS + mail.CLOSE_SECONDS < serve.GRACE_SECONDS - 2
    monkeypatch.setattr(mail, "SECONDS", 2 * DEADLINE)
    monkeypatch.setattr(mail, "CLOSE_SECONDS", DEADLINE)
    server = MailServer(b"", b"", silent_at=silent_at)
    backend = mail.PunctualBackend(host="127.0.0.1", port=server.port, timeout=30)
    start = time.monotonic()
    with suppress(OSError):
        backend.open()
        backend.send_messages([EmailMessage("Week 4", "It is settled.", to=["ann@example.org"])])
    backend.close()
    assert time.monotonic() - start < 3 * DEADLINE + 0.3
    server.stop()


def test_slow_probes_and_relays_of_the_tick_time_out(tarpit: Tarpit, settings: Any) -> None:
    settings.UPTIME_URL = [tarpit.address]
    assert not probe.is_serving()
    assert beacon_rounds._ask_relay(tarpit.address) is None


def test_an_error_before_the_deadline_is_raised_unchanged() -> None:
    def fail() -> None:
        raise ConnectionResetError("gone")

    with pytest.raises(ConnectionResetError, match="gone"):
        finish_within(10, fail, lambda: pytest.fail("Nothing is left to hang up."))
