"""A plain page for each page of the site that shows the same rows, for comparison.

The queries of the site's page are recorded. A page under /bare… repeats the queries and shows the
rows as a plain list. benchmarks/pages.py compares the two pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.test import Client

BUILDERS: Final = (
    "all", "filter", "exclude", "annotate", "alias", "order_by", "select_related",
    "prefetch_related", "values", "values_list", "distinct", "only", "defer", "union", "reverse",
    "none", "__getitem__",
)  # fmt: skip
"""Methods that build a query set before it is evaluated."""
FRAME: Final = ("django_session", '"accounts_user"."password"', 'FROM "notifications_notice"')
"""Parts of queries made by middleware and frame: session, user and unread notices."""
FRAMED: Final = frozenset({"sessions.Session", "accounts.User", "notifications.Notice"})
TEMPLATE: Final = """{% extends "base.html" %}{% block content %}<h1>Rows</h1>
{% for table in tables %}<ul>
{% for row in table %}<li>{% for value in row %}<span>{{ value }}</span> {% endfor %}</li>
{% endfor %}</ul>{% endfor %}{% endblock %}"""

Fetch = Callable[[], "list[list[Any]]"]


def record_page(client: Client, path: str) -> tuple[int, list[Fetch]] | None:
    """Return the number of queries that a page makes, and functions that repeat them.

    Return None if the page fails.
    """
    from django.db import connection
    from django.db.models import QuerySet

    fetches: list[Fetch] = []
    count, depth = 0, 0

    def note(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        nonlocal count
        if sql.startswith("SELECT"):
            count += 1
            if not depth and not any(mark in sql for mark in FRAME):
                fetches.append(partial(_rows_of, sql, params))
        return execute(sql, params, many, context)

    def fetched(fetch_all: Callable[..., None], rows: Any) -> None:
        nonlocal depth
        if rows._result_cache is None and not depth and rows.model._meta.label not in FRAMED:
            fetches.append(partial(_values_of, rows.model, _calls(rows)))
        depth += 1
        try:
            fetch_all(rows)
        finally:
            depth -= 1

    client.get(path)
    with ExitStack() as patches:
        patches.enter_context(_replaced(QuerySet, "_fetch_all", fetched))
        patches.enter_context(_replaced(QuerySet, "_clone", _remembered))
        for name in BUILDERS:
            patches.enter_context(_replaced(QuerySet, name, partial(_record_call, name)))
        patches.enter_context(connection.execute_wrapper(note))
        answer = client.get(path)
    return (count, fetches) if answer.status_code == 200 else None


@contextmanager
def _replaced(owner: Any, name: str, replacement: Callable[..., Any]) -> Iterator[None]:
    """Replace a method inside the block.

    `replacement` gets the original method as first argument.
    """
    original = getattr(owner, name)

    def method(self: Any, *args: Any, **named: Any) -> Any:
        return replacement(original, self, *args, **named)

    setattr(owner, name, method)
    try:
        yield
    finally:
        setattr(owner, name, original)


Calls = tuple[tuple[str, tuple[Any, ...], dict[str, Any]], ...]
"""Calls that built a query set, as tuples of method, arguments and keyword arguments."""


def _calls(rows: Any) -> Calls:
    calls: Calls = getattr(rows, "_recorded_calls", ())
    return calls


def _remembered(clone: Callable[..., Any], rows: Any) -> Any:
    copy = clone(rows)
    copy._recorded_calls = _calls(rows)
    return copy


def _record_call(
    name: str, method: Callable[..., Any], rows: Any, *args: Any, **kwargs: Any
) -> Any:
    arguments = _fresh_arguments(kwargs)
    built = method(rows, *args, **kwargs)
    if built is not rows and hasattr(built, "_fetch_all"):
        built._recorded_calls = (*_calls(rows), (name, args, arguments))
    return built


def _fresh_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of the arguments, which is needed because queries change filtered relations."""
    from django.db.models import FilteredRelation

    return {
        name: value.clone() if isinstance(value, FilteredRelation) else value
        for name, value in arguments.items()
    }


def _values_of(model: Any, calls: Calls) -> list[list[Any]]:
    """Run the query set built by these calls again, and return the values of its rows."""
    rows = model._base_manager.get_queryset()
    for name, args, kwargs in calls:
        rows = getattr(rows, name)(*args, **_fresh_arguments(kwargs))
    return [
        [_plain_json(value) for name, value in vars(row).items() if not name.startswith("_")]
        if hasattr(row, "_state")
        else _as_list(row)
        for row in rows
    ]


def _plain_json(value: Any) -> Any:
    """Return JSON as plain data, even if the field decodes JSON lazily."""
    return dict(value) if isinstance(value, Mapping) else value


def _as_list(row: Any) -> list[Any]:
    return (
        list(row)
        if isinstance(row, tuple | list)
        else list(row.values())
        if isinstance(row, dict)
        else [row]
    )


def _rows_of(sql: str, params: Any) -> list[list[Any]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return [list(row) for row in cursor.fetchall()]


def put_twin(path: str, fetches: list[Fetch]) -> None:
    """Add a page under /bare… that makes the same queries, except those of middleware and frame."""
    from django.http import HttpResponse, JsonResponse
    from django.template import engines
    from django.urls import clear_url_caches
    from django.urls import path as address
    from django_scopes import scopes_disabled

    from config import urls

    template = engines["django"].from_string(TEMPLATE)

    def page(request: HttpRequest) -> HttpResponse:
        assert request.user.is_authenticated
        with scopes_disabled():
            tables = [fetch() for fetch in fetches]
        if path.startswith("/api/"):
            return JsonResponse({"results": tables}, json_dumps_params={"default": str})
        request.unread = 0  # type: ignore[attr-defined] # the club's door counts them among the rows above
        return HttpResponse(template.render({"tables": tables}, request))

    urls.urlpatterns.insert(0, address(f"bare{path}", page))
    clear_url_caches()
