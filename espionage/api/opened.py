"""A closed season, open to its members: each week with all that was secret in it. And checking a
transcript, for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Season
from campaign.league.selectors import seasons
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door
from core.web.not_found import missing_is_404, or_404
from core.web.records import filled
from engine.verify import Verdict
from espionage.pictures.beside import names_in_report
from espionage.pictures.event_texts import event_texts
from espionage.pictures.opened import Truth, true_missions, week_paragraphs
from espionage.rules.orders import Sheet
from espionage.rules.redaction import Fought
from espionage.rules.report import Hurt, News
from espionage.rules.transcript import Transcript, check_bounds
from espionage.rules.values import Event, MissionRecord
from espionage.rules.words import news_lines
from espionage.selectors import opened as selector
from espionage.selectors.opened import Happened, OpenedTeam, OpenedWeek
from espionage.selectors.transcripts import NotYet, checked_here, opened_transcript

from .orders import State


class Seat(Record):
    """A team's seat: the sheet that counted, and all that the team heard; `texts` says each event
    of `heard` in the report's sentences, "" where it adds none.
    """

    team: TeamRef
    state: State
    sheet: Sheet
    heard: tuple[Event, ...]
    texts: tuple[str, ...]


class MissionTold(Record):
    """A mission as it truly went, in the sentences of the week's page: `steps` one after the other,
    what came of it, and what each side `knew`.
    """

    title: str
    label: str
    steps: tuple[str, ...]
    result: str
    knew: tuple[str, ...]


class ChargeOut(Record):
    """What became of a charge that waited: whether it went off, when, and whom it reached (name →
    DP lost).
    """

    cause: str
    how: Literal["duel", "after", "lost", "waiting"]
    at: datetime | None
    hurt: dict[str, int]


class HappenedOut(Record):
    """What was played, in the week's order."""

    missions: tuple[MissionRecord, ...]
    fights: tuple[Fought, ...]
    hurt: tuple[Hurt, ...]
    news: tuple[News, ...]
    charges: tuple[ChargeOut, ...]


class OpenedWeekOut(Record):
    """A week of a closed season. `names` are people and vehicles by id; nothing happened where
    there were too few teams to play. `words` are its missions in the page's sentences, beside the
    records of `happened.missions`; `aloud` is the week in paragraphs that read well aloud.
    """

    week: int
    season: int
    seats: tuple[Seat, ...]
    names: dict[str, str]
    happened: HappenedOut | None
    words: tuple[MissionTold, ...]
    aloud: tuple[str, ...]


def _season(call: ClubCall, query: SeasonQuery) -> Season:
    """The season asked for, if it is closed; Http404."""
    asked = seasons.pick_season(
        seasons.seasons(call.campaign), None if query.season is None else str(query.season)
    )
    return or_404(selector.closed_season(call.campaign, asked.number) if asked else None)


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int) -> OpenedWeekOut:
    """A week of a closed season with all its secrets, except sheets of vehicles still in play,
    points not assigned, and money.
    """
    found = or_404(selector.opened_week(_season(call, query), number))
    missions, teams = true_missions(found), [seat.team.name for seat in found.seats]
    news = [text for _, text in news_lines(found.happened.news)] if found.happened else []
    return OpenedWeekOut(
        week=found.week.number,
        season=found.week.season.number,
        seats=tuple(_seat(seat, teams, found) for seat in found.seats),
        names=dict(sorted(found.names.items())),
        happened=_happened(found.happened) if found.happened else None,
        words=tuple(_mission(one) for one in missions),
        aloud=week_paragraphs(f"Week {found.week.number}, opened", missions, news),
    )


def _seat(seat: OpenedTeam, teams: Sequence[str], found: OpenedWeek) -> Seat:
    state: State = seat.state  # type: ignore[assignment]
    return Seat(
        team=team_ref(seat.team),
        state=state,
        sheet=seat.sheet,
        heard=seat.heard,
        texts=event_texts(seat.heard, teams, names_in_report(found, seat)),
    )


def _mission(told: Truth) -> MissionTold:
    steps = tuple(
        " ".join([each.text, *[roll.words for roll in each.rolls]]) for each in told.steps
    )
    return filled(MissionTold, told, steps=steps)


def _happened(found: Happened) -> HappenedOut:
    charges = tuple(
        ChargeOut(cause=cause, how=end.how, at=end.at, hurt=dict(end.hurt))
        for cause, end in sorted(found.charges.items())
    )
    return filled(HappenedOut, found, missions=found.records, charges=charges)


@club_door()
def transcript(call: ClubCall, query: SeasonQuery, number: int) -> Transcript:
    """Everything of a week of a closed season, for `manage.py verify`: the seed, all sheets, all
    dice, what every seat heard.
    """
    week = or_404(selector.closed_week(_season(call, query), number))
    with missing_is_404(NotYet):
        return opened_transcript(week)


class Checking(Body):
    """A transcript to be checked. Nothing of it is kept."""

    transcript: Transcript

    def __post_init__(self) -> None:
        """Raise ValueError for a list, text or number that no week can have."""
        check_bounds(self.transcript)


@open_door()
def verify(call: Call, body: Checking) -> Verdict:
    """Check a transcript: whether hashes, dice and results agree."""
    return checked_here(body.transcript)
