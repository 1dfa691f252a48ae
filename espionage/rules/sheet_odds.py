"""The chances of all orders of a sheet in the week, by playing the week many times.

Each playout uses the week's own stages, so cancellations, blunders, 12+ results and ambushes count
as in a real week. The results depend only on the arguments: the team's own file and sheet, public
information, and assumptions about its rivals (E48).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from ambush.by_doctrine import doctrine_result
from ambush.rules.call import ambush_domain
from campaign.garage.rules.record import VehicleRecord
from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from engine.dice import SeededDice, roll_key, seed_from
from engine.values import Value, changed

from .bill import Bill
from .cancelling import call_off_missions
from .counterspy import listed_guards
from .endings import EXPLODES, STOPPED, SUCCESSES, ending_of
from .files import Character, TeamFile, Vehicle
from .meeting import end_ambush
from .missions import choice_on_twelve
from .odds import MAX_DENOMINATOR, Chance, as_chance, as_fraction, counterspy_odds, order_odds
from .orders import COUNTERSPY, MISSIONS, SECTIONS, Order, Sheet
from .samples import DESIGNS
from .sequence import STAGES, roll_order_of_play
from .step_builder import StepBuilder
from .values import Hidden, MissionRecord, Own, State, Table
from .week_rules import week_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ambush.rules.call import Ambush, AmbushResult
    from campaign.house_rules.rules.house import HouseRules
    from engine.values import Audience

    from .files import PublicTeam, Roster
    from .odds import OrderOdds
    from .orders import Action
    from .values import Event

ROUNDS: Final = 300
"""Maximum number of playouts of a sheet for one assumption."""
MIN_ROUNDS: Final = 24
"""Minimum number of playouts of a sheet for one assumption."""
PLAYED_ORDERS: Final = 900
"""Maximum number of orders in all playouts for one assumption together, except at the minimum."""
FIGHTS: Final = 16
"""Number of times that the same ambush is fought. Playouts share the results."""
GUARD_KIT: Final = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
"""Kit of an assumed guard or spy."""
GUARD, SPY, CAR = "assumed-guard", "assumed-spy", "assumed-car"
PRESENCES: Final = (0.0, 0.5, 1.0)
"""Assumed shares of the weeks in which a rival has a guard."""
IMPOSSIBLE: Final = Chance(over=0, under=1)

Case: TypeAlias = Literal["unguarded", "guarded", "known", "attacked"]


class CaseChance(Value):
    """The chances of one order in the week, under one assumption.

    For a mission, the assumption is about the target's home: `unguarded` (no counterspy is sent),
    `guarded` (a guard like your best person), or `known` (the guards that your own reports
    suggest). For a counterspy it is `attacked`: a spy like your best person is on a mission against
    you, and `success` is the chance that the counterspy stops it when sent. `caught` is the chance
    that a mission is thwarted, stopped or called off, `ambushed` that it leads to an ambush, and
    `explosion` that a bomb goes off.
    """

    case: Case
    success: Chance
    caught: Chance = IMPOSSIBLE
    ambushed: Chance = IMPOSSIBLE
    explosion: Chance | None = None


class OrderChances(Value):
    """The chances of one character's order. A counterspy who is never sent has no cases."""

    spy: str
    cases: tuple[CaseChance, ...]


class GuardRecord(Value):
    """A rival's record against the team's own missions of the season, from the team's reports."""

    team: str
    missions: int
    stopped: int


class SheetOdds(Value):
    """The chances of all orders of a sheet, and the assumptions on which they are based.

    `best` and `best_modifier` describe the team's best person, to whom assumed guards and spies are
    similar. `records` lists the targets of which the team knows something. `rounds` is the number
    of playouts.
    """

    orders: tuple[OrderChances, ...] = ()
    best: str = ""
    best_modifier: int = 0
    records: tuple[GuardRecord, ...] = ()
    rounds: int = ROUNDS

    def cases(self, spy: str) -> tuple[CaseChance, ...]:
        """Return the chances of this character's order."""
        return next((order.cases for order in self.orders if order.spy == spy), ())

    @property
    def like_best(self) -> str:
        """The best person with the modifier of an assumed guard or spy: "Ann (+1)"."""
        return f"{self.best} ({self.best_modifier:+d})".replace("-", "−").replace("+0", "±0")

    def sentence(self, spy: str) -> str:
        """Return the chances of this character's order as a sentence without a full stop."""
        chances = {case.case: f"{case.success.percent}%" for case in self.cases(spy)}
        if "attacked" in chances:
            return f"Stops {chances['attacked']} of missions by a spy like {self.like_best}"
        if "guarded" not in chances:
            return ""
        figures = (
            f"{chances['unguarded']} unguarded, {chances['guarded']} against a guard like "
            f"{self.like_best}"
        )
        if "known" in chances:
            return f"Succeeds about {chances['known']} by your dossier: {figures}"
        return f"Succeeds {figures}"

    def record(self, team: str) -> GuardRecord | None:
        """Return this rival's record, or None if the team knows nothing about its guards."""
        return next((record for record in self.records if record.team == team), None)


