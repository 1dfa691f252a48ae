"""Seasons of a club whose duels are driven, to measure the value of missions and guards.

The teams are those of `espionage.lab`. In each week, every team enters one of its vehicles.
Doctrine drives the vehicles in the condition in which the week left them, with the crews that are
fit. A team that saw a rival's vehicle can exchange its own one (E47), and anyone can replace a
vehicle that the week damaged (E22). A charge of the first phase goes off in the vehicle in which it
was planted.

A sample of the sweep of strategies is a pair of seasons with the same seed: the first team plays a
strategy in one of them and stays at home with two guards in the other. A sample of the sweep of
house rules compares a season with the same season without the rule. Its duels are not driven, but
follow the model of `espionage.lab.season`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from campaign.duels.rules.duel import DuelForm
from campaign.duels.rules.duel_record import lost_by
from campaign.garage.rules.damage import can_move
from campaign.garage.rules.record import Place
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.presets import RECOMMENDED
from engine.dice import SeededDice
from engine.match import submit
from engine.values import Seat, Value, changed
from espionage.lab.season import Club, ClubSetup, DuelPlayed, Extras, WeekPlayed, play_season
from espionage.lab.teams import Team
from espionage.rules.bots.exchange import rank_swaps
from espionage.rules.bots.tempers import CAREFUL, GREEDY, VENGEFUL, Temper
from espionage.rules.effects import Effects
from lab.lab import Case, Chart, Lab, Reading, Sweep

from .club.cars import car_of, person_of
from .club.numbers import numbers_of
from .club.results import CarLine, SideLine, club_record
from .doctrine.driver import plan_of
from .game import AUTODUEL
from .rules.arenas import ARENAS
from .rules.record import record_of
from .rules.values import Setup, Side

CREW_PLACES: Final[tuple[Place, ...]] = ("driver", "gunner")
WEEKS_BEFORE_LEAD: Final = 3
"""Number of weeks after which the lead is compared with the final standings."""


class Entry(Value):
    """A team's vehicle and crew in a duel, driver first."""

    vehicle: str
    crew: tuple[str, ...]


class DrivenClub(Club):
    """A club whose duels are driven by doctrine."""

    def drive(self, week: Effects, seed: bytes) -> DuelPlayed:
        """Line up the entries that can drive and play the duel to its end."""
        entries = {
            Seat(number): Entry(vehicle=vehicle, crew=crew)
            for number, team in enumerate(self.teams)
            if (vehicle := self.entered_vehicle(Seat(number), week))
            and (crew := self.best_crew(team))
        }
        self.set_off(week, "first_phase")
        at_start = {
            seat: entry
            for seat, entry in entries.items()
            if can_move(self.teams[seat].garage[entry.vehicle])
        }
        if len(at_start) < 2:
            return DuelPlayed(DuelForm(teams=()), {})
        return self._play(at_start, seed)

    def entered_vehicle(self, seat: Seat, week: Effects) -> str:
        """Return the vehicle that a team drives, or "" if it has none.

        Teams enter their best vehicle before the week's missions. Afterwards they can replace it
        only if it was visibly damaged, or if an infiltrator saw a rival's vehicle.
        """
        team = self.teams[seat]
        entered = team.entered[0] if team.entered else ""
        if any(hit.seat == seat and hit.vehicle == entered for hit in week.vehicle_hits):
            return next(iter(team.best_vehicles()), "")
        seen = [row.snapshot for row in week.intelligence if row.seat == seat]
        if not seen or not self.house.exchange_after_infiltration:
            return entered
        records = team.garage.items()
        swaps = rank_swaps(
            {key: record for key, record in records if key == entered},
            {key: record for key, record in records if key != entered},
            seen,
            team.temper,
        )
        return swaps[0].spare if swaps else entered

    def _play(self, entries: Mapping[Seat, Entry], seed: bytes) -> DuelPlayed:
        arenas = tuple(ARENAS.values())
        setup = Setup(
            arena=arenas[(self.number - 1) % len(arenas)],
            sides=tuple([self._side(self.teams[seat], entry) for seat, entry in entries.items()]),
            numbers=numbers_of(self.house.duel_numbers),
        )
        state, ply = AUTODUEL.start(setup, SeededDice(seed, 0, "duel"))[0], 0
        while seats := AUTODUEL.to_act(state):
            ply += 1
            plan = plan_of(AUTODUEL.view(state, seats[0]))
            dice = SeededDice(seed, ply, "duel")
            state = submit(AUTODUEL, state, seat=seats[0], move=plan, dice=dice)[0]
        lineup = [
            SideLine(
                team=self.teams[seat].id, cars=(CarLine(vehicle=entry.vehicle, crew=entry.crew),)
            )
            for seat, entry in entries.items()
        ]
        record = club_record(record_of(state), tuple(lineup), self.house)
        crews = {seat: entry.crew for seat, entry in entries.items()}
        members = {key: self.member(seat, key) for seat, crew in crews.items() for key in crew}
        recorded = {hurt.character: hurt.lost for hurt in record.hurt}
        deeds = [changed(row, fame=members[row.character].fame) for row in record.form.people]
        return DuelPlayed(
            form=changed(record.form, people=tuple(deeds)),
            crews=crews,
            lost=frozenset([row.vehicle for row in record.vehicles if row.fate == "destroyed"]),
            wear={row.vehicle: row.damage for row in record.vehicles},
            wounds={
                row.character: lost_by(
                    row.state,
                    members[row.character].character(self.house).dp,
                    recorded.get(row.character, 0),
                )
                for row in record.form.people
            },
        )

    def _side(self, team: Team, entry: Entry) -> Side:
        record = team.garage[entry.vehicle]
        is_cycle = record.design.catalogue.bodies[record.design.body].cycle
        crew = [
            person_of((key, place), member.points, member.dp_lost, self.house, is_cycle=is_cycle)
            for key, place in zip(entry.crew, CREW_PLACES, strict=False)
            for member in [team.member(key)]
        ]
        return Side(name=team.id, cars=(changed(car_of(record, crew), name=entry.vehicle),))


