"""Each team's debrief at settlement, and the public news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import EVERYONE, Seat, changed

from .awards import defence_cause
from .endings import ending_of
from .explosives import blast_hits
from .report import Award, Bang, Debrief, Harm, Hurt, MissionReport, Spending
from .settlement import settle_once
from .values import Debriefed, MissionRecord, Own, WeekSettled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .effects import Captive, Effects
    from .step_builder import StepBuilder


def settle_week(p: StepBuilder) -> None:
    """Send every team its debrief, publish the news, and end the week."""
    effects, spendings = settle_once(p.table, p.own, p.records, p.fights)
    for index, spent in enumerate(spendings):
        seat = Seat(index)
        report = make_debrief(seat, p.own, p.records, effects, spent, p.table.week)
        p.learn(seat, debrief=report)
        p.tell(Debriefed(debrief=report), to=(seat,))
    p.table = changed(p.table, over=True, news=effects.news)
    p.tell(WeekSettled(news=effects.news), to=EVERYONE)


def make_debrief(
    seat: Seat,
    own_states: Sequence[Own],
    records: Sequence[MissionRecord],
    effects: Effects,
    spent: Spending,
    week: str,
) -> Debrief:
    """Return a team's debrief: its missions, harm, points, wounds and costs.

    The points, wounds and capture of a lent guard are in the debriefs of both teams (E56).
    """
    lent = {person.id for person in own_states[seat].file.people if person.guards_for}

    def is_own(row: Award | Hurt | Captive) -> bool:
        return row.seat == seat or row.character in lent

    return Debrief(
        missions=tuple(
            [
                _mission_report(record, own_states, effects)
                for record in records
                if record.by == seat
            ]
        ),
        harm=tuple(
            [
                harm
                for record in records
                if record.against == seat
                for harm in _harm(record, own_states, effects, week)
            ]
        ),
        called_off=own_states[seat].cancelled or (),
        awards=tuple([award for award in effects.awards if is_own(award)]),
        hurt=tuple([hurt for hurt in effects.hurt if is_own(hurt)]),
        captured=tuple([captive.character for captive in effects.captives if is_own(captive)]),
        spending=spent,
    )


def _mission_report(
    record: MissionRecord, own_states: Sequence[Own], effects: Effects
) -> MissionReport:
    ending = ending_of(record)
    report = MissionReport(order=record.order, spy=record.spy, ending=ending)
    target = own_states[record.against]
    if ending == "saw":
        cause = intelligence_cause_suffix(record)
        snapshots = [
            intelligence.snapshot
            for intelligence in effects.intelligence
            if intelligence.seat == record.by and intelligence.snapshot.cause.endswith(cause)
        ]
        return changed(report, saw=tuple(snapshots))
    if ending == "hit":
        victim = record.reached[0]
        return changed(
            report,
            victim=victim,
            victim_name=_name(target, victim),
            hits=record.hits,
            faces=record.faces,
        )
    if ending in ("exploded", "dud", "waiting"):
        vehicle = record.reached[0]
        return changed(
            report, victim=vehicle, victim_name=_name(target, vehicle), bang=_bang(record, target)
        )
    return report


def intelligence_cause_suffix(record: MissionRecord) -> str:
    """Return the suffix of the cause recorded for a mission's intelligence."""
    return f"/mission/{record.order}/seen"


def _bang(record: MissionRecord, target: Own) -> Bang | None:
    """Return an explosion as both sides see it.

    The dice of a delayed charge stay secret (ours: E35).
    """
    blast = record.blast
    if blast is None or blast.due != "now":
        return None
    vehicle = record.reached[0]
    return Bang(
        vehicle=vehicle,
        name=_name(target, vehicle),
        faces=blast.faces,
        location=blast.location,
        hits=blast_hits(blast),
    )


def _harm(
    record: MissionRecord, own_states: Sequence[Own], effects: Effects, week: str
) -> Iterator[Harm]:
    """Yield the harm of a mission.

    A Blow Up that failed, was a dud or is delayed has not done any harm yet.
    """
    if ending_of(record) == "hit":
        yield Harm(
            number=record.number, victim=record.reached[0], hits=record.hits, faces=record.faces
        )
    elif ending_of(record) == "exploded":
        cause = f"{defence_cause(week, record)}/explosion"
        strike = next(
            hit.strike
            for hit in effects.vehicle_hits
            if hit.seat == record.against and hit.cause == cause
        )
        yield Harm(
            number=record.number,
            bang=_bang(record, own_states[record.against]),
            damage=strike.damage,
        )


def _name(own_state: Own, target: str) -> str:
    names = [(character.id, character.name) for character in own_state.file.people] + [
        (vehicle.id, vehicle.name) for vehicle in own_state.file.garage
    ]
    return dict(names).get(target, "")
