"""Plays a season in a club of bots.

Doctrines write the sheets and fight the ambushes. Weeks are played with the real rules, and their
effects are booked. Here, a simple model replaces the duels: finishing places are drawn at random,
with better chances for better drivers and gunners. An entered vehicle is lost once in six duels on
average. Nobody is hurt, and there are no kills. The house rules determine the rewards.
`autoduel.season_lab` drives the duels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from ambush.by_doctrine import doctrine_result
from ambush.rules.call import ambush_domain
from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult, evaluate
from campaign.duels.rules.salvage import Wreck, divide_salvage
from campaign.garage.rules.damage import can_move, current_value
from campaign.garage.rules.design import compute_totals
from campaign.garage.rules.record import Wear
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import DRIVER, GUNNER
from campaign.roster.rules.people import WeekActivities
from campaign.roster.rules.skills import level
from engine.dice import Dice, SeededDice, roll_key, seed_from
from engine.values import HOST, Seat, Value, changed
from espionage.rules.bots.knowledge import Knowledge, TeamPoints, remember
from espionage.rules.bots.plan import write_sheet
from espionage.rules.bots.tempers import OnCounterspyTwelve, Temper, TemperKey
from espionage.rules.charges import detonate
from espionage.rules.effects import Effects
from espionage.rules.files import Roster, TeamFile, public_team
from espionage.rules.orders import Doctrine, Sheet
from espionage.rules.settlement import effects_of
from espionage.rules.values import (
    AmbushFought,
    Blast,
    Deadline,
    Fight,
    MissionRecord,
    Move,
    Setup,
    State,
)
from espionage.rules.week import WEEK

from .teams import CARS_PER_TEAM, Member, Team, best_level, found_team

DUELS_PER_LOSS: Final = 6
"""An entered vehicle is lost once in this many duels, on average."""
EVENT_WEEKS: Final = 4
"""An event lends or gives cars once in this many weeks."""
BASE_CHANCES: Final = 3
"""Base weight of a team in the draw of places. The levels of driver and gunner are added."""


class Extras(Value):
    """Rules for money that are measured in the lab only, and cars that events give.

    `insurance_percent` of the price of each entered vehicle is paid for each duel. If the vehicle
    is destroyed, the insurance pays its price. Sponsors pay `sponsors` dollars to the teams in the
    first places. Every `EVENT_WEEKS` weeks the winner gets a car worth `prize` dollars (C138), and
    an amateur night lends each team a car worth `lent` dollars (C137). Teams sell these cars.
    """

    insurance_percent: int = 0
    sponsors: tuple[int, ...] = ()
    prize: int = 0
    lent: int = 0


class ClubSetup(Value):
    """A club in the lab: its house rules, a temper for each team, and the length of its season.

    `espionage_points` is the number of espionage points that every hired character gets, taken from
    the most expensive skills. If it is 0, the stock characters are unchanged. `twelve` and
    `doctrine` replace the standing orders of all tempers. `first_temper` replaces the temper of the
    first team.
    """

    house_rules: HouseRules = HouseRules()
    tempers: tuple[TemperKey, ...] = ("careful", "greedy", "vengeful", "careful")
    weeks: int = 12
    espionage_points: int = 0
    twelve: OnCounterspyTwelve | None = None
    doctrine: Doctrine | None = None
    first_temper: Temper | None = None
    entries: int = CARS_PER_TEAM
    """Number of vehicles that each team enters for a duel."""
    extras: Extras = Extras()


class DuelPlayed(NamedTuple):
    """The result of a duel, by seat, character and vehicle.

    `crews` lists the people who took part. `lost` contains the destroyed vehicles, `wear` the
    damage of the others, and `wounds` the DP that people lost.
    """

    form: DuelForm
    crews: Mapping[Seat, tuple[str, ...]]
    lost: frozenset[str] = frozenset()
    wear: Mapping[str, tuple[Wear, ...]] = {}
    wounds: Mapping[str, int] = {}


class WeekPlayed(NamedTuple):
    """A week's data: its missions and ambushes, and each team's books at its close, by seat."""

    records: tuple[MissionRecord, ...]
    fights: tuple[Fight, ...]
    deaths: tuple[int, ...]
    best_levels: tuple[int, ...]
    """Espionage level of each team's best spy at the start of the week."""
    money: tuple[int, ...]
    points: tuple[int, ...]
    winner: Seat | None
    """The winner of the duel, or None if nobody was entered."""
    stolen: tuple[int, ...] = ()
    """Number of rivals whose whole sheet each team saw."""
    without_car: int = 0
    """Number of teams that have no vehicle when the week closes."""


def play_season(setup: ClubSetup, seed: str) -> tuple[WeekPlayed, ...]:
    """Play a season and return every week. The result depends only on the set-up and the seed."""
    club = Club(setup, seed)
    return tuple([club.play_week() for _ in range(setup.weeks)])


