"""Injuries and explosions, applied in the week's order at settlement (E12, E13, E19)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ambush.rules.call import Combatant, Condition, Fighter, condition
from campaign.garage.rules.damage import apply_strikes
from campaign.ledger.rules.gear import protection_of
from campaign.roster.rules.spies import MIN_CONSCIOUS_DP

from .awards import defence_cause, mission_cause, side_cause
from .charges import detonate
from .effects import Charge, VehicleHit
from .explosives import blast_hits, cell_of
from .meeting import ambush_losses
from .report import HowHurt, Hurt
from .step_builder import find_order, lent_guards

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.garage.rules.record import VehicleRecord
    from engine.values import Seat

    from .values import Blast, Fight, MissionRecord, Own
    from .week_rules import WeekRules


class Casualties:
    """The condition of all people at settlement: DP and armour after ambushes and missions."""

    def __init__(self, week: str, own_states: Sequence[Own], rules: WeekRules) -> None:
        self.week, self.own_states, self.rules = week, own_states, rules
        self.hurt: list[Hurt] = []
        self.absorbed: dict[str, int] = {}
        self.dp: dict[str, int] = {
            character.id: character.dp
            for own_state in own_states
            for character in own_state.file.people
        }
        self.dp |= {guard.id: guard.dp for guard in lent_guards(own_states)}

    def apply_ambush(self, fight: Fight) -> None:
        """Record the wounds of an ambush, which have already taken effect."""
        self._record_ambush_wounds(fight, fight.ambush.ambusher, fight.result.ambusher)
        self._record_ambush_wounds(fight, fight.ambush.ambushed, fight.result.ambushed)

    def _record_ambush_wounds(self, fight: Fight, combatant: Combatant, outcome: Fighter) -> None:
        if outcome.hits:
            root = side_cause(self.week, fight.ambush, combatant.seat)
            self._record(
                combatant.seat,
                combatant.id,
                outcome.hits,
                "ambush",
                condition(combatant, outcome),
                f"{root}/ambush",
            )

    def apply_mission(self, record: MissionRecord) -> None:
        """Apply the hits of an assassination, or the damage that a bomb did to the bomber."""
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
                self._own_blast_hits(record, record.blast),
                "own_explosives",
                cause,
                armoured=True,
            )

    def _own_blast_hits(self, record: MissionRecord, blast: Blast) -> int:
        """Return the hits that a bomber takes from his own bomb.

        Impact armour halves them (ours: E37).
        """
        halved = protection_of(
            find_order(self.own_states[record.by], record.spy).kit.items
        ).blasts_halved
        return blast_hits(blast) // 2 if halved else blast_hits(blast)

    def _hit(
        self,
        seat: Seat,
        character: str,
        hits: int,
        cause_of_harm: HowHurt,
        cause: str,
        *,
        armoured: bool,
    ) -> None:
        absorbed = min(hits, self.armour_left(self.own_states[seat], character)) if armoured else 0
        if absorbed:
            self.absorbed[character] = self.absorbed.get(character, 0) + absorbed
        lost = applied_hits(self.dp[character], hits - absorbed, self.rules)
        if lost:
            self.dp[character] -= lost
            self._record(
                seat, character, lost, cause_of_harm, _condition(self.dp[character]), cause
            )

    def _record(
        self,
        seat: Seat,
        character: str,
        hits: int,
        cause_of_harm: HowHurt,
        after: Condition,
        cause: str,
    ) -> None:
        self.hurt.append(
            Hurt(
                seat=seat,
                character=character,
                hits=hits,
                how=cause_of_harm,
                after=after,
                cause=cause,
            )
        )

    def armour_left(self, own_state: Own, character: str) -> int:
        """Return the armour points that a character has left under this week's orders.

        A character without an order wears no armour (ours: E37).
        """
        kit = next(
            (order.kit.items for order in own_state.sheet.orders if order.spy == character), ()
        )
        return max(0, protection_of(kit).armour - self.armour_lost(own_state, character))

    def armour_lost(self, own_state: Own, character: str) -> int:
        """Return the armour points lost this week, in ambushes and afterwards."""
        return ambush_losses(own_state, character).armour + self.absorbed.get(character, 0)


def applied_hits(dp: int, hits: int, rules: WeekRules) -> int:
    """Return the hits that apply.

    If the house rules exclude death, hits cannot reduce a character below 1 DP (E43).
    """
    return hits if rules.death else min(hits, max(0, dp - 1))


def _condition(dp: int) -> Condition:
    return "standing" if dp >= MIN_CONSCIOUS_DP else "unconscious" if dp > 0 else "dead"


def vehicle_hits(
    week: str, own_states: Sequence[Own], records: Sequence[MissionRecord]
) -> Iterator[VehicleHit]:
    """Yield the explosions before the duel.

    Each explosion hits the vehicle in the condition in which the last explosion left it.
    """
    current_records: dict[str, VehicleRecord] = {}
    for record in records:
        blast = record.blast
        if blast and blast.due == "now":
            vehicle = record.reached[0]
            before = current_records.get(vehicle) or garage_record(
                own_states[record.against], vehicle
            )
            damage = detonate(blast, before)
            current_records[vehicle] = apply_strikes(before, damage)
            yield VehicleHit(
                seat=record.against,
                vehicle=vehicle,
                faces=blast.faces,
                location=blast.location,
                strike=damage,
                cause=f"{defence_cause(week, record)}/explosion",
            )


def delayed_charges(week: str, records: Sequence[MissionRecord]) -> Iterator[Charge]:
    """Yield the charges that explode at the duel (E23)."""
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


def garage_record(own_state: Own, vehicle: str) -> VehicleRecord:
    """Return the record of a team's vehicle at the deadline. Raise KeyError if there is none."""
    for garage_vehicle in own_state.file.garage:
        if garage_vehicle.id == vehicle:
            return garage_vehicle.record
    raise KeyError(vehicle)
