"""Requests as a given reader, fast and without side effects, with everything that comes back:
status, headers, bytes.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import psycopg
from celery.app.task import Task
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.db import Error, connection, transaction
from django.test import RequestFactory

from config import logs
from core.notifications.services import push_client, web_push, webhook_client

if TYPE_CHECKING:
    from datetime import datetime

    from django.http.response import HttpResponseBase

    from .worlds import Reader, World

PASSING: Final = {"Date", "X-Request-ID", "X-Request-Id", "RateLimit-Remaining", "RateLimit-Reset"}
"""Headers that differ between requests."""

CSRF: Final = re.compile(
    rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken&quot;: &quot;)[A-Za-z0-9]{64}'
)
OWN: Final = "https://discord.com/api/webhooks/88/"
"""Beginning of the addresses of personal hooks."""
NEW_TOKEN: Final = re.compile(rb'("starts_with":"|<span class="tag">)dd_[0-9a-f]{12}')
"""Beginning of a token in an answer to its creator and on their page of tokens. It is as random as
its secret.
"""
DIGEST: Final = re.compile(rb'(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])(?:","left":(?:true|false))?')
"""32 bytes in hex; in a proof with their side, which depends on the order of random leaves."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A complete answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def plain(self) -> Answer:
        """Return the answer with every digest and opened key replaced by the name of its first
        appearance.

        Roots and keys look random without the seed; their number and equality are kept.
        """
        names: dict[bytes, bytes] = {}

        def name(found: re.Match[bytes]) -> bytes:
            return names.setdefault(found[0], b"<digest %d>" % (len(names) + 1))

        body = DIGEST.sub(name, self.body)
        headers = {key: value for key, value in self.headers if key != "ETag"} | {
            "Content-Length": str(len(body))
        }
        return Answer(self.status, tuple(sorted(headers.items())), body) if names else self


@dataclass(frozen=True, slots=True)
class Question:
    """A request: method, address, authentication, body."""

    method: str
    path: str
    name: str = ""
    by_token: bool = False
    body: str = ""
    kind: str = "application/x-www-form-urlencoded"
    headers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.method} {self.path}{' (token)' if self.by_token else ''}"


@dataclass(frozen=True, slots=True)
class Basis:
    """What an answer was made of: the time, all statements to the database, and their results (None
    if unknown).
    """

    at: datetime
    said: tuple[tuple[str, Any, bool], ...]
    told: tuple[object, ...] | None


class Site:
    """The site's own request handler, without a socket and without the test client's copies of
    contexts.
    """

    def __init__(self) -> None:
        self.handler = BaseHandler()
        self.handler.load_middleware()
        self.factory = RequestFactory()

    def ask(self, world: World, reader: Reader, question: Question) -> Answer:
        """Send one request at the world's time and roll back its writes."""
        label, seen = f"{reader.name} {question}", dict(world.chance.seen)
        with world.chance.step(label, at=world.at), transaction.atomic():
            response = self.handler.get_response(self._request(reader, question))
            answer = kept(response)
            transaction.set_rollback(True)
        world.chance.seen.clear()
        world.chance.seen.update(seen)
        cache.clear()
        return answer

    def ask_why(self, world: World, reader: Reader, question: Question) -> tuple[Answer, Basis]:
        """Send one request; return the answer and its basis."""
        said: list[tuple[str, Any, bool]] = []
        heard: list[object] = []

        def listen(
            execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
        ) -> Any:
            said.append((sql, params, many))
            done = execute(sql, params, many, context)
            heard.append(result(context["cursor"].cursor))
            return done

        with connection.execute_wrapper(listen):
            answer = self.ask(world, reader, question)
        known = len(heard) == len(said) and None not in heard
        return answer, Basis(world.at, tuple(said), tuple(heard) if known else None)

    @staticmethod
    def would_answer(world: World, basis: Basis) -> bool:
        """Return whether the same request must get the same answer now: same time, same randomness,
        same results of the database.

        A request always sends the same first statement; with the same result it sends the same
        second one, and so on. Writes are rolled back.
        """
        if basis.told is None or basis.at != world.at:
            return False
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                same = all(
                    _say(cursor, *said) == heard
                    for said, heard in zip(basis.said, basis.told, strict=True)
                )
                transaction.set_rollback(True)
        except Error:
            return False
        return same

    def _request(self, reader: Reader, question: Question) -> Any:
        headers = dict(question.headers)
        if question.by_token and reader.token:
            headers["Authorization"] = f"Token {reader.token}"
        request = self.factory.generic(
            question.method,
            question.path,
            question.body,
            content_type=question.kind,
            headers=headers,
        )
        if reader.session and not question.by_token:
            request.COOKIES[settings.SESSION_COOKIE_NAME] = reader.session
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return request


