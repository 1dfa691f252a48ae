"""What each team is told at settlement, and the public news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import EVERYONE, Seat, changed

from .awards import defence_cause
from .endings import ending
from .explosives import blast_hits
from .report import Bang, Debrief, Harm, MissionReport, Spending
from .settlement import settle_once
from .values import Debriefed, MissionRecord, Own, WeekSettled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .effects import Effects
    from .step_builder import StepBuilder


def settle_week(p: StepBuilder) -> None:
    """Tell every team its debrief, and everyone the news; the week is over."""
    found, spendings = settle_once(p.table, p.own, p.records, p.fights)
    for at, spent in enumerate(spendings):
        seat = Seat(at)
        report = debrief(seat, p.own, p.records, found, spent, p.table.week)
        p.learn(seat, debrief=report)
        p.tell(Debriefed(debrief=report), to=(seat,))
    p.table = changed(p.table, over=True, news=found.news)
    p.tell(WeekSettled(news=found.news), to=EVERYONE)


def debrief(
    seat: Seat,
    own: Sequence[Own],
    records: Sequence[MissionRecord],
    found: Effects,
    spent: Spending,
    week: str,
) -> Debrief:
    """All that one team is to know: its missions, the harm done to it, its points, wounds and
    costs.
    """
    return Debrief(
        missions=tuple([_mission(record, own, found) for record in records if record.by == seat]),
        harm=tuple(
            [
                harm
                for record in records
                if record.against == seat
                for harm in _harm(record, own, found, week)
            ]
        ),
        called_off=own[seat].cancelled or (),
        awards=tuple([award for award in found.awards if award.seat == seat]),
        hurt=tuple([hurt for hurt in found.hurt if hurt.seat == seat]),
        captured=tuple([captive.character for captive in found.captives if captive.seat == seat]),
        spending=spent,
    )


def _mission(record: MissionRecord, own: Sequence[Own], found: Effects) -> MissionReport:
    end = ending(record)
    told = MissionReport(order=record.order, spy=record.spy, ending=end)
    target = own[record.against]
    if end == "saw":
        cause = found_cause(record)
        saw = [
            each.snapshot
            for each in found.intelligence
            if each.seat == record.by and each.snapshot.cause.endswith(cause)
        ]
        return changed(told, saw=tuple(saw))
    if end == "hit":
        victim = record.reached[0]
        return changed(
            told,
            victim=victim,
            victim_name=_name(target, victim),
            hits=record.hits,
            faces=record.faces,
        )
    if end in ("exploded", "dud", "waiting"):
        vehicle = record.reached[0]
        return changed(
            told, victim=vehicle, victim_name=_name(target, vehicle), bang=_bang(record, target)
        )
    return told


def found_cause(record: MissionRecord) -> str:
    """How the cause of what a mission saw ends."""
    return f"/mission/{record.order}/seen"


def _bang(record: MissionRecord, target: Own) -> Bang | None:
    """An explosion as both sides hear it; of a charge that still waits nobody hears the dice (ours:
    E35).
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


def _harm(record: MissionRecord, own: Sequence[Own], found: Effects, week: str) -> Iterator[Harm]:
    """What a mission did to its target. A Blow Up that failed, was a dud or waits has done nothing
    yet.
    """
    if ending(record) == "hit":
        yield Harm(
            number=record.number, victim=record.reached[0], hits=record.hits, faces=record.faces
        )
    elif ending(record) == "exploded":
        cause = f"{defence_cause(week, record)}/explosion"
        strike = next(
            hit.strike
            for hit in found.vehicle_hits
            if hit.seat == record.against and hit.cause == cause
        )
        yield Harm(
            number=record.number, bang=_bang(record, own[record.against]), damage=strike.damage
        )


def _name(own: Own, target: str) -> str:
    named = [(who.id, who.name) for who in own.file.people] + [
        (vehicle.id, vehicle.name) for vehicle in own.file.garage
    ]
    return dict(named).get(target, "")
