"""One step under construction: the current state, the events so far, and this ply's dice.

The stages of the sequence modify the step. Only the state and the events are kept afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

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
    Underway,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ambush.rules.call import Ambush
    from engine.dice import Dice, Domain

    from .files import Character
    from .orders import Order


class StepBuilder:
    """Builds one step of the week.

    `now` is the current mission. `paused` is true while a decision is pending. If questions are
    asked together (E51), `round` lists the missions that are set aside.
    """

    def __init__(self, state: State, dice: Dice) -> None:
        hidden = state.hidden
        self.table: Table = state.table
        self.own: list[Own] = list(state.own)
        self.stage: Stage = hidden.stage
        self.turn = hidden.turn
        self.asks_by_round = bool(state.table.asks_by_round)
        self.ambush: Ambush | None = None if self.asks_by_round else hidden.ambush
        self.round: list[Underway] = list(hidden.round or ())
        self.wave = hidden.wave or 0
        self.section: int | None = None
        self.records: list[MissionRecord] = list(hidden.records)
        self.fights: list[Fight] = list(hidden.fights)
        self.told: list[Told[Event]] = []
        self.paused = False
        self._now = hidden.now
        self._asked: tuple[Seat, Question] | None = None
        self._dice = dice
        self._opened: dict[Domain, Dice] = {}

    @property
    def now(self) -> MissionRecord:
        """The current mission. Raises RuntimeError if there is none."""
        if self._now is None:
            raise RuntimeError("no mission is under way")
        return self._now

    @property
    def is_under_way(self) -> bool:
        """Return whether there is a current mission."""
        return self._now is not None

    def begin(self, record: MissionRecord) -> None:
        """Start a mission."""
        self._now = record

    def end(self, record: MissionRecord) -> None:
        """Add the current mission to the records."""
        self.records.append(record)
        self._now = None

    def resume(self, mission: Underway) -> None:
        """Continue a mission that was set aside. Its answer is applied by the caller."""
        self._now, self.stage, self.ambush = mission.record, mission.stage, mission.ambush

    def set_aside(self) -> None:
        """Keep the current mission for later in the round, unless it is over (E51)."""
        if self._now is not None:
            seat, question = self._asked or (None, None)
            self.round.append(
                Underway(
                    record=self._now,
                    stage=self.stage,
                    asked_seat=seat,
                    question=question,
                    ambush=self.ambush,
                )
            )
        self._now = self.ambush = self._asked = self.section = None
        self.paused = False

    def note(self, **facts: Any) -> None:
        """Update the record of the current mission."""
        self._now = changed(self.now, **facts)

    def learn(self, seat: Seat, **facts: Any) -> None:
        """Update a team's knowledge. The caller must also send the event to the team."""
        self.own[seat] = changed(self.own[seat], **facts)

    def tell(self, event: Event, *, to: Audience) -> None:
        """Send an event to the given seats, or to EVERYONE."""
        self.told.append(Told(event=event, to=to))

    def ask(self, seat: Seat, question: Question) -> None:
        """Ask this seat a question and pause until it is answered.

        If the seat has another question to answer first, the new one is queued (E51).
        """
        own_state = self.own[seat]
        if own_state.question is None:
            self.learn(seat, question=question)
        else:
            self.learn(seat, queued=(*(own_state.queued or ()), question))
        self._asked = (seat, question)
        self.tell(Asked(question=question), to=(seat,))
        self.paused = True

    def dice(self, domain: Domain) -> Dice:
        """Return this ply's dice for a domain.

        Each domain is opened only once, so that rolls do not repeat.
        """
        opened = self._opened.get(domain)
        if opened is None:
            opened = self._opened[domain] = self._dice.in_domain(domain)
        return opened

    def seat_of(self, team: str) -> Seat:
        """Return the seat of the team with this id. Raise KeyError if the team does not play."""
        for seat, public_team in enumerate(self.table.roster):
            if public_team.id == team:
                return Seat(seat)
        raise KeyError(team)

    def harm_dice(self) -> Dice:
        """Return the dice for damage and location, which both sides of the mission can see."""
        return self.dice(harm_domain(self.now.by, self.now.against, self.now.nth))

    def sealed_dice(self) -> Dice:
        """Return the current mission's secret dice, which choose random targets."""
        return self.dice(("sealed", self.now.by, self.now.against, self.now.nth))

    def throw(self, domain: Domain, modifier: int) -> Throw:
        """Roll 2d6 with a modifier, and look up the row of the Spy vs. Spy Table (E1)."""
        faces = self.dice(domain).roll(2)
        total = sum(faces) + modifier
        return Throw(faces=faces, modifier=modifier, total=total, row=row_of(total))

    def finish(self) -> Step[State, Event]:
        """Return the state after this step, and the events."""
        hidden = Hidden(
            stage=self.stage,
            turn=self.turn,
            now=self._now,
            ambush=self.ambush
            or next((mission.ambush for mission in self.round if _is_fought(mission)), None),
            records=tuple(self.records),
            fights=tuple(self.fights),
            round=tuple(self.round) or UNSET,
            wave=self.wave or UNSET,
        )
        return State(table=self.table, own=tuple(self.own), hidden=hidden), tuple(self.told)


def _is_fought(mission: Underway) -> bool:
    return mission.ambush is not None and mission.result is None


def harm_domain(spying_seat: Seat, target_seat: Seat, nth: int) -> Domain:
    """Return the domain of the dice for one mission's harm.

    `nth` counts this team's missions against the target, and both teams know it. Each mission has
    its own domain, so opening a domain reveals nothing about other missions.
    """
    return ("harm", spying_seat, target_seat, nth)


def find_member(own_state: Own, character: str) -> Character:
    """Return a member of the team in his current condition. Raise KeyError for an unknown id."""
    for member in own_state.file.people:
        if member.id == character:
            return member
    raise KeyError(character)


def lent_guards(own_states: Sequence[Own]) -> list[Character]:
    """Return the guards who are lent to other teams, in their current condition (E56)."""
    return [
        member for own_state in own_states for member in own_state.file.people if member.lent_by
    ]


def find_order(own_state: Own, character: str) -> Order:
    """Return a character's order on the sheet. Raise KeyError if there is none."""
    for order in own_state.sheet.orders:
        if order.spy == character:
            return order
    raise KeyError(character)