def _say(cursor: Any, sql: str, params: Any, many: bool) -> object:
    """Return the current result of a statement."""
    (cursor.executemany if many else cursor.execute)(sql, params)
    return result(cursor.cursor)


def result(cursor: Any) -> object:
    """Return the result of a statement without consuming it, or None for a server-side cursor."""
    if isinstance(cursor, psycopg.ServerCursor):
        return None
    rows = None
    if cursor.description:
        rows = tuple(cursor.fetchall())
    if rows:
        cursor.scroll(0, mode="absolute")
    return cursor.rowcount, rows


def kept(response: HttpResponseBase) -> Answer:
    """Return an answer without parts that differ between requests."""
    body = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined, arg-type]
    headers = {name: value for name, value in response.items() if name not in PASSING}
    cookies = {f"Set-Cookie {name}": "" for name in response.cookies}
    body = NEW_TOKEN.sub(rb"\1-", CSRF.sub(rb"\1-", body))
    return Answer(response.status_code, tuple(sorted({**headers, **cookies}.items())), body)


# --- what leaves by other doors -------------------------------------------------------------------


@dataclass
class Overheard:
    """Everything that left the service besides answers."""

    lines: list[str] = field(default_factory=list)
    tasks: list[str] = field(default_factory=list)
    posts: list[str] = field(default_factory=list)
    own: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """What went to people's own hooks and browsers, by the name at the end of the address."""

    def mails(self, to: str = "") -> list[str]:
        """Return all mails, or those to an address: recipient, subject, text and unsubscribe
        link.
        """
        sent = getattr(mail, "outbox", [])
        told = [
            (each.to, each.subject, str(each.body), each.extra_headers["List-Unsubscribe"])
            for each in sent
            if not to or to in each.to
        ]
        return [str(each) for each in told]

    def posted(self, address: str, body: bytes, headers: dict[str, str]) -> webhook_client.Answer:
        """Fake the other side of a hook."""
        said = f"{address} {body.decode()} {headers}"
        if address.startswith(OWN):
            self.own[address.rpartition("/")[2]].append(said)
        else:
            self.posts.append(said)
        return webhook_client.Answer(204)

    def pushed(self, address: str, body: bytes, headers: dict[str, str]) -> webhook_client.Answer:
        """Fake a push service that decrypts messages and records its own metadata."""
        carried = {name: value for name, value in headers.items() if name != "Authorization"}
        self.own[address.rpartition("/")[2]].append(f"{address} {body.decode()} {carried}")
        return webhook_client.Answer(201)


class _Ear(logging.Handler):
    """Records every formatted log line."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.lines = lines
        configured = logs.configure(level="DEBUG", as_json=True)["formatters"]["line"]
        self.setFormatter(configured.pop("()")(**configured))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def overhearing() -> Iterator[Overheard]:
    """Record log lines, task arguments, mails, and messages to hooks and browsers."""
    found = Overheard()
    ear, root = _Ear(found.lines), logging.getLogger()
    level = root.level
    mail.outbox = []

    def sent(task: Task, args: Any = None, kwargs: Any = None, **_: Any) -> None:
        found.tasks.append(f"{task.name} {args} {kwargs}")

    noisy = [
        logging.getLogger(name)
        for name in (
            "django.db.backends",
            "django.template",
            "faker",
            "factory",
            "asyncio",
            "MARKDOWN",
        )
    ]
    kept = [logger.level for logger in noisy]
    root.addHandler(ear)
    root.setLevel(logging.INFO)
    for logger in noisy:
        logger.setLevel(logging.WARNING)
    try:
        with (
            patch.object(Task, "apply_async", sent),
            patch.object(webhook_client, "post", found.posted),
            patch.object(push_client, "post", found.pushed),
            patch.object(web_push, "encrypt", lambda message, *_: message),
        ):
            yield found
    finally:
        root.removeHandler(ear)
        root.setLevel(level)
        for logger, before in zip(noisy, kept, strict=True):
            logger.setLevel(before)
