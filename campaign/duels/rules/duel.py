"""Rules of the weekly autoduel, for entries and for the value of results.

A result brings money, points and prestige. Prize money, survivor pay and standings follow the
corporate league. Prestige follows the table of the 1990 convention. The rule for sharing between
tied teams is our own (C14).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from campaign.house_rules.rules.tables import ACE, DOUBLE_ACE, ENTERED, KILL, KILL_ON_FOOT, WON
from campaign.roster.rules.people import is_fit
from core.web.problems import Problem, money, plural
from engine.values import Value

State: TypeAlias = Literal["fit", "unconscious", "dead"]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
ACES: Final = {ACE: 5, DOUBLE_ACE: 10}
"""Career kills that make a duellist an ace or a double ace."""
AUTOMATIC_AWARDS: Final = (ENTERED, WON, KILL, KILL_ON_FOOT, ACE, DOUBLE_ACE)


class Rider(Value):
    """A person entered for the duel, with the person's current DP."""

    character: str
    name: str
    dp: int


class Entered(Value):
    """An entered vehicle: its name, its cost as built, and its crew, driver first."""

    vehicle: str
    name: str
    cost: int
    crew: tuple[Rider, ...]


class TeamResult(Value):
    """A team's result.

    `place` is 1 for the winner, and tied teams share a place. If victory points decide the places,
    `place` is 0.
    """

    team: str
    place: Count = 0
    vehicles: Count = 1
    vehicles_lost: Count = 0


class Ride(Value):
    """The seat in which a duellist was entered.

    `place` is the place aboard the vehicle, and `cycle` says whether the vehicle is a cycle.
    """

    vehicle: str
    place: str
    cycle: bool = False


class Deeds(Value):
    """One duellist's result.

    `kills_before` is the number of earlier kills in the career. `awards` lists the keys of the
    prestige awards that the GM chose. Kills made neither on foot nor by ramming count as kills with
    the vehicle's weapons. `ride` and `fame` always come from the entries and the ledger. `fame` is
    the prestige from earlier duels (C60).
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
    """A team's place and income from a duel.

    `victory` is the number of victory points, and `survivors` the number of duellists who get
    survivor pay. `fans` is the admission in dollars from spectators whom the duellists' prestige
    attracts (C60).
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
    """Prestige for one deed, which is booked as one ledger row."""

    character: str
    key: str
    points: int


class Reckoning(Value):
    """The value of a result: the pot, each team's share by place, and each duellist's prestige."""

    pot: int
    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]


def check_entry(
    vehicles: Sequence[Entered],
    house_rules: HouseRules = DEFAULT,
    *,
    other_entries: Sequence[Entered] = (),
) -> tuple[Problem, ...]:
    """Return the reasons why a team cannot enter these vehicles with these crews.

    The team's `other_entries` matter only for the checks of number, cost and seats.
    """
    all_entries = (*other_entries, *vehicles)
    return (
        *_check_number(all_entries, house_rules),
        *_too_expensive(all_entries, house_rules),
        *_check_crews(vehicles, house_rules, other_entries),
    )


def _check_number(vehicles: Sequence[Entered], house_rules: HouseRules) -> Iterator[Problem]:
    limit = house_rules.vehicles_a_team
    if limit and len(vehicles) > limit:
        yield Problem(
            "vehicles",
            "too-many-vehicles",
            f"A team can enter {plural(limit, 'vehicle')}. You have chosen {len(vehicles)}.",
        )


def _too_expensive(vehicles: Sequence[Entered], house_rules: HouseRules) -> Iterator[Problem]:
    for vehicle in vehicles:
        if house_rules.vehicle_limit and vehicle.cost > house_rules.vehicle_limit:
            sentence = (
                f"{vehicle.name} cost {money(vehicle.cost)}. The maximum cost of an entered "
                f"vehicle is {money(house_rules.vehicle_limit)}."
            )
            yield Problem("vehicles", "too-dear", sentence)
    total = sum(vehicle.cost for vehicle in vehicles)
    if house_rules.event_budget and total > house_rules.event_budget:
        sentence = (
            f"These vehicles cost {money(total)} in total. The event's budget is "
            f"{money(house_rules.event_budget)} per team."
        )
        yield Problem("vehicles", "over-budget", sentence)


