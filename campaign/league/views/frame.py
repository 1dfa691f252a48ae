"""Common parts of a club's pages: breadcrumbs and links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from campaign.league import policy
from campaign.league.models import WEEKLY_NUMBER, Campaign, Duel, Team, Week
from campaign.league.selectors.links import in_season
from campaign.league.selectors.viewer import Viewer, unread_posts
from core.web.addresses import address
from core.web.links import Link
from core.web.views.frame import render_page

Crumbs = tuple[tuple[str, str], ...]

CLUB_TABS: Final = (
    ("Overview", ("club",)),
    ("Board", ("talk",)),
    ("Season", ("weeks", "standings", "news")),
    ("Teams & members", ("teams", "members")),
    ("House rules", ("house-rules",)),
)
"""Tabs of a club, with the URL names of their pages."""
TEAM_TABS: Final = (
    ("Team", ("team", "roster")),
    ("Orders", ("orders",)),
    ("Intelligence", ("reports", "dossier", "letters")),
    ("Garage", ("garage", "workshop")),
    ("Money & store", ("money", "store")),
)
"""Tabs of a team, with the URL names of their pages."""
_NAMESPACES: Final = dict.fromkeys(("orders", "reports", "dossier"), "espionage:")
"""Namespaces of pages whose URL name has one."""


def club_url(name: str, campaign: Campaign, **kwargs: Any) -> str:
    """Return the address of a club's page."""
    return address(name, slug=campaign.slug, **kwargs)


def week_url(name: str, week: Week, **kwargs: Any) -> str:
    """Return the address of a page about a week. It includes the season."""
    return in_season(club_url(name, week.season.campaign, number=week.number, **kwargs), week)


def duel_url(name: str, duel: Duel, **kwargs: Any) -> str:
    """Return the address of a page about a duel, such as "duel-record". It includes the season."""
    return week_url(name, duel.week, duel=duel.number, **kwargs)


def weekly_duel_url(name: str, week: Week) -> str:
    """Return the address of a page about the weekly duel. It includes the season."""
    return week_url(name, week, duel=WEEKLY_NUMBER)


def team_week_url(name: str, team: Team, week: Week, **kwargs: Any) -> str:
    """Return the address of a team's page about a week. It includes the season."""
    return in_season(team_url(name, team, number=week.number, **kwargs), week)


def team_url(name: str, team: Team, **kwargs: Any) -> str:
    """Return the address of a team's page."""
    return club_url(name, team.campaign, team=team.slug, **kwargs)


def club_links(viewer: Viewer, current: str) -> tuple[Link, ...]:
    """Return the links to the club's pages.

    They include the viewer's own teams, the orders of a deputy's team, and the desk for a GM.
    """
    campaign = viewer.campaign
    team_tabs = [Link(team.name, team_url("team", team)) for team in viewer.teams]
    if viewer.deputy:
        team = viewer.deputy.team
        url = team_url("espionage:orders", team)
        team_tabs += [Link(f"Orders for {team.name}", url, current=current == "orders")]
    overview, board, *others = [
        _tab(label, [(name, club_url(name, campaign)) for name in names], current)
        for label, names in CLUB_TABS
    ]
    if campaign.tryout:
        return (overview, *team_tabs, *others)
    if policy.may_run_desk(viewer):
        others.append(Link("Desk", club_url("desk", campaign), current=current == "desk"))
    return (overview, *team_tabs, replace(board, count=unread_posts(viewer)), *others)


def team_links(viewer: Viewer, team: Team, current: str) -> tuple[Link, ...]:
    """Return the links to the pages of a team that the viewer can open.

    Only owners get links to the orders, the reports, the dossier and the letters.
    """
    hidden = {"letters"} if viewer.campaign.tryout else set()
    if not policy.owns(viewer, team):
        hidden |= {"orders", "reports", "dossier", "letters"}
    tabs = [(label, [name for name in names if name not in hidden]) for label, names in TEAM_TABS]
    return tuple(
        _tab(
            label,
            [(name, team_url(_NAMESPACES.get(name, "") + name, team)) for name in names],
            current,
        )
        for label, names in tabs
        if names
    )


def _tab(label: str, pages: Sequence[tuple[str, str]], current: str) -> Link:
    """Return a link to the first of some pages, which are (name, URL) pairs. If one of them is the
    current page, the link has all of them as sections.
    """
    sections = tuple(Link(name.capitalize(), url, current=name == current) for name, url in pages)
    is_current = any(section.current for section in sections)
    return Link(
        label,
        sections[0].url,
        current=is_current,
        sections=sections if is_current and len(sections) > 1 else (),
    )


def club_crumbs(viewer: Viewer, *crumbs: tuple[str, str]) -> Crumbs:
    """Return the breadcrumbs that begin at the club's home page."""
    return ((viewer.campaign.name, club_url("club", viewer.campaign)), *crumbs)


def team_crumbs(viewer: Viewer, team: Team, *crumbs: tuple[str, str]) -> Crumbs:
    """Return the breadcrumbs that lead to a team's page."""
    return club_crumbs(
        viewer,
        ("Teams", club_url("teams", viewer.campaign)),
        (team.name, team_url("team", team)),
        *crumbs,
    )


def render_club_page(
    request: HttpRequest,
    viewer: Viewer,
    template: str,
    *,
    here: str,
    title: str,
    crumbs: Sequence[tuple[str, str]] = (),
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Render a page of the club."""
    return render_page(
        request,
        template,
        title=title,
        crumbs=club_crumbs(viewer, *crumbs),
        status=status,
        **_club_context(viewer, club_links(viewer, here), viewer.campaign.name) | context,
    )


def _club_context(viewer: Viewer, links: Sequence[Link], label: str) -> dict[str, Any]:
    return {
        "campaign": viewer.campaign, "viewer": viewer, "is_gm": policy.may_run_desk(viewer),
        "links": links, "links_label": label,
    }  # fmt: skip


def render_team_page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    template: str,
    *,
    here: str,
    title: str,
    crumbs: Sequence[tuple[str, str]] = (),
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Render a page of a team. Viewers who can see its books get links to its other pages."""
    owns, as_deputy = policy.owns(viewer, team), here == "orders"
    links = (
        team_links(viewer, team, here)
        if policy.may_read_books(viewer, team)
        else club_links(viewer, "orders" if as_deputy else "teams")
    )
    team_context = {"team": team, "owns": owns, "audience": "team" if owns or as_deputy else ""}
    return render_page(
        request,
        template,
        title=title,
        crumbs=team_crumbs(viewer, team, *crumbs),
        status=status,
        **_club_context(viewer, links, team.name) | team_context | context,
    )
