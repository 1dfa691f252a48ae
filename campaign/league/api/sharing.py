"""Who runs a team together: who asks to, and links for co-owners. For the team's owners only."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.league.models import TeamAsk
from campaign.league.selectors import sharing as selector
from campaign.league.services import invites
from campaign.league.services import sharing as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404

from .members import InviteMade, InviteOut, invite_made, invite_out
from .permissions import TeamCall, team_door


class AskOut(Record):
    """Somebody who asks to run my team too, and by whose invite."""

    id: UUID
    username: str
    invited_by: str
    asked_at: datetime


@team_door()
def list_asks(call: TeamCall, query: Paged) -> Page[AskOut]:
    """Who asks to run my team too, the first to ask first."""
    return paged(call, query, selector.asks(call.team), _ask)


def _ask(row: TeamAsk) -> AskOut:
    return AskOut(
        id=row.pk,
        username=row.user.get_username(),
        invited_by=row.invited_by.get_username(),
        asked_at=row.asked_at,
    )


class Answering(Body):
    """Yes or no."""

    agrees: bool


@team_door()
def answer(call: TeamCall, body: Answering, ask: UUID) -> None:
    """Say yes or no. A yes opens everything of the team, the open week's orders included, and is
    news.
    """
    row = or_404(selector.ask_of(call.team, ask))
    services.answer(ask=row, agrees=body.agrees, actor=call.user, at=call.now)


class Noted(Body):
    """A word for one's own list."""

    note: Name = ""


@team_door()
def list_links(call: TeamCall, query: Paged) -> Page[InviteOut]:
    """Links into my team, the newest first."""
    return paged(call, query, selector.links(call.team), invite_out)


@team_door(status=201)
def make_link(call: TeamCall, body: Noted) -> InviteMade:
    """Make a link with which one person may run my team too: my yes to whoever takes it. It is
    shown once.
    """
    row, token = invites.make(
        campaign=call.campaign,
        role="player",
        actor=call.user,
        at=call.now,
        team=call.team,
        note=body.note,
    )
    return invite_made(row, token)


@team_door()
def revoke_link(call: TeamCall, invite: UUID) -> InviteOut:
    """Make a link into my team useless; again does no harm."""
    row = or_404(selector.link_of(call.team, invite))
    invites.revoke(invite=row, actor=call.user, at=call.now)
    return invite_out(or_404(selector.link_of(call.team, invite)))
