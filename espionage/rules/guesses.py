"""Worlds that a view allows, put together piece by piece (see `imagine`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed
from espionage.rules.ambush.call import Ambush, Cause

from .bill import Bill
from .explosives import BLASTS, cell_of
from .meeting import ambush_of, combatant, meeting_of
from .orders import COUNTERSPY, MISSIONS, Mission, Order, Sheet
from .samples import KITS, some_file, some_mission, some_standing
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
    View,
)

if TYPE_CHECKING:
    from engine.dice import Dice

MODIFIERS: Final = (0, 0, 0, 4, -4)
VERDICTS: Final[dict[Cause, Counterspied]] = {
    "hunted": "hunted",
    "ambushed": "ambushed",
    "bomber": "not_stopped",
}


def _fresh(record: MissionRecord) -> MissionRecord:
    """Return the mission as it was when it was declared."""
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
    """A world in the making: the viewer's part as it is, the others' made up, with what both must
    agree on.
    """

    def __init__(self, view: View, dice: Dice) -> None:
        self.table, self.mine, self.seat, self.dice = view.table, view.own, view.seat, dice
        self.seats = [Seat(at) for at in range(len(view.table.roster))]
        self.files = [
            self.mine.file if self.mine and at == self.seat else some_file(dice, team)
            for at, team in enumerate(self.table.roster)
        ]
        self.spare = [
            list(dice.shuffle([who.id for who in file.people if who.alive])) for file in self.files
        ]
        self.missions: list[list[Order]] = [[] for _ in self.seats]
        self.guards: list[list[str]] = [[] for _ in self.seats]
        self.known: list[list[Known]] = [[] for _ in self.seats]
        self.past: list[MissionRecord] = []
        if self.mine is not None and self.mine.meeting is not None:
            self._keep(self.mine.meeting.enemy, self.mine.meeting.enemy_name)

    def _keep(self, seat: Seat, name: str) -> None:
        """The enemy in an ambush is known by name: he comes first when this team's people are given
        something to do.
        """
        ids = [who.id for who in self.files[seat].people if who.name == name]
        self.spare[seat] = ids + [spare for spare in self.spare[seat] if spare not in ids]

    def _someone(self, seat: Seat) -> str:
        """Somebody of a made-up team who has no order yet."""
        people = self.files[seat].people
        return self.spare[seat].pop(0) if self.spare[seat] else people[0].id if people else ""

    # --- missions so far ---

    def history(self) -> None:
        """The missions that the viewer knows of: declared against it, and its own."""
        own = self.mine
        if own is None or self.seat is None:
            return
        meeting = own.meeting
        for known in own.known:
            self.past.append(
                self._theirs(
                    self.seat, known, first=meeting is not None and meeting.number == known.number
                )
            )
        for order in range(1, own.done + 1):
            self.past.append(self._ours(self.seat, own.sheet.orders[order - 1], order))

    def _theirs(self, seat: Seat, known: Known, *, first: bool) -> MissionRecord:
        by = known.by
        spy = self._someone(by) if first else self._last_resort(by)
        self.missions[by].append(self._order(by, spy, seat, known.mission, known.target))
        return self._rolled(
            MissionRecord(
                by=by,
                order=len(self.missions[by]),
                against=seat,
                number=known.number,
                nth=len(self.missions[by]),
                mission=known.mission,
                spy=spy,
                target=known.target,
            ),
            known,
        )

    def _last_resort(self, seat: Seat) -> str:
        """Like `_someone`, from the other end: the first is kept for an ambush."""
        return self.spare[seat].pop() if len(self.spare[seat]) > 1 else self._someone(seat)

    def _ours(self, seat: Seat, order: Order, at: int) -> MissionRecord:
        against = next(
            Seat(found)
            for found, team in enumerate(self.table.roster)
            if team.id == order.target_team
        )
        mission = _mission(order)
        known = Known(
            number=len(self.known[against]) + 1, by=seat, mission=mission, target=order.target
        )
        self.known[against].append(known)
        record = MissionRecord(
            by=seat,
            order=at,
            against=against,
            number=known.number,
            nth=known.number,
            mission=mission,
            spy=order.spy,
            target=order.target,
        )
        return self._rolled(record, known)

    def _order(self, by: Seat, spy: str, against: Seat, mission: Mission, target: str) -> Order:
        who = next(person for person in self.files[by].people if person.id == spy)
        return changed(
            some_mission(self.dice, who, self.table.roster[against], mission), target=target
        )

    def _rolled(self, record: MissionRecord, known: Known) -> MissionRecord:
        """A roll and a result that agree with what the target knows of it."""
        row = known.row or (
            2
            if known.modifier > 0
            else 12
            if known.modifier < 0
            else row_of(sum(self.dice.roll(2)))
        )
        rolled = changed(record, throw=_throw(row), fate="done" if known.standing else "thwarted")
        if row == 12:
            return changed(rolled, choice="infiltrate" if known.modifier else "eleven")
        return rolled if row < SUCCESS_ROW or not known.standing else self._resulted(rolled)

    def _resulted(self, record: MissionRecord) -> MissionRecord:
        """Something that a success may have led to."""
        file, dice = self.files[record.against], self.dice
        vehicles = [vehicle.id for vehicle in file.garage]
        living = [who.id for who in file.people if who.alive]
        if record.mission == "assassinate":
            return (
                changed(record, reached=(dice.pick(living),), hits=dice.die(3))
                if living
                else record
            )
        if not vehicles:
            return record
        if record.mission == "infiltrate":
            return changed(record, reached=(dice.pick(vehicles),), sheet_seen=dice.die(3) == 1)
        return self._exploded(
            changed(record, reached=(dice.pick(vehicles),)), _throw(sum(dice.roll(2)))
        )

    def _exploded(self, record: MissionRecord, explosives: Throw) -> MissionRecord:
        halves, due = BLASTS.get(cell_of(explosives), (0, "now"))
        blast = (
            Blast(faces=self.dice.roll(4), location=self.dice.die(6), halves=halves, due=due)
            if halves
            else None
        )
        return changed(record, explosives=explosives, blast=blast)

    # --- worlds ---

    def over(self) -> State:
        """A week that is over: nothing matters but who knows what."""
        return self._state(Hidden(stage="over"))

    def asked(self, seat: Seat, question: Question) -> State:
        """The viewer is asked."""
        self.history()
        if isinstance(question, AskCancel):
            return self._state(Hidden(stage="close", records=tuple(self.past)))
        record = self._about(
            seat, order=getattr(question, "order", 0), number=getattr(question, "number", 0)
        )
        fresh = _fresh(record)
        stage: Stage = "guard"
        match question:
            case AskTwelve(guard=guard):
                stage, fresh = "twelve", self._hunted(fresh, guard)
            case AskChase():
                vehicle = self.dice.pick(self.files[seat].garage).id
                bomb = changed(fresh, throw=_throw(7 + self.dice.die(4)), reached=(vehicle,))
                stage, fresh = "chase", self._exploded(bomb, _throw(2 + self.dice.die(2)))
            case AskSpyTwelve():
                stage, fresh = "roll", changed(fresh, throw=_throw(12))
            case AskSection(number=0):
                fresh = self._hunted(fresh, self._guard(record.against))
                stage, fresh = "aftermath", changed(fresh, verdict="ambushed")
            case AskSection(guard=guard):
                stage, fresh = "twelve", self._hunted(fresh, guard)
            case AskGuard():
                pass
        return self._state(Hidden(stage=stage, now=fresh, records=tuple(self.past)))

    def _hunted(self, record: MissionRecord, guard: str) -> MissionRecord:
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

    def _about(self, seat: Seat, *, order: int, number: int) -> MissionRecord:
        """Take the record of the viewer's mission with this order, or of the one against it with
        this number, out of the past.
        """
        record = next(
            each
            for each in self.past
            if (each.by == seat and each.order == order)
            or (each.against == seat and each.number == number)
        )
        self.past.remove(record)
        return record

    def own_ambush(self, seat: Seat, meeting: Meeting) -> State:
        """The viewer is in an ambush, which HOST is to report."""
        self.history()
        record = self._about(seat, order=meeting.order, number=meeting.number)
        guard = self._guard(meeting.enemy) if meeting.order else meeting.mine
        return self._meet(changed(record, guard=guard), meeting.cause, meeting.section)

    def _meet(self, record: MissionRecord, cause: Cause, section: int) -> State:
        """The spy of this mission and its counterspy are in an ambush."""
        own, rules = self._all_own(), self.table.rules
        layer = record.by if cause == "ambushed" else record.against
        spy, guard = [
            combatant(team, own[team], who, rules, ambushing=team == layer)
            for team, who in ((record.by, record.spy), (record.against, record.guard))
        ]
        return self._fighting(own, ambush_of(record, cause, spy, guard, section), record)

    def _guard(self, seat: Seat) -> str:
        guard = self._someone(seat)
        self.guards[seat].append(guard)
        return guard

    def _fighting(self, own: list[Own], ambush: Ambush, record: MissionRecord) -> State:
        now = changed(
            record,
            fate="",
            fought=True,
            verdict=VERDICTS[ambush.cause],
            throw=record.throw or _throw(7),
        )
        for side in (ambush.by, ambush.against):
            own[side] = changed(own[side], meeting=meeting_of(ambush, side))
        hidden = Hidden(stage="aftermath", now=now, ambush=ambush, records=tuple(self.past))
        return State(table=self.table, own=tuple(own), hidden=hidden)

    def ambush_as_called(self, ambush: Ambush) -> State:
        """HOST's view: everything but the ambush is unknown."""
        spy, guard = (
            (ambush.ambusher, ambush.ambushed)
            if ambush.ambusher.seat == ambush.by
            else (ambush.ambushed, ambush.ambusher)
        )
        mission: Mission = "blow_up" if ambush.map == "truck_stop" else "infiltrate"
        for seat, who in ((ambush.by, spy), (ambush.against, guard)):
            self.spare[seat] = [who.id, *[spare for spare in self.spare[seat] if spare != who.id]]
        while len(self.missions[ambush.by]) < ambush.order - 1:
            self._declared(
                ambush.by,
                ambush.against,
                self._last_resort(ambush.by),
                self.dice.pick(MISSIONS[:2]),
            )
        while len(self.known[ambush.against]) < ambush.number - 1:
            self.known[ambush.against].append(
                Known(
                    number=len(self.known[ambush.against]) + 1,
                    by=ambush.by,
                    mission=mission,
                    standing=False,
                )
            )
        self.known[ambush.against] = self.known[ambush.against][: ambush.number - 1]
        record = self._declared(ambush.by, ambush.against, self._someone(ambush.by), mission)
        self._guard(ambush.against)
        return self._fighting(self._all_own(), ambush, changed(record, guard=guard.id))

    def elsewhere(self, seat: Seat | None) -> State:
        """Somebody else is asked, or two others meet in an ambush."""
        self.history()
        others = [each for each in self.seats if each != seat]
        if seat is not None and seat in self.seats and len(others) == 1:
            return self._other_asks(others[0])
        against, by = self.dice.shuffle(others)[:2]
        record = self._declared(by, against, self._last_resort(by), self.dice.pick(MISSIONS[:2]))
        if self.table.rules.live_decisions:
            return self._asks(against, record)
        return self._meet(changed(record, guard=self._guard(against)), "hunted", self.dice.die(4))

    def _other_asks(self, other: Seat) -> State:
        """With two teams, the other is asked about the viewer's last mission; if the viewer had
        none, about the 12+ of its own.
        """
        record = _fresh(self.past.pop())
        if record.by != other:
            return self._asks(other, record)
        own = self._all_own()
        own[other] = changed(own[other], question=AskSpyTwelve(order=record.order))
        hidden = Hidden(
            stage="roll", now=changed(record, throw=_throw(12)), records=tuple(self.past)
        )
        return State(table=self.table, own=tuple(own), hidden=hidden)

    def _asks(self, against: Seat, record: MissionRecord) -> State:
        guard = self._guard(against)
        own = self._all_own()
        own[against] = changed(
            own[against], question=AskGuard(number=record.number, guards=(guard,))
        )
        return State(
            table=self.table,
            own=tuple(own),
            hidden=Hidden(stage="guard", now=record, records=tuple(self.past)),
        )

    def _declared(self, by: Seat, against: Seat, spy: str, mission: Mission) -> MissionRecord:
        """A mission of one made-up team against another, just declared."""
        self.missions[by].append(self._order(by, spy, against, mission, ""))
        number = len(self.known[against]) + 1
        self.known[against].append(Known(number=number, by=by, mission=mission))
        order = len(self.missions[by])
        return MissionRecord(
            by=by, order=order, against=against, number=number, nth=order, mission=mission, spy=spy
        )

    # --- putting it together ---

    def _state(self, hidden: Hidden) -> State:
        return State(table=self.table, own=tuple(self._all_own()), hidden=hidden)

    def _all_own(self) -> list[Own]:
        return [
            self.mine if self.mine and seat == self.seat else self._own(seat) for seat in self.seats
        ]

    def _own(self, seat: Seat) -> Own:
        """What a made-up team knows: missions so far, perhaps one more to come, and its
        counterspies.
        """
        dice, done = self.dice, len(self.missions[seat])
        guards = self.guards[seat] or [self._someone(seat)]
        duty = [
            Order(spy=guard, action=COUNTERSPY, kit=dice.pick(KITS)) for guard in guards if guard
        ]
        more = [self._to_come(seat)] if self.spare[seat] and dice.die(2) == 1 else []
        return Own(
            file=self.files[seat],
            sheet=Sheet(orders=(*self.missions[seat], *more, *duty), standing=some_standing(dice)),
            bill=Bill(),
            modifiers=tuple([dice.pick(MODIFIERS) for _ in self.seats]),
            done=done,
            known=tuple(self.known[seat]),
            on_duty=tuple([order.spy for order in duty]),
        )

    def _to_come(self, seat: Seat) -> Order:
        against = self.dice.pick([each for each in self.seats if each != seat])
        return self._order(seat, self._someone(seat), against, self.dice.pick(MISSIONS[:2]), "")


def _mission(order: Order) -> Mission:
    if order.action == COUNTERSPY:
        raise RuntimeError("a counterspy has no mission")
    return order.action


def _throw(total: int) -> Throw:
    return Throw(faces=(), modifier=0, total=total, row=row_of(total))