# --- strategies -----------------------------------------------------------------------------------

NO_MISSIONS: Final = 1001
"""Minimum chance of success, per thousand, that no mission reaches."""
AT_HOME: Final = changed(CAREFUL, min_success=NO_MISSIONS)
NO_GUARDS: Final = changed(AT_HOME, guards=0, guards_if_hurt=0)
EAGER: Final = changed(
    CAREFUL, best_guard=False, min_success=150, max_blunder=300, bricks=3, spend=10
)
INFILTRATORS: Final = changed(EAGER, assassinate=0, blow_up=0, repeated_target_value=100)
ASSASSINS: Final = changed(EAGER, infiltrate=0, blow_up=0, victims=("driver", "cyclist", "gunner"))
BOMBERS: Final = changed(EAGER, infiltrate=0, assassinate=0)
STRATEGIES: Final[dict[str, Temper]] = {
    "Two guards, no missions": AT_HOME,
    "Careful": CAREFUL,
    "Greedy": GREEDY,
    "Vengeful": VENGEFUL,
    "Only infiltrate": INFILTRATORS,
    "Only assassinate": ASSASSINS,
    "Only blow up": BOMBERS,
    "Nobody on duty": NO_GUARDS,
}
"""Strategies of the first team. The other teams are careful, greedy and vengeful."""


class SeasonSetup(Value):
    """A strategy of the first team, and the house rules of the club."""

    temper: Temper
    house_rules: HouseRules = RECOMMENDED.house
    weeks: int = 12


@lru_cache(maxsize=64)
def play_driven_season(setup: SeasonSetup, seed: str) -> tuple[WeekPlayed, ...]:
    """Return every week of a season. The result depends only on the set-up and the seed."""
    club = DrivenClub(
        ClubSetup(
            house_rules=setup.house_rules,
            tempers=("careful", "careful", "greedy", "vengeful"),
            weeks=setup.weeks,
            first_temper=setup.temper,
            entries=1,
        ),
        seed,
    )
    return tuple([club.play_week() for _ in range(setup.weeks)])


def season_pair(setup: SeasonSetup, seed: str) -> Iterator[Reading]:
    """Play the strategy's season and the same season at home, and yield the readings."""
    weeks = play_driven_season(setup, seed)
    at_home = play_driven_season(changed(setup, temper=AT_HOME), seed)
    own, compared = weeks[-1].points[0], at_home[-1].points[0]
    yield Reading("pairs", "Better", 1 + (own > compared) - (own < compared))
    for week in weeks:
        yield Reading("duels", "First team", 2 * (week.winner == 0))
        for seat, count in enumerate(week.deaths):
            if seat == 0:
                yield Reading("lost", "First team", 2 * (count > 0))
        yield Reading("sheets", "First team", 2 * (week.stolen[0] > 0))
    last = weeks[-1]
    yield Reading("points", "First team", 2 * last.points[0], max(1, sum(last.points)))
    yield Reading("season-money", "First team", 2 * last.money[0], max(1, sum(last.money)))
    yield Reading("champion", "First team", 2 * (_sole_leader(last) == 0))
    yield from _early_lead(weeks)


