"""One step in the making: the state as it stands, what was told so far, and this ply's dice by
domain.

The stages of the sequence write here; nothing of it outlives the step but the state and what was
told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.game import Step, Told
from engine.values import Audience, Seat, changed

from .tables import row_of
from .values import (
    Asked,
    Event,
    Fight,
    Hidden,
    MissionRecord,
    Own,
    Question,
    Stage,
    State,
    Table,
    Throw,
)

if TYPE_CHECKING:
    from engine.dice import Dice, Domain
    from espionage.rules.ambush.call import Ambush

    from .files import Character
    from .orders import Order


class StepBuilder:
    """A step of the week. `now` is the mission under way, `paused` says that somebody else has to
    speak first.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        hidden = state.hidden
        self.table: Table = state.table
        self.own: list[Own] = list(state.own)
        self.stage: Stage = hidden.stage
        self.turn = hidden.turn
        self.ambush: Ambush | None = hidden.ambush
        self.records: list[MissionRecord] = list(hidden.records)
        self.fights: list[Fight] = list(hidden.fights)
        self.told: list[Told[Event]] = []
        self.paused = False
        self._now = hidden.now
        self._dice = dice
        self._opened: dict[Domain, Dice] = {}

    @property
    def now(self) -> MissionRecord:
        """The mission under way; to ask when there is none is a bug."""
        if self._now is None:
            raise RuntimeError("no mission is under way")
        return self._now

    def begin(self, record: MissionRecord) -> None:
        """A mission sets out."""
        self._now = record

    def end(self, record: MissionRecord) -> None:
        """The mission under way goes on file."""
        self.records.append(record)
        self._now = None

    def note(self, **facts: Any) -> None:
        """Write facts into the record of the mission under way."""
        self._now = changed(self.now, **facts)

    def learn(self, seat: Seat, **facts: Any) -> None:
        """Change what a team knows. Whoever calls this tells the team, too."""
        self.own[seat] = changed(self.own[seat], **facts)

    def tell(self, event: Event, *, to: Audience) -> None:
        """Say it to these seats, or to EVERYONE."""
        self.told.append(Told(event=event, to=to))

    def ask(self, seat: Seat, question: Question) -> None:
        """Wait for this seat's decision."""
        self.learn(seat, question=question)
        self.tell(Asked(question=question), to=(seat,))
        self.paused = True

    def dice(self, domain: Domain) -> Dice:
        """This ply's dice of a domain, opened once: opening them anew would throw the same faces
        again.
        """
        opened = self._opened.get(domain)
        if opened is None:
            opened = self._opened[domain] = self._dice.of(domain)
        return opened

    def seat_of(self, team: str) -> Seat:
        """The seat of a team by its id; KeyError for a team that does not play."""
        for seat, found in enumerate(self.table.roster):
            if found.id == team:
                return Seat(seat)
        raise KeyError(team)

    def harm_dice(self) -> Dice:
        """Dice that both sides of the mission under way may be shown: damage and location."""
        return self.dice(harm_domain(self.now.by, self.now.against, self.now.nth))

    def sealed_dice(self) -> Dice:
        """Dice of the mission under way that nobody is shown before the season's end: who or what
        is met at random.
        """
        return self.dice(("sealed", self.now.by, self.now.against, self.now.nth))

    def throw(self, domain: Domain, modifier: int) -> Throw:
        """2d6 with a modifier, read as a row of the Spy vs. Spy Table (E1)."""
        faces = self.dice(domain).roll(2)
        total = sum(faces) + modifier
        return Throw(faces=faces, modifier=modifier, total=total, row=row_of(total))

    def finish(self) -> Step[State, Event]:
        """The state that this step has come to, and what was told on the way."""
        hidden = Hidden(
            stage=self.stage,
            turn=self.turn,
            now=self._now,
            ambush=self.ambush,
            records=tuple(self.records),
            fights=tuple(self.fights),
        )
        return State(table=self.table, own=tuple(self.own), hidden=hidden), tuple(self.told)


def harm_domain(by: Seat, against: Seat, nth: int) -> Domain:
    """Dice about what one mission does to its target: `nth` counts this team's missions against
    that one, which both know.

    A mission's own, so that opening them tells nothing of another.
    """
    return ("harm", by, against, nth)


def person(own: Own, character: str) -> Character:
    """A member of the team, as he is now; KeyError for a stranger."""
    for found in own.file.people:
        if found.id == character:
            return found
    raise KeyError(character)


def order_of(own: Own, character: str) -> Order:
    """The order this character has on the sheet; KeyError without one."""
    for found in own.sheet.orders:
        if found.spy == character:
            return found
    raise KeyError(character)
