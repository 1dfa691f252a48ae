"""A week's page, with its times, news and commitments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.calendar.selectors import holds, pauses
from campaign.calendar.views.calendar import moments, requested_week
from campaign.duels.selectors.driven import progress_of, tables_of_events
from campaign.duels.selectors.events import duels_of
from campaign.league.models import Week
from campaign.league.selectors import seasons
from campaign.league.selectors.links import in_season
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.league.views.public_door import public_url
from campaign.news.models import News
from campaign.news.selectors.news import by_week, news_of
from campaign.voices.selectors.reading import letters_to_editor
from core.web.not_found import or_404
from espionage.selectors import draws, week_status
from espionage.selectors.courier import roster_moves
from espionage.selectors.ready import away_teams, early_deadline, ready_teams
from home.selectors.public import public_week

from .public import courier_context

QUIET: Final = "A quiet week: no one died, nothing blew up and there were no ambushes."


def _read_aloud(week: Week, news: Sequence[News]) -> list[str]:
    """Return the news of a settled week, without its calendar, as a story to be read aloud."""
    if week.status not in {week.Status.SETTLED, week.Status.CLOSED}:
        return []
    texts = [row.text for row in news if not row.kind.startswith("week")]
    return [f"Week {week.number}. {' '.join(texts or [QUIET])}"]


@require_safe
@club_page(live=True)
def week(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show a week, with its times, commitments, deadline extensions and news."""
    shown_week = requested_week(request, viewer, number)
    promises, news = week_status.promises(shown_week), news_of(shown_week)
    now = timezone.now()
    weekly, *events = duels_of(shown_week)
    arena = None if shown_week.status in Week.FINISHED else progress_of(weekly, now)
    tables = tables_of_events(shown_week, viewer.team_ids)
    orders_in = ready_teams(shown_week, now)
    early_due_at = early_deadline(shown_week, orders_in)
    return render_club_page(
        request,
        viewer,
        "home/week",
        here="weeks",
        title=f"Week {shown_week.number}",
        week=shown_week,
        season=shown_week.season,
        moments=moments(shown_week, early_due_at),
        arena=arena,
        watch=arena.table_for(viewer.team_ids) if arena else None,
        at_wheel=arena is not None and arena.is_driven_by(viewer.team_ids),
        promises=promises,
        beacon_due=draws.beacon_due(shown_week),
        draw_words=draws.describe_draw(promises.source, promises.draw) if promises else "",
        extensions=seasons.deadline_changes(shown_week),
        held=holds.current_hold(shown_week),
        pause=None
        if shown_week.status in Week.FINISHED
        else pauses.current_pause(viewer.campaign, now),
        orders_in=orders_in,
        early_due_at=early_due_at,
        away=away_teams(shown_week, now),
        duel=weekly,
        events=[(event, tables.get(event.pk)) for event in events],
        lines=[line for group in by_week(news) for line in group.lines],
        aloud=_read_aloud(shown_week, news),
        crumbs=(("Weeks", club_url("weeks", viewer.campaign)),),
        label=str(shown_week.season),
        audience="club",
    )


@require_safe
@club_page()
def courier(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show the Courier of a settled week (C110)."""
    season = request.GET.get("season")
    page = or_404(public_week(viewer.campaign, number, season))
    issue = or_404(page.issue)
    address = in_season(public_url("club-public-week", viewer.campaign, number=number), page.week)
    return render_club_page(
        request,
        viewer,
        "home/courier",
        here="news",
        title=f"The Courier, week {number}",
        found=page,
        week=page.week,
        duel=page.duel,
        season=page.week.season,
        share=request.build_absolute_uri(address) if viewer.campaign.public_at else "",
        crumbs=(("News", club_url("news", viewer.campaign)),),
        letters=letters_to_editor(
            viewer,
            issue.earlier and issue.earlier.printed_at,
            page.week.settled_at or timezone.now(),
        ),
        corrected=page.result is not None and page.result.revision > 1,
        **courier_context(issue) | {"transfers": (*issue.moves, *roster_moves(issue))},
    )
