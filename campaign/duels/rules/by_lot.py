"""A duel that nobody drives: its result is drawn by lot, better drivers and gunners with more
lots. For clubs in which one person tries the game out (C25); where people play, they drive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import changed

from .duel_record import DuelRecord, Fate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.dice import Dice

    from .duel import Deeds, DuelForm

EVEN_START: Final = 3
"""Lots of everybody at the start; each level of driver and gunner aboard is one more."""
LOST_ONCE_IN: Final = 2
"""Of the teams that did not win, one in so many loses its vehicles."""
HURT_ONCE_IN: Final = 3
"""Of those aboard a lost vehicle, one in so many is carried out unconscious."""


def by_lot(
    form: DuelForm,
    levels: Mapping[str, int],
    vehicles: Mapping[str, Sequence[str]],
    dice: Dice,
) -> DuelRecord:
    """The record of such a duel. `form` names the teams and people at the start, `levels` the lots
    that each person adds (0 or more), `vehicles` each team's vehicles.

    Places are drawn, each team as likely as its share of the lots left. Some of those who did not
    win lose their vehicles, each to somebody of a team placed before; nobody dies of it.
    """
    places = _places(form, levels, dice)
    lost, kills = set[str](), dict[str, int]()
    for at, team in enumerate(places):
        if at and dice.die(LOST_ONCE_IN) == 1:
            lost.add(team)
            better = [one for one in form.people if one.team in places[:at]]
            if better:
                killer = dice.pick(better).character
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
    people = tuple([_fared(one, lost, kills, dice) for one in form.people])
    fates = [
        Fate(vehicle=vehicle, fate="destroyed" if team in lost else "survived")
        for team in places
        for vehicle in vehicles.get(team, ())
    ]
    return DuelRecord(form=changed(form, teams=teams, people=people), vehicles=tuple(fates))


def _fared(one: Deeds, lost: set[str], kills: Mapping[str, int], dice: Dice) -> Deeds:
    hurt = one.team in lost and dice.die(HURT_ONCE_IN) == 1
    return changed(one, state="unconscious" if hurt else "fit", kills=kills.get(one.character, 0))


def _places(form: DuelForm, levels: Mapping[str, int], dice: Dice) -> list[str]:
    lots = {row.team: EVEN_START for row in form.teams}
    for one in form.people:
        lots[one.team] += levels.get(one.character, 0)
    order: list[str] = []
    while lots:
        drawn = dice.pick([team for team, count in lots.items() for _ in range(count)])
        order.append(drawn)
        del lots[drawn]
    return order
