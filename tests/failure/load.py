"""Users who send requests through the proxy without a pause: they read, save and watch. Every 5xx
and every aborted answer is a failure.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE = 0.02
"""Seconds between two requests of the same user."""
PATIENCE = 60.0


@dataclass
class Load:
    """These users. `done` counts answers by kind; `failed` lists failures."""

    address: str
    done: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    people: list[Thread] = field(default_factory=list)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        for each in self.people:
            each.join(PATIENCE)

    def read(self, *paths: str, **headers: str) -> None:
        """Read these pages again and again."""

        def once(asking: HTTPConnection, number: int) -> None:
            self._exchange(asking, "GET", paths[number % len(paths)], None, headers)
            self.done["read"] += 1

        self._begin("read", once)

    def save(self, path: str, body: Callable[[int], Any], **headers: str) -> None:
        """Save again and again; `body` gets the number of saves before."""

        def once(asking: HTTPConnection, number: int) -> None:
            said = self._exchange(asking, "PUT", path, json.dumps(body(number)).encode(), headers)
            assert json.loads(said)
            self.done["save"] += 1

        self._begin("save", once)

    def watch(self, path: str, **headers: str) -> None:
        """Watch a stream, and open it again when it ends."""

        def once(asking: HTTPConnection, number: int) -> None:
            asking.request("GET", path, headers=headers)
            answer = asking.getresponse()
            assert answer.status == HTTPStatus.OK, f"{answer.status} {path}"
            self.done["stream"] += 1
            while answer.read1(4096):
                if self.over.is_set():
                    return asking.close()
            return None

        self._begin("stream", once)

    def _begin(self, kind: str, once: Callable[[HTTPConnection, int], None]) -> None:
        def go_on() -> None:
            host, _, port = self.address.rpartition(":")
            asking, number = HTTPConnection(host, int(port), timeout=PATIENCE), 0
            while not self.over.wait(PAUSE):
                try:
                    once(asking, number)
                except (OSError, HTTPException, AssertionError, ValueError) as problem:
                    self.failed.append(f"{kind}: {type(problem).__name__}: {problem}")
                    asking.close()
                else:
                    number += 1
            asking.close()

        thread = Thread(target=go_on, name=kind, daemon=True)
        thread.start()
        self.people.append(thread)

    @staticmethod
    def _exchange(
        asking: HTTPConnection, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> bytes:
        sent = headers | ({"Content-Type": "application/json"} if body else {})
        asking.request(method, path, body, sent)
        answer = asking.getresponse()
        said = answer.read()
        assert answer.status == HTTPStatus.OK, f"{answer.status} {path} {said[:200]!r}"
        return said
