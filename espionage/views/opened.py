"""Pages about a closed season for every member: its end, and each week with its secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.duels.selectors.podium import podium_of_season
from campaign.duels.selectors.standings import Table
from campaign.duels.views.standings import standings_of
from campaign.league.models import Season, Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.league.views.permissions import club_page
from campaign.league.views.public_door import public_url
from core.web.links import Link
from core.web.not_found import or_404
from engine.sealing import seed_hash
from espionage.pictures.luck import LuckPicture, NamedRoll, luck_picture, name_rolls
from espionage.pictures.opened import Truth, true_missions, unheard_missions, week_paragraphs
from espionage.pictures.perspectives import (
    SeatPicture,
    cancellation_lines,
    play_order_scene,
    seat_picture,
    sheet_pictures,
)
from espionage.pictures.season_story import season_story
from espionage.rules.luck import Tally, all_rolls, tallies_by_seat
from espionage.rules.picked_seeds import PICKED_DICE_NOTE
from espionage.rules.wording import news_lines
from espionage.selectors import opened as selector
from espionage.selectors.draws import has_picked_dice
from espionage.selectors.opened import OpenedWeek, PlayedWeek
from espionage.selectors.transcripts import opened_transcript

from .frame import show_club
from .transcripts import as_file
from .vehicle_cards import card_of


def _season(viewer: Viewer, number: int) -> Season:
    """Return the closed season with this number.

    An open season and a missing season result in the same 404.
    """
    return or_404(selector.closed_season(viewer.campaign, number))


def _week(viewer: Viewer, season: int, number: int) -> OpenedWeek:
    return or_404(selector.opened_week(_season(viewer, season), number))


# --- the season -----------------------------------------------------------------------------------


@require_safe
@club_page()
def season_end(request: HttpRequest, viewer: Viewer, season: int) -> HttpResponse:
    """Show the end of a season: the champion, the standings, the luck, and the weeks."""
    row = _season(viewer, season)
    share = (
        request.build_absolute_uri(public_url("club-public-season", viewer.campaign, season=season))
        if viewer.campaign.public_at
        else ""
    )
    return show_club(
        request,
        viewer,
        "season_end",
        here="standings",
        title=str(row),
        share=share,
        lede="The season is over, and its secrets are public.",
        **season_context(row),
    )


def season_context(season: Season) -> dict[str, Any]:
    """Return the page context of a closed season, for members and for the public page."""
    context, weeks = standings_of(season), selector.played_weeks(season)
    table: Table = context["table"]
    luck = _season_luck(weeks)
    return {
        **context,
        "weeks": [(week, _count(week)) for week in weeks],
        "champions": table.champions,
        "podium": podium_of_season(table),
        "story": season_story(weeks, luck),
        "luck": luck,
    }


def _count(week: PlayedWeek) -> tuple[int, int, int]:
    """Return the numbers of missions, of ambushes, and of missions stopped by a counterspy."""
    records = week.records
    return (
        len(records),
        sum(record.fought for record in records),
        sum(record.fate in {"thwarted", "stopped", "called_off"} for record in records),
    )


def _season_luck(weeks: Sequence[PlayedWeek]) -> LuckPicture:
    tallies: dict[Team, Tally] = {}
    named_rolls: list[NamedRoll] = []
    for week in weeks:
        for team, tally in zip(
            week.teams, tallies_by_seat(week.records, len(week.teams)), strict=True
        ):
            tallies[team] = tallies.get(team, Tally()).plus(tally)
        named_rolls += name_rolls(
            list(all_rolls(week.records)), week.teams, week.names or {}, week.week.number
        )
    return luck_picture(
        sorted(tallies.items(), key=lambda pair: (-pair[1].luck, pair[0].name)), named_rolls
    )


# --- a week ---------------------------------------------------------------------------------------


@require_safe
@club_page()
def week_opened(request: HttpRequest, viewer: Viewer, season: int, number: int) -> HttpResponse:
    """Show a week with its secrets revealed.

    With `?seat=<team>`, show what that team knew, compared with the truth.
    """
    opened = _week(viewer, season, number)
    mission_truths = true_missions(opened)
    seat = _seat(request, opened)
    page_url = club_url("week-opened", viewer.campaign, season=season, number=number)
    return show_club(
        request,
        viewer,
        "week_opened",
        here="weeks",
        title=f"Week {number}, opened",
        opened=opened,
        season=opened.week.season,
        week=opened.week,
        switch=_switch(opened, page_url, seat),
        truths=[(truth, _tone(truth, opened, viewer)) for truth in mission_truths],
        label=str(opened.week.season),
        crumbs=((str(opened.week.season), club_url("season-end", viewer.campaign, season=season)),),
        **(
            _one_seat(opened, seat, mission_truths)
            if seat is not None
            else _week_context(opened, mission_truths)
        ),
    )


def _seat(request: HttpRequest, opened: OpenedWeek) -> int | None:
    """Return the seat given in the query, or None for the whole week."""
    slug = request.GET.get("seat")
    if not slug:
        return None
    number = next(
        (seat for seat, opened_team in enumerate(opened.seats) if opened_team.team.slug == slug),
        None,
    )
    if number is None or opened.game is None:
        raise Http404
    return number


def _switch(opened: OpenedWeek, page_url: str, seat: int | None) -> tuple[Link, ...]:
    if opened.game is None:
        return ()
    teams = (
        Link(
            opened_team.team.name,
            f"{page_url}?seat={opened_team.team.slug}",
            current=number == seat,
        )
        for number, opened_team in enumerate(opened.seats)
    )
    return (Link("Everything", page_url, current=seat is None), *teams)


def _tone(truth: Truth, opened: OpenedWeek, viewer: Viewer) -> str:
    """Return the tone in which a mission is shown.

    The tone depends on the harm, or if there was none, on the viewer's side in the mission.
    """
    is_own = [opened_team.team.pk in viewer.team_ids for opened_team in opened.seats]
    return truth.tone or (
        "ours" if is_own[truth.by] else "theirs" if is_own[truth.against] else "public"
    )


def _week_context(opened: OpenedWeek, mission_truths: Sequence[Truth]) -> dict[str, object]:
    game = opened.game
    teams = [opened_team.team for opened_team in opened.seats]
    records = game.records if game else ()
    news = [text for _, text in news_lines(game.news)] if game else []
    return {
        "sheets": sheet_pictures(opened),
        "order": play_order_scene(opened),
        "cancelled": cancellation_lines(opened, mission_truths),
        "luck": luck_picture(
            list(zip(teams, tallies_by_seat(records, len(teams)), strict=True)),
            name_rolls(list(all_rolls(records)), teams, opened.names),
        ),
        "news": news,
        "aloud": week_paragraphs(f"Week {opened.week.number}, opened", mission_truths, news),
        "seal": opened.week.seal,
        "seed": bytes(opened.week.seal.seed).hex(),
        "picked": PICKED_DICE_NOTE if has_picked_dice(opened.week, opened.week.seal) else "",
        "kept": seed_hash(bytes(opened.week.seal.seed)) == opened.week.seal.seed_hash,
    }


def _one_seat(opened: OpenedWeek, seat: int, mission_truths: Sequence[Truth]) -> dict[str, object]:
    picture: SeatPicture = seat_picture(opened, seat, mission_truths)
    sightings = [(owner, card_of(snapshot)) for owner, snapshot in picture.saw]
    return {"picture": picture, "unheard": unheard_missions(mission_truths, seat), "saw": sightings}


@require_safe
@club_page()
def transcript(request: HttpRequest, viewer: Viewer, season: int, number: int) -> HttpResponse:
    """Return the transcript of an opened week as a file."""
    week = or_404(selector.closed_week(_season(viewer, season), number))
    return as_file(
        lambda: opened_transcript(week),
        f"{viewer.campaign.slug}-season-{season}-week-{number}-opened.json",
    )