def house_pair(setup: ClubSetup, seed: str) -> Iterator[Reading]:
    """Play a season with and without the rules for money, and yield the readings."""
    plain = changed(setup.house_rules, salvage_percent=0, living_costs=0)
    weeks = play_season(setup, seed)
    without = play_season(changed(setup, house_rules=plain, extras=Extras()), seed)
    last, compared = weeks[-1], without[-1]
    yield Reading("same-champion", "Club", 2 * (_sole_leader(last) == _sole_leader(compared)))
    money, money_without = sum(last.money), sum(compared.money)
    yield Reading("club-money", "Club", 2 * money, max(1, money + money_without))
    yield Reading("richest", "Club", 2 * max(last.money), max(1, money))
    for week in weeks:
        yield Reading("no-car", "Club", 2 * week.without_car, len(week.money))
    yield from _early_lead(weeks)


def _early_lead(weeks: Sequence[WeekPlayed]) -> Iterator[Reading]:
    leader = _sole_leader(weeks[min(WEEKS_BEFORE_LEAD, len(weeks)) - 1])
    if leader is not None:
        yield Reading("early", "Leader", 2 * (_sole_leader(weeks[-1]) == leader))


def _sole_leader(week: WeekPlayed) -> int | None:
    best = max(week.points)
    return week.points.index(best) if week.points.count(best) == 1 else None


SEASON_CHARTS: Final = (
    Chart("pairs", "Better than at home", "Seasons with more points than at home.", baseline=0.5),
    Chart("duels", "Duels won", "Share of duels that the first team won.", baseline=0.25),
    Chart("points", "Share of points", "Share of the club's points.", baseline=0.25),
    Chart("season-money", "Share of money", "Share of the club's money at the end.", baseline=0.25),
    Chart("champion", "Seasons won", "Share of seasons that the first team won.", baseline=0.25),
    Chart("sheets", "Weeks with a stolen sheet", "Weeks in which the first team stole a sheet."),
    Chart("lost", "Weeks with a death", "Weeks in which a character of the first team died."),
    Chart("early", "The leader after week 3 wins", "Share of seasons won by an early leader."),
)


def _cases() -> Iterator[Case]:
    for name, temper in STRATEGIES.items():
        yield Case(name, SeasonSetup(temper=temper, house_rules=RECOMMENDED.house))


def with_seasons(lab: Lab) -> Lab:
    """Return the weekly game's lab with the sweeps of driven seasons."""
    return replace(
        lab,
        sweeps=(*lab.sweeps, SEASONS, HOUSES),
        charts=(*lab.charts, *SEASON_CHARTS, *HOUSE_CHARTS),
    )


SEASONS: Final = Sweep(
    "season",
    "Strategies in seasons with driven duels",
    tuple(_cases()),
    tuple([chart.key for chart in SEASON_CHARTS]),
    ("careful", "greedy", "vengeful"),
    explanation="Four bot teams for twelve weeks. The first team plays the strategy, and the "
    "same season at home for comparison.",
    play=season_pair,
)

HOUSE_CHARTS: Final = (
    Chart("same-champion", "Same champion", "Seasons with the same champion as without the rule."),
    Chart("club-money", "Money", "The club's money, as a share of both seasons.", baseline=0.5),
    Chart("richest", "The richest team", "The richest team's share of the club's money."),
    Chart("no-car", "Without a car", "Weeks at whose end a team has no car."),
)
HOUSES: Final = Sweep(
    "house",
    "Rules for money",
    tuple(
        [
            Case(
                name,
                ClubSetup(
                    house_rules=changed(RECOMMENDED.house, **rules), entries=1, extras=extras
                ),
            )
            for name, rules, extras in (
                ("None of these rules", {}, Extras()),
                ("Salvage 50 %", {"salvage_percent": 50}, Extras()),
                ("Salvage 100 %", {"salvage_percent": 100}, Extras()),
                ("Living costs $500", {"living_costs": 500}, Extras()),
                ("Living costs $2,000", {"living_costs": 2_000}, Extras()),
                ("Living costs $5,000", {"living_costs": 5_000}, Extras()),
                ("Amateur night with a $6,000 car", {}, Extras(lent=6_000)),
                ("Prize car for $20,000", {}, Extras(prize=20_000)),
                ("Insurance at 10 %", {}, Extras(insurance_percent=10)),
                ("Insurance at 20 %", {}, Extras(insurance_percent=20)),
                ("Sponsor of the winner, $5,000", {}, Extras(sponsors=(5_000,))),
                ("Three sponsors", {}, Extras(sponsors=(5_000, 3_000, 1_000))),
            )
        ]
    ),
    (*[chart.key for chart in HOUSE_CHARTS], "early"),
    ("careful", "greedy", "vengeful"),
    explanation="Four bot teams for twelve weeks, compared with the same season without the rule.",
    play=house_pair,
)
