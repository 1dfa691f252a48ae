"""What surrounds a club's page: where you are, and the pages side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.league import policy
from campaign.league.selectors.links import in_season
from core.web.addresses import address
from core.web.pictures.lists import Link
from core.web.views.frame import render_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpRequest, HttpResponse

    from campaign.league.models import Campaign, Team, Week
    from campaign.league.selectors.viewer import Viewer


Crumbs = tuple[tuple[str, str], ...]


def club_url(name: str, campaign: Campaign, **named: Any) -> str:
    """The address of a club's page."""
    return address(name, slug=campaign.slug, **named)


def week_url(name: str, week: Week, **named: Any) -> str:
    """Return the address of a page of a week, with the season named."""
    return in_season(club_url(name, week.season.campaign, number=week.number, **named), week)


def team_week_url(name: str, team: Team, week: Week, **named: Any) -> str:
    """Return the address of a page of a team about a week, with the season named."""
    return in_season(team_url(name, team, number=week.number, **named), week)


def team_url(name: str, team: Team, **named: Any) -> str:
    """The address of a team's page."""
    return club_url(name, team.campaign, team=team.slug, **named)


def club_links(viewer: Viewer, here: str) -> tuple[Link, ...]:
    """The club's pages; the viewer's own team, or the orders that they give as a deputy, and, for a
    GM, the desk among them.
    """
    own = [(team.name, team_url("team", team), "") for team in viewer.teams]
    if viewer.deputy:
        team = viewer.deputy.team
        own += [(f"Orders for {team.name}", team_url("espionage:orders", team), "orders")]
    desk = (
        [("Desk", club_url("desk", viewer.campaign), "desk")]
        if policy.may_run_desk(viewer) and not viewer.campaign.tryout
        else []
    )
    pages = [
        ("Overview", "club"), ("Weeks", "weeks"), ("Teams", "teams"), ("Standings", "standings"),
        ("News", "news"), ("House rules", "house-rules"), ("Members", "members"),
    ]  # fmt: skip
    listed = [(label, club_url(name, viewer.campaign), name) for label, name in pages]
    talk = [] if viewer.campaign.tryout else [("Board", club_url("talk", viewer.campaign), "talk")]
    new = {"talk": viewer.new_in_talk}
    return tuple(
        Link(label, url, current=bool(name) and name == here, count=new.get(name, 0))
        for label, url, name in [listed[0], *own, *talk, *listed[1:], *desk]
    )


def team_links(viewer: Viewer, team: Team, here: str) -> tuple[Link, ...]:
    """The pages of one team that this viewer may open; orders, reports and dossier are its owners'
    alone.
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
    return tuple(Link(label, url, current=name == here) for label, url, name in pages)


def club_crumbs(viewer: Viewer, *further: tuple[str, str]) -> Crumbs:
    """The way down from the club's home."""
    return ((viewer.campaign.name, club_url("club", viewer.campaign)), *further)


def team_crumbs(viewer: Viewer, team: Team, *further: tuple[str, str]) -> Crumbs:
    """The way down to a team's page."""
    return club_crumbs(
        viewer,
        ("Teams", club_url("teams", viewer.campaign)),
        (team.name, team_url("team", team)),
        *further,
    )


def club_show(
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
    """Answer with a page of the club."""
    return render_page(
        request,
        template,
        title=title,
        crumbs=club_crumbs(viewer, *crumbs),
        status=status,
        **_of_club(viewer, club_links(viewer, here), viewer.campaign.name) | context,
    )


def _of_club(viewer: Viewer, links: Sequence[Link], label: str) -> dict[str, Any]:
    """What all pages of a club know of it and of who reads them."""
    return {
        "campaign": viewer.campaign, "viewer": viewer, "is_gm": policy.may_run_desk(viewer),
        "links": links, "links_label": label,
    }  # fmt: skip


def team_show(
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
    """Answer with a page of one team; the team's own pages stand side by side for who may read its
    books.
    """
    owns, as_deputy = policy.owns(viewer, team), here == "orders"
    links = (
        team_links(viewer, team, here)
        if policy.may_read_books(viewer, team)
        else club_links(viewer, "orders" if as_deputy else "teams")
    )
    own = {"team": team, "owns": owns, "audience": "team" if owns or as_deputy else ""}
    return render_page(
        request,
        template,
        title=title,
        crumbs=team_crumbs(viewer, team, *crumbs),
        status=status,
        **_of_club(viewer, links, team.name) | own | context,
    )
