"""Paginated lists in a total order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from django.db.models import QuerySet
from django.http import Http404
from msgspec import Meta

from .operations import Call, Query

T = TypeVar("T")

PageNumber = Annotated[int, Meta(ge=1, le=100_000, description="Page number, starting at 1.")]
PageSize = Annotated[int, Meta(ge=1, le=200, description="Number of items per page.")]


class Paged(Query):
    """Query parameters for a page of a list."""

    page: PageNumber = 1
    page_size: PageSize = 50


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """A page of a list, with the total number, the addresses of the previous and next pages, and
    the items.
    """

    count: int
    next: str | None
    previous: str | None
    results: tuple[T, ...]


def paged(
    call: Call, query: Paged, rows: QuerySet | Sequence[Any], shape: Callable[[Any], T]
) -> Page[T]:
    """Return a page of `rows`, each converted by `shape`.

    If `rows` is a queryset, this takes two queries.

    Raise Http404 if the page is after the last one.
    """
    if isinstance(rows, QuerySet):
        count, rows = rows.count(), in_total_order(rows)
    else:
        count = len(rows)
    start = (query.page - 1) * query.page_size
    if query.page > 1 and start >= count:
        raise Http404
    has_next = start + query.page_size < count
    return Page(
        count=count,
        next=_neighbour(call, query.page + 1) if has_next else None,
        previous=_neighbour(call, query.page - 1) if query.page > 1 else None,
        results=tuple(shape(row) for row in rows[start : start + query.page_size]),
    )


def in_total_order(rows: QuerySet) -> QuerySet:
    """Return the rows, with their key as the last ordering criterion.

    Otherwise, the order of tied rows could change between pages, and a row could appear on two
    pages.
    """
    usual = rows.model._meta.ordering if rows.query.default_ordering else ()
    order = rows.query.order_by or tuple(usual)
    if {"pk", "-pk", "id", "-id"}.intersection(order):
        return rows
    return rows.order_by(*order, "pk")


def _neighbour(call: Call, page: int) -> str:
    parameters = call.request.GET.copy()
    parameters["page"] = str(page)
    return f"{call.request.path}?{parameters.urlencode()}"
