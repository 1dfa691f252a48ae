"""What came of a week: a team's own reports as the events it heard, and transcripts to check them
by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from campaign.league.api.permissions import ClubCall, TeamCall, club_door, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery
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
from espionage.selectors.reports import Promise
from espionage.selectors.transcripts import NotYet, public_transcript, team_transcript
from espionage.services.settling import news_heard

from .orders import State, find_week


class ReportLine(Record):
    """A week that my team has played or is playing. `state` is that of the sheet that ran;
    `readable` once the week is settled.
    """

    week: int
    season: int
    state: State
    readable: bool


@team_door()
def list_reports(call: TeamCall, query: Paged) -> Page[ReportLine]:
    """My team's reports, the newest first."""
    return paged(call, query, selector.weeks(call.team, call.campaign), _line)


def _line(row: SealedSeat) -> ReportLine:
    line = selector.line(row)
    state: State = line.state  # type: ignore[assignment]
    return ReportLine(
        week=line.week.number, season=line.week.season.number, state=state, readable=line.readable
    )


class Promised(Record):
    """What was promised and can be checked now: the roots, my sheet's leaf and the way from it up
    to the root over all sheets. `picked` dice were chosen by the site for a demonstration and prove
    nothing: their `seed_hash` was not published before the deadline.
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
    """Part of a report in words: what it is about, as in "Our mission 1", a title, and its lines,
    dice included.
    """

    about: str
    title: str
    lines: tuple[str, ...]


class ReportOut(Record):
    """A week as my team heard it: `events` one by one, `texts` beside them, one for each event in
    the page's sentences ("" for one that adds none), and `words`, the lines of the report's page,
    what belongs together standing together. `teams` are the seats in order, `names` people and
    vehicles by id.

    `headline`, `lede` (three sentences at most) and `chips` (figures) are what the page, the notice
    and mail begin with; `aloud` is all of it in paragraphs that read well aloud.
    """

    week: int
    season: int
    headline: str
    lede: tuple[str, ...]
    chips: tuple[Chip, ...]
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
    """My team's report of a settled week. Before that there is none (E25)."""
    week = find_week(call, number, query.season)
    found = or_404(selector.report(week, call.team) if selector.published(week) else None)
    names = [team.name for team in found.teams]
    shown, news = report_scenes(found.heard, names, found.names), news_heard(found.heard)
    file = selector.frozen_file(week, call.team)
    debrief = debrief_picture(found.debrief, found.names, file) if found.debrief else None
    head = make_headline(found.heard, names, found.names)
    return ReportOut(
        week=week.number,
        season=week.season.number,
        headline=head.headline,
        lede=head.lede,
        chips=head.chips,
        aloud=report_paragraphs(f"Report, week {week.number}", head, debrief, shown, news),
        seat=found.seat,
        teams=tuple(team_ref(team) for team in found.teams),
        names=dict(sorted(found.names.items())),
        promise=_promise(found.promise),
        events=found.heard,
        texts=event_texts(found.heard, names, found.names),
        words=tuple(_words(shown, news)),
    )


def _words(shown: Iterable[Scene], news: tuple[str, ...]) -> Iterator[Passage]:
    for scene in shown:
        yield Passage(about=scene.label, title=scene.title, lines=scene.words)
    if news:
        yield Passage(about="Public", title="Public news", lines=news)


def _promise(found: Promise) -> Promised:
    state: State = found.state  # type: ignore[assignment]
    return filled(Promised, found, state=state)


@team_door()
def transcript(call: TeamCall, query: SeasonQuery, number: int) -> Transcript:
    """All that my team may hold of a settled week, for `manage.py verify`: its sheet, its dice,
    what it heard.
    """
    with missing_is_404(NotYet):
        return team_transcript(find_week(call, number, query.season), call.team)


@club_door()
def open_transcript(call: ClubCall, query: SeasonQuery, number: int) -> Transcript:
    """What everybody may hold of a settled week: the promises, the public dice, the news."""
    with missing_is_404(NotYet):
        return public_transcript(find_week(call, number, query.season))
