"""A club of bots lives a season: sheets by doctrine, the week's own game, ambushes by doctrine, and
its effects in the books.

The duel is a stand-in, for nobody plays it here: places are drawn, better drivers and gunners
oftener in front; an entered vehicle is lost once in six times; nobody is hurt and nobody is named
as a killer. What a place, and the prestige of a place, is worth is the house's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from campaign.duels.rules.duel import Deeds, DuelForm, TeamResult, reckon
from campaign.garage.rules.damage import can_move
from campaign.league.rules.house import HouseRules
from campaign.league.rules.tables import DRIVER, GUNNER
from campaign.roster.rules.people import Quiet
from campaign.roster.rules.skills import level
from engine.dice import SeededDice, roll_key, seed_from
from engine.values import HOST, Seat, Value, changed
from espionage.rules.ambush.by_doctrine import fought
from espionage.rules.ambush.call import ambush_domain
from espionage.rules.bots.knowledge import Knowledge, TeamPoints, remember
from espionage.rules.bots.plan import plan
from espionage.rules.bots.tempers import OnCounterspyTwelve, TemperKey
from espionage.rules.charges import detonate
from espionage.rules.files import Roster, TeamFile, public
from espionage.rules.orders import Doctrine, Sheet
from espionage.rules.settlement import effects
from espionage.rules.values import AmbushFought, Blast, Deadline, Setup
from espionage.rules.week import WEEK

from .teams import Member, Team, best_level, found

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Dice
    from espionage.rules.effects import Effects
    from espionage.rules.values import Fight, MissionRecord, Move, State

LOST_ONCE_IN: Final = 6
"""An entered vehicle is lost in one of so many duels."""
EVEN_START: Final = 3
"""Chances in front that every team has; levels of driver and gunner come on top."""


class ClubSetup(Value):
    """A club for the lab: its house rules, a temper for each team, and how long its season is.

    With `keen`, everybody hired has so many points in espionage, taken from their dearest skills;
    with 0 they are the stock characters. `twelve` and `doctrine` are all teams' standing orders in
    place of their tempers'.
    """

    house: HouseRules = HouseRules()
    tempers: tuple[TemperKey, ...] = ("careful", "greedy", "vengeful", "careful")
    weeks: int = 12
    keen: int = 0
    twelve: OnCounterspyTwelve | None = None
    doctrine: Doctrine | None = None


class WeekPlayed(NamedTuple):
    """What is read of a week: its missions and ambushes as they were, and the books at its close,
    by seat.
    """

    records: tuple[MissionRecord, ...]
    fights: tuple[Fight, ...]
    deaths: tuple[int, ...]
    best: tuple[int, ...]
    """The best spy's espionage, as the week began."""
    money: tuple[int, ...]
    points: tuple[int, ...]
    won: Seat | None
    """Who won the duel; nobody if nobody turned up."""


def play_season(setup: ClubSetup, seed: str) -> tuple[WeekPlayed, ...]:
    """Every week of a season. It follows from the set-up and the seed alone."""
    club = Club(setup, seed)
    return tuple([club.play_week() for _ in range(setup.weeks)])


