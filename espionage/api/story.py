"""The story of a closed season, for members and for clubs with a public page."""

from __future__ import annotations

from campaign.league.api.permissions import ClubCall, PublicCall, club_door, public_door
from campaign.league.api.shapes import SeasonOut, season_out
from campaign.league.models import Campaign
from core.web.api.operations import Record
from core.web.not_found import or_404
from espionage.selectors.opened import closed_season
from espionage.views.opened import season_context


class ChapterOut(Record):
    """A chapter of the story."""

    title: str
    words: str


class BesideOut(Record):
    """A team's beliefs at the end of the season, and the truth."""

    team: str
    believed: str
    truth: str


class StoryOut(Record):
    """A closed season: its podium in words, its chapters, and what each team believed."""

    season: SeasonOut
    podium: str
    chapters: tuple[ChapterOut, ...]
    beside: tuple[BesideOut, ...]


def _story(campaign: Campaign, number: int) -> StoryOut:
    season = or_404(closed_season(campaign, number))
    context = season_context(season)
    return StoryOut(
        season=season_out(season),
        podium=context["podium"].text if context["podium"] else "",
        chapters=tuple(
            ChapterOut(title=item.title, words=item.words) for item in context["story"].chapters
        ),
        beside=tuple(
            BesideOut(team=item.team.name, believed=item.believed, truth=item.truth)
            for item in context["story"].beside
        ),
    )


@club_door()
def story(call: ClubCall, number: int) -> StoryOut:
    """Return the story of a closed season."""
    return _story(call.campaign, number)


@public_door()
def public_story(call: PublicCall, season: int) -> StoryOut:
    """Return the story of a closed season if the club has a public page."""
    return _story(call.campaign, season)
