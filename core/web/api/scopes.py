"""What a token is for: each operation names the scope that it needs, and one place insists on it
(`operations.Operation`). Sessions of a browser have every scope.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from engine.game import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest


class Scope(StrEnum):
    """What an operation needs. `ACCOUNT` is no scope of its own: it is what a token with all the
    others may do that is for all clubs.
    """

    READ = "read"
    ORDERS = "orders"
    PLAY = "play"
    DESK = "desk"
    ACCOUNT = "account"


GIVEN: Final = (Scope.READ, Scope.ORDERS, Scope.PLAY, Scope.DESK)
"""The scopes that a token can have; every token has the first."""
WORDS: Final = {
    Scope.READ: "Read everything that you can read",
    Scope.ORDERS: "Send orders, manage your teams and write messages for you",
    Scope.PLAY: "Play matches and enter tournaments",
    Scope.DESK: "Do everything that you can do at a club's desk",
}
"""What each of them lets a token do."""


class Rights(Protocol):
    """What a token may do: its scopes, and the address of the one club that it is for, "" for all
    clubs.
    """

    @property
    def rights(self) -> frozenset[str]: ...

    @property
    def club_slug(self) -> str: ...


class ScopeMissing(Refusal):
    """The token is good, and not for this."""

    code = "scope-missing"


def rights_of(request: HttpRequest) -> Rights | None:
    """The rights of the token that a request came with; None for a browser's session, and for who
    has not signed in.
    """
    found: Rights | None = getattr(request, "api_token", None)
    return found


def has_all(rights: Rights) -> bool:
    """Whether a token may do whatever its person may."""
    return not rights.club_slug and rights.rights.issuperset(GIVEN)


def insist(rights: Rights | None, scope: Scope | None, *, in_club: bool) -> None:
    """Refuse what a token is not for; `scope` None is for every token. `in_club` is whether the
    address is one of the token's own club. Raises ScopeMissing.
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
    said = f"for {named(rights.rights)}"
    return f"{said} in the club {rights.club_slug}" if rights.club_slug else said


def named(scopes: Iterable[str]) -> str:
    """The scopes in a row: "read, orders"."""
    return ", ".join([scope for scope in GIVEN if scope in frozenset(scopes)])
