"""Resolution of the duel in an operation's address."""

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
    """Pass the duel in the address to an operation, as in `show(call, duel, …)`. Raise Http404.

    The operation accepts the season as a query parameter even if it has no `query` argument.
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
