"""A team's reports: what its seat heard of a settled week, with what is needed to read it. For the
team's owners only.

Before the settlement there is nothing to read, whatever has been played by then (E25).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from campaign.league.models import Week
from campaign.roster.models import Character
from core.web.prepared import PreparedInScope
from engine.draws import Draw, who_could_choose
from engine.sealing import Proof, proof_of, root_from, sealed
from engine.values import Seat
from espionage.models import Seal, SealedSeat
from espionage.rules.orders import NOTHING
from espionage.rules.picked_seeds import PICKED_DICE_NOTE
from espionage.rules.values import Debriefed, MissionBegan
from espionage.selectors import known
from espionage.selectors.draws import draw_of, has_picked_dice, salt_that_sealed, source_of
from play.running import readers
from play.selectors import heard_events

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Team
    from espionage.rules.files import TeamFile
    from espionage.rules.report import Debrief
    from play.models import Match

PUBLISHED = (Week.Status.SETTLED, Week.Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Promise:
    """What was promised for a week and can be checked now: the roots, and the way from the own leaf
    up to the root over all sheets.
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
    held: tuple[str, ...]
    """Who could have chosen these dice, in plain words."""
    picked: bool
    """Whether the site picked the dice for a demonstration."""
    fair: bool
    """Whether the sheet as it is stored comes to the own leaf, and the leaf to the root: reckoned
    anew each time it is asked.
    """


@dataclass(frozen=True, slots=True)
class Report:
    """A week as one team heard it. `teams` are the seats; `names` people and vehicles by id, as
    this team knows them.
    """

    week: Week
    team: Team
    seat: int
    teams: tuple[Team, ...]
    heard: tuple[Any, ...]
    names: Mapping[str, str]
    promise: Promise

    @property
    def debrief(self) -> Debrief | None:
        """What the team was told at settlement; None when the week was not played."""
        return next((event.debrief for event in self.heard if isinstance(event, Debriefed)), None)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list of reports. `state` is that of the sheet that ran."""

    week: Week
    state: str
    readable: bool


def published(week: Week) -> bool:
    """Whether the week's reports may be read."""
    return week.status in PUBLISHED


def weeks(team: Team, campaign: Campaign) -> QuerySet[SealedSeat]:
    """The team's seats in the weeks that it has played or is playing, the newest first."""
    rows = SealedSeat.objects.filter(team=team, week__season__campaign=campaign).select_related(
        "week__season", "sheet"
    )
    return rows.exclude(week__status=Week.Status.OPEN).order_by(
        "-week__season__number", "-week__number"
    )


def line(row: SealedSeat) -> Line:
    """What the list of reports says of a week."""
    return Line(row.week, row.sheet.state if row.sheet else "nothing", published(row.week))


def report(week: Week, team: Team) -> Report | None:
    """The team's report of a published week; None when it did not play. Two queries, three more if
    the team had named a vehicle.
    """
    seats = _SEATS.all(week=week.pk)
    mine = next((row for row in seats if row.team_id == team.pk), None)
    if mine is None:
        return None
    match = week.seal.match
    told = heard_events(match, Seat(mine.seat)) if match else ()
    return Report(
        week=week,
        team=team,
        seat=mine.seat,
        teams=tuple(row.team for row in seats),
        heard=told,
        promise=_promise(week, mine, seats),
        names=_names(team, told, frozen_file(week, team)),
    )


def _seats(week: UUID) -> QuerySet[SealedSeat]:
    rows = SealedSeat.objects.filter(week=week).select_related("team", "sheet")
    return rows.order_by("seat")


_SEATS: Final = PreparedInScope(_seats, week=UUID)


def _promise(week: Week, mine: SealedSeat, seats: Sequence[SealedSeat]) -> Promise:
    seal: Seal = week.seal
    picked = has_picked_dice(week, seal)
    payload, entropy = (mine.sheet.payload, mine.sheet.entropy) if mine.sheet else (NOTHING, "")
    salt = salt_that_sealed(mine, fixed=bool(seal.salt_root))
    proof = proof_of([row.leaf for row in seats], mine.seat)
    return Promise(
        seed_hash=seal.seed_hash,
        order_root=seal.order_root,
        dice_root=seal.dice_root,
        leaf=mine.leaf,
        salt=salt.hex(),
        entropy=entropy,
        salt_root=seal.salt_root,
        told_root=seal.told_root,
        proof=proof,
        version=mine.sheet.version if mine.sheet else 0,
        state=mine.sheet.state if mine.sheet else "nothing",
        draw=draw_of(seal),
        held=(PICKED_DICE_NOTE,)
        if picked
        else who_could_choose(
            salts_fixed=bool(seal.salt_root), source=source_of(seal), draw=draw_of(seal)
        ),
        picked=picked,
        fair=sealed(payload.encode(), salt, entropy) == mine.leaf
        and root_from(mine.leaf, proof) == seal.order_root,
    )


# --- names ----------------------------------------------------------------------------------------


def frozen_file(week: Week, team: Team) -> TeamFile | None:
    """The team's own affairs at the deadline; None before it. Nobody else's are handed out. No
    query for a week with its match.
    """
    match: Match | None = week.seal.match if hasattr(week, "seal") else None
    if match is None:
        return None
    files = readers(match.game).setup.decode(match.setup).teams
    return next((file for file in files if file.id == str(team.pk)), None)


def _names(team: Team, told: Sequence[Any], file: TeamFile | None) -> dict[str, str]:
    """Own people and vehicles as they were; rivals' people are public, their vehicles as this team
    knows them (E24).
    """
    people_here = {who.id: who.name for who in file.people} if file else {}
    own = people_here | ({parked.id: parked.name for parked in file.garage} if file else {})
    named = {
        target for event in told if isinstance(event, MissionBegan) and (target := event.target)
    }
    people = set(_ids(named))
    public = (
        {
            str(pk): name
            for pk, name in Character.objects.filter(pk__in=people).values_list("pk", "name")
        }
        if people
        else {}
    )
    return {**known.names(team, named - public.keys()), **public, **own}


def _ids(named: set[str]) -> Iterator[UUID]:
    for target in named:
        try:
            yield UUID(target)
        except ValueError:
            continue
