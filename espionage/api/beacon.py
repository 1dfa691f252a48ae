"""Submission of the beacon round for which a week is waiting."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from campaign.calendar.api.weeks import SeasonQuery
from campaign.league.api.permissions import ClubCall, club_door
from core.web.api.operations import Body, Record
from core.web.not_found import or_404
from espionage.selectors.draws import awaited_source, seal_of
from espionage.services import beacon_rounds

from .orders import find_week


class RoundIn(Body):
    """The signature of a round, as published by a beacon relay."""

    signature: Annotated[str, Meta(max_length=200)]


class RoundOut(Record):
    """A round that is valid under the beacon's public key."""

    round: int
    signature: str


@club_door(status=201)
def give(call: ClubCall, query: SeasonQuery, body: RoundIn, number: int) -> RoundOut:
    """Submit the beacon round for which a week is waiting.

    The response is 404 if the week is not waiting for a round.
    """
    source = or_404(awaited_source(or_404(seal_of(find_week(call, number, query.season)))))
    row = beacon_rounds.store_pasted(source, body.signature, given_by=call.user)
    return RoundOut(round=row.round, signature=row.signature)
