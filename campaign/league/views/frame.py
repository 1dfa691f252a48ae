"""Common parts of a club's pages: breadcrumbs and links."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.league import policy
from campaign.league.models import WEEKLY_NUMBER
from campaign.league.selectors.links import in_season
from campaign.league.selectors.viewer import unread_posts
from core.web.addresses import address
from core.web.links import Link
from core.web.views.frame import render_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from campaign.league.models import Campaign, Duel, Team, Week
    from campaign.league.selectors.viewer import Viewer


Crumbs = tuple[tuple[str, str], ...]


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
    entries = [(team.name, team_url("team", team), "") for team in viewer.teams]
    if viewer.deputy:
        team = viewer.deputy.team
        entries += [(f"Orders for {team.name}", team_url("espionage:orders", team), "orders")]
    desk = (
        [("Desk", club_url("desk", viewer.campaign), "desk")]
        if policy.may_run_desk(viewer) and not viewer.campaign.tryout
        else []
    )
    pages = [
        ("Overview", "club"), ("Weeks", "weeks"), ("Teams", "teams"), ("Standings", "standings"),
        ("News", "news"), ("House rules", "house-rules"), ("Members", "members"),
    ]  # fmt: skip
    club_pages = [(label, club_url(name, viewer.campaign), name) for label, name in pages]
    talk = [] if viewer.campaign.tryout else [("Board", club_url("talk", viewer.campaign), "talk")]
    new = {"talk": unread_posts()(viewer)} if talk else {}
    return tuple(
        Link(label, url, current=bool(name) and name == current, count=new.get(name, 0))
        for label, url, name in [club_pages[0], *entries, *talk, *club_pages[1:], *desk]
    )


def team_links(viewer: Viewer, team: Team, current: str) -> tuple[Link, ...]:
    """Return the links to the pages of a team that the viewer can open.

    Only owners get links to the orders, the reports and the dossier.
    """
    secret = [
        (name.capitalize(), team_url(f"espionage:{name}", team), name)
        for name in ("orders", "reports", "dossier")
    ]
    books = [
        (name.capitalize(), team_url(name, team), name)
        for name in ("roster", "garage", "workshop", "store", "money")
    ]
    tryout = viewer.campaign.tryout
    letters = [] if tryout else [("Letters", team_url("letters", team), "letters")]
    pages = [
        ("Team", team_url("team", team), "team"),
        *(secret if policy.owns(viewer, team) else []),
        *(letters if policy.owns(viewer, team) else []),
        *books,
    ]
    return tuple(Link(label, url, current=name == current) for label, url, name in pages)


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
    """Return the template context that all pages of a club share."""
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
    """Render a page of a team. Viewers who can see the team's books get links to its other
    pages.
    """
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
