"""API operations on shared ownership of a team. Only the team's owners can use them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.league.api.permissions import TeamCall, team_door
from campaign.members.models import TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.selectors import sharing as selector
from campaign.members.services import invites
from campaign.members.services import sharing as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404

from .members import InviteMade, InviteOut, invite_made, invite_out


class AskOut(Record):
    """A request to become an owner of your team. `invited_by` is the owner who invited the
    person.
    """

    id: UUID
    username: str
    invited_by: str
    asked_at: datetime


@team_door()
def list_asks(call: TeamCall, query: Paged) -> Page[AskOut]:
    """List the open requests to become an owner of your team, oldest first."""
    return paged(call, query, selector.open_team_asks(call.team), _ask)


def _ask(row: TeamAsk) -> AskOut:
    return AskOut(
        id=row.pk,
        username=row.user.get_username(),
        invited_by=row.invited_by.get_username(),
        asked_at=row.asked_at,
    )


class Answering(Body):
    """The answer to a request, which is yes or no."""

    agrees: bool


@team_door()
def answer(call: TeamCall, body: Answering, ask: UUID) -> None:
    """Answer a request to become an owner of your team.

    A yes gives access to all data of the team, including the orders of the open week, and is
    published as news.
    """
    row = or_404(selector.find_team_ask(call.team, ask))
    services.answer(ask=row, agrees=body.agrees, actor=call.user, now=call.now)


class Noted(Body):
    """A note for the owner's own list of links."""

    note: Name = ""


@team_door()
def list_links(call: TeamCall, query: Paged) -> Page[InviteOut]:
    """List the invite links for owners of your team, newest first."""
    return paged(call, query, selector.team_links(call.team), invite_out)


@team_door(status=201)
def make_link(call: TeamCall, body: Noted) -> InviteMade:
    """Create a link with which one person can become an owner of your team.

    No further confirmation is needed. The link is shown only now.
    """
    new = Inviting(team=call.team.slug, note=body.note)
    return invite_made(
        *invites.make(campaign=call.campaign, new=new, actor=call.user, now=call.now)
    )


@team_door()
def revoke_link(call: TeamCall, invite: UUID) -> InviteOut:
    """Revoke an invite link for owners of your team. Repeating this has no effect."""
    row = or_404(selector.find_team_link(call.team, invite))
    invites.revoke(invite=row, actor=call.user, now=call.now)
    return invite_out(or_404(selector.find_team_link(call.team, invite)))
