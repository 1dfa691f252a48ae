"""Matches of each game in the middle of play: always the same ones, advanced by doctrine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.urls import reverse

from engine import registry as games
from engine.dice import SeededDice, seed_from
from engine.values import Seat
from play.models import Match
from play.selectors.matches import current_match
from play.services import moving, seating, starting, tables
from tests.factories import person

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from core.accounts.models import User
    from play.models import Table


@dataclass(frozen=True)
class Opening:
    """The options of a game, the number of doctrine's moves before the first seat is asked, and
    what of one's own must be visible.
    """

    seats: int
    moves: int
    own: str


GAMES: Final = {
    "renamed": Opening(4, 9, ".rn-held"),
    "lunacy": Opening(2, 20, ".tab-mine .playing-card"),
    "achtung": Opening(8, 14, ".drawing .me"),
    "shambattle": Opening(2, 8, ".drawing .figure"),
    "ambush": Opening(2, 4, ".drawing .me"),
    "autoduel": Opening(2, 6, ".drawing .mine"),
}


@dataclass
class Middle:
    """A running match and its players; `made` counts the moves made here."""

    table: Table
    people: Sequence[User]
    made: int = 0

    @property
    def path(self) -> str:
        return reverse("play-table", kwargs={"table": self.table.pk})

    @property
    def me(self) -> User:
        """Return the player at the first seat."""
        return self.people[0]

    def waiting(self) -> tuple[Seat, ...]:
        return self._running().to_act()

    def move(self, seat: Seat | None = None) -> None:
        """Make one move by doctrine for that seat, or for the next one that is not the first."""
        running = self._running()
        waiting = running.to_act()
        mover = seat if seat is not None else next((each for each in waiting if each), Seat(0))
        bot = games.bot(running.game, "doctrine")
        move = bot.choose(
            running.view(mover), mover, SeededDice(seed_from(f"middle {self.made}"), 0)
        )
        moving.make_move(table_id=self.table.pk, user=self.people[mover], move=move, seat=mover)
        self.made += 1

    def until_mine(self, least: int = 0) -> None:
        """Make at least this many moves, and more until the first seat is asked or the match is
        over.
        """
        until = self.made + least
        while (waiting := self.waiting()) and (self.made < until or 0 not in waiting):
            self.move()

    def _running(self) -> Any:
        assert self.table.match_id is not None
        return current_match(Match.objects.select_related("snapshot").get(pk=self.table.match_id))


def middle(game: str, monkeypatch: pytest.MonkeyPatch) -> Middle:
    """Return a match of people in the middle of play whose first seat is asked; always the same
    match.
    """
    opening, opened = GAMES[game], starting.open_match
    seed = seed_from(f"the middle of {game}")
    monkeypatch.setattr(starting, "open_match", lambda **named: opened(**{**named, "seed": seed}))
    people = [person(f"{game[:4]}{seat}") for seat in range(opening.seats)]
    table = tables.open_table(
        user=people[0], game=game, options={}, coached=True,
        seats=("me", *["open"] * (opening.seats - 1)),
    )  # fmt: skip
    for seat, user in enumerate(people[1:], 1):
        seating.sit_down(table_id=table.pk, user=user, seat=seat)
    table.refresh_from_db()
    assert table.match_id is not None
    found = Middle(table, people)
    found.until_mine(opening.moves)
    assert found.waiting(), "the match was over before its middle"
    return found
