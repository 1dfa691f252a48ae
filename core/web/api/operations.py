"""An operation of the API is one typed function. Its signature is the contract: what it reads, what
it answers, its schema.

    @club_door(status=201)
    def hire(call: TeamCall, body: Hiring) -> Person: ...

`body` is read from JSON and `query` from the address, each through its own record, so that unknown
fields are refused and bounds are checked before anything runs. An operation without `query` refuses
every parameter. The other arguments are named in the path. What is returned
is encoded as it is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework import exceptions, permissions
from rest_framework.request import Request
from rest_framework.views import APIView

from core.web.records import Changes
from engine.codec import Reader, Unreadable
from engine.values import Value

from .scopes import Scope, insist, rights_of
from .stability import stability_of

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User

JSON: Final = "application/json"
NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an operation answers with."""


class Body(Value):
    """What an operation reads. Unknown fields are refused."""


class Query(Value):
    """What an operation reads from the address: allow-listed filters and orderings. Unknown ones
    are refused.
    """


class Nothing(Body):
    """The body of a request that needs none."""


@dataclass(slots=True)
class Call:
    """One request: who asks, and when. `headers` go out with the answer. `scope` is what a token
    needs here, where its door knows better than the operation.
    """

    request: HttpRequest
    user: User
    now: datetime
    headers: dict[str, str] = field(default_factory=dict)
    scope: Scope | None = None

    def afterwards(self, write: Callable[[], object]) -> None:
        """Have this written even when the call is refused."""
        self.request.__dict__.setdefault("afterwards", []).append(write)

    @property
    def if_match(self) -> str | None:
        """The version that the caller has looked at, as they say."""
        return self.request.headers.get("If-Match")


Door = Callable[[Call, dict[str, Any]], AbstractContextManager[Call]]
"""Takes what it names out of the path's arguments, and lets the right people in; everybody else
gets the 404 of an unknown address.
"""


@dataclass(frozen=True)
class Operation:
    """A function behind its door, with all that its signature says."""

    function: Callable[..., Any]
    door: Door
    status: int = 200
    anonymous: bool = False
    if_match: bool = False
    scope: Scope | None = Scope.ACCOUNT
    """What a token needs to write here; to read it needs `READ`. None: any token will do."""
    tells: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Headers that its answers of a code have besides those of every such answer."""

    def __call__(self, call: Call, named: dict[str, Any]) -> HttpResponse:
        """Answer one call."""
        rights, club = rights_of(call.request), named.get("slug")
        if rights and not self.anonymous and club and rights.club_slug not in {"", club}:
            raise Http404  # another club than the token's is as one that is not there
        with self.door(call, named) as inside:
            if not self.anonymous:
                insist(rights, inside.scope or self.needs(call.request.method), in_club=bool(club))
            answer = self.function(inside, **self._read(inside), **named)
        if self.answer is None:
            return HttpResponse(status=204, headers=inside.headers)
        return HttpResponse(
            msgspec.json.encode(answer),
            status=self.status,
            content_type=JSON,
            headers=inside.headers,
        )

    def needs(self, method: str | None) -> Scope | None:
        """The scope that a token needs for this method; None where any will do."""
        reads = method in {"GET", "HEAD"} and self.scope is not None
        return Scope.READ if reads else self.scope

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def subject(self) -> str:
        """The module it stands in: "campaign.league.api.news" is about news."""
        return self.function.__module__.rpartition(".")[2].replace("_", " ")

    @property
    def stability(self) -> str:
        """How much a tool may build on it, by its subject."""
        return str(stability_of(self.subject))

    @property
    def audience(self) -> str:
        """Whom it is for, in the words of its door."""
        maker = self.door.__qualname__.partition(".")[0]
        said = getattr(sys.modules[self.door.__module__], maker).__doc__ or ""
        found = " ".join(said.strip().partition("\n\n")[0].split())
        return found if maker.endswith("_door") else _EVERYBODY[self.anonymous]

    @cached_property
    def hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    @property
    def body(self) -> Any:
        """The record that is read; for `Changes` of a record, one all of which may be left out."""
        said = self.hints.get("body")
        return Changes.record(get_args(said)[0]) if self.changes else said

    @property
    def changes(self) -> bool:
        """Whether what is left out of the body stays as it is."""
        return get_origin(self.hints.get("body")) is Changes

    @property
    def query(self) -> type[Query] | None:
        return self.hints.get("query")

    @property
    def answer(self) -> Any:
        """The type of what it answers; None for nothing (204)."""
        found = self.hints["return"]
        return None if found is type(None) else found

    @cached_property
    def reader(self) -> Reader[Any]:
        return Reader(self.body or Nothing)

    def _read(self, call: Call) -> dict[str, Any]:
        found: dict[str, Any] = {}
        query = read_query(call.request, self.query or Query)
        if self.query is not None:
            found["query"] = query
        if call.request.method not in {"GET", "HEAD"}:
            read = self._read_body(call.request)
            if self.body is not None:
                found["body"] = Changes.said_in(read) if self.changes else read
        return found

    def _read_body(self, request: HttpRequest) -> Any:
        sent = request.body
        if not sent and self.body is None:
            return None
        if request.content_type != JSON:
            raise exceptions.UnsupportedMediaType(request.content_type or "nothing")
        if NUL.search(sent):
            raise Unreadable("Remove the character U+0000.")
        return self.reader.decode(sent)


def read_query(request: HttpRequest, kind: type[Query]) -> Query:
    """The query of an address through its record; the last one counts of what is given twice.
    Raises Unreadable.
    """
    parameters = {key: values[-1] for key, values in request.GET.lists()}
    if any("\0" in value for value in parameters.values()):
        raise Unreadable("Remove the character U+0000.")
    return Reader[Query](kind).take(parameters, strict=False)


_EVERYBODY: Final = {True: "Public.", False: "Available to all signed-in users."}


class Resource(APIView):
    """An address with its operations by method. DRF does the rest: who asks, throttling, one shape
    for errors.
    """

    operations: ClassVar[Mapping[str, Operation]] = {}
    metadata_class = None

    @property
    def operation(self) -> Operation | None:
        """The one that is asked for."""
        method = self.request.method or ""
        return self.operations.get("GET" if method == "HEAD" else method)

    def get_permissions(self) -> list[Any]:
        """Everybody for what is open, else those who have signed in."""
        found = self.operation
        return (
            [permissions.AllowAny()]
            if found and found.anonymous
            else [permissions.IsAuthenticated()]
        )


def _method(operation: Operation) -> Callable[..., HttpResponse]:
    def handle(view: Resource, request: Request, **named: Any) -> HttpResponse:
        plain: HttpRequest = request._request  # noqa: SLF001 - DRF has no other door to Django's own request
        return operation(
            Call(request=plain, user=cast("User", request.user), now=timezone.now()), named
        )

    return handle


RESOURCES: Final[list[type[Resource]]] = []
"""Every address of the API, for its schema."""


def resource(**operations: Operation) -> Callable[..., Any]:
    """The view of an address, its operations by method, as in `resource(get=list_news)`."""
    methods = {method: _method(operation) for method, operation in operations.items()}
    kept = {method.upper(): operation for method, operation in operations.items()}
    view: type[Resource] = type("Resource", (Resource,), {"operations": kept, **methods})
    RESOURCES.append(view)
    return view.as_view()


def every_operation() -> Iterator[Operation]:
    """All operations of the site."""
    for view in RESOURCES:
        yield from view.operations.values()
