"""A team's knowledge when it writes its orders (E11, E24).

The knowledge consists of the team's own file, its reports, and the public roster and standings. A
bot receives nothing else, so it cannot cheat. The bot doctrine covers the order sheet, but not
repairs, healing or the duel entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.house_rules.rules.house import HouseRules
from engine.values import Value, changed
from espionage.rules.files import Roster, TeamFile
from espionage.rules.orders import COUNTERSPY, Mission, in_play_order
from espionage.rules.report import Ending

if TYPE_CHECKING:
    from collections.abc import Iterator

    from espionage.rules.report import Harm
    from espionage.rules.values import Own, View


class Sighting(Value):
    """A rival's vehicle that an infiltrator saw.

    `sheet` says whether the whole record sheet was seen.
    """

    team: str
    vehicle: str
    name: str
    sheet: bool = False


class PastMission(Value):
    """One of the team's own missions in an earlier week.

    `ending` is the ending that was reported.
    """

    team: str
    mission: Mission
    ending: Ending


class Attack(Value):
    """An enemy mission of the last week, and whether it did any harm."""

    team: str
    mission: Mission
    harmful: bool = False


class Memory(Value):
    """A team's knowledge from its own reports.

    A team remembers the last sighting of each vehicle, all its missions, and the attacks of the
    last week.
    """

    seen: tuple[Sighting, ...] = ()
    tried: tuple[PastMission, ...] = ()
    attacks: tuple[Attack, ...] = ()


class TeamPoints(Value):
    """A row of the public standings."""

    team: str
    points: int


class Knowledge(Value):
    """Everything that a bot knows when it writes a sheet."""

    file: TeamFile
    roster: Roster
    house: HouseRules = HouseRules()
    memory: Memory = Memory()
    standings: tuple[TeamPoints, ...] = ()


def remember(memory: Memory, view: View) -> Memory:
    """Return the team's memory after a settled week.

    `view` is the team's own view of the week. A view without a debrief adds nothing.
    """
    own_state = view.own
    if own_state is None or own_state.debrief is None:
        return memory
    roster = view.table.roster
    sightings = {old.vehicle: old for old in memory.seen}
    for new_sighting in _sightings(own_state, roster):
        old_sighting = sightings.get(new_sighting.vehicle)
        sightings[new_sighting.vehicle] = changed(
            new_sighting,
            sheet=new_sighting.sheet or (old_sighting is not None and old_sighting.sheet),
        )
    return Memory(
        seen=tuple(sightings.values()),
        tried=(*memory.tried, *_past_missions(own_state)),
        attacks=tuple(read_attacks(own_state, roster)),
    )


def _sightings(own_state: Own, roster: Roster) -> Iterator[Sighting]:
    for report in own_state.debrief.missions if own_state.debrief else ():
        for snapshot in report.saw:
            yield Sighting(
                team=roster[snapshot.about].id,
                vehicle=snapshot.vehicle,
                name=snapshot.name,
                sheet=snapshot.kind == "sheet",
            )


def _past_missions(own_state: Own) -> Iterator[PastMission]:
    orders = in_play_order(own_state.sheet).orders
    for report in own_state.debrief.missions if own_state.debrief else ():
        order = orders[report.order - 1]
        if order.action != COUNTERSPY:
            yield PastMission(team=order.target_team, mission=order.action, ending=report.ending)


def read_attacks(own_state: Own, roster: Roster) -> Iterator[Attack]:
    """Yield the enemy missions that a team learned of in a settled week."""
    harm = own_state.debrief.harm if own_state.debrief else ()
    harmful = {damage.number for damage in harm if _is_harmful(damage)}
    for known_mission in own_state.known:
        yield Attack(
            team=roster[known_mission.by].id,
            mission=known_mission.mission,
            harmful=known_mission.number in harmful,
        )


def _is_harmful(harm: Harm) -> bool:
    return bool(harm.hits or harm.bang or harm.damage)
