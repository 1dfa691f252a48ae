"""Parties: groups that play a seat as one, such as a team. The room above, which knows them, hands in its answers when it is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.models import User


class Parties(Protocol):
    """The answers, whatever the caller's campaign scope."""

    def members_of(self, party: UUID) -> frozenset[UUID]:
        """The ids of the people who play for it now."""
        ...

    def parties_of(self, user: User) -> frozenset[UUID]:
        """The parties a person plays for now."""
        ...

    def name_of(self, party: UUID) -> str:
        """What it is called."""
        ...


class _Nobody:
    def members_of(self, party: UUID) -> frozenset[UUID]:
        return frozenset()

    def parties_of(self, user: User) -> frozenset[UUID]:
        return frozenset()

    def name_of(self, party: UUID) -> str:
        return "Nobody"


_installed: list[Parties] = [_Nobody()]


def install(parties: Parties) -> None:
    """Answer from now on."""
    _installed[:] = [parties]


def members_of(party: UUID) -> frozenset[UUID]:
    """The ids of the people who play for it now."""
    return _installed[0].members_of(party)


def parties_of(user: User) -> frozenset[UUID]:
    """The parties a person plays for now."""
    return _installed[0].parties_of(user)


def name_of(party: UUID) -> str:
    """What it is called."""
    return _installed[0].name_of(party)
