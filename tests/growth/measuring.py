"""The cost of an answer: rows fetched by its statements, and bytes sent before compression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from django.contrib import admin
from django.db import connection
from django.urls import reverse
from django_scopes import scopes_disabled

from tests.secrecy.asking import Question, Site
from tests.secrecy.objects import SAME_FOR_ALL, address, is_api, named
from tests.secrecy.routes import ROUTES, Route
from tests.secrecy.worlds import A

from .club import SEASON

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.secrecy.worlds import Reader, World

    from .club import Grown


YOUNG: Final = 60
OLD: Final = 120
"""Ages in weeks at which the club is measured."""


class Cost(NamedTuple):
    """The cost of an answer."""

    status: int
    queries: int
    rows: int
    bytes: int


class Life(NamedTuple):
    """The cost of an answer when the club was young and when it was old."""

    young: Cost
    old: Cost


Measured: TypeAlias = dict[tuple[str, str], Life]
"""Cost by reader and address."""


def measure(grown: Grown) -> Measured:
    """Return the cost of every address at both ages."""
    site = Site()
    grown.grow(YOUNG // SEASON - grown.seasons)
    young = dict(_ask(site, grown))
    grown.grow((OLD - YOUNG) // SEASON)
    return {key: Life(young[key], now) for key, now in _ask(site, grown)}


def _ask(site: Site, grown: Grown) -> Iterator[tuple[tuple[str, str], Cost]]:
    for reader in grown.world.readers.values():
        for question in questions(grown.world, reader):
            yield (reader.name, question.name), cost(site, grown.world, reader, question)


def cost(site: Site, world: World, reader: Reader, question: Question) -> Cost:
    """Measure one request with an empty cache, and roll back its writes.

    A client-side cursor gets all rows of a statement at once, whether or not they are used.
    """
    queries = rows = 0

    def note(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        nonlocal queries, rows
        result = execute(sql, params, many, context)
        cursor = context["cursor"]
        assert cursor.rowcount >= 0 or not cursor.description, f"How many rows? {sql}"
        queries += 1
        rows += cursor.rowcount if cursor.description else 0
        return result

    with connection.execute_wrapper(note):
        answer = site.ask(world, reader, question)
    return Cost(answer.status, queries, rows, len(answer.body))


def questions(world: World, reader: Reader) -> Iterator[Question]:
    """Yield every readable address with each of its queries, about the first team and its objects.
    Staff read the admin. A week's page is asked once, because naming its season costs nothing.

    A GM without a team is not asked for what only owners see, or what is the same for everyone.
    """
    if reader.name == "staff":
        yield from admin_pages()
        return
    for name, route in ROUTES.items():
        if "GET" in route.doors and (reader.team is not None or not _seen_by_owners(name, route)):
            where = named(world, name, route, A, reader)
            is_of_a_week = "number" in where
            queries = [query for query in route.queries if query != "season=1" or not is_of_a_week]
            for query in ("", *queries):
                yield Question(
                    "GET", address(name, where, query), _known(name, query), by_token=is_api(name)
                )


def _seen_by_owners(name: str, route: Route) -> bool:
    return name in SAME_FOR_ALL or route.doors["GET"] in {
        "owner",
        "books",
        "plays",
        "sits",
        "closed",
    }


def admin_pages() -> Iterator[Question]:
    """Yield every list of the admin, and a record of each."""
    yield Question("GET", reverse("admin:index"), "admin:index")
    for model in admin.site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield Question("GET", reverse(f"{name}_changelist"), f"{name}_changelist")
        with scopes_disabled():
            row = model._base_manager.order_by("-pk").first()
        if row is not None:
            yield Question("GET", reverse(f"{name}_change", args=[row.pk]), f"{name}_change")


def _known(name: str, query: str) -> str:
    return f"{name}?{query}" if query else name
