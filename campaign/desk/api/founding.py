"""API operations for creating a club and changing its name, house rules and seasons."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from campaign.desk.rules.founding import Founding, Opening
from campaign.desk.services import founding as services
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.presets import PRESETS, Preset
from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.league.api.shapes import SeasonOut, TeamRef, season_out, team_ref
from campaign.league.models import Campaign, Membership
from campaign.league.selectors import people, seasons
from campaign.league.selectors.house import rules_of
from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import open_door, person_door
from core.web.api.shapes import Name, Reason, Text
from core.web.not_found import or_404
from core.web.records import filled


class ClubOut(Record):
    """A club as its members see it, with the caller's role and teams."""

    id: UUID
    slug: str
    name: str
    blurb: str
    timezone: str
    founded_at: datetime
    role: str
    teams: tuple[TeamRef, ...]
    season: SeasonOut | None


class ClubLine(Record):
    """A club in the caller's list of clubs."""

    slug: str
    name: str
    role: str
    founded_at: datetime


@open_door()
def list_presets(call: Call, query: Paged) -> Page[Preset]:
    """List the presets of house rules for new clubs."""
    return paged(call, query, PRESETS, lambda preset: preset)


@person_door()
def list_mine(call: Call, query: Paged) -> Page[ClubLine]:
    """List your clubs by name."""
    return paged(call, query, people.memberships_of(call.user), _line)


def _line(part: Membership) -> ClubLine:
    return filled(ClubLine, part.campaign, role=part.role)


@person_door(status=201)
def found(call: Call, body: Founding) -> ClubLine:
    """Create a club and become its GM.

    The request is refused if only the site's staff can create clubs.
    """
    services.insist_may_found(call.user)
    campaign = services.create_club(new=body, founder=call.user, now=call.now)
    return filled(ClubLine, campaign, role="gm")


@club_door()
def show(call: ClubCall) -> ClubOut:
    """Return one of your clubs."""
    return _out(call, call.campaign)


def _out(call: ClubCall, campaign: Campaign) -> ClubOut:
    all_seasons = seasons.seasons(campaign)
    return filled(
        ClubOut,
        campaign,
        id=campaign.pk,
        role=str(call.viewer.role),
        teams=tuple(team_ref(team) for team in call.viewer.teams),
        season=season_out(all_seasons[0]) if all_seasons else None,
    )


class Describing(Body):
    """The club's name and description. Omitted fields keep their values."""

    name: Name | None = None
    blurb: Text | None = None


@desk_door()
def describe(call: ClubCall, body: Describing) -> ClubOut:
    """Change the club's name and description."""
    campaign = call.campaign
    name, blurb = (
        new if new is not None else old
        for new, old in ((body.name, campaign.name), (body.blurb, campaign.blurb))
    )
    return _out(call, services.describe(campaign=campaign, name=name, blurb=blurb))


# --- house rules ----------------------------------------------------------------------------------


@club_door()
def house_rules(call: ClubCall) -> HouseRules:
    """Return the current house rules. Weeks that are already open keep their own rules (E26)."""
    return rules_of(call.campaign)


class ChangingRules(Body):
    """New values of house rules by option name. Omitted options keep their values.

    The schema of the house rules describes the possible values. `timezone` is the club's new time
    zone, for example Europe/Berlin. Planned weeks keep their dates until they are rescheduled.
    """

    options: dict[str, Any]
    timezone: Name | None = None
    reason: Reason = ""


@desk_door()
def change_rules(call: ClubCall, body: ChangingRules) -> HouseRules:
    """Change house rules and the club's time zone.

    The changes are published, and logged with the old and new values.
    """
    return rules_of(
        services.change_rules(
            campaign=call.campaign,
            options=body.options,
            actor=call.user,
            now=call.now,
            reason=body.reason,
            timezone=body.timezone or "",
        )
    )


# --- seasons --------------------------------------------------------------------------------------


@club_door()
def list_seasons(call: ClubCall, query: Paged) -> Page[SeasonOut]:
    """List the club's seasons, newest first."""
    return paged(call, query, seasons.seasons(call.campaign), season_out)


@desk_door(status=201)
def open_season(call: ClubCall, body: Opening) -> SeasonOut:
    """Open the next season with planned weeks and empty standings."""
    return season_out(
        services.open_season(campaign=call.campaign, new=body, actor=call.user, now=call.now)
    )


class Closing(Body):
    """A request to close a season.

    If `without_duels` is true, duels without a result never count.
    """

    without_duels: bool = False


@desk_door()
def close_season(call: ClubCall, body: Closing, number: int) -> SeasonOut:
    """Close a season and name its champion. Later changes to the standings are marked."""
    season = or_404(seasons.find_season(call.campaign, number))
    return season_out(
        services.close_season(
            season=season, actor=call.user, now=call.now, without_duels=body.without_duels
        )
    )
