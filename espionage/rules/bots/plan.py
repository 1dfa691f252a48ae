"""The doctrine that writes a team's order sheet, from what the team may know.

Guards are told off first. Then each spy in turn, the best first, takes the mission with the best
expectation: its odds, what we know of the target's watch, and what the temper says it is worth. The
wounded rest. Every sheet passes `checking.check_sheet` (E15).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import check_kit, on_sale
from engine.values import changed
from espionage.rules.bill import bill, packed
from espionage.rules.counterspy import fitness
from espionage.rules.odds import order_odds
from espionage.rules.orders import COUNTERSPY, MISSIONS, Order, Sheet, Standing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.dice import Dice
    from espionage.rules.files import Character, PublicTeam
    from espionage.rules.odds import Chance
    from espionage.rules.orders import Kit, Mission
    from espionage.rules.report import Ending

    from .knowledge import Knowledge
    from .tempers import Temper

MOST_ORDERS: Final = 60
MET: Final[frozenset[Ending]] = frozenset({"thwarted", "stopped", "called_off"})
"""What a mission ends in when the target's watch was there."""
HARM: Final = 3
"""Marks of a grudge for an attack that did harm; one that did none leaves a single mark."""


def plan(known: Knowledge, temper: Temper, dice: Dice) -> Sheet:
    """The order sheet of a team for this week. It follows from these arguments alone.

    A team that has nobody fit, or no rivals, gets a sheet with standing orders only.
    """
    writer = _Writer(known, temper, dice)
    standing = Standing(
        on_counterspy_twelve=temper.on_counterspy_twelve,
        chase_bombers=temper.chase_bombers,
        doctrine=temper.doctrine,
    )
    return Sheet(orders=writer.orders(), standing=standing)


def keep_watch(known: Knowledge) -> Sheet:
    """The sheet of a caretaker (C22): everybody who is fit for orders stays on the lookout, the
    best first, with nothing that costs money. Nobody goes out.
    """
    fit = sorted((who for who in known.file.people if who.fit), key=lambda who: -fitness(who))
    watch = tuple([Order(spy=who.id, action=COUNTERSPY) for who in fit[:MOST_ORDERS]])
    return Sheet(orders=watch, standing=Standing(on_counterspy_twelve="cancel"))


