"""A match while it is being resolved: its players, removals and points.

The object is discarded afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine.dice import Dice
from engine.values import Seat

from .values import Cause, Heal, Kind, Kinds, MatchKind, Move, Seats, Secret, Setup, Unlock

CAUSES_BY_SPIES: Final[frozenset[Cause]] = frozenset({"backstab", "headshot"})


class PlayerCondition(NamedTuple):
    """A condition that players can meet.

    Only players who are still in the match qualify, unless `anywhere` is set (A12). A field that is
    None accepts any value.
    """

    kind: Kind | None = None
    unlock: Unlock | None = None
    excluded_unlock: Unlock | None = None
    action: type[Move] | None = None
    sabotaged: bool | None = None
    anywhere: bool = False


class Battle:
    """The squads, classes and actions of a match, and their effects."""

    def __init__(
        self,
        terms: Setup,
        match: MatchKind,
        sides: tuple[int, ...],
        squads: Sequence[Seats],
        kinds: Kinds,
        unlocks: tuple[Unlock | None, ...],
        actions: tuple[Move, ...],
        secrets: tuple[Secret, ...],
        dice: Dice,
    ) -> None:
        self.terms, self.match, self.sides, self.squads = terms, match, sides, squads
        self.kinds, self.unlocks, self.actions, self.secrets, self.dice = (
            kinds,
            unlocks,
            actions,
            secrets,
            dice,
        )
        self.in_squads: Seats = tuple(sorted([seat for squad in squads for seat in squad]))
        self.sabotaged = {Seat(seat) for seat, secret in enumerate(secrets) if secret.sabotaged}
        self.successful_spies: set[Seat] = set()
        """Spies whose sabotage has worked."""
        self.removed: dict[Seat, Cause] = {}
        self.negated: set[Seat] = set()
        self.shielded: set[Seat] = set()
        self.charged: set[Seat] = set()
        """Medics whose Übercharge fires."""
        self.unremovable: set[Seat] = set()
        """Players who cannot be removed."""
        self.guarded: set[Seat] = set()
        """Players who are sabotaged instead of removed by the next backstab."""
        self.unhealed: set[Seat] = set()
        """Players whom Medics cannot help."""
        self.patients: dict[Seat, Seat | None] = {}
        self.points: dict[Seat, int] = {}
        self.bonus = [0, 0]

    def players_with(self, condition: PlayerCondition) -> Seats:
        """Return the players who meet a condition, in order of their seats."""
        seats: Iterable[int] = range(len(self.kinds)) if condition.anywhere else self.in_squads
        if condition.kind is not None:
            seats = [seat for seat in seats if self.kinds[seat] == condition.kind]
        return tuple([Seat(seat) for seat in seats if self._meets(Seat(seat), condition)])

    def _meets(self, seat: Seat, condition: PlayerCondition) -> bool:
        """Return whether a player who has the right class also meets the rest of a condition."""
        return (
            seat not in self.removed
            and seat not in self.negated
            and (condition.unlock is None or self.unlocks[seat] == condition.unlock)
            and (
                condition.excluded_unlock is None or self.unlocks[seat] != condition.excluded_unlock
            )
            and (condition.action is None or type(self.actions[seat]) is condition.action)
            and (condition.sabotaged is None or (seat in self.sabotaged) is condition.sabotaged)
        )

    def is_remaining(self, seat: Seat) -> bool:
        """Return whether a player is in a squad and has not been removed."""
        return seat in self.in_squads and seat not in self.removed

    def mates(self, seat: Seat) -> Seats:
        """Return the other players of this player's squad who have not been removed."""
        return tuple(
            [
                mate
                for mate in self.squads[self.sides[seat]]
                if mate != seat and mate not in self.removed
            ]
        )

    def enemies(self, seat: Seat) -> Seats:
        """Return the players of the other squad who have not been removed."""
        return tuple(
            [enemy for enemy in self.squads[1 - self.sides[seat]] if enemy not in self.removed]
        )

    def remove(self, seat: Seat, cause: Cause) -> None:
        """Remove a player unless something protects them.

        A shield protects against everyone except Spies.
        """
        if (
            not self.is_remaining(seat)
            or seat in self.unremovable
            or (seat in self.shielded and cause not in CAUSES_BY_SPIES)
        ):
            return
        self.removed[seat] = cause

    def patients_of(self, seat: Seat) -> Seats:
        """Return a Medic's patients in order.

        The patients whom the Medic named come first. The rest of the squad follows in order of
        their seats.
        """
        action = self.actions[seat]
        if not isinstance(action, Heal):
            return ()
        others = [
            mate
            for mate in self.squads[self.sides[seat]]
            if mate != seat and mate not in action.targets
        ]
        return (*action.targets, *others)

    def medics_of(self, seat: Seat) -> Seats:
        """Return the Medics who are still in the match and whose patient is this player."""
        return tuple(
            [
                medic
                for medic, patient in self.patients.items()
                if patient == seat and medic not in self.removed
            ]
        )

    def add_points(self, seat: Seat, points: int) -> None:
        self.points[seat] += points

    def total(self, side: int) -> int:
        """Return the points of a side, from its remaining players and from Übercharges."""
        return (
            sum([self.points[seat] for seat in self.squads[side] if seat not in self.removed])
            + self.bonus[side]
        )