class Club:
    """A club between two weeks."""

    def __init__(self, setup: ClubSetup, seed: str) -> None:
        self.house, self.seed, self.number = setup.house, seed, 0
        self.teams = [
            found(f"t{at}", temper, setup.house, setup.keen)
            for at, temper in enumerate(setup.tempers)
        ]
        for team in self.teams:
            team.temper = changed(
                team.temper,
                on_counterspy_twelve=setup.twelve or team.temper.on_counterspy_twelve,
                doctrine=setup.doctrine or team.temper.doctrine,
            )

    def play_week(self) -> WeekPlayed:
        """The next week from its deadline to its close."""
        self.number += 1
        seed = seed_from(f"{self.seed}/week {self.number}")
        files = tuple([team.file() for team in self.teams])
        state = self._played(files, seed)
        week = effects(state)
        self._settle(week, state)
        places, crews, lost = self._duel(SeededDice(seed, 0, "duel"))
        deaths = tuple([team.bury() for team in self.teams])
        self._close(week, crews, lost)
        return WeekPlayed(
            records=state.hidden.records,
            fights=state.hidden.fights,
            deaths=deaths,
            best=tuple([best_level(file.people) for file in files]),
            money=tuple([team.money for team in self.teams]),
            points=tuple([team.points for team in self.teams]),
            won=places[0] if places else None,
        )

    # --- the week's game ---

    def sheets(self, files: Sequence[TeamFile], seed: bytes) -> tuple[Sheet, ...]:
        """The sheets of all teams by doctrine, each from what that team may know."""
        roster = tuple([public(file) for file in files])
        return tuple(
            [
                plan(
                    self.known(at, file, roster),
                    self.teams[at].temper,
                    SeededDice(seed, 0, (Seat(at), "doctrine")),
                )
                for at, file in enumerate(files)
            ]
        )

    def known(self, at: int, file: TeamFile, roster: Roster) -> Knowledge:
        """What the team on this seat may know at the deadline."""
        standings = tuple([TeamPoints(team=team.id, points=team.points) for team in self.teams])
        return Knowledge(
            file=file,
            roster=roster,
            house=self.house,
            memory=self.teams[at].memory,
            standings=standings,
        )

    def _played(self, files: tuple[TeamFile, ...], seed: bytes) -> State:
        """The week to its end: ambushes are fought by doctrine, and standing orders answer."""
        setup = Setup(
            week=f"week-{self.number}",
            teams=files,
            sheets=self.sheets(files, seed),
            house=self.house,
        )
        state, ply = WEEK.start(setup, SeededDice(seed, 0))[0], 0
        while not state.table.over:
            ply += 1
            move = self._host(state, seed, ply)
            state = WEEK.apply(state, HOST, move, SeededDice(seed, ply))[0]
        return state

    def _host(self, state: State, seed: bytes, ply: int) -> Move:
        ambush = state.hidden.ambush
        if ambush is None:
            return Deadline()
        key = roll_key(seed, ambush_domain(ambush.by, ambush.against, ambush.nth), ply)
        return AmbushFought(result=fought(ambush, self.house, key))

    # --- the books ---

    def _settle(self, week: Effects, state: State) -> None:
        """Everything that the settled week writes."""
        for at, team in enumerate(self.teams):
            team.memory = remember(team.memory, WEEK.view(state, Seat(at)))
            for member in team.people:
                member.captured = False
        for award in week.awards:
            self._member(award.seat, award.character).learn(award.skill, award.points, self.house)
        for hurt in week.hurt:
            self._member(hurt.seat, hurt.character).lost += hurt.hits
        for captive in week.captives:
            self._member(captive.seat, captive.character).captured = True
        for payment in week.payments:
            self.teams[payment.seat].money -= payment.dollars
        for change in week.stock:
            self.teams[change.seat].stock[change.gear] += change.count
        for hit in week.vehicle_hits:
            self.teams[hit.seat].strike(hit.vehicle, hit.strike)
        for charge in week.charges:
            team = self.teams[charge.seat]
            blast = Blast(
                faces=charge.faces, location=charge.location, halves=charge.halves, due=charge.due
            )
            team.strike(charge.vehicle, detonate(blast, team.garage[charge.vehicle]))

    def _member(self, seat: Seat, character: str) -> Member:
        return self.teams[seat].member(character)

    def _close(
        self, week: Effects, crews: Mapping[Seat, Sequence[str]], lost: frozenset[str]
    ) -> None:
        drove = {key for crew in crews.values() for key in crew}
        busy = {key: Quiet(duel=True) for key in drove} | {
            each.character: each.quiet(duel=each.character in drove) for each in week.activity
        }
        for team in self.teams:
            team.rest(busy)
            team.mend(lost)

    # --- the duel: a stand-in ---

    def _duel(
        self, dice: Dice
    ) -> tuple[tuple[Seat, ...], dict[Seat, tuple[str, ...]], frozenset[str]]:
        """Draw places, pay what they are worth; places, who drove, and the vehicles lost."""
        crews = {Seat(at): crew for at, team in enumerate(self.teams) if (crew := self._crew(team))}
        chances = {seat: self._chances(seat, crew) for seat, crew in crews.items()}
        places = _drawn(chances, dice)
        form = DuelForm(
            teams=tuple(
                [
                    TeamResult(team=self.teams[seat].id, place=place)
                    for place, seat in enumerate(places, 1)
                ]
            ),
            people=tuple(
                [
                    Deeds(
                        character=key,
                        team=self.teams[seat].id,
                        fame=self._member(seat, key).fame,
                    )
                    for seat, crew in crews.items()
                    for key in crew
                ]
            ),
        )
        reckoned = reckon(form, self.house)
        paid = {placing.team: placing for placing in reckoned.placings}
        for seat in places:
            team = self.teams[seat]
            mine = paid[team.id]
            team.money += mine.purse + mine.survivor_pay + mine.fans
            team.points += mine.points
        seats = {key: seat for seat, crew in crews.items() for key in crew}
        for award in reckoned.awards:
            self._member(seats[award.character], award.character).fame += award.points
        entered = [key for seat in places for key in self.teams[seat].garage]
        return places, crews, frozenset([key for key in entered if dice.die(LOST_ONCE_IN) == 1])

    def _crew(self, team: Team) -> tuple[str, ...]:
        """The best driver and, beside him, the best gunner; nobody without a vehicle that moves."""
        fit = [member for member in team.people if member.character(self.house).fit]
        if not fit or not any(can_move(record) for record in team.garage.values()):
            return ()
        driver = max(fit, key=lambda member: member.points[DRIVER])
        others = [member for member in fit if member is not driver]
        gunner = max(others, key=lambda member: member.points[GUNNER], default=None)
        return (driver.id,) if gunner is None else (driver.id, gunner.id)

    def _chances(self, seat: Seat, crew: Sequence[str]) -> int:
        skills = zip(crew, (DRIVER, GUNNER), strict=False)
        levels = [
            level(self._member(seat, key).points[skill], skill, self.house) for key, skill in skills
        ]
        return EVEN_START + sum([max(0, each + 1) for each in levels])


def _drawn(chances: Mapping[Seat, int], dice: Dice) -> tuple[Seat, ...]:
    """All of them in drawn order, each place as likely as its share of the chances left."""
    left, order = dict(chances), []
    while left:
        seat = dice.pick([seat for seat, count in left.items() for _ in range(count)])
        order.append(seat)
        del left[seat]
    return tuple(order)