def _check_crews(
    vehicles: Sequence[Entered], house_rules: HouseRules, other_entries: Sequence[Entered] = ()
) -> Iterator[Problem]:
    seats = Counter(
        rider.character for vehicle in (*other_entries, *vehicles) for rider in vehicle.crew
    )
    for vehicle in vehicles:
        if not vehicle.crew:
            yield Problem("crew", "no-driver", f"{vehicle.name} needs a driver.")
        if len(vehicle.crew) > house_rules.crew_a_vehicle:
            yield Problem(
                "crew",
                "too-many-crew",
                (
                    f"{vehicle.name}: the maximum crew is "
                    f"{plural(house_rules.crew_a_vehicle, 'person', 'people')}."
                ),
            )
        for rider in vehicle.crew:
            yield from _check_rider(rider, seats[rider.character])


def _check_rider(rider: Rider, seats: int) -> Iterator[Problem]:
    if not is_fit(rider.dp):
        yield Problem(
            "crew",
            "not-fit",
            (
                f"{rider.name} is {'dead' if rider.dp <= 0 else 'unconscious'} and cannot drive in "
                "the duel."
            ),
        )
    if seats > 1:
        yield Problem("crew", "two-seats", f"{rider.name} cannot be in two places.")


def check_form(form: DuelForm, house_rules: HouseRules = DEFAULT) -> tuple[Problem, ...]:
    """Return the errors in a result form.

    Errors refer to fields such as "teams[0].place" and "people[2].awards".
    """
    if not form.teams:
        return (Problem("teams", "no-teams", "Choose at least one team that took part."),)
    return (*_check_teams(form, house_rules), *_check_people(form, house_rules))


def _check_teams(form: DuelForm, house_rules: HouseRules) -> Iterator[Problem]:
    line_counts = Counter(result.team for result in form.teams)
    for index, result in enumerate(form.teams):
        if line_counts[result.team] > 1:
            yield Problem(f"teams[{index}].team", "twice", "Each team must have exactly one line.")
        if result.vehicles_lost > result.vehicles:
            yield Problem(
                f"teams[{index}].vehicles_lost",
                "too-many-lost",
                "A team cannot lose more vehicles than it brought.",
            )
        better = sum(0 < other.place < result.place for other in form.teams)
        if not house_rules.event_formula and result.place != better + 1:
            sentence = (
                "Places must be 1, 2, 3 and so on. Teams that tie share the better place, and "
                "the next place is skipped."
            )
            yield Problem(f"teams[{index}].place", "places", sentence)


def _check_people(form: DuelForm, house_rules: HouseRules) -> Iterator[Problem]:
    teams = {result.team for result in form.teams}
    award_keys = {row.key for row in house_rules.prestige}
    line_counts = Counter(deeds.character for deeds in form.people)
    for index, deeds in enumerate(form.people):
        if line_counts[deeds.character] > 1:
            yield Problem(
                f"people[{index}].character", "twice", "Each duellist must have exactly one line."
            )
        if deeds.team not in teams:
            yield Problem(
                f"people[{index}].team",
                "no-such-team",
                "This duellist's team is not in the result.",
            )
        if deeds.state == "dead" and not house_rules.death:
            yield Problem(
                f"people[{index}].state",
                "nobody-dies",
                "Characters cannot die in this club. Choose unconscious instead.",
            )
        if deeds.kills_on_foot > deeds.kills:
            yield Problem(
                f"people[{index}].kills_on_foot",
                "too-many-kills",
                "Kills on foot cannot exceed the total number of kills.",
            )
        elif deeds.kills_on_foot + deeds.kills_by_ram > deeds.kills:
            yield Problem(
                f"people[{index}].kills_by_ram",
                "too-many-kills",
                "Kills by ramming and on foot cannot exceed the total number of kills.",
            )
        yield from (
            Problem(
                f"people[{index}].awards",
                "no-such-award",
                f"Unknown prestige award “{award_key}”.",
            )
            for award_key in deeds.awards
            if award_key not in award_keys or award_key in AUTOMATIC_AWARDS
        )


def pot(teams: int, house_rules: HouseRules = DEFAULT) -> int:
    """Return the pot in dollars: the event's budget, multiplied by the number of teams."""
    return teams * house_rules.event_budget


