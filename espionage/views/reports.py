"""Reports: what the team heard of a settled week, and nothing before its hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

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

A_PAGE = 20


@require_safe
@team_page()
def reports(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """The weeks that the team has played, a page at a time."""
    page = Paginator(selector.weeks(team, viewer.campaign), A_PAGE).get_page(
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
        lines=[selector.line(row) for row in page.object_list],
    )


@require_safe
@team_page()
def report(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """One week's report."""
    return _report(request, viewer, team, number, "report")


@require_safe
@team_page()
def paper(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """The same on paper."""
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
    if not selector.published(week):
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
    found = or_404(selector.report(week, team))
    names = [each.name for each in found.teams]
    shown = report_scenes(found.heard, names, found.names)
    debrief, file = found.debrief, selector.frozen_file(week, team)
    picture = debrief_picture(debrief, found.names, file) if debrief else None
    head, news = make_headline(found.heard, names, found.names), news_heard(found.heard)
    return show(
        request,
        viewer,
        team,
        template,
        here="reports",
        title=title,
        week=week,
        crumbs=crumbs,
        report=found,
        head=head,
        scenes=shown,
        order_of_play=[scene for scene in shown if scene.tone == "public"],
        cards=_cards(found, picture, shown),
        debrief=picture,
        points=points_line(picture) if picture else "",
        cost=cost_line(picture) if picture else "",
        news=news,
        promise=found.promise,
        ambushes=[number for number, _ in enumerate(_ambushes(found), start=1)],
        aloud=report_paragraphs(title, head, picture, shown, news),
    )


def _cards(
    found: Report, picture: DebriefPicture | None, shown: tuple[Scene, ...]
) -> tuple[tuple[MissionCard, list[tuple[str, VehicleCard]]], ...]:
    """The missions one after the other, each with the vehicles that it saw."""
    if picture is None:
        return ()
    seen: dict[int, list[tuple[str, VehicleCard]]] = {}
    for order, whose, card in _seen(found):
        seen.setdefault(order, []).append((whose, card))
    return tuple(
        (each, seen.get(each.scene.order, []) if each.scene.tone == "ours" else [])
        for each in mission_cards(shown, picture)
    )


def _seen(found: Report) -> Iterator[tuple[int, str, VehicleCard]]:
    """The vehicles that our people saw: in which mission, whose, and what of it."""
    for mission in found.debrief.missions if found.debrief else ():
        for snapshot in mission.saw:
            yield mission.order, found.teams[snapshot.about].name, card_of(snapshot)


def _ambushes(found: Report) -> list[AmbushOver]:
    return [event for event in found.heard if isinstance(event, AmbushOver)]
