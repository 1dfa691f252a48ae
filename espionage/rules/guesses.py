"""Builds possible states of a week that agree with a view (see `imagine`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from ambush.rules.call import Ambush, Cause
from engine.values import Seat, changed, swap

from .bill import Bill
from .explosives import BLASTS, cell_of
from .meeting import ambush_of, combatant, meeting_of
from .orders import COUNTERSPY, MISSIONS, Mission, Order, Sheet
from .samples import KITS, random_file, random_mission, random_standing
from .tables import SUCCESS_ROW, Counterspied, row_of
from .values import (
    AskCancel,
    AskChase,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Blast,
    Hidden,
    Known,
    Meeting,
    MissionRecord,
    Own,
    Question,
    Stage,
    State,
    Throw,
    Underway,
    View,
)

if TYPE_CHECKING:
    from engine.dice import Dice

SAMPLE_MODIFIERS: Final = (0, 0, 0, 4, -4)
VERDICTS_BY_CAUSE: Final[dict[Cause, Counterspied]] = {
    "hunted": "hunted",
    "ambushed": "ambushed",
    "bomber": "not_stopped",
}


def _as_declared(record: MissionRecord) -> MissionRecord:
    return changed(
        record,
        throw=None,
        choice="",
        fate="",
        reached=(),
        hits=0,
        explosives=None,
        blast=None,
        sheet_seen=False,
    )


class Guess:
    """A state under construction. The viewer's part is kept, and everything else is invented."""

    def __init__(self, view: View, dice: Dice) -> None:
        self.table, self.own_state, self.seat, self.dice = view.table, view.own, view.seat, dice
        self.is_team_asked = view.asked
        self.seats = [Seat(index) for index in range(len(view.table.roster))]
        self.files = [
            self.own_state.file
            if self.own_state and index == self.seat
            else random_file(dice, team)
            for index, team in enumerate(self.table.roster)
        ]
        borrowed = {person.id for file in self.files for person in file.people if person.lent_by}
        self.free_people = [
            list(
                dice.shuffle(
                    [
                        character.id
                        for character in file.people
                        if character.alive and character.id not in borrowed
                    ]
                )
            )
            for file in self.files
        ]
        self.missions: list[list[Order]] = [[] for _ in self.seats]
        self.guards: list[list[str]] = [[] for _ in self.seats]
        self.known_missions: list[list[Known]] = [[] for _ in self.seats]
        self.records: list[MissionRecord] = []
        if self.own_state is not None and self.own_state.meeting is not None:
            self._put_first(self.own_state.meeting.enemy, self.own_state.meeting.enemy_name)

    def _put_first(self, seat: Seat, name: str) -> None:
        """Put a fighter whose name is known first among the team's free people.

        The team's next order then goes to this fighter. A fighter who is not on the team's public
        roster is a lent guard (E56).
        """
        file = self.files[seat]
        if all(character.name != name for character in file.people):
            lender, guard = next(
                (other.id, character)
                for other in self.files
                for character in other.people
                if character.name == name
            )
            guard = changed(guard, guards_for=UNSET, lent_by=lender)
            self.files[seat] = file = changed(file, people=(*file.people, guard))
        ids = [character.id for character in file.people if character.name == name]
        self.free_people[seat] = ids + [
            person for person in self.free_people[seat] if person not in ids
        ]

    def _free_person(self, seat: Seat) -> str:
        people = self.files[seat].people
        if self.free_people[seat]:
            return self.free_people[seat].pop(0)
        if people:
            return people[0].id
        return ""

    # --- missions ---

    def add_known_missions(self) -> None:
        """Add the missions that the viewer knows: its own, and those declared against it."""
        own_state = self.own_state
        if own_state is None or self.seat is None:
            return
        meeting = own_state.meeting
        for known_mission in own_state.known:
            self.records.append(
                self._enemy_mission(
                    self.seat,
                    known_mission,
                    is_ambush=meeting is not None and meeting.number == known_mission.number,
                )
            )
        for order in range(1, own_state.done + 1):
            self.records.append(
                self._own_mission(self.seat, own_state.sheet.orders[order - 1], order)
            )

    def _enemy_mission(self, seat: Seat, known_mission: Known, *, is_ambush: bool) -> MissionRecord:
        spying_seat = known_mission.by
        spy = self._free_person(spying_seat) if is_ambush else self._last_free_person(spying_seat)
        self.missions[spying_seat].append(
            self._mission_order(spying_seat, spy, seat, known_mission.mission, known_mission.target)
        )
        return self._with_roll(
            MissionRecord(
                by=spying_seat,
                order=len(self.missions[spying_seat]),
                against=seat,
                number=known_mission.number,
                nth=len(self.missions[spying_seat]),
                mission=known_mission.mission,
                spy=spy,
                target=known_mission.target,
            ),
            known_mission,
        )

    def _last_free_person(self, seat: Seat) -> str:
        """Return the last free person. The first free person is saved for an ambush."""
        if len(self.free_people[seat]) > 1:
            return self.free_people[seat].pop()
        return self._free_person(seat)

    def _own_mission(self, seat: Seat, order: Order, number: int) -> MissionRecord:
        target_seat = next(
            Seat(seat_number)
            for seat_number, team in enumerate(self.table.roster)
            if team.id == order.target_team
        )
        mission = _mission(order)
        known_mission = Known(
            number=len(self.known_missions[target_seat]) + 1,
            by=seat,
            mission=mission,
            target=order.target,
        )
        self.known_missions[target_seat].append(known_mission)
        record = MissionRecord(
            by=seat,
            order=number,
            against=target_seat,
            number=known_mission.number,
            nth=known_mission.number,
            mission=mission,
            spy=order.spy,
            target=order.target,
        )
        return self._with_roll(record, known_mission)

    def _mission_order(
        self, spying_seat: Seat, spy: str, target_seat: Seat, mission: Mission, target: str
    ) -> Order:
        spy_character = next(
            person for person in self.files[spying_seat].people if person.id == spy
        )
        return changed(
            random_mission(self.dice, spy_character, self.table.roster[target_seat], mission),
            target=target,
        )

    def _with_roll(self, record: MissionRecord, known_mission: Known) -> MissionRecord:
        """Add a roll and a result that agree with what the target knows about the mission."""
        row = known_mission.row or (
            2
            if known_mission.modifier > 0
            else 12
            if known_mission.modifier < 0
            else row_of(sum(self.dice.roll(2)))
        )
        rolled_record = changed(
            record, throw=_throw(row), fate="done" if known_mission.standing else "thwarted"
        )
        if row == 12:
            return changed(
                rolled_record, choice="infiltrate" if known_mission.modifier else "eleven"
            )
        if row < SUCCESS_ROW or not known_mission.standing:
            return rolled_record
        return self._with_result(rolled_record)

    def _with_result(self, record: MissionRecord) -> MissionRecord:
        file, dice = self.files[record.against], self.dice
        vehicles = [vehicle.id for vehicle in file.garage]
        living = [character.id for character in file.members if character.alive]
        if record.mission == "assassinate":
            if living:
                return changed(record, reached=(dice.pick(living),), hits=dice.die(3))
            return record
        if not vehicles:
            return record
        if record.mission == "infiltrate":
            return changed(record, reached=(dice.pick(vehicles),), sheet_seen=dice.die(3) == 1)
        return self._with_explosion(
            changed(record, reached=(dice.pick(vehicles),)), _throw(sum(dice.roll(2)))
        )

    def _with_explosion(self, record: MissionRecord, explosives: Throw) -> MissionRecord:
        halves, due = BLASTS.get(cell_of(explosives), (0, "now"))
        blast = (
            Blast(faces=self.dice.roll(4), location=self.dice.die(6), halves=halves, due=due)
            if halves
            else None
        )
        return changed(record, explosives=explosives, blast=blast)

    # --- states ---

    def finished_state(self) -> State:
        """Return the state of a finished week, in which only each team's knowledge matters."""
        return self._state(Hidden(stage="over"))

    def question_state(self, seat: Seat, question: Question) -> State:
        """Return a state in which the viewer is asked this question."""
        self.add_known_missions()
        if isinstance(question, AskCancel):
            return self._state(Hidden(stage="close", records=tuple(self.records)))
        queued = (self.own_state.queued if self.own_state else UNSET) or ()
        missions = [
            Underway(record=record, stage=stage, asked_seat=seat, question=next_question)
            for next_question in (question, *queued)
            for stage, record in [self._questioned_mission(seat, next_question)]
        ]
        return self._state(self._hidden(missions))

    def _questioned_mission(self, seat: Seat, question: Question) -> tuple[Stage, MissionRecord]:
        """Remove the mission that the viewer is asked about from the records.

        Return it in the state in which the question comes up.
        """
        known_record = self._take_record(
            seat, order=getattr(question, "order", 0), number=getattr(question, "number", 0)
        )
        record = _as_declared(known_record)
        stage: Stage = "guard"
        match question:
            case AskTwelve(guard=guard):
                stage, record = "twelve", self._with_hunt(record, guard)
            case AskChase():
                vehicle = self.dice.pick(self.files[seat].garage).id
                bomb = changed(record, throw=_throw(7 + self.dice.die(4)), reached=(vehicle,))
                stage, record = "chase", self._with_explosion(bomb, _throw(2 + self.dice.die(2)))
            case AskSpyTwelve():
                stage, record = "roll", changed(record, throw=_throw(12))
            case AskSection(number=0):
                record = self._with_hunt(record, self._add_guard(known_record.against))
                stage, record = "aftermath", changed(record, verdict="ambushed")
            case AskSection(guard=guard):
                stage, record = "twelve", self._with_hunt(record, guard)
            case AskGuard() | AskCancel():
                pass
        return stage, record

    def _hidden(self, missions: list[Underway]) -> Hidden:
        """Return the secret state in which these missions wait. Older weeks have only one (E51)."""
        records, ambush = tuple(self.records), missions[0].ambush
        if self.table.asks_by_round:
            return Hidden(stage="round", ambush=ambush, records=records, round=tuple(missions))
        (mission,) = missions
        return Hidden(stage=mission.stage, now=mission.record, ambush=ambush, records=records)

    def _with_hunt(self, record: MissionRecord, guard: str) -> MissionRecord:
        row = row_of(sum(self.dice.roll(2)))
        choice = "eleven" if row == 12 else ""
        return changed(
            record,
            throw=_throw(row),
            choice=choice,
            guard=guard,
            answers=(_throw(12),),
            verdict="hunted",
        )

    def _take_record(self, seat: Seat, *, order: int, number: int) -> MissionRecord:
        """Remove and return the record of a mission.

        The mission is either the viewer's own (`order`) or one against the viewer (`number`).
        """
        record = next(
            known_record
            for known_record in self.records
            if (known_record.by == seat and known_record.order == order)
            or (known_record.against == seat and known_record.number == number)
        )
        self.records.remove(record)
        return record

    def own_ambush_state(self, seat: Seat, meeting: Meeting) -> State:
        """Return a state in which the viewer is in an ambush and HOST must report the result."""
        self.add_known_missions()
        record = self._take_record(seat, order=meeting.order, number=meeting.number)
        guard = self._add_guard(meeting.enemy) if meeting.order else meeting.mine
        return self._ambush_state(changed(record, guard=guard), meeting.cause, meeting.section)

    def _ambush_state(self, record: MissionRecord, cause: Cause, section: int) -> State:
        own_state, rules = self._own_states(), self.table.rules
        ambusher_seat = record.by if cause == "ambushed" else record.against
        spy, guard = [
            combatant(team, own_state[team], spy_or_guard, rules, ambushing=team == ambusher_seat)
            for team, spy_or_guard in ((record.by, record.spy), (record.against, record.guard))
        ]
        return self._fight_state(own_state, ambush_of(record, cause, spy, guard, section), record)

    def _add_guard(self, seat: Seat) -> str:
        guard = self._free_person(seat)
        self.guards[seat].append(guard)
        return guard

    def _fight_state(self, own_states: list[Own], ambush: Ambush, record: MissionRecord) -> State:
        now = changed(
            record,
            fate="",
            fought=True,
            verdict=VERDICTS_BY_CAUSE[ambush.cause],
            throw=record.throw or _throw(7),
        )
        if not self.table.asks_by_round:
            for seat in (ambush.by, ambush.against):
                own_states[seat] = changed(own_states[seat], meeting=meeting_of(ambush, seat))
        mission = Underway(record=now, stage="aftermath", ambush=ambush)
        return State(table=self.table, own=tuple(own_states), hidden=self._hidden([mission]))

    def called_ambush_state(self, ambush: Ambush) -> State:
        """Return a state for HOST's view, in which only the ambush is known."""
        spy, guard = (
            (ambush.ambusher, ambush.ambushed)
            if ambush.ambusher.seat == ambush.by
            else (ambush.ambushed, ambush.ambusher)
        )
        mission: Mission = "blow_up" if ambush.map == "truck_stop" else "infiltrate"
        for seat, fighter in ((ambush.by, spy), (ambush.against, guard)):
            self.free_people[seat] = [
                fighter.id,
                *[person for person in self.free_people[seat] if person != fighter.id],
            ]
        while len(self.missions[ambush.by]) < ambush.order - 1:
            self._declared_mission(
                ambush.by,
                ambush.against,
                self._last_free_person(ambush.by),
                self.dice.pick(MISSIONS[:2]),
            )
        while len(self.known_missions[ambush.against]) < ambush.number - 1:
            self.known_missions[ambush.against].append(
                Known(
                    number=len(self.known_missions[ambush.against]) + 1,
                    by=ambush.by,
                    mission=mission,
                    standing=False,
                )
            )
        self.known_missions[ambush.against] = self.known_missions[ambush.against][
            : ambush.number - 1
        ]
        record = self._declared_mission(
            ambush.by, ambush.against, self._free_person(ambush.by), mission
        )
        self._add_guard(ambush.against)
        record = changed(record, guard=guard.id)
        if self.is_team_asked:
            return self._fight_and_question_state(ambush, record)
        return self._fight_state(self._own_states(), ambush, record)

    def _fight_and_question_state(self, ambush: Ambush, record: MissionRecord) -> State:
        """Return a state in which the ambushed mission's team has to answer a question too."""
        other = self._declared_mission(
            ambush.against, ambush.by, self._last_free_person(ambush.against), "infiltrate"
        )
        question = AskGuard(number=other.number, guards=(self._add_guard(ambush.by),))
        state = self._fight_state(self._own_states(), ambush, record)
        mission = Underway(record=other, stage="guard", asked_seat=ambush.by, question=question)
        own_state = changed(state.own[ambush.by], question=question)
        return changed(
            state,
            own=swap(state.own, ambush.by, own_state),
            hidden=changed(state.hidden, round=(*(state.hidden.round or ()), mission)),
        )

    def other_decision_state(self, seat: Seat | None) -> State:
        """Return a state in which another team is asked, or two other teams are in an ambush."""
        self.add_known_missions()
        others = [other for other in self.seats if other != seat]
        if seat is not None and seat in self.seats and len(others) == 1:
            return self._other_team_asked(others[0])
        target_seat, spying_seat = self.dice.shuffle(others)[:2]
        record = self._declared_mission(
            spying_seat,
            target_seat,
            self._last_free_person(spying_seat),
            self.dice.pick(MISSIONS[:2]),
        )
        if self.table.rules.live_decisions:
            return self._guard_question_state(target_seat, record)
        return self._ambush_state(
            changed(record, guard=self._add_guard(target_seat)), "hunted", self.dice.die(4)
        )

    def _other_team_asked(self, other: Seat) -> State:
        """Return a state in which the only other team is asked.

        The question is about the viewer's last mission, or about the other team's own 12+ if the
        viewer had no mission.
        """
        record = _as_declared(self.records.pop())
        if record.by != other:
            return self._guard_question_state(other, record)
        return self._asked_state(
            other, AskSpyTwelve(order=record.order), "roll", changed(record, throw=_throw(12))
        )

    def _guard_question_state(self, target_seat: Seat, record: MissionRecord) -> State:
        question = AskGuard(number=record.number, guards=(self._add_guard(target_seat),))
        return self._asked_state(target_seat, question, "guard", record)

    def _asked_state(
        self, seat: Seat, question: Question, stage: Stage, record: MissionRecord
    ) -> State:
        own_state = self._own_states()
        own_state[seat] = changed(own_state[seat], question=question)
        mission = Underway(record=record, stage=stage, asked_seat=seat, question=question)
        return State(table=self.table, own=tuple(own_state), hidden=self._hidden([mission]))

    def _declared_mission(
        self, spying_seat: Seat, target_seat: Seat, spy: str, mission: Mission
    ) -> MissionRecord:
        """Invent a newly declared mission of one team against another."""
        self.missions[spying_seat].append(
            self._mission_order(spying_seat, spy, target_seat, mission, "")
        )
        number = len(self.known_missions[target_seat]) + 1
        self.known_missions[target_seat].append(
            Known(number=number, by=spying_seat, mission=mission)
        )
        order = len(self.missions[spying_seat])
        return MissionRecord(
            by=spying_seat,
            order=order,
            against=target_seat,
            number=number,
            nth=order,
            mission=mission,
            spy=spy,
        )

    # --- assembly ---

    def _state(self, hidden: Hidden) -> State:
        return State(table=self.table, own=tuple(self._own_states()), hidden=hidden)

    def _own_states(self) -> list[Own]:
        return [
            self.own_state if self.own_state and seat == self.seat else self._own_state(seat)
            for seat in self.seats
        ]

    def _own_state(self, seat: Seat) -> Own:
        """Invent the state of a team: its missions, sometimes one more, and its counterspies."""
        dice, missions_begun = self.dice, len(self.missions[seat])
        guards = self.guards[seat] or [self._free_person(seat)]
        duty = [
            Order(spy=guard, action=COUNTERSPY, kit=dice.pick(KITS)) for guard in guards if guard
        ]
        next_orders = (
            [self._next_order(seat)] if self.free_people[seat] and dice.die(2) == 1 else []
        )
        return Own(
            file=self.files[seat],
            sheet=Sheet(
                orders=(*self.missions[seat], *next_orders, *duty), standing=random_standing(dice)
            ),
            bill=Bill(),
            modifiers=tuple([dice.pick(SAMPLE_MODIFIERS) for _ in self.seats]),
            done=missions_begun,
            known=tuple(self.known_missions[seat]),
            on_duty=tuple([order.spy for order in duty]),
        )

    def _next_order(self, seat: Seat) -> Order:
        target_seat = self.dice.pick([other for other in self.seats if other != seat])
        return self._mission_order(
            seat, self._free_person(seat), target_seat, self.dice.pick(MISSIONS[:2]), ""
        )


def _mission(order: Order) -> Mission:
    if order.action == COUNTERSPY:
        raise RuntimeError("a counterspy has no mission")
    return order.action


def _throw(total: int) -> Throw:
    return Throw(faces=(), modifier=0, total=total, row=row_of(total))
