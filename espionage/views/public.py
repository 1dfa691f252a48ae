"""A closed season on the club's public page: its story, and each of its weeks."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.duels.selectors.podium import podium_of_season
from campaign.duels.selectors.standings import Table, standings
from campaign.duels.views.cards import with_podium
from campaign.league.models import Campaign, Season
from campaign.league.views.public_door import (
    as_picture,
    card_url,
    public_page,
    public_url,
    render_public_page,
)
from core.web.not_found import or_404
from core.web.pictures.cards import Card
from core.web.pictures.words import join_names
from core.web.problems import plural
from espionage.pictures.opened import true_missions
from espionage.selectors import opened as selector

from .opened import season_context

CARD_FOOT: Final = "Dead Drop: the season is over, and its secrets are public"


def _season(campaign: Campaign, number: int) -> Season:
    """Return the closed season with this number.

    An open season and a missing season result in the same 404.
    """
    return or_404(selector.closed_season(campaign, number))


@require_safe
@public_page
def season(request: HttpRequest, campaign: Campaign, season: int) -> HttpResponse:
    """Show a closed season as a story."""
    row = _season(campaign, season)
    context = season_context(row)
    card = season_card(campaign, row, context["table"])
    return render_public_page(
        request,
        campaign,
        "espionage/season_end",
        here="club-public-seasons",
        title=f"The story of {row}",
        about=f"{_champion(row, context['table'])} The secrets of {row} are public.",
        card=card_url("club-public-season-card", campaign, card, season=season),
        crumbs=(("Seasons", public_url("club-public-seasons", campaign)),),
        **context,
    )


def _champion(season: Season, table: Table) -> str:
    names = [team.name for team in table.champions]
    if not names:
        return f"{season} ended without a champion."
    verb = "is champion" if len(names) == 1 else "are champions"
    return f"{join_names(names)} {verb} of {season}."


@require_safe
@public_page
def season_picture(request: HttpRequest, campaign: Campaign, season: int) -> HttpResponse:
    """Return the picture for a link preview of a closed season, with its champion."""
    row = _season(campaign, season)
    return as_picture(season_card(campaign, row, standings(row)))


def season_card(campaign: Campaign, season: Season, table: Table) -> Card:
    """Return the content of a season's link preview: the champion and the next places."""
    other_places = [
        f"{row.place}. {row.team.name}, {plural(row.points, 'point')}"
        for row in table.rows[:3]
        if row.points > 0
    ]
    card = Card(
        label=f"{campaign.name} · {season}",
        title=_champion(season, table).rstrip("."),
        lines=(
            *other_places,
            "Orders, dice and decisions are public: see who sent whom, and who knew.",
        ),
        foot=CARD_FOOT,
    )
    return with_podium(card, podium_of_season(table))


@require_safe
@public_page
def week(request: HttpRequest, campaign: Campaign, season: int, number: int) -> HttpResponse:
    """Show a week of a closed season with its secrets revealed."""
    row = _season(campaign, season)
    opened = or_404(selector.opened_week(row, number))
    table = standings(row)
    return render_public_page(
        request,
        campaign,
        "espionage/public_week",
        here="club-public-seasons",
        title=f"Week {number}, opened",
        about=f"What really happened in week {number} of {row}.",
        card=card_url(
            "club-public-season-card", campaign, season_card(campaign, row, table), season=season
        ),
        crumbs=(
            ("Seasons", public_url("club-public-seasons", campaign)),
            (str(row), public_url("club-public-season", campaign, season=season)),
        ),
        opened=opened,
        season=row,
        week=opened.week,
        truths=[(truth, truth.tone or "public") for truth in true_missions(opened)],
    )
