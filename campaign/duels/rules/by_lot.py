"""Draws the result of a duel at random, weighted by the levels of drivers and gunners.

Random results are used in clubs where one person tries out the game (C25).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import changed

from .duel_record import DuelRecord, Fate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Dice

    from .duel import Deeds, DuelForm

BASE_LOTS: Final = 3
"""Number of lots that each team starts with. Each driver or gunner level adds another lot."""
VEHICLE_LOSS_ODDS: Final = 2
"""The vehicles of one in this many losing teams are lost."""
INJURY_ODDS: Final = 3
"""One in this many duellists aboard a lost vehicle becomes unconscious."""


def by_lot(
    form: DuelForm,
    levels: Mapping[str, int],
    vehicles: Mapping[str, Sequence[str]],
    dice: Dice,
) -> DuelRecord:
    """Draw the record of a duel at random.

    `form` lists the teams and people at the start. `levels` has the number of lots that each person
    adds (0 or more), and `vehicles` the vehicles of each team.

    A team's chance of getting a place is its share of the remaining lots. Some of the losing teams
    lose their vehicles. A random duellist of a team with a better place gets the kills. Nobody
    dies.
    """
    places = _places(form, levels, dice)
    lost, kills = set[str](), dict[str, int]()
    for index, team in enumerate(places):
        if index and dice.die(VEHICLE_LOSS_ODDS) == 1:
            lost.add(team)
            better_placed = [deeds for deeds in form.people if deeds.team in places[:index]]
            if better_placed:
                killer = dice.pick(better_placed).character
                kills[killer] = kills.get(killer, 0) + len(vehicles.get(team, ()))
    teams = tuple(
        [
            changed(
                row,
                place=places.index(row.team) + 1,
                vehicles_lost=row.vehicles if row.team in lost else 0,
            )
            for row in form.teams
        ]
    )
    people = tuple([_with_outcome(deeds, lost, kills, dice) for deeds in form.people])
    fates = [
        Fate(vehicle=vehicle, fate="destroyed" if team in lost else "survived")
        for team in places
        for vehicle in vehicles.get(team, ())
    ]
    return DuelRecord(form=changed(form, teams=teams, people=people), vehicles=tuple(fates))


def _with_outcome(deeds: Deeds, lost: set[str], kills: Mapping[str, int], dice: Dice) -> Deeds:
    hurt = deeds.team in lost and dice.die(INJURY_ODDS) == 1
    return changed(
        deeds, state="unconscious" if hurt else "fit", kills=kills.get(deeds.character, 0)
    )


def _places(form: DuelForm, levels: Mapping[str, int], dice: Dice) -> list[str]:
    lots = {row.team: BASE_LOTS for row in form.teams}
    for deeds in form.people:
        lots[deeds.team] += levels.get(deeds.character, 0)
    order: list[str] = []
    while lots:
        chosen_team = dice.pick([team for team, count in lots.items() for _ in range(count)])
        order.append(chosen_team)
        del lots[chosen_team]
    return order
