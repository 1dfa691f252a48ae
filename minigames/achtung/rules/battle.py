"""A match while it is being resolved: who stands in it, who was removed, what each is worth.
Discarded afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.values import Seat

from .values import Cause, Heal, Kind, Kinds, MatchKind, Move, Seats, Unlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.dice import Dice

    from .values import Secret, Setup

BY_SPIES: Final[frozenset[Cause]] = frozenset({"backstab", "headshot"})


class Who(NamedTuple):
    """Which players a row is for. Only those still in the match, unless `anywhere` (A12); None asks
    for nothing.
    """

    kind: Kind | None = None
    unlock: Unlock | None = None
    without: Unlock | None = None
    does: type[Move] | None = None
    sabotaged: bool | None = None
    anywhere: bool = False


class Battle:
    """Squads, classes and actions of one match, and what comes of them."""

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
        self.inside: Seats = tuple(sorted([seat for squad in squads for seat in squad]))
        self.sabotaged = {Seat(seat) for seat, secret in enumerate(secrets) if secret.sabotaged}
        self.guessed: set[Seat] = set()
        """Spies whose sabotage worked."""
        self.removed: dict[Seat, Cause] = {}
        self.negated: set[Seat] = set()
        self.shielded: set[Seat] = set()
        self.charged: set[Seat] = set()
        """Medics whose Übercharge fires."""
        self.unmovable: set[Seat] = set()
        """Whom nothing removes."""
        self.guarded: set[Seat] = set()
        """Whom the next blade sabotages instead."""
        self.unhealed: set[Seat] = set()
        """For whom Medics do nothing."""
        self.patients: dict[Seat, Seat | None] = {}
        self.points: dict[Seat, int] = {}
        self.bonus = [0, 0]

    def holders(self, who: Who) -> Seats:
        """Those a row is for, lowest seat first."""
        seats: Iterable[int] = range(len(self.kinds)) if who.anywhere else self.inside
        if who.kind is not None:
            seats = [seat for seat in seats if self.kinds[seat] == who.kind]
        return tuple([Seat(seat) for seat in seats if self._is(Seat(seat), who)])

    def _is(self, seat: Seat, who: Who) -> bool:
        """Whether the rest of a row fits a player of its class."""
        return (
            seat not in self.removed
            and seat not in self.negated
            and (who.unlock is None or self.unlocks[seat] == who.unlock)
            and (who.without is None or self.unlocks[seat] != who.without)
            and (who.does is None or type(self.actions[seat]) is who.does)
            and (who.sabotaged is None or (seat in self.sabotaged) is who.sabotaged)
        )

    def standing(self, seat: Seat) -> bool:
        """In a squad and not removed."""
        return seat in self.inside and seat not in self.removed

    def mates(self, seat: Seat) -> Seats:
        """The others of this player's squad who still stand."""
        return tuple(
            [
                mate
                for mate in self.squads[self.sides[seat]]
                if mate != seat and mate not in self.removed
            ]
        )

    def enemies(self, seat: Seat) -> Seats:
        """Those of the other squad who still stand."""
        return tuple(
            [enemy for enemy in self.squads[1 - self.sides[seat]] if enemy not in self.removed]
        )

    def remove(self, seat: Seat, cause: Cause) -> None:
        """Take a player out, unless something saves them: a shield does from all but Spies."""
        if (
            not self.standing(seat)
            or seat in self.unmovable
            or (seat in self.shielded and cause not in BY_SPIES)
        ):
            return
        self.removed[seat] = cause

    def patients_of(self, seat: Seat) -> Seats:
        """The Medic's wishes in order: those named, then the rest of the squad by seat."""
        action = self.actions[seat]
        if not isinstance(action, Heal):
            return ()
        rest = [
            mate
            for mate in self.squads[self.sides[seat]]
            if mate != seat and mate not in action.targets
        ]
        return (*action.targets, *rest)

    def medics_of(self, seat: Seat) -> Seats:
        """The Medics still standing whose patient this player is."""
        return tuple(
            [
                medic
                for medic, patient in self.patients.items()
                if patient == seat and medic not in self.removed
            ]
        )

    def add(self, seat: Seat, points: int) -> None:
        self.points[seat] += points

    def total(self, side: int) -> int:
        """The points of a side: of those who stand, and of Übercharges."""
        return (
            sum([self.points[seat] for seat in self.squads[side] if seat not in self.removed])
            + self.bonus[side]
        )
