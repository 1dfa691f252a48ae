"""API operation for a person's events, in order."""

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
    """The subject of an event. It has the numbers of its `week`, its `season` and an additional
    `event`, the slug of its `team`, or the id of its `table`.
    """

    week: int | None = None
    season: int | None = None
    event: int | None = None
    team: str | None = None
    table: UUID | None = None


class OwnEvent(Record):
    """A new event of this `kind`. `path` is the event's page on the site. The event's text is in
    your notice with the same `id`. Tools should use `event`, which several kinds can share. `until`
    is when the event becomes irrelevant, if ever.
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
    """Filters for events."""

    after: Annotated[
        UUID | None,
        Meta(
            description="Return only events after this one: the `id` of the last event you "
            "received."
        ),
    ] = None
    event: Annotated[Word | None, Meta(description="Return only events of this type.")] = None


@person_door()
def list_own_events(call: Call, query: OwnEventsQuery) -> Page[OwnEvent]:
    """List your events in order.

    The stream at `/live/me/` sends the same events immediately.
    """
    rows = events.events_of(call.user, after=query.after)
    if query.event is not None:
        rows = rows.filter(kind__in=kinds_of(query.event))
    return paged(call, query, rows, event_out)


def event_out(row: Notice) -> OwnEvent:
    """Return an event in the form that the API and the stream send."""
    return filled(
        OwnEvent,
        row,
        id=row.pk,
        event=event_of(row.kind),
        campaign=row.campaign.slug if row.campaign else None,
        path=page_of(row),
        about=msgspec.convert(row.about or {}, OwnEventAbout),
    )
