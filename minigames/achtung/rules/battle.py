"""A match during its resolution: its players, removals and points. It is discarded afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import Seat

from .values import Cause, Heal, Kind, Kinds, MatchKind, Move, Seats, Unlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.dice import Dice

    from .values import Secret, Setup

CAUSES_BY_SPIES: Final[frozenset[Cause]] = frozenset({"backstab", "headshot"})


class PlayerCondition(NamedTuple):
    """A condition for players. Only players still in the match qualify, unless `anywhere` is set
    (A12). None means any value.
    """

    kind: Kind | None = None
    unlock: Unlock | None = None
    excluded_unlock: Unlock | None = None
    action: type[Move] | None = None
    sabotaged: bool | None = None
    anywhere: bool = False


class Battle:
    """The squads, classes and actions of one match, and their results."""

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
        """Spies whose sabotage worked."""
        self.removed: dict[Seat, Cause] = {}
        self.negated: set[Seat] = set()
        self.shielded: set[Seat] = set()
        self.charged: set[Seat] = set()
        """Medics whose Übercharge fires."""
        self.unremovable: set[Seat] = set()
        """Players whom nothing can remove."""
        self.guarded: set[Seat] = set()
        """Players whom the next backstab sabotages instead of removing them."""
        self.unhealed: set[Seat] = set()
        """Players whom Medics cannot help."""
        self.patients: dict[Seat, Seat | None] = {}
        self.points: dict[Seat, int] = {}
        self.bonus = [0, 0]

    def players_with(self, condition: PlayerCondition) -> Seats:
        """Return the players who meet a condition, lowest seat first."""
        seats: Iterable[int] = range(len(self.kinds)) if condition.anywhere else self.in_squads
        if condition.kind is not None:
            seats = [seat for seat in seats if self.kinds[seat] == condition.kind]
        return tuple([Seat(seat) for seat in seats if self._meets(Seat(seat), condition)])

    def _meets(self, seat: Seat, condition: PlayerCondition) -> bool:
        """Return whether a player of the right class meets the rest of a condition."""
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
        """Return whether a player is in a squad and not removed."""
        return seat in self.in_squads and seat not in self.removed

    def mates(self, seat: Seat) -> Seats:
        """Return the other remaining players of this player's squad."""
        return tuple(
            [
                mate
                for mate in self.squads[self.sides[seat]]
                if mate != seat and mate not in self.removed
            ]
        )

    def enemies(self, seat: Seat) -> Seats:
        """Return the remaining players of the other squad."""
        return tuple(
            [enemy for enemy in self.squads[1 - self.sides[seat]] if enemy not in self.removed]
        )

    def remove(self, seat: Seat, cause: Cause) -> None:
        """Remove a player unless something protects them. A shield protects from everyone except
        Spies.
        """
        if (
            not self.is_remaining(seat)
            or seat in self.unremovable
            or (seat in self.shielded and cause not in CAUSES_BY_SPIES)
        ):
            return
        self.removed[seat] = cause

    def patients_of(self, seat: Seat) -> Seats:
        """Return the Medic's patients in order: those that the Medic named, then the rest of the
        squad by seat.
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
        """Return the remaining Medics whose patient this player is."""
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
        """Return the points of a side: those of its remaining players and of Übercharges."""
        return (
            sum([self.points[seat] for seat in self.squads[side] if seat not in self.removed])
            + self.bonus[side]
        )
