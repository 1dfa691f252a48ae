"""Secrets of closed seasons, for members, and the verification of transcripts, for anyone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from campaign.calendar.api.weeks import SeasonQuery
from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.models import Season
from campaign.league.selectors import seasons
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door
from core.web.not_found import missing_is_404, or_404
from core.web.records import filled
from engine.verify import Verdict
from espionage.pictures.event_texts import event_texts
from espionage.pictures.opened import Truth, true_missions, week_paragraphs
from espionage.pictures.perspectives import names_in_report
from espionage.rules.orders import Sheet
from espionage.rules.redaction import Fought
from espionage.rules.report import Hurt, News
from espionage.rules.transcript import Transcript, check_bounds
from espionage.rules.values import Event, MissionRecord
from espionage.rules.wording import news_lines
from espionage.selectors import opened as selector
from espionage.selectors.opened import OpenedTeam, OpenedWeek, PlayedGame
from espionage.selectors.transcripts import NotYet, check_on_site, opened_transcript

from .orders import State


class Seat(Record):
    """A team's seat: the sheet that was used, and the events that the team learned of.

    `texts` describes each event in `heard` as the report does, or is "" if the report does not
    mention the event.
    """

    team: TeamRef
    state: State
    sheet: Sheet
    heard: tuple[Event, ...]
    texts: tuple[str, ...]


class MissionTold(Record):
    """A mission as the week's page describes it.

    `steps` are in order. `knew` says what each side knew.
    """

    title: str
    label: str
    steps: tuple[str, ...]
    result: str
    knew: tuple[str, ...]


class ChargeOut(Record):
    """The outcome of a delayed charge: whether and when it exploded, and the DP lost by name."""

    cause: str
    how: Literal["duel", "after", "lost", "waiting"]
    at: datetime | None
    hurt: dict[str, int]


class HappenedOut(Record):
    """The events of the week, in order."""

    missions: tuple[MissionRecord, ...]
    fights: tuple[Fought, ...]
    hurt: tuple[Hurt, ...]
    news: tuple[News, ...]
    charges: tuple[ChargeOut, ...]


class OpenedWeekOut(Record):
    """A week of a closed season.

    `names` maps ids to people and vehicles. `happened` is null if too few teams played. `words`
    describes the missions as the page does, in the order of `happened.missions`. `aloud` describes
    the week in paragraphs that can be read aloud.
    """

    week: int
    season: int
    seats: tuple[Seat, ...]
    names: dict[str, str]
    happened: HappenedOut | None
    words: tuple[MissionTold, ...]
    aloud: tuple[str, ...]


def _season(call: ClubCall, query: SeasonQuery) -> Season:
    """Return the requested season if it is closed. Raise Http404 otherwise."""
    season = seasons.pick_season(
        seasons.seasons(call.campaign), None if query.season is None else str(query.season)
    )
    return or_404(selector.closed_season(call.campaign, season.number) if season else None)


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int) -> OpenedWeekOut:
    """Return a week of a closed season with its secrets.

    Record sheets of vehicles still in use, unassigned points and money are omitted.
    """
    opened_week = or_404(selector.opened_week(_season(call, query), number))
    missions, teams = true_missions(opened_week), [seat.team.name for seat in opened_week.seats]
    news = [text for _, text in news_lines(opened_week.game.news)] if opened_week.game else []
    return OpenedWeekOut(
        week=opened_week.week.number,
        season=opened_week.week.season.number,
        seats=tuple(_seat(seat, teams, opened_week) for seat in opened_week.seats),
        names=dict(sorted(opened_week.names.items())),
        happened=_happened(opened_week.game) if opened_week.game else None,
        words=tuple(_mission(mission) for mission in missions),
        aloud=week_paragraphs(f"Week {opened_week.week.number}, opened", missions, news),
    )


def _seat(seat: OpenedTeam, teams: Sequence[str], opened_week: OpenedWeek) -> Seat:
    state: State = seat.state  # type: ignore[assignment]
    return Seat(
        team=team_ref(seat.team),
        state=state,
        sheet=seat.sheet,
        heard=seat.events,
        texts=event_texts(seat.events, teams, names_in_report(opened_week, seat)),
    )


def _mission(truth: Truth) -> MissionTold:
    steps = tuple(
        " ".join([step.text, *[roll.words for roll in step.rolls]]) for step in truth.steps
    )
    return filled(MissionTold, truth, steps=steps)


def _happened(game: PlayedGame) -> HappenedOut:
    charges = tuple(
        ChargeOut(cause=cause, how=end.outcome, at=end.ended_at, hurt=dict(end.wounds))
        for cause, end in sorted(game.charges.items())
    )
    return filled(HappenedOut, game, missions=game.records, charges=charges)


@club_door()
def transcript(call: ClubCall, query: SeasonQuery, number: int) -> Transcript:
    """Return the complete transcript of a week of a closed season, for `manage.py verify`.

    It contains the seed, all order sheets, all dice, and the events of every seat.
    """
    week = or_404(selector.closed_week(_season(call, query), number))
    with missing_is_404(NotYet):
        return opened_transcript(week)


class Checking(Body):
    """A transcript to check, which is not stored."""

    transcript: Transcript

    def __post_init__(self) -> None:
        """Raise ValueError if a list, string or number is larger than any real week requires."""
        check_bounds(self.transcript)


@open_door()
def verify(call: Call, body: Checking) -> Verdict:
    """Check the hashes, dice and results of a transcript."""
    return check_on_site(body.transcript)
