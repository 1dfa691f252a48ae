"""A team's reports of settled weeks as events, and transcripts for verifying them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.calendar.api.weeks import SeasonQuery
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, paged
from core.web.not_found import missing_is_404, or_404
from core.web.records import filled
from engine.draws import Draw
from engine.sealing import Proof
from espionage.models import SealedSeat
from espionage.pictures.debrief import debrief_picture
from espionage.pictures.event_texts import event_texts
from espionage.pictures.report import Scene, report_scenes
from espionage.pictures.story import report_paragraphs
from espionage.rules.headline import Chip, make_headline
from espionage.rules.transcript import Transcript
from espionage.rules.values import Event
from espionage.selectors import reports as selector
from espionage.selectors.advice import advice
from espionage.selectors.reports import Promise
from espionage.selectors.transcripts import NotYet, public_transcript, team_transcript
from espionage.services.settling import news_heard

from .orders import State, find_week


class ReportLine(Record):
    """A week that your team has played or is playing.

    `state` is the state of the sheet that was used. `readable` is true once the week is settled.
    """

    week: int
    season: int
    state: State
    readable: bool


@team_door()
def list_reports(call: TeamCall, query: Paged) -> Page[ReportLine]:
    """List your team's reports, newest first."""
    return paged(call, query, selector.report_seats(call.team, call.campaign), _line)


def _line(row: SealedSeat) -> ReportLine:
    line = selector.report_line(row)
    state: State = line.state  # type: ignore[assignment]
    return ReportLine(
        week=line.week.number, season=line.week.season.number, state=state, readable=line.readable
    )


class Promised(Record):
    """The commitments that can be verified now.

    `proof` leads from your sheet's leaf to its root. If `picked` is true, the site chose the dice
    for a demonstration. Such dice prove nothing, because the `seed_hash` was not published before
    the deadline.
    """

    seed_hash: str
    order_root: str
    dice_root: str
    leaf: str
    salt: str
    entropy: str
    salt_root: str
    told_root: str
    draw: Draw | None
    held: tuple[str, ...]
    picked: bool
    proof: Proof
    version: int
    state: State


class Passage(Record):
    """A part of a report in words: a subject such as "Our mission 1", a title, and its lines."""

    about: str
    title: str
    lines: tuple[str, ...]


class ReportOut(Record):
    """The report of one week.

    `events` are in order. `texts` describes each event as the page does, and is "" if the page does
    not mention the event. `words` contains the lines of the page, grouped by subject. `teams` lists
    the teams by seat. `names` maps ids to people and vehicles.

    `headline`, `lede` (at most three sentences) and `chips` (figures) are shown at the top of the
    page, the notice and the mail. `advice` says what would have helped most after a failed week. It
    is "" if nothing would have helped much. `aloud` is the whole report in paragraphs that can be
    read aloud.
    """

    week: int
    season: int
    headline: str
    lede: tuple[str, ...]
    chips: tuple[Chip, ...]
    advice: str
    aloud: tuple[str, ...]
    seat: int
    teams: tuple[TeamRef, ...]
    names: dict[str, str]
    promise: Promised
    events: tuple[Event, ...]
    texts: tuple[str, ...]
    words: tuple[Passage, ...]


@team_door()
def show(call: TeamCall, query: SeasonQuery, number: int) -> ReportOut:
    """Return your team's report of a settled week.

    There is no report before the settlement (E25).
    """
    week = find_week(call, number, query.season)
    team_report = or_404(selector.report(week, call.team) if selector.is_published(week) else None)
    names = [team.name for team in team_report.teams]
    all_scenes = report_scenes(team_report.events, names, team_report.names)
    news = news_heard(team_report.events)
    file = selector.frozen_file(week, call.team)
    debrief = (
        debrief_picture(team_report.debrief, team_report.names, file)
        if team_report.debrief
        else None
    )
    head = make_headline(team_report.events, names, team_report.names)
    hint, title = advice(team_report), f"Report, week {week.number}"
    return ReportOut(
        week=week.number,
        season=week.season.number,
        headline=head.headline,
        lede=head.lede,
        chips=head.chips,
        advice=hint,
        aloud=report_paragraphs(title, head, debrief, all_scenes, news, hint),
        seat=team_report.seat,
        teams=tuple(team_ref(team) for team in team_report.teams),
        names=dict(sorted(team_report.names.items())),
        promise=_promise(team_report.promise),
        events=team_report.events,
        texts=event_texts(team_report.events, names, team_report.names),
        words=tuple(_passages(all_scenes, news)),
    )


def _passages(all_scenes: Iterable[Scene], news: tuple[str, ...]) -> Iterator[Passage]:
    for scene in all_scenes:
        yield Passage(about=scene.label, title=scene.title, lines=scene.words)
    if news:
        yield Passage(about="Public", title="Public news", lines=news)


def _promise(promise: Promise) -> Promised:
    state: State = promise.state  # type: ignore[assignment]
    return filled(
        Promised,
        promise,
        state=state,
        held=promise.dice_choosers,
        picked=promise.is_picked,
    )


@team_door()
def transcript(call: TeamCall, query: SeasonQuery, number: int) -> Transcript:
    """Return your team's transcript of a settled week, for `manage.py verify`.

    It contains the team's sheet, its dice, and the events that it learned of.
    """
    with missing_is_404(NotYet):
        return team_transcript(find_week(call, number, query.season), call.team)


@club_door()
def open_transcript(call: ClubCall, query: SeasonQuery, number: int) -> Transcript:
    """Return the public transcript of a settled week.

    It contains the commitments, the public dice and the news.
    """
    with missing_is_404(NotYet):
        return public_transcript(find_week(call, number, query.season))