class _Writer:
    """A sheet in the making."""

    def __init__(self, known: Knowledge, temper: Temper, dice: Dice) -> None:
        self.known, self.temper, self.dice = known, temper, dice
        self.taken: list[Order] = []
        self.budget = max(0, known.file.money) * temper.spend // 100
        self.rivals = [team for team in known.roster if team.id != known.file.id]
        self.sale = frozenset([gear.key for gear in on_sale(known.house)])

    def orders(self) -> tuple[Order, ...]:
        """Missions first, then the guards; gear goes to them in this order, too."""
        ready = sorted(
            [who for who in self.known.file.people if who.fit and not who.wounds],
            key=lambda who: -fitness(who),
        )
        guards = self._guards(ready)
        for spy in [who for who in ready if who not in guards]:
            if len(self.taken) < self._most_missions:
                self._send(spy)
        for guard in guards[: MOST_ORDERS - len(self.taken)]:
            self._take(self._equipped(guard, Order(spy=guard.id, action=COUNTERSPY)))
        return tuple(self.taken)

    @property
    def _most_missions(self) -> int:
        return min(self.known.house.missions_a_week or MOST_ORDERS, MOST_ORDERS)

    def _guards(self, ready: Sequence[Character]) -> list[Character]:
        """Whom to leave on the lookout: nobody who is worse at it than no guard at all."""
        hurt = any(attack.harmful for attack in self.known.memory.attacks)
        count = self.temper.guards_if_hurt if hurt else self.temper.guards
        able = [who for who in ready if fitness(who) >= Standing().counterspy_from]
        in_turn = able if self.temper.best_guard else able[::-1]
        return in_turn[:count]

    def _take(self, order: Order | None) -> None:
        if order is not None:
            self.taken.append(order)

    # --- missions ---

    def _send(self, spy: Character) -> None:
        """The best mission for this spy, if any is worth the risk."""
        if spy.role in self.temper.at_home:
            return
        offers = sorted(self._offers(spy), key=lambda offer: -offer[0])
        for _, mission, team in offers:
            if (order := self._equipped(spy, self._order(spy, mission, team))) is not None:
                self._take(order)
                return

    def _offers(self, spy: Character) -> Iterator[tuple[int, Mission, PublicTeam]]:
        """What this spy might do, each with its expectation: a little of it is whim."""
        for team in self.rivals:
            for mission in MISSIONS:
                if not self._may(spy, mission):
                    continue
                unmet = 1000 - self._vain(team, mission)
                odds = order_odds(spy, mission)
                if (
                    _permille(odds.success) * unmet < self.temper.least * 1000
                    or _permille(odds.blunder) > self.temper.most_blunder
                ):
                    continue
                hope = _permille(odds.explosion or odds.success) * unmet
                worth = self._worth(mission, team) * self._weight(team)
                yield hope * worth * (90 + self.dice.die(20)), mission, team

    def _may(self, spy: Character, mission: Mission) -> bool:
        """Nobody plants a bomb untrained, even where the house allows it."""
        return mission != "blow_up" or spy.skills.explosives >= 0

    def _vain(self, team: PublicTeam, mission: Mission) -> int:
        """How likely a mission against this team is met by its watch or finds nobody there, per
        thousand, as our own missions tell.
        """
        tried = [each for each in self.known.memory.tried if each.team == team.id]
        vain = sum(
            [
                each.ending in MET or (each.ending == "nobody_there" and each.mission == mission)
                for each in tried
            ]
        )
        return 1000 * (vain + 1) // (len(tried) + 3)

    def _worth(self, mission: Mission, team: PublicTeam) -> int:
        worth = {
            "infiltrate": self.temper.infiltrate,
            "assassinate": self.temper.assassinate,
            "blow_up": self.temper.blow_up,
        }[mission]
        seen = any(sighting.team == team.id for sighting in self.known.memory.seen)
        return worth * (self.temper.seen if mission == "infiltrate" and seen else 100)

    def _weight(self, team: PublicTeam) -> int:
        """What a team is worth as a target, in percent."""
        best = max([row.points for row in self.known.standings], default=0)
        leads = any(row.team == team.id and row.points == best > 0 for row in self.known.standings)
        marks = sum(
            [
                HARM if attack.harmful else 1
                for attack in self.known.memory.attacks
                if attack.team == team.id
            ]
        )
        again = sum([order.target_team == team.id for order in self.taken])
        weight = (self.temper.leader if leads else 100) + self.temper.grudge * marks
        return int(weight * (self.temper.again / 100) ** again)

    def _order(self, spy: Character, mission: Mission, team: PublicTeam) -> Order:
        order = Order(spy=spy.id, action=mission, target_team=team.id)
        match mission:
            case "assassinate":
                return changed(order, target=self._victim(team))
            case "blow_up":
                most = min(self.temper.bricks, len(self.known.house.bomb_dice))
                return changed(order, target=self._vehicle(team), bricks=most)
            case _:
                return order

    def _victim(self, team: PublicTeam) -> str:
        """Somebody alive of the roles that this temper hates most; "" is anybody."""
        wanted = [who.id for who in team.people if who.alive and who.role in self.temper.victims]
        return self.dice.pick(wanted) if wanted else ""

    def _vehicle(self, team: PublicTeam) -> str:
        """A vehicle that we have seen, best its whole sheet; "" is any."""
        seen = [sighting for sighting in self.known.memory.seen if sighting.team == team.id]
        known = [sighting for sighting in seen if sighting.sheet] or seen
        return self.dice.pick(known).vehicle if known else ""

    # --- gear ---

    def _equipped(self, spy: Character, order: Order) -> Order | None:
        """The order with as many of its bricks, and the best kit, that this spy can carry and the
        team pay; None if there is no way.
        """
        for bricks in range(order.bricks, 0, -1) if order.bricks else (0,):
            for kit in self.temper.kits:
                found = changed(order, bricks=bricks, kit=self._on_sale(kit))
                if self._fits(spy, found):
                    return found
        return None

    def _on_sale(self, kit: Kit) -> Kit:
        return changed(kit, items=tuple([item for item in kit.items if item.gear in self.sale]))

    def _fits(self, spy: Character, order: Order) -> bool:
        house, file = self.known.house, self.known.file
        return bill((*self.taken, order), file.stock, house).total <= self.budget and not check_kit(
            packed(order), spy.skills.bodybuilding, house
        )


def _permille(chance: Chance) -> int:
    return 1000 * chance.over // chance.under
