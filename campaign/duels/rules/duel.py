"""The weekly autoduel in numbers: who may enter, and what a result is worth in money, standings and
prestige.

Purse, survivor pay and standings are the corporate league's, prestige the 1990 convention's table;
how ties share is ours (C14).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from campaign.league.rules.house import DEFAULT, HouseRules
from campaign.league.rules.tables import ACE, DOUBLE_ACE, ENTERED, KILL, KILL_ON_FOOT, WON
from campaign.roster.rules.people import conscious
from core.web.problems import Problem, money, plural
from engine.values import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

State: TypeAlias = Literal["fit", "unconscious", "dead"]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
ACES: Final = {ACE: 5, DOUBLE_ACE: 10}
"""Kills of a career that make each mark."""
BY_ITSELF: Final = (ENTERED, WON, KILL, KILL_ON_FOOT, ACE, DOUBLE_ACE)


class Rider(Value):
    """Somebody entered for the duel, with the DP they have now."""

    character: str
    name: str
    dp: int


class Entered(Value):
    """One entered vehicle of a team: its name, what it cost as built, its crew with the driver
    first.
    """

    vehicle: str
    name: str
    cost: int
    crew: tuple[Rider, ...]


class TeamResult(Value):
    """How a team fared. `place` 1 is the winner; teams that tie share a place. With places by
    victory points it is not asked (0).
    """

    team: str
    place: Count = 0
    vehicles: Count = 1
    vehicles_lost: Count = 0


class Ride(Value):
    """Where a duellist sat, by the entry: the vehicle, the place aboard, and whether it was a
    cycle.
    """

    vehicle: str
    place: str
    cycle: bool = False


class Deeds(Value):
    """How one duellist fared. `kills_before` are the career's kills; `awards` the prestige keys the
    GM ticked. Of the kills some were made on foot, some by ramming, the rest with the vehicle's
    weapons. `ride` is what the entries say, and `fame` the prestige of earlier duels (C60),
    whatever is given.
    """

    character: str
    team: str
    state: State = "fit"
    kills: Count = 0
    kills_on_foot: Count = 0
    kills_before: int = 0
    awards: tuple[str, ...] = ()
    kills_by_ram: Count = 0
    ride: Ride | None = None
    fame: int = 0


class DuelForm(Value):
    """The GM's result form."""

    teams: tuple[TeamResult, ...]
    people: tuple[Deeds, ...] = ()


class Placing(Value):
    """What a duel brought one team. `victory` are its victory points; `survivors` the duellists it
    is paid for; `fans` the dollars that its duellists' prestige brought at the gate (C60).
    """

    team: str
    place: int
    points: int
    purse: int
    survivors: int
    survivor_pay: int
    kills: int
    victory: int
    fans: int = 0


class Award(Value):
    """Prestige for one deed: a row of the ledger."""

    character: str
    key: str
    points: int


class Reckoning(Value):
    """What a result is worth: the pot, each team's share by place, and the prestige of each
    duellist.
    """

    pot: int
    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]


def check_entry(
    vehicles: Sequence[Entered], house: HouseRules = DEFAULT, *, beside: Sequence[Entered] = ()
) -> tuple[Problem, ...]:
    """Whether a team may enter these vehicles with these crews. What it has `beside` them counts
    for number, cost and seats alone.
    """
    every = (*beside, *vehicles)
    return (*_too_many(every, house), *_too_dear(every, house), *_crews(vehicles, house, beside))


def _too_many(vehicles: Sequence[Entered], house: HouseRules) -> Iterator[Problem]:
    most = house.vehicles_a_team
    if most and len(vehicles) > most:
        yield _problem(
            "vehicles",
            "too-many-vehicles",
            f"A team can enter {plural(most, 'vehicle')}. You have chosen {len(vehicles)}.",
        )


def _too_dear(vehicles: Sequence[Entered], house: HouseRules) -> Iterator[Problem]:
    for one in vehicles:
        if house.vehicle_limit and one.cost > house.vehicle_limit:
            sentence = (
                f"{one.name} cost {money(one.cost)}. The maximum cost of an entered vehicle is "
                f"{money(house.vehicle_limit)}."
            )
            yield _problem("vehicles", "too-dear", sentence)
    total = sum(one.cost for one in vehicles)
    if house.event_budget and total > house.event_budget:
        sentence = (
            f"These vehicles cost {money(total)} in total. The event's budget is "
            f"{money(house.event_budget)} per team."
        )
        yield _problem("vehicles", "over-budget", sentence)


