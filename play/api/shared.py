"""Shared matches, and consent to share your own."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.urls import reverse

from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door
from core.web.not_found import missing_is_404
from core.web.records import filled
from play.selectors.participants import NoSuchTable
from play.selectors.shared import shared_match
from play.services import sharing

from .permissions import TableCall, table_door


class Sharing(Body):
    """Whether you agree that anyone with the link can watch your match."""

    on: bool


class SharingOut(Record):
    """The sharing status of a match. `shown` is true if anyone can see the match at `path`, `mine`
    is true if you agree to share it, and `missing` names the players who must still agree.
    """

    shown: bool
    mine: bool
    missing: tuple[str, ...]
    path: str


class MomentOut(Record):
    """A step of the match, with its log lines."""

    step: int
    words: str


class SharedOut(Record):
    """A finished match, as shown on its public page. Sentences describe its result and how it
    ended. `card` is the preview picture.
    """

    table: UUID
    game: str
    title: str
    seats: tuple[str, ...]
    result: str
    why: str
    moments: tuple[MomentOut, ...]
    over_at: datetime
    path: str
    card: str


@table_door()
def share(call: TableCall, body: Sharing) -> SharingOut:
    """Agree that anyone with the link can watch your finished match, or withdraw your agreement.
    The match is shared when everyone who played agrees. If the table was in the lobby and open to
    spectators, one player's agreement is enough.
    """
    result = sharing.set_sharing(**call.table_and_user, is_on=body.on)
    path = reverse("play-match", args=[call.place.table.pk])
    return SharingOut(shown=result.is_shared, mine=result.does, missing=result.missing, path=path)


@open_door()
def show(call: Call, table: UUID) -> SharedOut:
    """Return a shared match. Unknown matches and matches that are not shared give the same 404."""
    with missing_is_404(NoSuchTable):
        shared = shared_match(table)
    row = shared.table
    return SharedOut(
        table=row.pk,
        game=row.game,
        title=shared.tabletop.title,
        seats=tuple(shared.names),
        result=shared.result,
        why=shared.reason,
        moments=tuple(filled(MomentOut, moment) for moment in shared.moments),
        over_at=row.over_at or call.now,
        path=reverse("play-match", args=[row.pk]),
        card=reverse("play-match-card", args=[row.pk]),
    )
