"""A closed season as a story, to its members and, where the club has a public page, to anybody."""

from __future__ import annotations

from campaign.league.api.permissions import ClubCall, PublicCall, club_door, public_door
from campaign.league.api.shapes import SeasonOut, season_out
from campaign.league.models import Campaign
from core.web.api.operations import Record
from core.web.not_found import or_404
from espionage.selectors.opened import closed_season
from espionage.views.opened import told_of


class ChapterOut(Record):
    """A chapter of the story."""

    title: str
    words: str


class BesideOut(Record):
    """What a team knew at the season's end, and what was true."""

    team: str
    believed: str
    truth: str


class StoryOut(Record):
    """A closed season: its first three in words, its chapters, each team's belief beside the
    truth.
    """

    season: SeasonOut
    podium: str
    chapters: tuple[ChapterOut, ...]
    beside: tuple[BesideOut, ...]


def _story(campaign: Campaign, number: int) -> StoryOut:
    season = or_404(closed_season(campaign, number))
    found = told_of(season)
    return StoryOut(
        season=season_out(season),
        podium=found.podium.text if found.podium else "",
        chapters=tuple(
            ChapterOut(title=one.title, words=one.words) for one in found.story.chapters
        ),
        beside=tuple(
            BesideOut(team=one.team.name, believed=one.believed, truth=one.truth)
            for one in found.story.beside
        ),
    )


@club_door()
def story(call: ClubCall, number: int) -> StoryOut:
    """A closed season of my club as a story."""
    return _story(call.campaign, number)


@public_door()
def public_story(call: PublicCall, season: int) -> StoryOut:
    """A closed season as a story, of a club that has a public page."""
    return _story(call.campaign, season)
