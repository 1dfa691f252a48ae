"""Reports: the events of a settled week that a team's seat learned of.

Only the team's owners can see a report. Before the settlement there is no report, even if the week
has been played (E25).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from campaign.league.models import Campaign, Team, Week
from campaign.roster.models import Character
from engine.draws import Draw, who_could_choose
from engine.sealing import Proof, proof_of, root_from, sealed
from engine.values import Seat
from espionage.models import Seal, SealedSeat
from espionage.rules.files import TeamFile
from espionage.rules.orders import NOTHING
from espionage.rules.picked_seeds import PICKED_DICE_NOTE
from espionage.rules.report import Debrief
from espionage.rules.values import Debriefed, MissionBegan
from espionage.selectors import rival_vehicles
from espionage.selectors.draws import draw_of, has_picked_dice, sealing_salt, source_of
from play.models import Match
from play.running import readers
from play.selectors import heard_events

PUBLISHED = (Week.Status.SETTLED, Week.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Promise:
    """The commitments of a week that can be verified now.

    `proof` leads from the team's leaf to the root.
    """

    seed_hash: str
    order_root: str
    dice_root: str
    leaf: str
    salt: str
    entropy: str
    salt_root: str
    told_root: str
    proof: Proof
    version: int
    state: str
    draw: Draw | None
    dice_choosers: tuple[str, ...]
    """Sentences that say who could have chosen these dice."""
    is_picked: bool
    """True if the site chose the dice for a demonstration."""
    is_consistent: bool
    """True if the stored sheet matches the team's leaf, and the leaf matches the root.

    The comparison is made each time the property is used.
    """


@dataclass(frozen=True, slots=True)
class Report:
    """A week as one team learned of it.

    `teams` are in the order of seats. `names` maps ids of people and vehicles to the names that
    this team knows.
    """

    week: Week
    team: Team
    seat: int
    teams: tuple[Team, ...]
    events: tuple[Any, ...]
    names: Mapping[str, str]
    promise: Promise

    @property
    def debrief(self) -> Debrief | None:
        """The debrief at settlement, or None if the week was not played."""
        return next((event.debrief for event in self.events if isinstance(event, Debriefed)), None)


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A row in the list of reports. `state` is the state of the sheet that was used."""

    week: Week
    state: str
    readable: bool


def is_published(week: Week) -> bool:
    """Return whether the week's reports are published."""
    return week.status in PUBLISHED


def report_seats(team: Team, campaign: Campaign) -> QuerySet[SealedSeat]:
    """Return the team's seats in weeks that have been played or are being played, newest first."""
    rows = SealedSeat.objects.filter(team=team, week__season__campaign=campaign).select_related(
        "week__season", "sheet"
    )
    return rows.exclude(week__status=Week.Status.OPEN).order_by(
        "-week__season__number", "-week__number"
    )


def report_line(row: SealedSeat) -> ReportLine:
    """Return a week's row in the list of reports."""
    return ReportLine(row.week, row.sheet.state if row.sheet else "nothing", is_published(row.week))


def report(week: Week, team: Team) -> Report | None:
    """Return the team's report of a published week, or None if the team did not play.

    This runs two queries, plus three if the team had named a vehicle.
    """
    rows = SealedSeat.objects.filter(week=week).select_related("team", "sheet")
    seats = tuple(rows.order_by("seat"))
    own_seat = next((row for row in seats if row.team_id == team.pk), None)
    if own_seat is None:
        return None
    match = week.seal.match
    events = heard_events(match, Seat(own_seat.seat)) if match else ()
    return Report(
        week=week,
        team=team,
        seat=own_seat.seat,
        teams=tuple(row.team for row in seats),
        events=events,
        promise=_promise(week, own_seat, seats),
        names=_names(team, events, frozen_file(week, team)),
    )


def _promise(week: Week, own_seat: SealedSeat, seats: Sequence[SealedSeat]) -> Promise:
    seal: Seal = week.seal
    has_chosen_dice = has_picked_dice(week, seal)
    payload, entropy = (
        (own_seat.sheet.payload, own_seat.sheet.entropy) if own_seat.sheet else (NOTHING, "")
    )
    salt = sealing_salt(own_seat, fixed=bool(seal.salt_root))
    proof = proof_of([row.leaf for row in seats], own_seat.seat)
    return Promise(
        seed_hash=seal.seed_hash,
        order_root=seal.order_root,
        dice_root=seal.dice_root,
        leaf=own_seat.leaf,
        salt=salt.hex(),
        entropy=entropy,
        salt_root=seal.salt_root,
        told_root=seal.told_root,
        proof=proof,
        version=own_seat.sheet.version if own_seat.sheet else 0,
        state=own_seat.sheet.state if own_seat.sheet else "nothing",
        draw=draw_of(seal),
        dice_choosers=(PICKED_DICE_NOTE,)
        if has_chosen_dice
        else who_could_choose(
            salts_fixed=bool(seal.salt_root), source=source_of(seal), draw=draw_of(seal)
        ),
        is_picked=has_chosen_dice,
        is_consistent=sealed(payload.encode(), salt, entropy) == own_seat.leaf
        and root_from(own_seat.leaf, proof) == seal.order_root,
    )


# --- names ----------------------------------------------------------------------------------------


def frozen_file(week: Week, team: Team) -> TeamFile | None:
    """Return the team's own file at the deadline, or None before the deadline.

    This runs no query if the week was loaded with its match.
    """
    match: Match | None = week.seal.match if hasattr(week, "seal") else None
    if match is None:
        return None
    files = readers(match.game).setup.decode(match.setup).teams
    return next((file for file in files if file.id == str(team.pk)), None)


def _names(team: Team, events: Sequence[Any], file: TeamFile | None) -> dict[str, str]:
    """Return the names of people and vehicles that the team knows (E24).

    The team knows its own people and vehicles, its rivals, and vehicles that it has seen.
    """
    people_here = {character.id: character.name for character in file.people} if file else {}
    own_names = people_here | ({parked.id: parked.name for parked in file.garage} if file else {})
    targets = {
        target for event in events if isinstance(event, MissionBegan) and (target := event.target)
    }
    people = set(_ids(targets))
    public = (
        {
            str(pk): name
            for pk, name in Character.objects.filter(pk__in=people).values_list("pk", "name")
        }
        if people
        else {}
    )
    return {**rival_vehicles.vehicle_names(team, targets - public.keys()), **public, **own_names}


def _ids(targets: set[str]) -> Iterator[UUID]:
    for target in targets:
        try:
            yield UUID(target)
        except ValueError:
            continue