NO_ODDS: Final = SheetOdds()


# --- playouts -------------------------------------------------------------------------------------


class Fights:
    """Results of ambushes by doctrine, which take long. Equal ambushes share their results.

    Espionage has no effect on a fight. `count` is a multiple of the number of sections.
    """

    def __init__(self, house_rules: HouseRules, seed: bytes, count: int = FIGHTS) -> None:
        self.house_rules, self.seed, self.count = house_rules, seed, count
        self._results: dict[tuple[Ambush, int], AmbushResult] = {}

    def result(self, ambush: Ambush, playout: int) -> AmbushResult:
        """Return the result of an ambush in this playout."""
        number = playout % (self.count // SECTIONS if ambush.section else self.count)
        fighters = [
            changed(fighter, skills=changed(fighter.skills, espionage=0))
            for fighter in (ambush.ambusher, ambush.ambushed)
        ]
        key = (
            changed(ambush, order=1, number=1, nth=1, ambusher=fighters[0], ambushed=fighters[1]),
            number,
        )
        if key not in self._results:
            domain = ambush_domain(ambush.by, ambush.against, 1)
            self._results[key] = doctrine_result(
                ambush, self.house_rules, roll_key(self.seed, domain, number)
            )
        return self._results[key]


class _Playout(StepBuilder):
    """A week that is played for its records only. Events are not collected."""

    def tell(self, event: Event, *, to: Audience) -> None:
        pass


def start_of_week(file: TeamFile, sheet: Sheet, seats: int) -> Own:
    """Return a team's state at the start of a week with this (frozen) sheet."""
    return Own(
        file=file,
        sheet=sheet,
        bill=Bill(),
        modifiers=(0,) * seats,
        on_duty=listed_guards(sheet),
    )


def play_weeks(
    homes: Sequence[Own], roster: Roster, fights: Fights, rounds: range
) -> Iterator[tuple[MissionRecord, ...]]:
    """Yield the missions of a week that is played once a round with standing orders.

    `fights` has the seed and the house rules.
    """
    rules = changed(week_rules(fights.house_rules), live_decisions=False)
    for number in rounds:
        dice = SeededDice(fights.seed, number)
        _, order = roll_order_of_play(len(homes), dice)
        table = Table(week="", roster=roster, rules=rules, order=order)
        p = _Playout(State(table=table, own=tuple(homes), hidden=Hidden()), dice)
        while p.stage != "close":
            STAGES[p.stage](p)
            if p.ambush is not None:
                end_ambush(p, fights.result(p.ambush, number))
                p.paused = False
        call_off_missions(p)
        yield tuple(p.records)


def mission_chance(case: Case, records: Sequence[MissionRecord]) -> CaseChance:
    """Return the chances of a mission, from its records in many playouts."""
    endings = [ending_of(record) for record in records]
    return CaseChance(
        case=case,
        success=_share([ending in SUCCESSES for ending in endings]),
        caught=_share([ending in STOPPED for ending in endings]),
        ambushed=_share([record.fought for record in records]),
        explosion=_share([ending in EXPLODES for ending in endings])
        if records[0].mission == "blow_up"
        else None,
    )


def guard_chance(records: Sequence[MissionRecord]) -> CaseChance:
    """Return the chances of a counterspy, from the missions against which the team sent him."""
    return CaseChance(
        case="attacked",
        success=_share([ending_of(record) in STOPPED for record in records]),
        ambushed=_share([record.fought and record.verdict == "ambushed" for record in records]),
    )


def _share(facts: Sequence[bool]) -> Chance:
    return Chance(over=sum(facts), under=len(facts))


# --- assumptions ----------------------------------------------------------------------------------


def rounds_for(sheet: Sheet) -> int:
    """Return the number of playouts of a sheet. Larger sheets get fewer, to limit the time."""
    return max(MIN_ROUNDS, min(ROUNDS, PLAYED_ORDERS // max(1, len(sheet.orders))))


def sheet_odds(
    file: TeamFile,
    sheet: Sheet,
    roster: Roster,
    house_rules: HouseRules,
    records: Sequence[GuardRecord] = (),
    *,
    rounds: int | None = None,
    fights: Fights | None = None,
) -> SheetOdds:
    """Return the chances of all orders of a frozen sheet.

    The number of playouts is `rounds`, or by default the result of `rounds_for`. `records` are the
    rivals' records from the team's own reports. The dice depend only on the team, so that a change
    of one order does not change the figures of unrelated orders. `fights` can be shared by several
    sheets of the same team.
    """
    fit = [person for person in file.members if person.fit]
    if not fit or file.id not in [team.id for team in roster]:
        return SheetOdds()
    rounds = rounds or rounds_for(sheet)
    best = max(fit, key=lambda person: person.skills.espionage)
    weeks = _AssumedWeeks(
        file,
        sheet,
        roster,
        fights or Fights(house_rules, seed_from(file.id)),
        changed(best, dp=best.full_dp),
    )
    targets = {order.target_team for order in sheet.orders}
    known_records = tuple([record for record in records if record.team in targets])
    unguarded, guarded = weeks.unguarded(), weeks.guarded(rounds)
    cases = (
        unguarded,
        guarded,
        weeks.by_records(known_records, unguarded, guarded, rounds) if known_records else {},
    )
    return SheetOdds(
        orders=tuple(
            [
                OrderChances(
                    spy=order.spy,
                    cases=tuple([case[order.spy] for case in cases if order.spy in case]),
                )
                for order in sheet.orders
            ]
        ),
        best=best.name,
        best_modifier=best.skills.espionage,
        records=known_records,
        rounds=rounds,
    )


Chances: TypeAlias = dict[str, CaseChance]
"""The chances of a sheet's orders under one assumption, by character."""


class _AssumedWeeks:
    """The weeks in which one team's sheet is played under different assumptions."""

    def __init__(
        self, file: TeamFile, sheet: Sheet, roster: Roster, fights: Fights, best: Character
    ) -> None:
        self.file, self.sheet, self.roster, self.fights = file, sheet, roster, fights
        self.best = best
        self.seat = [team.id for team in roster].index(file.id)

    # --- cases ---

    def unguarded(self) -> Chances:
        """Return the exact chances of the missions if no counterspy is sent."""
        return {
            order.spy: self._unguarded(order, number)
            for number, order in enumerate(self.sheet.orders, 1)
            if order.action != COUNTERSPY
        }

    def _unguarded(self, order: Order, number: int) -> CaseChance:
        spy = next(person for person in self.file.people if person.id == order.spy)
        chances = order_odds(spy, order.action)
        explosion = chances.explosion
        if explosion and choice_on_twelve(self.sheet, number) == "infiltrate":
            explosion = _without_twelve(chances, explosion)
        return CaseChance(case="unguarded", success=chances.success, explosion=explosion)

    def guarded(self, rounds: int) -> Chances:
        """Return the chances if all targets have a guard like the team's best person.

        If the team has counterspies on duty, one rival also sends a spy like this person, on each
        kind of mission in an equal share of the weeks.
        """
        kinds = MISSIONS if listed_guards(self.sheet) else ()
        return self._play(
            "guarded",
            self.best,
            rounds,
            [_assumed_order(SPY, kind, self.file.id) for kind in kinds],
        )

    def by_records(
        self, records: Sequence[GuardRecord], unguarded: Chances, guarded: Chances, rounds: int
    ) -> Chances:
        """Return the chances of the missions against the teams with these records.

        They are means of the other cases and of a guard at base level, weighted by likelihood.
        """
        by_level: dict[int | None, Chances] = {None: unguarded}
        level = self.best.skills.espionage
        if level >= 0:
            by_level[level] = guarded
        if level != 0:
            at_base = changed(self.best, skills=changed(self.best.skills, espionage=0))
            by_level[0] = self._play("known", at_base, rounds)
        levels = [level for level in by_level if level is not None]
        weights = {record.team: likely_guards(record, levels) for record in records}
        return {
            order.spy: _mean_chance(
                [
                    (weight, by_level[level][order.spy])
                    for level, weight in weights[order.target_team].items()
                ]
            )
            for order in self.sheet.orders
            if order.target_team in weights
        }

    # --- playouts ---

    def _play(
        self, case: Case, guard: Character, rounds: int, attacks: Sequence[Order] = ()
    ) -> Chances:
        """Return the chances if all targets have this guard, and one rival attacks."""
        shares = len(attacks) or 1
        weeks = [
            week
            for index, attack in enumerate(attacks or [None])
            for week in play_weeks(
                self._homes(guard, attack), self.roster, self.fights, range(index, rounds, shares)
            )
        ]
        by_spy: dict[str, list[MissionRecord]] = {}
        by_guard: dict[str, list[MissionRecord]] = {}
        for week in weeks:
            for record in week:
                if record.by == self.seat:
                    by_spy.setdefault(record.spy, []).append(record)
                elif record.against == self.seat and record.guard:
                    by_guard.setdefault(record.guard, []).append(record)
        return {spy: mission_chance(case, records) for spy, records in by_spy.items()} | {
            spy: guard_chance(records) for spy, records in by_guard.items()
        }

    def _homes(self, guard: Character, attack: Order | None) -> list[Own]:
        """Return the state of each team at the start of the week."""
        targets = {order.target_team for order in self.sheet.orders}
        feared = {
            team
            for order in self.sheet.orders
            if order.only_against
            for team in order.only_against.teams
        }
        rivals = [team.id for team in self.roster if team.id != self.file.id]
        attacker = next((rival for rival in rivals if rival in feared), rivals[0] if rivals else "")
        homes = []
        for team in self.roster:
            duty = [_assumed_order(GUARD, COUNTERSPY)] if team.id in targets else []
            orders = (*([attack] if attack and team.id == attacker else []), *duty)
            file = self.file if team.id == self.file.id else self._assumed_file(team, guard)
            sheet = self.sheet if team.id == self.file.id else Sheet(orders=orders)
            homes.append(start_of_week(file, sheet, len(self.roster)))
        return homes

    def _assumed_file(self, team: PublicTeam, guard: Character) -> TeamFile:
        """Return a rival's file with its public roster, and a guard and a spy like `guard`."""
        people = [
            Character(id=person.id, name=person.name, dp=3 if person.alive else 0)
            for person in team.people
        ]
        bombed = {order.target for order in self.sheet.orders if order.action == "blow_up"}
        garage = [
            Vehicle(id=key or CAR, name="", record=VehicleRecord(design=DESIGNS[0]))
            for key in sorted({"", *bombed})
        ]
        return TeamFile(
            id=team.id,
            name=team.name,
            people=(*people, *[changed(guard, id=key, name=key) for key in (GUARD, SPY)]),
            garage=tuple(garage),
        )


def _assumed_order(spy: str, action: Action, target_team: str = "") -> Order:
    return Order(spy=spy, action=action, target_team=target_team, kit=GUARD_KIT, bricks=1)


def _without_twelve(chances: OrderOdds, explosion: Chance) -> Chance:
    """Return the chance that a bomb goes off if a 12+ is spent on -4."""
    success, twelve = as_fraction(chances.success), as_fraction(chances.rows[-1].chance)
    return as_chance(as_fraction(explosion) * (success - twelve) / success)


def likely_guards(record: GuardRecord, levels: Sequence[int]) -> dict[int | None, float]:
    """Return the probability of each guard level of a rival, and of no guard (None).

    At first, each level and each of `PRESENCES` is equally likely. The record changes these
    probabilities (Bayes), because each guard stops a mission with a certain chance.
    """
    weights: dict[int | None, float] = dict.fromkeys((None, *levels), 0.0)
    for level in levels:
        stops = counterspy_odds(level).success
        for presence in PRESENCES:
            stop = presence * stops.over / stops.under
            likelihood = stop**record.stopped * (1 - stop) ** (record.missions - record.stopped)
            weights[level] += likelihood * presence
            weights[None] += likelihood * (1 - presence)
    total = sum(weights.values())
    return {level: weight / total for level, weight in weights.items()}


def _mean_chance(cases: Sequence[tuple[float, CaseChance]]) -> CaseChance:
    def mean(chance_of: Callable[[CaseChance], Chance | None]) -> Chance:
        share = sum([weight * float(as_fraction(chance_of(chances))) for weight, chances in cases])
        return Chance(over=round(share * MAX_DENOMINATOR), under=MAX_DENOMINATOR)

    has_bomb = cases[0][1].explosion is not None
    return CaseChance(
        case="known",
        success=mean(lambda chances: chances.success),
        caught=mean(lambda chances: chances.caught),
        ambushed=mean(lambda chances: chances.ambushed),
        explosion=mean(lambda chances: chances.explosion) if has_bomb else None,
    )
