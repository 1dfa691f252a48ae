"""The doctrine that writes a team's order sheet from its knowledge.

Guards are chosen first. Then each spy, best first, takes the mission with the highest expected
value. This value depends on the odds, the target's known guards, and the bot's temper. Wounded
spies rest. Every sheet passes `checking.check_sheet` (E15).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import check_kit, on_sale
from engine.values import changed
from espionage.rules.bill import make_bill, packed_gear
from espionage.rules.counterspy import fitness
from espionage.rules.endings import STOPPED
from espionage.rules.odds import order_odds
from espionage.rules.orders import COUNTERSPY, MISSIONS, Order, Sheet, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.roster.rules.spies import Kit
    from engine.dice import Dice
    from espionage.rules.files import Character, PublicTeam
    from espionage.rules.odds import Chance
    from espionage.rules.orders import Mission

    from .knowledge import Knowledge
    from .tempers import Temper

MAX_ORDERS: Final = 60
HARM_GRUDGE: Final = 3
"""Grudge points for a harmful attack. A harmless attack adds one point."""


def write_sheet(knowledge: Knowledge, temper: Temper, dice: Dice) -> Sheet:
    """Return the team's order sheet for this week. The result depends only on the arguments.

    The sheet contains only standing orders if there are no rivals or nobody is fit.
    """
    writer = _SheetWriter(knowledge, temper, dice)
    standing = Standing(
        on_counterspy_twelve=temper.on_counterspy_twelve,
        chase_bombers=temper.chase_bombers,
        doctrine=temper.doctrine,
    )
    return Sheet(orders=writer.orders(), standing=standing)


def caretaker_sheet(knowledge: Knowledge) -> Sheet:
    """Return the sheet that a caretaker writes (C22).

    All fit people are put on counterspy duty, best first, without gear that costs money.
    """
    fit_people = sorted(
        (character for character in knowledge.file.people if character.fit),
        key=lambda character: -fitness(character),
    )
    watch = tuple(
        [Order(spy=character.id, action=COUNTERSPY) for character in fit_people[:MAX_ORDERS]]
    )
    return Sheet(orders=watch, standing=Standing(on_counterspy_twelve="cancel"))


class _SheetWriter:
    """Writes one order sheet."""

    def __init__(self, knowledge: Knowledge, temper: Temper, dice: Dice) -> None:
        self.knowledge, self.temper, self.dice = knowledge, temper, dice
        self.orders_taken: list[Order] = []
        self.budget = max(0, knowledge.file.money) * temper.spend // 100
        self.rivals = [team for team in knowledge.roster if team.id != knowledge.file.id]
        self.gear_on_sale = frozenset([gear.key for gear in on_sale(knowledge.house)])

    def orders(self) -> tuple[Order, ...]:
        """Return the missions, then the guards. Gear is assigned in the same order."""
        fit_people = sorted(
            [
                character
                for character in self.knowledge.file.people
                if character.fit and not character.wounds
            ],
            key=lambda character: -fitness(character),
        )
        borrowed = [character for character in fit_people if character.lent_by]
        own_people = [character for character in fit_people if not character.lent_by]
        guards = [*borrowed, *self._guards(own_people)]
        for spy in [character for character in own_people if character not in guards]:
            if len(self.orders_taken) < self._most_missions:
                self._add_mission(spy)
        for guard in guards[: MAX_ORDERS - len(self.orders_taken)]:
            self._add(self._equip(guard, Order(spy=guard.id, action=COUNTERSPY)))
        return tuple(self.orders_taken)

    @property
    def _most_missions(self) -> int:
        return min(self.knowledge.house.missions_a_week or MAX_ORDERS, MAX_ORDERS)

    def _guards(self, fit_people: Sequence[Character]) -> list[Character]:
        """Return the guards. People who are worse than no guard are left out."""
        is_harmed = any(attack.harmful for attack in self.knowledge.memory.attacks)
        count = self.temper.guards_if_hurt if is_harmed else self.temper.guards
        able_guards = [
            character
            for character in fit_people
            if fitness(character) >= Standing().counterspy_from
        ]
        candidates = able_guards if self.temper.best_guard else able_guards[::-1]
        return candidates[:count]

    def _add(self, order: Order | None) -> None:
        if order is not None:
            self.orders_taken.append(order)

    # --- missions ---

    def _add_mission(self, spy: Character) -> None:
        """Add the best mission for this spy, if one is worth the risk."""
        if spy.role in self.temper.roles_at_home:
            return
        offers = sorted(self._mission_offers(spy), key=lambda offer: -offer[0])
        for _, mission, team in offers:
            if (order := self._equip(spy, self._order(spy, mission, team))) is not None:
                self._add(order)
                return

    def _mission_offers(self, spy: Character) -> Iterator[tuple[int, Mission, PublicTeam]]:
        """Yield this spy's possible missions with their expected values, slightly randomised."""
        for team in self.rivals:
            for mission in MISSIONS:
                if not self._can_have_mission(spy, mission):
                    continue
                unmet_chance = 1000 - self._failure_chance(team, mission)
                odds = order_odds(spy, mission)
                if (
                    _permille(odds.success) * unmet_chance < self.temper.min_success * 1000
                    or _permille(odds.blunder) > self.temper.max_blunder
                ):
                    continue
                expectation = _permille(odds.explosion or odds.success) * unmet_chance
                worth = self._mission_value(mission, team) * self._target_value(team)
                if not worth:
                    continue
                yield expectation * worth * (90 + self.dice.die(20)), mission, team

    def _can_have_mission(self, spy: Character, mission: Mission) -> bool:
        """Return whether a spy can be sent on this mission.

        Untrained spies never plant bombs, even if the house rules allow it.
        """
        return mission != "blow_up" or spy.skills.explosives >= 0

    def _failure_chance(self, team: PublicTeam, mission: Mission) -> int:
        """Estimate the chance, per thousand, that a mission against this team fails.

        A mission fails if guards stop it or if it finds no target. The estimate is based on the
        team's past missions against the target.
        """
        past_missions = [
            mission_record
            for mission_record in self.knowledge.memory.tried
            if mission_record.team == team.id
        ]
        failures = sum(
            [
                mission_record.ending in STOPPED
                or (mission_record.ending == "nobody_there" and mission_record.mission == mission)
                for mission_record in past_missions
            ]
        )
        return 1000 * (failures + 1) // (len(past_missions) + 3)

    def _mission_value(self, mission: Mission, team: PublicTeam) -> int:
        worth = {
            "infiltrate": self.temper.infiltrate,
            "assassinate": self.temper.assassinate,
            "blow_up": self.temper.blow_up,
        }[mission]
        has_sighting = any(sighting.team == team.id for sighting in self.knowledge.memory.seen)
        return worth * (
            self.temper.seen_again_value if mission == "infiltrate" and has_sighting else 100
        )

    def _target_value(self, team: PublicTeam) -> int:
        best_points = max([row.points for row in self.knowledge.standings], default=0)
        is_leader = any(
            row.team == team.id and row.points == best_points > 0
            for row in self.knowledge.standings
        )
        grudge_points = sum(
            [
                HARM_GRUDGE if attack.harmful else 1
                for attack in self.knowledge.memory.attacks
                if attack.team == team.id
            ]
        )
        orders_against = sum([order.target_team == team.id for order in self.orders_taken])
        weight = (self.temper.leader if is_leader else 100) + self.temper.grudge * grudge_points
        return int(weight * (self.temper.repeated_target_value / 100) ** orders_against)

    def _order(self, spy: Character, mission: Mission, team: PublicTeam) -> Order:
        order = Order(spy=spy.id, action=mission, target_team=team.id)
        match mission:
            case "assassinate":
                return changed(order, target=self._victim(team))
            case "blow_up":
                bricks = min(self.temper.bricks, len(self.knowledge.house.bomb_dice))
                return changed(order, target=self._vehicle(team), bricks=bricks)
            case _:
                return order

    def _victim(self, team: PublicTeam) -> str:
        """Return a living person in a role that this temper targets, or "" for any person."""
        victims = [
            character.id
            for character in team.people
            if character.alive and character.role in self.temper.victims
        ]
        return self.dice.pick(victims) if victims else ""

    def _vehicle(self, team: PublicTeam) -> str:
        """Return the id of a vehicle that was seen, or "" for any vehicle.

        Vehicles whose whole record sheet was seen are preferred.
        """
        sightings = [
            sighting for sighting in self.knowledge.memory.seen if sighting.team == team.id
        ]
        best_sightings = [sighting for sighting in sightings if sighting.sheet] or sightings
        return self.dice.pick(best_sightings).vehicle if best_sightings else ""

    # --- gear ---

    def _equip(self, spy: Character, order: Order) -> Order | None:
        """Add as many bricks and as good a kit as possible, and return the order.

        Return None if the team cannot afford any kit, or if the spy cannot carry any.
        """
        for bricks in range(order.bricks, 0, -1) if order.bricks else (0,):
            for kit in self.temper.kits:
                equipped_order = changed(order, bricks=bricks, kit=self._with_gear_on_sale(kit))
                if self._is_possible(spy, equipped_order):
                    return equipped_order
        return None

    def _with_gear_on_sale(self, kit: Kit) -> Kit:
        return changed(
            kit, items=tuple([item for item in kit.items if item.gear in self.gear_on_sale])
        )

    def _is_possible(self, spy: Character, order: Order) -> bool:
        house_rules, file = self.knowledge.house, self.knowledge.file
        return make_bill(
            (*self.orders_taken, order), file.stock, house_rules
        ).total <= self.budget and not check_kit(
            packed_gear(order), spy.skills.bodybuilding, house_rules
        )


def _permille(chance: Chance) -> int:
    return 1000 * chance.over // chance.under
