"""A closed season's pages, for every member: how it ended, and each of its weeks with everything
that was secret in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.duels.selectors.podium import podium_of_season
from campaign.duels.selectors.standings import standings
from campaign.league.views.frame import club_url
from campaign.league.views.permissions import club_page
from campaign.league.views.public_door import public_url
from core.web.not_found import or_404
from core.web.pictures.lists import Link
from engine.sealing import seed_hash
from espionage.pictures.beside import (
    cancellation_lines,
    play_order_scene,
    seat_picture,
    sheet_pictures,
)
from espionage.pictures.luck import NamedRoll, luck_picture, name_rolls
from espionage.pictures.opened import true_missions, unheard_missions, week_paragraphs
from espionage.pictures.season_story import season_story
from espionage.rules.luck import Tally, all_rolls, tallies_by_seat
from espionage.rules.picked_seeds import PICKED_DICE_NOTE
from espionage.rules.words import news_lines
from espionage.selectors import opened as selector
from espionage.selectors.draws import has_picked_dice
from espionage.selectors.transcripts import opened_transcript

from .frame import show_club
from .transcripts import as_file
from .vehicle_cards import card_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.duels.pictures.podium import Podium
    from campaign.duels.selectors.standings import Table
    from campaign.league.models import Season, Team
    from campaign.league.selectors.viewer import Viewer
    from espionage.pictures.beside import SeatPicture
    from espionage.pictures.luck import LuckPicture
    from espionage.pictures.opened import Truth
    from espionage.pictures.season_story import Story
    from espionage.selectors.opened import OpenedWeek, PlayedWeek


def _season(viewer: Viewer, number: int) -> Season:
    """The closed season of this number; an open one and none at all are the same 404."""
    return or_404(selector.closed_season(viewer.campaign, number))


def _week(viewer: Viewer, season: int, number: int) -> OpenedWeek:
    return or_404(selector.opened_week(_season(viewer, season), number))


# --- the season -----------------------------------------------------------------------------------


@require_safe
@club_page()
def season_end(request: HttpRequest, viewer: Viewer, season: int) -> HttpResponse:
    """How a season ended: champion, table, its weeks to open, who had luck."""
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
        **told_of(row)._asdict(),
    )


class SeasonTold(NamedTuple):
    """All that the page of a closed season tells: the story, the table, its weeks, who had luck."""

    season: Season
    table: Table
    weeks: list[tuple[PlayedWeek, tuple[int, int, int]]]
    champions: tuple[Team, ...]
    podium: Podium | None
    story: Story
    labels: list[str]
    series: list[tuple[str, str, tuple[int, ...]]]
    most: int
    luck: LuckPicture


def told_of(season: Season) -> SeasonTold:
    """A closed season, for its members and, where the club has a public page, for anybody."""
    table, weeks = standings(season), selector.played_weeks(season)
    luck = _season_luck(weeks)
    return SeasonTold(
        season=season,
        table=table,
        weeks=[(each, _count(each)) for each in weeks],
        champions=table.champions,
        podium=podium_of_season(table),
        story=season_story(weeks, luck),
        labels=["Start", *(f"Week {number}" for number in table.weeks)],
        series=[(place.team.name, place.team.colour, (0, *place.history)) for place in table.rows],
        most=max((place.points for place in table.rows), default=0),
        luck=luck,
    )


def _count(week: PlayedWeek) -> tuple[int, int, int]:
    """Missions, ambushes, and how many missions a counterspy stopped."""
    records = week.records
    return (
        len(records),
        sum(one.fought for one in records),
        sum(one.fate in {"thwarted", "stopped", "called_off"} for one in records),
    )


def _season_luck(weeks: Sequence[PlayedWeek]) -> LuckPicture:
    sums: dict[Team, Tally] = {}
    thrown: list[NamedRoll] = []
    for week in weeks:
        for team, tally in zip(
            week.teams, tallies_by_seat(week.records, len(week.teams)), strict=True
        ):
            sums[team] = sums.get(team, Tally()).plus(tally)
        thrown += name_rolls(
            list(all_rolls(week.records)), week.teams, week.names or {}, week.week.number
        )
    return luck_picture(
        sorted(sums.items(), key=lambda pair: (-pair[1].luck, pair[0].name)), thrown
    )


# --- a week ---------------------------------------------------------------------------------------


@require_safe
@club_page()
def week_opened(request: HttpRequest, viewer: Viewer, season: int, number: int) -> HttpResponse:
    """A week with its secrets; with `?seat=<team>`, what that team knew beside the truth."""
    opened = _week(viewer, season, number)
    found = true_missions(opened)
    seat = _seat(request, opened)
    here = club_url("week-opened", viewer.campaign, season=season, number=number)
    return show_club(
        request,
        viewer,
        "week_opened",
        here="weeks",
        title=f"Week {number}, opened",
        opened=opened,
        season=opened.week.season,
        week=opened.week,
        switch=_switch(opened, here, seat),
        truths=[(truth, _tone(truth, opened, viewer)) for truth in found],
        label=str(opened.week.season),
        crumbs=((str(opened.week.season), club_url("season-end", viewer.campaign, season=season)),),
        **(_one_seat(opened, seat, found) if seat is not None else _everything(opened, found)),
    )


def _seat(request: HttpRequest, opened: OpenedWeek) -> int | None:
    """The seat that the address asks for; none for everything."""
    asked = request.GET.get("seat")
    if not asked:
        return None
    found = next((seat for seat, each in enumerate(opened.seats) if each.team.slug == asked), None)
    if found is None or opened.happened is None:
        raise Http404
    return found


def _switch(opened: OpenedWeek, here: str, seat: int | None) -> tuple[Link, ...]:
    """Everything, or what one team knew."""
    if opened.happened is None:
        return ()
    teams = (
        Link(each.team.name, f"{here}?seat={each.team.slug}", current=at == seat)
        for at, each in enumerate(opened.seats)
    )
    return (Link("Everything", here, current=seat is None), *teams)


def _tone(truth: Truth, opened: OpenedWeek, viewer: Viewer) -> str:
    """Whose a mission was to the viewer, unless it did harm."""
    own = [each.team.pk in viewer.team_ids for each in opened.seats]
    return truth.tone or ("ours" if own[truth.by] else "theirs" if own[truth.against] else "public")


def _everything(opened: OpenedWeek, found: Sequence[Truth]) -> dict[str, object]:
    happened = opened.happened
    teams = [each.team for each in opened.seats]
    records = happened.records if happened else ()
    news = [text for _, text in news_lines(happened.news)] if happened else []
    return {
        "sheets": sheet_pictures(opened),
        "order": play_order_scene(opened),
        "cancelled": cancellation_lines(opened, found),
        "luck": luck_picture(
            list(zip(teams, tallies_by_seat(records, len(teams)), strict=True)),
            name_rolls(list(all_rolls(records)), teams, opened.names),
        ),
        "news": news,
        "aloud": week_paragraphs(f"Week {opened.week.number}, opened", found, news),
        "seal": opened.week.seal,
        "seed": bytes(opened.week.seal.seed).hex(),
        "picked": PICKED_DICE_NOTE if has_picked_dice(opened.week, opened.week.seal) else "",
        "kept": seed_hash(bytes(opened.week.seal.seed)) == opened.week.seal.seed_hash,
    }


def _one_seat(opened: OpenedWeek, seat: int, found: Sequence[Truth]) -> dict[str, object]:
    picture: SeatPicture = seat_picture(opened, seat, found)
    saw = [(whose, card_of(seen)) for whose, seen in picture.saw]
    return {"picture": picture, "unheard": unheard_missions(found, seat), "saw": saw}


@require_safe
@club_page()
def transcript(request: HttpRequest, viewer: Viewer, season: int, number: int) -> HttpResponse:
    """The opened week as a file that checks itself."""
    week = or_404(selector.closed_week(_season(viewer, season), number))
    return as_file(
        lambda: opened_transcript(week),
        f"{viewer.campaign.slug}-season-{season}-week-{number}-opened.json",
    )
