"""What a team may know when it writes its orders, and nothing else (E11, E24): its own file, the
public roster and standings, and what it has heard in its own reports.

A bot is given a `Knowledge` and no more, so it cannot peek. The order sheet is one of a week's
errands; repairs, care and the duel's entry have no doctrine yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.rules.house import HouseRules
from engine.values import Value, changed
from espionage.rules.files import Roster, TeamFile
from espionage.rules.orders import COUNTERSPY, Mission, in_order
from espionage.rules.report import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.report import Harm
    from espionage.rules.values import Own, View


class Sighting(Value):
    """A rival's vehicle that an infiltrator saw; `sheet` if it was all of it."""

    team: str
    vehicle: str
    name: str
    sheet: bool = False


class Tried(Value):
    """An own mission of an earlier week: against whom, and what became of it as the report said."""

    team: str
    mission: Mission
    ending: Ending


class Attack(Value):
    """An enemy mission of the last week: whose, what kind, and whether it did any harm."""

    team: str
    mission: Mission
    harmful: bool = False


class Memory(Value):
    """What a team's own reports have told it: vehicles seen (the last sighting of each), all its
    missions, and the attacks of the last week.
    """

    seen: tuple[Sighting, ...] = ()
    tried: tuple[Tried, ...] = ()
    attacks: tuple[Attack, ...] = ()


class TeamPoints(Value):
    """A line of the public standings."""

    team: str
    points: int


class Knowledge(Value):
    """All that a sheet may follow from."""

    file: TeamFile
    roster: Roster
    house: HouseRules = HouseRules()
    memory: Memory = Memory()
    standings: tuple[TeamPoints, ...] = ()


def remember(memory: Memory, view: View) -> Memory:
    """The memory of a team after a settled week, from its own view of the week's game.

    A view with no debrief, a stranger's or that of a week under way, adds nothing.
    """
    own = view.own
    if own is None or own.debrief is None:
        return memory
    roster = view.table.roster
    seen = {each.vehicle: each for each in memory.seen}
    for sighting in _seen(own, roster):
        known = seen.get(sighting.vehicle)
        seen[sighting.vehicle] = changed(
            sighting, sheet=sighting.sheet or (known is not None and known.sheet)
        )
    return Memory(
        seen=tuple(seen.values()),
        tried=(*memory.tried, *_tried(own)),
        attacks=tuple(_attacks(own, roster)),
    )


def _seen(own: Own, roster: Roster) -> Iterator[Sighting]:
    for report in own.debrief.missions if own.debrief else ():
        for saw in report.saw:
            yield Sighting(
                team=roster[saw.about].id,
                vehicle=saw.vehicle,
                name=saw.name,
                sheet=saw.kind == "sheet",
            )


def _tried(own: Own) -> Iterator[Tried]:
    orders = in_order(own.sheet).orders
    for report in own.debrief.missions if own.debrief else ():
        order = orders[report.order - 1]
        if order.action != COUNTERSPY:
            yield Tried(team=order.target_team, mission=order.action, ending=report.ending)


def _attacks(own: Own, roster: Roster) -> Iterator[Attack]:
    harm = own.debrief.harm if own.debrief else ()
    harmful = {each.number for each in harm if _hurts(each)}
    for known in own.known:
        yield Attack(
            team=roster[known.by].id,
            mission=known.mission,
            harmful=known.number in harmful,
        )


def _hurts(harm: Harm) -> bool:
    return bool(harm.hits or harm.bang or harm.damage)
