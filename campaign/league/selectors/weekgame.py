"""What the club's pages ask the game of the week, which lives in a room above them.

That room hands in its answers when it is loaded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from core.web.ports import Port

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Team, Week


class Promises(NamedTuple):
    """A week's public promises, as hexadecimal digests; "" for what is not published yet. `seed` is
    opened at the season's end.
    """

    seed_hash: str
    order_root: str
    dice_root: str
    seed: str = ""


class WeekGame(Protocol):
    """The answers. All are for the caller's campaign scope."""

    def sheet_states(
        self, week_ids: Iterable[UUID], team_ids: Iterable[UUID]
    ) -> dict[tuple[UUID, UUID], str]:
        """By week and team, for teams that play that week: "nothing", "draft", "final" or "passed".
        For the teams' owners only. One query.
        """
        ...

    def promises(self, week: Week) -> Promises | None:
        """What the week has promised so far. One query."""
        ...

    def decide_by(self, week: Week, team: Team, now: datetime) -> datetime | None:
        """Until when the team is asked for a live decision, None when it is not. For its owners
        only. Two queries while the week is played.
        """
        ...

    def fight_until(self, week: Week, team: Team) -> datetime | None:
        """Until when an ambush of the team's is fought on the site, None when none is. For its
        owners only. One query while one could be.
        """
        ...

    def deciding(self, team_ids: Iterable[UUID], now: datetime) -> Mapping[UUID, datetime]:
        """Until when these teams are asked for live decisions, by team, without those that are not.
        For their owners only. One query.
        """
        ...

    def fighting(self, team_ids: Iterable[UUID]) -> Mapping[UUID, UUID]:
        """The tables at which ambushes of these teams are fought on the site now, by team. For
        their owners only. One query.
        """
        ...

    def away(self, team: Team) -> frozenset[UUID]:
        """The team's characters who are held elsewhere. One query."""
        ...

    def held(self, people: Collection[UUID], moment: datetime | None = None) -> frozenset[UUID]:
        """Those of these characters who are held elsewhere at that moment, by default now. One
        query.
        """
        ...


week_game: Final = Port[WeekGame]("what the week's game knows")
"""Who answers."""
