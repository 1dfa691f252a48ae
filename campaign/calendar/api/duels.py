"""The duel in the address of an operation."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

from campaign.calendar.api.weeks import SeasonQuery
from campaign.league.api.permissions import ClubCall
from campaign.league.selectors.duels import find_duel
from core.web.not_found import or_404

Answer = TypeVar("Answer")


def resolve_duel(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Pass the duel in the address to an operation: `show(call, duel, …)`. Raises Http404.

    The operation accepts the season as a query parameter, even if it takes no `query`.
    """
    takes_query = "query" in signature(function).parameters

    @wraps(function)
    def answer(call: ClubCall, query: Any, number: int, duel: int, **arguments: Any) -> Answer:
        arguments |= {"query": query} if takes_query else {}
        return function(
            call, or_404(find_duel(call.campaign, number, duel, query.season)), **arguments
        )

    answer.__annotations__ = {"query": SeasonQuery, **function.__annotations__}
    return answer
