"""What happens that the person who asks may hear of, in the order in which it became known."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from core.notifications.kinds import event_of, kinds_of
from core.notifications.models import Notice
from core.notifications.selectors import events
from core.notifications.services.wording import page_of
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.api.shapes import Word
from core.web.records import filled


class OwnEventAbout(Record):
    """What an event is about, as far as it is about such a thing: the numbers of `week` and
    `season`, and of the week's duel that is an `event` beside its own, the slug of the `team`, the
    id of the `table`.
    """

    week: int | None = None
    season: int | None = None
    event: int | None = None
    team: str | None = None
    table: UUID | None = None


class OwnEvent(Record):
    """Something new of this `kind`, to be read at `path` on the site; its words are in my notices,
    under the same `id`. `event` is what tools go by: several kinds may be one event. `until` is
    when it is over, if it ever is.
    """

    id: UUID
    event: str
    kind: str
    at: datetime
    campaign: str | None
    path: str
    about: OwnEventAbout
    until: datetime | None


class OwnEventsQuery(Paged):
    """Which events."""

    after: Annotated[
        UUID | None,
        Meta(description="Only what came after this event: the `id` of the last one I know."),
    ] = None
    event: Annotated[Word | None, Meta(description="Only these.")] = None


@person_door()
def list_own_events(call: Call, query: OwnEventsQuery) -> Page[OwnEvent]:
    """What I may hear of, in order. The stream at `/live/me/` says the same at once."""
    rows = events.events_of(call.user, after=query.after)
    if query.event is not None:
        rows = rows.filter(kind__in=kinds_of(query.event))
    return paged(call, query, rows, event_out)


def event_out(row: Notice) -> OwnEvent:
    """An event as API and stream say it."""
    return filled(
        OwnEvent,
        row,
        id=row.pk,
        event=event_of(row.kind),
        campaign=row.campaign.slug if row.campaign else None,
        path=page_of(row),
        about=msgspec.convert(row.about, OwnEventAbout),
    )