class Club:
    """A club between two weeks."""

    def __init__(self, setup: ClubSetup, seed: str) -> None:
        self.house, self.extras, self.seed, self.number = setup.house_rules, setup.extras, seed, 0
        self.teams = [
            found_team(f"t{number}", temper, setup.house_rules, setup.espionage_points)
            for number, temper in enumerate(setup.tempers)
        ]
        if setup.first_temper is not None:
            self.teams[0].temper = setup.first_temper
        for team in self.teams:
            team.entries = setup.entries
            team.temper = changed(
                team.temper,
                on_counterspy_twelve=setup.twelve or team.temper.on_counterspy_twelve,
                doctrine=setup.doctrine or team.temper.doctrine,
            )

    def play_week(self) -> WeekPlayed:
        """Play the next week from its deadline to its close."""
        self.number += 1
        seed = seed_from(f"{self.seed}/week {self.number}")
        for team in self.teams:
            team.entered = team.best_vehicles()
        files = tuple([team.file() for team in self.teams])
        state = self._play_to_end(files, seed)
        week = effects_of(state)
        self._settle(week, state)
        duel = self.drive(week, seed)
        winner = self._book(duel)
        self.set_off(week, "after_duel")
        for seat, count in week.stolen_sheets.items():
            self.teams[seat].points += count * self.house.sheet_points
        deaths = tuple([team.replace_dead() for team in self.teams])
        self._close(week, duel)
        return WeekPlayed(
            records=state.hidden.records,
            fights=state.hidden.fights,
            deaths=deaths,
            best_levels=tuple([best_level(file.people) for file in files]),
            money=tuple([team.money for team in self.teams]),
            points=tuple([team.points for team in self.teams]),
            winner=winner,
            stolen=tuple([week.stolen_sheets[Seat(seat)] for seat in range(len(self.teams))]),
            without_car=sum(not team.garage for team in self.teams),
        )

    # --- the week's game ---

    def sheets(self, files: Sequence[TeamFile], seed: bytes) -> tuple[Sheet, ...]:
        """Return the sheets of all teams.

        Each sheet is written by doctrine from the team's own knowledge.
        """
        roster = tuple([public_team(file) for file in files])
        return tuple(
            write_sheet(
                self.knowledge_of(seat_number, file, roster),
                self.teams[seat_number].temper,
                SeededDice(seed, 0, (Seat(seat_number), "doctrine")),
            )
            for seat_number, file in enumerate(files)
        )

    def knowledge_of(self, seat_number: int, file: TeamFile, roster: Roster) -> Knowledge:
        """Return the knowledge of the team in this seat at the deadline."""
        standings = tuple([TeamPoints(team=team.id, points=team.points) for team in self.teams])
        return Knowledge(
            file=file,
            roster=roster,
            house=self.house,
            memory=self.teams[seat_number].memory,
            standings=standings,
        )

    def _play_to_end(self, files: tuple[TeamFile, ...], seed: bytes) -> State:
        """Play the week to its end.

        Doctrines fight the ambushes, and standing orders decide everything else.
        """
        setup = Setup(
            week=f"week-{self.number}",
            teams=files,
            sheets=self.sheets(files, seed),
            house=self.house,
        )
        state, ply = WEEK.start(setup, SeededDice(seed, 0))[0], 0
        while not state.table.over:
            ply += 1
            move = self._host_move(state, seed, ply)
            state = WEEK.apply(state, HOST, move, SeededDice(seed, ply))[0]
        return state

    def _host_move(self, state: State, seed: bytes, ply: int) -> Move:
        ambush = state.hidden.ambush
        if ambush is None:
            return Deadline()
        key = roll_key(seed, ambush_domain(ambush.by, ambush.against, ambush.nth), ply)
        return AmbushFought(result=doctrine_result(ambush, self.house, key))

    # --- the books ---

    def _settle(self, week: Effects, state: State) -> None:
        for seat_number, team in enumerate(self.teams):
            team.memory = remember(team.memory, WEEK.view(state, Seat(seat_number)))
            for member in team.people:
                member.captured = False
        for award in week.awards:
            self.member(award.seat, award.character).learn(award.skill, award.points, self.house)
        for injury in week.hurt:
            self.member(injury.seat, injury.character).dp_lost += injury.hits
        for captive in week.captives:
            self.member(captive.seat, captive.character).captured = True
        for payment in week.payments:
            self.teams[payment.seat].money -= payment.dollars
        for change in week.stock:
            self.teams[change.seat].stock[change.gear] += change.count
        for hit in week.vehicle_hits:
            self.teams[hit.seat].strike(hit.vehicle, hit.strike)

    def set_off(self, week: Effects, due: Literal["first_phase", "after_duel"]) -> None:
        """Set off the week's charges that are due at this time (E23)."""
        for charge in week.charges:
            if charge.due == due:
                team = self.teams[charge.seat]
                blast = Blast(
                    faces=charge.faces, location=charge.location, halves=charge.halves, due=due
                )
                team.strike(charge.vehicle, detonate(blast, team.garage[charge.vehicle]))

    def member(self, seat: Seat, character: str) -> Member:
        """Return this member of the team. Raise StopIteration if there is none."""
        return self.teams[seat].member(character)

    def _book(self, duel: DuelPlayed) -> Seat | None:
        """Book income, points, prestige, damage and wounds of a duel. Return the winner, or None
        without entries.
        """
        reckoned = evaluate(duel.form, self.house)
        teams = {team.id: team for team in self.teams}
        for placing in reckoned.placings:
            teams[placing.team].money += placing.purse + placing.survivor_pay + placing.fans
            teams[placing.team].points += placing.points
        seats = {key: seat for seat, crew in duel.crews.items() for key in crew}
        for award in reckoned.awards:
            self.member(seats[award.character], award.character).fame += award.points
        for key, dp in duel.wounds.items():
            self.member(seats[key], key).dp_lost += dp
        for team in self.teams:
            for vehicle in team.garage:
                team.wear(vehicle, duel.wear.get(vehicle, ()))
        wrecks = [
            Wreck(team=team.id, value=current_value(team.garage[vehicle]))
            for team in self.teams
            for vehicle in team.garage
            if vehicle in duel.lost
        ]
        salvage = divide_salvage(wrecks, reckoned.placings, self.house.salvage_percent)
        for key, dollars in salvage.items():
            teams[key].money += dollars
        self._book_extras(duel, [teams[row.team] for row in reckoned.placings])
        order = [team.id for team in self.teams]
        return next((Seat(order.index(row.team)) for row in reckoned.placings), None)

    def _book_extras(self, duel: DuelPlayed, placed: Sequence[Team]) -> None:
        """Book insurance, sponsors and the cars of events. `placed` are the teams by place."""
        rules = self.extras
        for team in placed:
            for key in team.best_vehicles():
                price = compute_totals(team.garage[key].design).cost
                team.money -= price * rules.insurance_percent // 100
                if rules.insurance_percent and key in duel.lost:
                    team.money += price
        for team, dollars in zip(placed, rules.sponsors, strict=False):
            team.money += dollars
        if self.number % EVENT_WEEKS == 0 and placed:
            placed[0].money += rules.prize * self.house.resale_percent // 100
            dice = SeededDice(seed_from(f"{self.seed}/night {self.number}"), 0)
            for team in self.teams:
                if dice.die(DUELS_PER_LOSS) > 1:
                    team.money += rules.lent * self.house.resale_percent // 100

    def _close(self, week: Effects, duel: DuelPlayed) -> None:
        drivers = {key for crew in duel.crews.values() for key in crew}
        activities = {key: WeekActivities(duel=True) for key in drivers} | {
            activity.character: activity.quiet(duel=activity.character in drivers)
            for activity in week.activity
        }
        for team in self.teams:
            team.heal(activities)
            team.repair(duel.lost)
            team.money -= min(max(0, team.money), len(team.people) * self.house.living_costs)

    # --- the model of the duel ---

    def drive(self, week: Effects, seed: bytes) -> DuelPlayed:
        """Set off the charges of the first phase, and draw the duel's places and losses by lot."""
        self.set_off(week, "first_phase")
        dice = SeededDice(seed, 0, "duel")
        crews = {
            Seat(index): crew
            for index, team in enumerate(self.teams)
            if (crew := self.best_crew(team))
        }
        chances = {seat: self._chances(seat, crew) for seat, crew in crews.items()}
        places = _draw_order(chances, dice)
        results = [
            TeamResult(team=self.teams[seat].id, place=place)
            for place, seat in enumerate(places, 1)
        ]
        entered = [key for seat in places for key in self.teams[seat].garage]
        return DuelPlayed(
            form=DuelForm(teams=tuple(results), people=self.deeds(crews)),
            crews=crews,
            lost=frozenset([key for key in entered if dice.die(DUELS_PER_LOSS) == 1]),
        )

    def deeds(self, crews: Mapping[Seat, Sequence[str]]) -> tuple[Deeds, ...]:
        """Return the deeds of people who survive a duel without a kill."""
        return tuple(
            Deeds(character=key, team=self.teams[seat].id, fame=self.member(seat, key).fame)
            for seat, crew in crews.items()
            for key in crew
        )

    def best_crew(self, team: Team) -> tuple[str, ...]:
        """Return the best driver and gunner, or nobody if no vehicle can move."""
        fit_people = [member for member in team.people if member.character(self.house).fit]
        if not fit_people or not any(can_move(record) for record in team.garage.values()):
            return ()
        driver = max(fit_people, key=lambda member: member.points[DRIVER])
        others = [member for member in fit_people if member is not driver]
        gunner = max(others, key=lambda member: member.points[GUNNER], default=None)
        return (driver.id,) if gunner is None else (driver.id, gunner.id)

    def _chances(self, seat: Seat, crew: Sequence[str]) -> int:
        skills = zip(crew, (DRIVER, GUNNER), strict=False)
        levels = [
            level(self.member(seat, key).points[skill], skill, self.house) for key, skill in skills
        ]
        return BASE_CHANCES + sum([max(0, skill_level + 1) for skill_level in levels])


def _draw_order(chances: Mapping[Seat, int], dice: Dice) -> tuple[Seat, ...]:
    chances_left, order = dict(chances), []
    while chances_left:
        seat = dice.pick([seat for seat, count in chances_left.items() for _ in range(count)])
        order.append(seat)
        del chances_left[seat]
    return tuple(order)
