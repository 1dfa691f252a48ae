"""Everything that waits for one person, over all their clubs and tables: turns, decisions of a
week, order sheets, a GM's desks; the soonest first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from django_scopes import scopes_disabled

from campaign.desk.selectors.desk import at_desks
from campaign.league.models import Week
from espionage.selectors.decisions import asked_until
from play.selectors.turns import turns_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from campaign.league.models import Campaign, Team
    from core.accounts.models import User
    from play.selectors.turns import Turn

    from .front import Club


class Playing(NamedTuple):
    """A team whose orders the person gives, in a week of its club; `as_deputy` where it is not
    theirs.
    """

    team: Team
    week: Week
    as_deputy: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A turn at a table of play. `due` is None where no clock runs; `fight` is there when a fight
    of a week is played at the table.
    """

    due: datetime | None
    turn: Turn
    fight: Playing | None


@dataclass(frozen=True, slots=True)
class Decide:
    """A live decision that a week waits for."""

    due: datetime
    at: Playing


@dataclass(frozen=True, slots=True)
class Write:
    """The order sheet of an open week, while its `state` is "nothing" or "draft"."""

    due: datetime
    at: Playing
    state: str


@dataclass(frozen=True, slots=True)
class Referee:
    """Something at the desk of a club whose GM the person is: a week that is stuck, or a duel to
    record or to decide on (`week`); a roster to approve (`team`).
    """

    campaign: Campaign
    kind: Literal["stuck", "result", "dispute", "approval"]
    week: Week | None = None
    team: Team | None = None
    due: datetime | None = None


Errand: TypeAlias = Move | Decide | Write | Referee
"""Something that waits for a person, and until when. Nobody else may know of it."""


def errands(user: User, clubs: Sequence[Club], now: datetime) -> tuple[Errand, ...]:
    """What waits for the person of these clubs (`front.home`). At most six queries, however much it
    is. A stuck week holds up a whole club and comes first.
    """
    found: list[Errand] = [
        *_desks(clubs, now),
        *_decisions(clubs, now),
        *_moves(user, clubs),
        *_sheets(clubs, now),
    ]
    return tuple(
        sorted(
            found, key=lambda errand: (not _is_stuck(errand), errand.due is None, errand.due or now)
        )
    )


def _is_stuck(errand: Errand) -> bool:
    return isinstance(errand, Referee) and errand.kind == "stuck"


def _desks(clubs: Sequence[Club], now: datetime) -> Iterator[Referee]:
    run = {club.campaign.pk: club.campaign for club in clubs if club.runs_desk}
    if not run:
        return
    with scopes_disabled():
        found = at_desks(run, now)
    yield from (Referee(run[week.season.campaign_id], "stuck", week=week) for week in found.stuck)
    yield from (
        Referee(run[week.season.campaign_id], "result", week=week) for week in found.results
    )
    yield from (
        Referee(run[week.season.campaign_id], "dispute", week=week) for week in found.disputed
    )
    yield from (Referee(run[team.campaign_id], "approval", team=team) for team in found.approvals)


def _moves(user: User, clubs: Sequence[Club]) -> Iterator[Move]:
    """A fight of a week ends at the latest when the week is published, however much time its clock
    would leave.
    """
    fights = {
        club.fights[at.team.pk]: at
        for club in clubs
        for at in _own(club)
        if at.team.pk in club.fights
    }
    for turn in turns_of(user):
        fight = fights.get(turn.table)
        until = fight.week.settle_at if fight else turn.due
        yield Move(min(turn.due, until) if turn.due and until else until, turn, fight)


def _decisions(clubs: Sequence[Club], now: datetime) -> Iterator[Decide]:
    playing = [at for club in clubs for at in _own(club) if at.week.status == Week.Status.PLAYING]
    if playing:
        with scopes_disabled():
            asked = asked_until([at.team.pk for at in playing], now)
        yield from (Decide(asked[at.team.pk], at) for at in playing if at.team.pk in asked)


def _sheets(clubs: Sequence[Club], now: datetime) -> Iterator[Write]:
    for club in clubs:
        for at in _own(club):
            state = club.sheets.get(at.team.pk)
            if state in {"nothing", "draft"} and now < at.week.due_at:
                yield Write(at.week.due_at, at, state)


def _own(club: Club) -> list[Playing]:
    if club.week is None:
        return []
    return [Playing(team, club.week, team not in club.teams) for team in club.commands]
