"""API operations on a club's webhooks for Discord channels and tools.

docs/reference/hooks.md describes the messages that hooks receive.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast
from uuid import UUID

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, desk_door
from campaign.news.models import Hook, HookDelivery
from campaign.news.selectors import hooks as selector
from campaign.news.services import hooks
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.records import filled

if TYPE_CHECKING:
    from collections.abc import Sequence

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]


class PostOut(Record):
    """A message to a hook. It is a line of news or a test.

    `state` is waiting, sent, needless or failed. `fault` is the last error. While the message is
    waiting, `next_at` is the time of the next attempt.
    """

    at: datetime
    news: UUID | None
    text: str
    state: State
    fault: str
    next_at: datetime | None
    done_at: datetime | None


class HookOut(Record):
    """A hook without its address.

    `kind` is discord or tool. `goes_to` is the visible part of the address. A hook is stopped when
    its receiver reports that the address no longer exists. `posts` has the latest messages, newest
    first.
    """

    id: UUID
    name: str
    kind: Literal["discord", "tool"]
    goes_to: str
    made_by: str
    made_at: datetime
    stopped_at: datetime | None
    stopped_why: str
    posts: tuple[PostOut, ...]


class HookMade(HookOut):
    """A new hook.

    `secret` signs the messages to a tool and is shown only now. Discord hooks have no secret.
    """

    secret: str | None


class Hooking(Body):
    """A request to add a hook, with its name and the address that Discord or the tool provides."""

    name: Name
    address: Annotated[str, Meta(max_length=2000)]


@desk_door()
def list_hooks(call: ClubCall, query: Paged) -> Page[HookOut]:
    """List the club's hooks and their latest messages."""
    rows = selector.hooks_of(call.campaign)
    posts = selector.recent_deliveries(rows)
    return paged(call, query, rows, lambda row: HookOut(**_fields(row, posts.get(row.pk, ()))))


@desk_door(status=201)
def add_hook(call: ClubCall, body: Hooking) -> HookMade:
    """Add a hook for the club's public news.

    The hook appears in the desk log. Its address is never shown again.
    """
    row = hooks.add(
        campaign=call.campaign, name=body.name, address=body.address, actor=call.user, now=call.now
    )
    return HookMade(**_fields(row, ()), secret=row.secret or None)


@desk_door()
def remove_hook(call: ClubCall, hook: UUID) -> None:
    """Remove a hook and delete its address."""
    hooks.remove(hook=_hook(call, hook), actor=call.user, now=call.now)


@desk_door()
def test_hook(call: ClubCall, hook: UUID) -> HookOut:
    """Send a test message within a minute. If earlier messages failed, they are retried
    immediately.
    """
    row = _hook(call, hook)
    hooks.test(hook=row, now=call.now)
    return HookOut(**_fields(row, selector.recent_deliveries([row]).get(row.pk, ())))


def _hook(call: ClubCall, hook: UUID) -> Hook:
    return or_404(selector.find_hook(call.campaign, hook))


def _fields(row: Hook, posts: Sequence[HookDelivery]) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "kind": row.kind,
        "goes_to": selector.mask_address(row),
        "made_by": row.made_by.get_username(),
        "made_at": row.made_at,
        "stopped_at": row.stopped_at,
        "stopped_why": row.stopped_why,
        "posts": tuple(map(_post, posts)),
    }


def _post(row: HookDelivery) -> PostOut:
    waits = row.state == HookDelivery.State.WAITING
    return filled(
        PostOut,
        row,
        news=row.news_id,
        text=row.news.text if row.news else "",
        state=cast("State", row.state),
        next_at=row.next_at if waits else None,
    )