def _crews(
    vehicles: Sequence[Entered], house: HouseRules, beside: Sequence[Entered] = ()
) -> Iterator[Problem]:
    seats = Counter(rider.character for one in (*beside, *vehicles) for rider in one.crew)
    for one in vehicles:
        if not one.crew:
            yield _problem("crew", "no-driver", f"{one.name} needs a driver.")
        if len(one.crew) > house.crew_a_vehicle:
            yield _problem(
                "crew",
                "too-many-crew",
                (
                    f"{one.name}: the maximum crew is "
                    f"{plural(house.crew_a_vehicle, 'person', 'people')}."
                ),
            )
        for rider in one.crew:
            yield from _rider(rider, seats[rider.character])


def _rider(rider: Rider, seats: int) -> Iterator[Problem]:
    if not conscious(rider.dp):
        yield _problem(
            "crew",
            "not-fit",
            (
                f"{rider.name} is {'dead' if rider.dp <= 0 else 'unconscious'} and cannot drive in "
                "the duel."
            ),
        )
    if seats > 1:
        yield _problem("crew", "two-seats", f"{rider.name} cannot be in two places.")


def _problem(field: str, code: str, sentence: str) -> Problem:
    return Problem(field=field, code=code, sentence=sentence)


def check_form(form: DuelForm, house: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Whether a result form makes sense; `field` is "teams[0].place", "people[2].awards" and the
    like.
    """
    if not form.teams:
        return (_problem("teams", "no-teams", "Choose at least one team that took part."),)
    return (*_teams(form, house), *_people(form, house))


def _teams(form: DuelForm, house: HouseRules) -> Iterator[Problem]:
    named = Counter(result.team for result in form.teams)
    for at, result in enumerate(form.teams):
        if named[result.team] > 1:
            yield _problem(f"teams[{at}].team", "twice", "Each team must have exactly one line.")
        if result.vehicles_lost > result.vehicles:
            yield _problem(
                f"teams[{at}].vehicles_lost",
                "too-many-lost",
                "A team cannot lose more vehicles than it brought.",
            )
        better = sum(0 < other.place < result.place for other in form.teams)
        if not house.event_formula and result.place != better + 1:
            sentence = (
                "Places must be 1, 2, 3 and so on. Teams that tie share the better place, and "
                "the next place is skipped."
            )
            yield _problem(f"teams[{at}].place", "places", sentence)


def _people(form: DuelForm, house: HouseRules) -> Iterator[Problem]:
    teams = {result.team for result in form.teams}
    known = {row.key for row in house.prestige}
    named = Counter(deeds.character for deeds in form.people)
    for at, deeds in enumerate(form.people):
        if named[deeds.character] > 1:
            yield _problem(
                f"people[{at}].character", "twice", "Each duellist must have exactly one line."
            )
        if deeds.team not in teams:
            yield _problem(
                f"people[{at}].team", "no-such-team", "This duellist's team is not in the result."
            )
        if deeds.state == "dead" and not house.death:
            yield _problem(
                f"people[{at}].state",
                "nobody-dies",
                "Characters cannot die in this club. Choose unconscious instead.",
            )
        if deeds.kills_on_foot > deeds.kills:
            yield _problem(
                f"people[{at}].kills_on_foot",
                "too-many-kills",
                "Kills on foot cannot exceed the total number of kills.",
            )
        elif deeds.kills_on_foot + deeds.kills_by_ram > deeds.kills:
            yield _problem(
                f"people[{at}].kills_by_ram",
                "too-many-kills",
                "Kills by ramming and on foot cannot exceed the total number of kills.",
            )
        yield from (
            _problem(
                f"people[{at}].awards",
                "no-such-award",
                f"Unknown prestige award “{key}”.",
            )
            for key in deeds.awards
            if key not in known or key in BY_ITSELF
        )


def pot(teams: int, house: HouseRules = DEFAULT) -> int:
    """The pot: teams that turned up times the event's budget."""
    return teams * house.event_budget


def reckon(form: DuelForm, house: HouseRules = DEFAULT) -> Reckoning:
    """What a checked result is worth. Corrections reckon again and book the difference."""
    total = pot(len(form.teams), house)
    victory = {result.team: victory_points(result, form, house) for result in form.teams}
    places = (
        _by_victory(victory)
        if house.event_formula
        else {result.team: result.place for result in form.teams}
    )
    order = sorted(form.teams, key=lambda result: (places[result.team], result.team))
    placings = tuple(
        _placing(result, form, places, victory[result.team], total, house) for result in order
    )
    winners = {team for team, place in places.items() if place == 1}
    return Reckoning(
        pot=total, placings=placings, awards=tuple(_awards(form.people, winners, house))
    )


def _by_victory(victory: dict[str, int]) -> dict[str, int]:
    return {
        team: 1 + sum(other > points for other in victory.values())
        for team, points in victory.items()
    }


def _placing(
    result: TeamResult,
    form: DuelForm,
    places: dict[str, int],
    victory: int,
    total: int,
    house: HouseRules,
) -> Placing:
    place = places[result.team]
    mates = [deeds for deeds in form.people if deeds.team == result.team]
    survivors = sum(deeds.state == "fit" for deeds in mates)
    return Placing(
        team=result.team,
        place=place,
        points=standings_points(place, house),
        purse=purse(place, sum(other == place for other in places.values()), total, house),
        survivors=survivors,
        survivor_pay=survivors * survivor_rate(total, house),
        kills=sum(deeds.kills for deeds in mates),
        victory=victory,
        fans=sum(fans(deeds.fame, house) for deeds in mates),
    )


def fans(fame: int, house: HouseRules = DEFAULT) -> int:
    """Dollars at the gate for a duellist with this prestige from earlier duels, whatever becomes of
    them: so much a point, as far as the most for one; nothing for those that fans shun (C60).
    """
    dollars = max(0, fame) * house.fan_money
    return min(dollars, house.fan_most) if house.fan_most else dollars


def purse(place: int, sharing: int, total: int, house: HouseRules = DEFAULT) -> int:
    """Dollars for one of `sharing` teams at `place`: the shares of the places they fill, split
    evenly, odd dollars kept back (C14).
    """
    shares = sum(house.purse_shares[place - 1 : place - 1 + sharing])
    return total * shares // (100 * sharing)


def survivor_rate(total: int, house: HouseRules = DEFAULT) -> int:
    """Dollars for each living, conscious duellist: more when the pot is a large one."""
    return house.survivor_pay_large if total > house.large_pot else house.survivor_pay


def standings_points(place: int, house: HouseRules = DEFAULT) -> int:
    """Points for a place; the last number of the list is for all further places. Teams that tie get
    the full points of their place.
    """
    return house.standings_points[min(place, len(house.standings_points)) - 1]


def victory_points(result: TeamResult, form: DuelForm, house: HouseRules = DEFAULT) -> int:
    """50 × kills / the most kills of a team + 30 × vehicles that survived + 20 × people who did;
    each rounded to the nearest.
    """
    kills: Counter[str] = Counter()
    for deeds in form.people:
        kills[deeds.team] += deeds.kills
    mates = [deeds for deeds in form.people if deeds.team == result.team]
    shares = (
        (kills[result.team], max(kills.values(), default=0)),
        (result.vehicles - result.vehicles_lost, result.vehicles),
        (sum(deeds.state != "dead" for deeds in mates), len(mates)),
    )
    return sum(
        _nearest(weight * part, whole)
        for weight, (part, whole) in zip(house.event_weights, shares, strict=True)
    )


def _nearest(amount: int, whole: int) -> int:
    return (2 * amount + whole) // (2 * whole) if whole else 0


def _awards(people: Iterable[Deeds], winners: set[str], house: HouseRules) -> Iterator[Award]:
    worth = {row.key: row.points for row in house.prestige}
    for deeds in people:
        counts = Counter(
            {
                ENTERED: 1,
                WON: int(deeds.team in winners),
                KILL: deeds.kills - deeds.kills_on_foot,
                KILL_ON_FOOT: deeds.kills_on_foot,
            }
        )
        counts.update(aces(deeds.kills_before, deeds.kills))
        counts.update(deeds.awards)
        yield from (
            Award(character=deeds.character, key=key, points=worth[key] * count)
            for key, count in counts.items()
            if count
        )


Mark: TypeAlias = Literal["", "ace", "double_ace"]


def mark_of(kills: int) -> Mark:
    """What so many kills of a career make: an ace at five, a double ace at ten."""
    if kills >= ACES[DOUBLE_ACE]:
        return "double_ace"
    return "ace" if kills >= ACES[ACE] else ""


def aces(before: int, kills: int) -> tuple[str, ...]:
    """The marks a career passes with these kills: ace at five, double ace at ten."""
    return tuple(key for key, mark in ACES.items() if before < mark <= before + kills)
