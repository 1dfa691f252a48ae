"""Reports: the events of a settled week that a team learned of.

Nothing is shown before publication.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.duels.selectors.exchanges import open_exchange
from campaign.league.views.frame import team_url
from campaign.league.views.permissions import team_page
from core.web.not_found import or_404
from espionage.pictures.debrief import debrief_picture
from espionage.pictures.report import report_scenes
from espionage.pictures.story import cost_line, mission_cards, points_line, report_paragraphs
from espionage.rules.headline import make_headline
from espionage.rules.values import AmbushOver
from espionage.selectors import reports as selector
from espionage.selectors.draws import beacon_due
from espionage.selectors.order_weeks import week_numbered
from espionage.services.settling import news_heard

from .frame import show
from .vehicle_cards import card_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer
    from espionage.pictures.debrief import DebriefPicture
    from espionage.pictures.report import Scene
    from espionage.pictures.story import MissionCard
    from espionage.selectors.reports import Report

    from .vehicle_cards import VehicleCard

REPORTS_PER_PAGE = 20


@require_safe
@team_page()
def reports(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """List the weeks that the team has played, in pages."""
    page = Paginator(selector.report_seats(team, viewer.campaign), REPORTS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    return show(
        request,
        viewer,
        team,
        "reports",
        here="reports",
        title="Reports",
        page=page,
        lines=[selector.report_line(row) for row in page.object_list],
    )


@require_safe
@team_page()
def report(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """Show one week's report."""
    return _report(request, viewer, team, number, "report")


@require_safe
@team_page()
def paper(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """Show one week's report for printing."""
    return _report(request, viewer, team, number, "report_paper")


def _report(
    request: HttpRequest, viewer: Viewer, team: Team, number: int, template: str
) -> HttpResponse:
    week = week_numbered(viewer.campaign, number, request.GET.get("season", ""))
    if week is None or week.status in {week.Status.PLANNED, week.Status.OPEN}:
        raise Http404
    crumbs = (("Reports", team_url("espionage:reports", team)),)
    title = f"Report, week {number}"
    if week.status == week.Status.VOID:
        return show(
            request,
            viewer,
            team,
            "report_void",
            here="reports",
            title=title,
            week=week,
            crumbs=crumbs,
        )
    if not selector.is_published(week):
        return show(
            request,
            viewer,
            team,
            "report_sealed",
            here="reports",
            title=title,
            week=week,
            beacon_due=beacon_due(week),
            crumbs=crumbs,
        )
    team_report = or_404(selector.report(week, team))
    names = [seat_team.name for seat_team in team_report.teams]
    all_scenes = report_scenes(team_report.events, names, team_report.names)
    debrief, file = team_report.debrief, selector.frozen_file(week, team)
    picture = debrief_picture(debrief, team_report.names, file) if debrief else None
    head, news = (
        make_headline(team_report.events, names, team_report.names),
        news_heard(team_report.events),
    )
    return show(
        request,
        viewer,
        team,
        template,
        here="reports",
        title=title,
        week=week,
        crumbs=crumbs,
        report=team_report,
        head=head,
        scenes=all_scenes,
        order_of_play=[scene for scene in all_scenes if scene.tone == "public"],
        cards=_cards(team_report, picture, all_scenes),
        debrief=picture,
        points=points_line(picture) if picture else "",
        cost=cost_line(picture) if picture else "",
        news=news,
        promise=team_report.promise,
        exchange=open_exchange(team, week, timezone.now()),
        ambushes=[
            (team_report.names.get(fight.meeting.mine, "someone"), fight.meeting.enemy_name)
            for fight in _ambushes(team_report)
        ],
        aloud=report_paragraphs(title, head, picture, all_scenes, news),
    )


def _cards(
    team_report: Report, picture: DebriefPicture | None, all_scenes: tuple[Scene, ...]
) -> tuple[tuple[MissionCard, list[tuple[str, VehicleCard]]], ...]:
    """Return the missions in order, each with the vehicles that were seen during it."""
    if picture is None:
        return ()
    cards_by_mission: dict[int, list[tuple[str, VehicleCard]]] = {}
    for order, owner, card in _seen_vehicles(team_report):
        cards_by_mission.setdefault(order, []).append((owner, card))
    return tuple(
        (
            mission,
            cards_by_mission.get(mission.scene.order, []) if mission.scene.tone == "ours" else [],
        )
        for mission in mission_cards(all_scenes, picture)
    )


def _seen_vehicles(team_report: Report) -> Iterator[tuple[int, str, VehicleCard]]:
    """Yield the vehicles that the team's people saw, with the mission, the owner and the card."""
    for mission in team_report.debrief.missions if team_report.debrief else ():
        for snapshot in mission.saw:
            yield mission.order, team_report.teams[snapshot.about].name, card_of(snapshot)


def _ambushes(team_report: Report) -> list[AmbushOver]:
    return [event for event in team_report.events if isinstance(event, AmbushOver)]
