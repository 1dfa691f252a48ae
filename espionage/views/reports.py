"""Reports: the events of a settled week that a team learned of.

Nothing is shown before publication.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.deals.selectors.deals import has_offers
from campaign.duels.selectors.exchanges import open_exchange
from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import team_url
from campaign.league.views.permissions import team_page
from campaign.voices.selectors.rights import can_write_letters
from core.web.not_found import or_404
from espionage.pictures.debrief import DebriefPicture, debrief_picture
from espionage.pictures.report import Scene, report_scenes
from espionage.pictures.story import (
    MissionCard,
    cost_line,
    mission_cards,
    points_line,
    report_paragraphs,
)
from espionage.rules.headline import make_headline
from espionage.rules.values import AmbushOver
from espionage.selectors import reports as selector
from espionage.selectors.advice import advice
from espionage.selectors.draws import beacon_due
from espionage.selectors.order_weeks import week_numbered
from espionage.selectors.reports import Report
from espionage.services.settling import news_heard

from .frame import show
from .vehicle_cards import VehicleCard, card_of

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
    head = make_headline(team_report.events, names, team_report.names)
    news = news_heard(team_report.events)
    hint = advice(team_report)
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
        advice=hint,
        scenes=all_scenes,
        order_of_play=[scene for scene in all_scenes if scene.tone == "public"],
        cards=_cards(team_report, picture, all_scenes),
        can_sell=not week.season.closed_at
        and has_offers(viewer.campaign)
        and can_write_letters(viewer, team),
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
        aloud=report_paragraphs(title, head, picture, all_scenes, news, hint),
    )


def _cards(
    team_report: Report, picture: DebriefPicture | None, all_scenes: tuple[Scene, ...]
) -> tuple[tuple[MissionCard, Team | None, list[tuple[Team, VehicleCard]]], ...]:
    """Return the missions in order, each with the other team and the vehicles that were seen."""
    if picture is None:
        return ()
    cards_by_mission: dict[int, list[tuple[Team, VehicleCard]]] = {}
    for order, owner, card in _seen_vehicles(team_report):
        cards_by_mission.setdefault(order, []).append((owner, card))
    return tuple(
        (
            mission,
            team_report.teams[seat] if (seat := mission.scene.other_seat) is not None else None,
            cards_by_mission.get(mission.scene.order, []) if mission.scene.tone == "ours" else [],
        )
        for mission in mission_cards(all_scenes, picture)
    )


def _seen_vehicles(team_report: Report) -> Iterator[tuple[int, Team, VehicleCard]]:
    """Yield the vehicles that the team's people saw, with the mission, the owner and the card."""
    for mission in team_report.debrief.missions if team_report.debrief else ():
        for snapshot in mission.saw:
            yield mission.order, team_report.teams[snapshot.about], card_of(snapshot)


def _ambushes(team_report: Report) -> list[AmbushOver]:
    return [event for event in team_report.events if isinstance(event, AmbushOver)]
