"""Operations of the API as typed functions, whose signatures define input, output and schema.

    @club_door(status=201)
    def hire(call: TeamCall, body: Hiring) -> Person: ...

`body` is read from JSON and `query` from the query string. Both are records, so unknown fields and
values out of bounds are refused before the function runs. If there is no `query`, all query
parameters are refused. Other arguments are taken from the path. The return value is encoded
unchanged.
"""

from __future__ import annotations

import re
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
    TypeVar,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
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
    from core.accounts.models import User

CallT = TypeVar("CallT", bound="Call")

JSON: Final = "application/json"
NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The response of an operation."""


class Body(Value):
    """The body of a request. Unknown fields are refused."""


class Query(Value):
    """The query string of a request. Unknown parameters are refused."""


class Nothing(Body):
    """The body of a request without data."""


@dataclass(slots=True)
class Call:
    """A request, with its user and time.

    `headers` are added to the response. `scope` is the scope that a token needs, if the door
    overrides that of the operation.
    """

    request: HttpRequest
    user: User
    now: datetime
    headers: dict[str, str] = field(default_factory=dict)
    scope: Scope | None = None

    def extended(self, kind: Callable[..., CallT], **fields: Any) -> CallT:
        """Return this call as a more specific kind of call with additional fields."""
        return kind(
            request=self.request, user=self.user, now=self.now, headers=self.headers, **fields
        )

    def afterwards(self, write: Callable[[], object]) -> None:
        """Register a write that takes place even if the call is refused."""
        self.request.__dict__.setdefault("afterwards", []).append(write)

    @property
    def if_match(self) -> str | None:
        """The version that the client has seen, as given in `If-Match`."""
        return self.request.headers.get("If-Match")


Door = Callable[[Call, dict[str, Any]], AbstractContextManager[Call]]
"""A context manager that takes its arguments from the path and checks access.

Callers without access get a 404 response.
"""


@dataclass(frozen=True)
class Operation:
    """A function behind a door, and the data from its signature."""

    function: Callable[..., Any]
    door: Door
    status: int = 200
    anonymous: bool = False
    if_match: bool = False
    scope: Scope | None = Scope.ACCOUNT
    """Scope that a token needs for writing. Reading needs `READ`. If it is None, any token can
    write.
    """
    tells: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Additional response headers, by status."""
    audience: str = ""
    """A sentence for the API description that says who can call the operation."""

    def __call__(self, call: Call, arguments: dict[str, Any]) -> HttpResponse:
        """Answer a call."""
        rights, club = rights_of(call.request), arguments.get("slug")
        if rights and not self.anonymous and club and rights.club_slug not in {"", club}:
            raise Http404  # A token for one club cannot reveal whether other clubs exist.
        with self.door(call, arguments) as inside:
            if not self.anonymous:
                insist(rights, inside.scope or self.needs(call.request.method), in_club=bool(club))
            answer = self.function(inside, **self._read(inside), **arguments)
        if self.answer is None:
            return HttpResponse(status=204, headers=inside.headers)
        return HttpResponse(
            msgspec.json.encode(answer),
            status=self.status,
            content_type=JSON,
            headers=inside.headers,
        )

    def needs(self, method: str | None) -> Scope | None:
        """Return the scope that a token needs for this method, or None for any token."""
        reads = method in {"GET", "HEAD"} and self.scope is not None
        return Scope.READ if reads else self.scope

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def subject(self) -> str:
        """The name of the operation's module, such as "news" for "campaign.news.api.news"."""
        return self.function.__module__.rpartition(".")[2].replace("_", " ")

    @property
    def stability(self) -> str:
        """The stability that tools can expect from the operation's subject."""
        return str(stability_of(self.subject))

    @cached_property
    def hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    @property
    def body(self) -> Any:
        """The record of the body. For `Changes` of a record, all of the record's fields are
        optional.
        """
        annotation = self.hints.get("body")
        return Changes.record(get_args(annotation)[0]) if self.changes else annotation

    @property
    def changes(self) -> bool:
        """True if fields that are left out of the body keep their values."""
        return get_origin(self.hints.get("body")) is Changes

    @property
    def query(self) -> type[Query] | None:
        return self.hints.get("query")

    @property
    def answer(self) -> Any:
        """The type of the response, or None for an empty response (204)."""
        annotation = self.hints["return"]
        return None if annotation is type(None) else annotation

    @cached_property
    def reader(self) -> Reader[Any]:
        return Reader(self.body or Nothing)

    def _read(self, call: Call) -> dict[str, Any]:
        arguments: dict[str, Any] = {}
        query = read_query(call.request, self.query or Query)
        if self.query is not None:
            arguments["query"] = query
        if call.request.method not in {"GET", "HEAD"}:
            read = self._read_body(call.request)
            if self.body is not None:
                arguments["body"] = Changes.from_body(read) if self.changes else read
        return arguments

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
    """Return the query of a request as a record.

    If a parameter is repeated, the last value is used.

    Raise Unreadable if the query is invalid.
    """
    parameters = {key: values[-1] for key, values in request.GET.lists()}
    if any("\0" in value for value in parameters.values()):
        raise Unreadable("Remove the character U+0000.")
    return Reader[Query](kind).take(parameters, strict=False)


class Resource(APIView):
    """A view with one operation per method. DRF handles authentication, throttling and errors."""

    operations: ClassVar[Mapping[str, Operation]] = {}
    metadata_class = None
    django_request: HttpRequest

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        """Keep Django's request, because DRF replaces it with its own."""
        super().setup(request, *args, **kwargs)
        self.django_request = request

    @property
    def operation(self) -> Operation | None:
        """The requested operation."""
        method = self.request.method or ""
        return self.operations.get("GET" if method == "HEAD" else method)

    def get_permissions(self) -> list[Any]:
        """Allow everyone for public operations, and signed-in users for all others."""
        operation = self.operation
        if operation and operation.anonymous:
            return [permissions.AllowAny()]
        return [permissions.IsAuthenticated()]


def _method(operation: Operation) -> Callable[..., HttpResponse]:
    def handle(view: Resource, request: Request, **arguments: Any) -> HttpResponse:
        return operation(
            Call(request=view.django_request, user=cast("User", request.user), now=timezone.now()),
            arguments,
        )

    return handle


RESOURCES: Final[list[type[Resource]]] = []
"""All views of the API, which are needed for its description."""


def api_path(route: str, name: str, **operations: Operation) -> URLPattern:
    """Return a URL with an operation per method: `api_path("news/", "api-news", get=list_news)`."""
    methods = {method: _method(operation) for method, operation in operations.items()}
    by_method = {method.upper(): operation for method, operation in operations.items()}
    view: type[Resource] = type("Resource", (Resource,), {"operations": by_method, **methods})
    RESOURCES.append(view)
    return path(route, view.as_view(), name=name)


def every_operation() -> Iterator[Operation]:
    """Yield all operations of the site."""
    for view in RESOURCES:
        yield from view.operations.values()
