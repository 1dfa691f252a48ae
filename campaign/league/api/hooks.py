"""Where else a club's public news goes: channels of Discord, tools. What a tool is sent:
docs/reference/hooks.md.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, cast
from uuid import UUID

from msgspec import Meta

from campaign.league.models import Hook, HookDelivery
from campaign.league.selectors import hooks as known
from campaign.league.services import hooks
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.records import filled

from .permissions import ClubCall, desk_door

if TYPE_CHECKING:
    from collections.abc import Sequence

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]


class PostOut(Record):
    """Something that was to be sent to a hook: a line of news, or a test. `state` is waiting, sent,
    needless or failed; `fault` says what went wrong last, and `next_at` when a waiting one is due.
    """

    at: datetime
    news: UUID | None
    text: str
    state: State
    fault: str
    next_at: datetime | None
    done_at: datetime | None


class HookOut(Record):
    """A hook, without its address: `kind` is discord or tool, `goes_to` all that is told of where
    it goes. Once the other side says that it is gone, it is stopped, and nothing more is sent.
    `posts` are the last ones, newest first.
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
    """A new hook. `secret` signs what a tool is sent, and is shown this once; a channel of Discord
    has none.
    """

    secret: str | None


class Hooking(Body):
    """What the club calls the hook, and the address that Discord or the tool gave for it."""

    name: Name
    address: Annotated[str, Meta(max_length=2000)]


@desk_door()
def list_hooks(call: ClubCall, query: Paged) -> Page[HookOut]:
    """Where the club's news goes, and what was last sent there."""
    rows = known.hooks_of(call.campaign)
    posts = known.posts_of(rows)
    return paged(call, query, rows, lambda row: HookOut(**_fields(row, posts.get(row.pk, ()))))


@desk_door(status=201)
def add_hook(call: ClubCall, body: Hooking) -> HookMade:
    """Have the club's public news sent to an address from now on. The desk log says so; the address
    is told to nobody again.
    """
    row = hooks.add(
        campaign=call.campaign, name=body.name, address=body.address, actor=call.user, at=call.now
    )
    return HookMade(**_fields(row, ()), secret=row.secret or None)


@desk_door()
def remove_hook(call: ClubCall, hook: UUID) -> None:
    """Send nothing there any more, and forget the address."""
    hooks.remove(hook=_hook(call, hook), actor=call.user, at=call.now)


@desk_door()
def test_hook(call: ClubCall, hook: UUID) -> HookOut:
    """Have a test message sent within a minute; one that failed before is tried again at once."""
    row = _hook(call, hook)
    hooks.test(hook=row, at=call.now)
    return HookOut(**_fields(row, known.posts_of([row]).get(row.pk, ())))


def _hook(call: ClubCall, hook: UUID) -> Hook:
    return or_404(known.hook_of(call.campaign, hook))


def _fields(row: Hook, posts: Sequence[HookDelivery]) -> dict[str, Any]:
    return {
        "id": row.pk,
        "name": row.name,
        "kind": row.kind,
        "goes_to": known.masked(row),
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