def evaluate(form: DuelForm, house_rules: HouseRules = DEFAULT) -> Reckoning:
    """Return the value of a checked result.

    For a correction, the result is evaluated again, and the difference is booked.
    """
    total = pot(len(form.teams), house_rules)
    victory = {result.team: victory_points(result, form, house_rules) for result in form.teams}
    places = (
        _places_by_victory(victory)
        if house_rules.event_formula
        else {result.team: result.place for result in form.teams}
    )
    order = sorted(form.teams, key=lambda result: (places[result.team], result.team))
    placings = tuple(
        _placing(result, form, places, victory[result.team], total, house_rules) for result in order
    )
    winners = {team for team, place in places.items() if place == 1}
    return Reckoning(
        pot=total, placings=placings, awards=tuple(_awards(form.people, winners, house_rules))
    )


def _places_by_victory(victory: dict[str, int]) -> dict[str, int]:
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
    house_rules: HouseRules,
) -> Placing:
    place = places[result.team]
    mates = [deeds for deeds in form.people if deeds.team == result.team]
    survivors = sum(deeds.state == "fit" for deeds in mates)
    return Placing(
        team=result.team,
        place=place,
        points=standings_points(place, house_rules),
        purse=purse(place, sum(other == place for other in places.values()), total, house_rules),
        survivors=survivors,
        survivor_pay=survivors * survivor_rate(total, house_rules),
        kills=sum(deeds.kills for deeds in mates),
        victory=victory,
        fans=sum(fans(deeds.fame, house_rules) for deeds in mates),
    )


def fans(fame: int, house_rules: HouseRules = DEFAULT) -> int:
    """Return the admission money that a duellist earns, in dollars (C60).

    The house rules set an amount per point of prestige from earlier duels, and a limit per
    duellist. Negative prestige earns nothing. The duellist's fate in the duel makes no difference.
    """
    dollars = max(0, fame) * house_rules.fan_money
    return min(dollars, house_rules.fan_most) if house_rules.fan_most else dollars


def purse(place: int, sharing: int, total: int, house_rules: HouseRules = DEFAULT) -> int:
    """Return the prize money for one of `sharing` teams tied at `place`, in dollars.

    The tied teams split the shares of the places that they occupy. Odd dollars are not paid (C14).
    """
    shares = sum(house_rules.purse_shares[place - 1 : place - 1 + sharing])
    return total * shares // (100 * sharing)


def survivor_rate(total: int, house_rules: HouseRules = DEFAULT) -> int:
    """Return the pay for each living, conscious duellist in dollars, which depends on the pot."""
    if total > house_rules.large_pot:
        return house_rules.survivor_pay_large
    return house_rules.survivor_pay


def standings_points(place: int, house_rules: HouseRules = DEFAULT) -> int:
    """Return the points for a place.

    The last number in the list applies to all further places. Each tied team gets the full points
    for its place.
    """
    return house_rules.standings_points[min(place, len(house_rules.standings_points)) - 1]


def victory_points(result: TeamResult, form: DuelForm, house_rules: HouseRules = DEFAULT) -> int:
    """Return a team's victory points.

    They depend on the team's kills (compared with the most kills of any team), its share of
    surviving vehicles, and its share of surviving people. The house rules set the weights, and each
    of the three parts is rounded.
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
        _rounded_share(weight * part, total)
        for weight, (part, total) in zip(house_rules.event_weights, shares, strict=True)
    )


def _rounded_share(amount: int, total: int) -> int:
    return (2 * amount + total) // (2 * total) if total else 0


def _awards(people: Iterable[Deeds], winners: set[str], house_rules: HouseRules) -> Iterator[Award]:
    worth = {row.key: row.points for row in house_rules.prestige}
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
    """Return the mark for a number of career kills: ace at five, double ace at ten."""
    if kills >= ACES[DOUBLE_ACE]:
        return "double_ace"
    return "ace" if kills >= ACES[ACE] else ""


def aces(before: int, kills: int) -> tuple[str, ...]:
    """Return the marks that these kills add to a career: ace at five, double ace at ten."""
    return tuple(
        key for key, kills_needed in ACES.items() if before < kills_needed <= before + kills
    )
