"""Who was hurt and what blew up: hits and strikes applied in the week's order, at settlement (E12,
E13, E19).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.garage.rules.damage import apply_strikes
from campaign.ledger.rules.gear import worn
from espionage.rules.ambush.call import Combatant, Condition, Fighter, condition

from .awards import defence_cause, mission_cause, side_cause
from .charges import detonate
from .effects import Charge, VehicleHit
from .explosives import blast_hits, cell_of
from .files import CONSCIOUS
from .meeting import wear
from .report import HowHurt, Hurt
from .step_builder import order_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.garage.rules.record import VehicleRecord
    from engine.values import Seat

    from .values import Blast, Fight, MissionRecord, Own
    from .week_rules import WeekRules


class Casualties:
    """People as they come to settlement: DP and armour left after ambushes, less what the week's
    results take from them.
    """

    def __init__(self, week: str, own: Sequence[Own], rules: WeekRules) -> None:
        self.week, self.own, self.rules = week, own, rules
        self.hurt: list[Hurt] = []
        self.absorbed: dict[str, int] = {}
        self.dp: dict[str, int] = {who.id: who.dp for each in own for who in each.file.people}

    def ambushed(self, fight: Fight) -> None:
        """Wounds of an ambush, which have acted already."""
        self._after_ambush(fight, fight.ambush.ambusher, fight.result.ambusher)
        self._after_ambush(fight, fight.ambush.ambushed, fight.result.ambushed)

    def _after_ambush(self, fight: Fight, who: Combatant, end: Fighter) -> None:
        if end.hits:
            root = side_cause(self.week, fight.ambush, who.seat)
            self._write(who.seat, who.id, end.hits, "ambush", condition(who, end), f"{root}/ambush")

    def suffered(self, record: MissionRecord) -> None:
        """Hits of an assassination, and a bomber's own damage."""
        if record.mission == "assassinate" and record.reached:
            cause = f"{defence_cause(self.week, record)}/assassination"
            self._hit(
                record.against,
                record.reached[0],
                record.hits,
                "assassination",
                cause,
                armoured=self.rules.armour_counts,
            )
        elif record.explosives and record.blast and cell_of(record.explosives) == "in_hand":
            cause = f"{mission_cause(self.week, record)}/explosives"
            self._hit(
                record.by,
                record.spy,
                self._own_blast(record, record.blast),
                "own_explosives",
                cause,
                armoured=True,
            )

    def _own_blast(self, record: MissionRecord, blast: Blast) -> int:
        """What a bomber's own explosives do to him: all of it, or half in impact armour (ours:
        E37).
        """
        halved = worn(order_of(self.own[record.by], record.spy).kit.items).blasts_halved
        return blast_hits(blast) // 2 if halved else blast_hits(blast)

    def _hit(
        self, seat: Seat, character: str, hits: int, how: HowHurt, cause: str, *, armoured: bool
    ) -> None:
        kept = min(hits, self.armour_left(self.own[seat], character)) if armoured else 0
        if kept:
            self.absorbed[character] = self.absorbed.get(character, 0) + kept
        lost = least_left(self.dp[character], hits - kept, self.rules)
        if lost:
            self.dp[character] -= lost
            self._write(seat, character, lost, how, _condition(self.dp[character]), cause)

    def _write(
        self, seat: Seat, character: str, hits: int, how: HowHurt, after: Condition, cause: str
    ) -> None:
        self.hurt.append(
            Hurt(seat=seat, character=character, hits=hits, how=how, after=after, cause=cause)
        )

    def armour_left(self, own: Own, character: str) -> int:
        """Points of the armour that a character wears on this week's orders; who has no order wears
        none (ours: E37).
        """
        kit = next((order.kit.items for order in own.sheet.orders if order.spy == character), ())
        return max(0, worn(kit).armour - self.armour_lost(own, character))

    def armour_lost(self, own: Own, character: str) -> int:
        """Points of armour gone this week, in ambushes and since."""
        return wear(own, character).armour + self.absorbed.get(character, 0)


def least_left(dp: int, hits: int, rules: WeekRules) -> int:
    """What these hits take from somebody with `dp` left: all of it, or where nobody dies no more
    than leaves 1 DP (E43).
    """
    return hits if rules.death else min(hits, max(0, dp - 1))


def _condition(dp: int) -> Condition:
    return "standing" if dp >= CONSCIOUS else "unconscious" if dp > 0 else "dead"


def vehicle_hits(
    week: str, own: Sequence[Own], records: Sequence[MissionRecord]
) -> Iterator[VehicleHit]:
    """Explosions that went off before the duel, one after another on the vehicle as the one before
    left it; nobody is aboard.
    """
    now: dict[str, VehicleRecord] = {}
    for record in records:
        blast = record.blast
        if blast and blast.due == "now":
            vehicle = record.reached[0]
            before = now.get(vehicle) or garage_record(own[record.against], vehicle)
            blow = detonate(blast, before)
            now[vehicle] = apply_strikes(before, blow)
            yield VehicleHit(
                seat=record.against,
                vehicle=vehicle,
                faces=blast.faces,
                location=blast.location,
                strike=blow,
                cause=f"{defence_cause(week, record)}/explosion",
            )


def charges(week: str, records: Sequence[MissionRecord]) -> Iterator[Charge]:
    """Charges that wait for the duel (E23)."""
    for record in records:
        blast = record.blast
        if blast and blast.due != "now":
            yield Charge(
                by=record.by,
                seat=record.against,
                vehicle=record.reached[0],
                due=blast.due,
                faces=blast.faces,
                location=blast.location,
                halves=blast.halves,
                cause=f"{week}/{record.against}/{record.number}/charge",
            )


def garage_record(own: Own, vehicle: str) -> VehicleRecord:
    """A vehicle of the team as it was at the deadline; KeyError for a strange one."""
    for found in own.file.garage:
        if found.id == vehicle:
            return found.record
    raise KeyError(vehicle)
