"""Caddy with our Caddyfile, before servers that answer with their name."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.failure.composed import CADDY, ROOT, Composed
from tests.servers import HOST

from .test_serve import until

pytestmark = pytest.mark.slow("starts Caddy and two servers")
WEB, OTHER = "web:8000", "web-2:8000"
MANY = 30
"""Number of requests after which both servers would have been asked."""


class Upstream:
    """A server with some addresses that can drain. `asked` contains its requests."""

    def __init__(self, name: str, there: str, *has: str) -> None:
        self.name, self.there, self.has = name, there, {"/", *has}
        self.asked: list[str] = []
        self.stays = True
        self.server: ThreadingHTTPServer | None = None

    def start(self) -> None:
        """Start listening."""
        upstream = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.send_response(upstream.status(self.command, self.path))
                self.send_header("Content-Length", str(len(upstream.name)))
                self.end_headers()
                self.wfile.write(upstream.name.encode())

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None:
                pass

        port = int(self.there.rpartition(":")[2])
        self.server = ThreadingHTTPServer((HOST, port), Answer)
        self.server.daemon_threads = True
        Thread(target=self.server.serve_forever, daemon=True).start()

    def status(self, method: str, path: str) -> HTTPStatus:
        """Return the status of an address."""
        if path == "/livez":
            return HTTPStatus.OK if self.stays else HTTPStatus.SERVICE_UNAVAILABLE
        self.asked.append(f"{method} {path}")
        return HTTPStatus.OK if path in self.has else HTTPStatus.NOT_FOUND

    def stop(self) -> None:
        """Stop listening."""
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


class Proxy:
    """Caddy with both servers behind it."""

    def __init__(self, composed: Composed) -> None:
        self.composed = composed
        ports = composed.ports
        self.web = Upstream("web", ports[WEB], "/static/old.css", "/static/both.css")
        self.other = Upstream("web-2", ports[OTHER], "/static/new.css", "/static/both.css")

    def asked(self, path: str, body: bytes | None = None) -> tuple[int, str]:
        """Return the status and the server that answered."""
        try:
            with urlopen(Request(f"http://{self.composed.address}{path}", body), timeout=60) as it:
                return it.status, it.read().decode()
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    with Composed(tmp_path, "", "") as composed, ExitStack() as servers:
        proxy = Proxy(composed)
        for server in (proxy.web, proxy.other):
            server.start()
            servers.callback(server.stop)
        composed.start("proxy")
        yield proxy


def test_the_caddyfile_is_valid_and_formatted() -> None:
    for words in (["validate"], ["fmt", "--diff"]):
        done = subprocess.run(
            [CADDY, *words, *(["--config"] if words == ["validate"] else []), "Caddyfile"],
            cwd=ROOT,
            env={"SITE_ADDRESS": "http://localhost:8080"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert not done.returncode, done.stderr
        assert not [line for line in done.stdout.splitlines() if line[:1] in "+-"], done.stdout


def test_a_static_file_is_fetched_from_the_version_that_has_it(proxy: Proxy) -> None:
    assert proxy.asked("/static/old.css") == (200, "web")
    assert proxy.asked("/static/both.css") == (200, "web")
    assert proxy.asked("/static/new.css") == (200, "web-2")
    assert proxy.asked("/static/none.css")[0] == 404
    proxy.web.stop()
    assert proxy.asked("/static/both.css") == (200, "web-2")


def test_one_server_takes_all_requests_while_the_other_is_down(proxy: Proxy) -> None:
    proxy.web.stop()
    for _ in range(6):
        assert proxy.asked("/") == (200, "web-2")
        assert proxy.asked("/", b"something to save") == (200, "web-2")
    proxy.web.start()
    until(lambda: proxy.asked("/") == (200, "web"))


def test_a_draining_server_gets_no_new_requests(proxy: Proxy) -> None:
    proxy.web.stays = False
    until(lambda: {proxy.asked("/") for _ in range(MANY)} == {(200, "web-2")})
    before = len(proxy.web.asked)
    assert {proxy.asked("/", b"something to save") for _ in range(MANY)} == {(200, "web-2")}
    assert len(proxy.web.asked) == before
    proxy.web.stays = True
    until(lambda: proxy.asked("/") == (200, "web"))


def test_requests_wait_while_both_servers_are_down(proxy: Proxy) -> None:
    proxy.web.stop()
    proxy.other.stop()
    answers: list[tuple[int, str]] = []
    waiting = Thread(target=lambda: answers.append(proxy.asked("/", b"something to save")))
    waiting.start()
    proxy.other.start()
    waiting.join(60)
    assert answers == [(200, "web-2")]
