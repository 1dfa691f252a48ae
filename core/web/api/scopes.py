"""Scopes of tokens. Each operation names the scope that it needs. Sessions have every scope."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, Protocol

from django.http import HttpRequest

from engine.game import Refusal


class Scope(StrEnum):
    """The scope that an operation needs. `ACCOUNT` needs a token with all scopes for all clubs."""

    READ = "read"
    ORDERS = "orders"
    PLAY = "play"
    DESK = "desk"
    ACCOUNT = "account"


TOKEN_SCOPES: Final = (Scope.READ, Scope.ORDERS, Scope.PLAY, Scope.DESK)
"""Scopes that a token can have. Every token has the first of them."""
CREDENTIALS_KEY: Final = "deaddrop.api_token"
"""Key of a request's token in `request.META`, which DRF's and Django's requests share."""
SCOPE_TEXTS: Final = {
    Scope.READ: "Read everything that you can read",
    Scope.ORDERS: "Send orders, manage your teams and write messages for you",
    Scope.PLAY: "Play matches and enter tournaments",
    Scope.DESK: "Do everything that you can do at a club's desk",
}
"""The description of each scope."""


class Rights(Protocol):
    """The scopes of a token, and the slug of the only club that it can access ("" for all)."""

    @property
    def rights(self) -> frozenset[str]: ...

    @property
    def club_slug(self) -> str: ...


class ScopeMissing(Refusal):
    """The token is valid but does not allow this operation."""

    code = "scope-missing"


def rights_of(request: HttpRequest) -> Rights | None:
    """Return the rights of a request's token, or None for a session or an anonymous request."""
    rights: Rights | None = request.META.get(CREDENTIALS_KEY)
    return rights


def has_all(rights: Rights) -> bool:
    """Return whether a token can do everything that its owner can."""
    return not rights.club_slug and rights.rights.issuperset(TOKEN_SCOPES)


def insist(rights: Rights | None, scope: Scope | None, *, in_club: bool) -> None:
    """Raise ScopeMissing if a token does not allow an operation with this scope.

    If `scope` is None, any token is allowed.

    `in_club` tells whether the address belongs to the token's club.
    """
    if rights is None or scope is None or has_all(rights):
        return
    if scope is Scope.ACCOUNT:
        raise ScopeMissing(
            "Account settings require a token with every scope for all clubs. This token is "
            f"{_for(rights)}."
        )
    if scope not in rights.rights:
        raise ScopeMissing(
            f"This operation requires the scope “{scope}”. Your token is {_for(rights)}. Create "
            "another token on /me/tokens/."
        )
    if rights.club_slug and not in_club:
        raise ScopeMissing(
            f"This token can be used only for the club {rights.club_slug}. Create a token for "
            "all clubs on /me/tokens/."
        )


def _for(rights: Rights) -> str:
    description = f"for {list_scopes(rights.rights)}"
    return f"{description} in the club {rights.club_slug}" if rights.club_slug else description


def list_scopes(scopes: Iterable[str]) -> str:
    """Return the scopes as a list in standard order, such as "read, orders"."""
    return ", ".join([scope for scope in TOKEN_SCOPES if scope in frozenset(scopes)])
