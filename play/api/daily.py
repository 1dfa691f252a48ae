"""The deal of the day, a match that everyone can play once."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.http import Http404

from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from core.web.not_found import missing_is_404
from core.web.records import filled
from play.selectors import daily, participants
from play.selectors.daily import Deal
from play.services import daily as dealing
from play.tasks import ring

from .shapes import TableSeen, table_seen


class DealOut(Record):
    """A day's deal. `seats` has one entry per seat: "me" for the seat that everyone plays, or the
    name of a bot. `begun` is the number of people who have started it. `table` is your own table,
    or null until you play. `seed` is "" until the day is over, but its SHA-256 hash is public from
    the start.
    """

    day: date
    game: str
    seats: tuple[str, ...]
    ends_at: datetime
    is_over: bool
    begun: int
    table: UUID | None
    seed_hash: str
    seed: str


class FaredOut(Record):
    """A player's result in a deal. `score` and `turns` follow the game's rules, and are 0 in games
    that have none. `moves` is the number of moves that the player made.
    """

    place: int
    name: str
    result: Literal["won", "drawn", "lost"]
    score: int
    turns: int
    moves: int


class DealResults(DealOut):
    """A day's deal, with everyone's results after the day is over. `mine` is your own result."""

    mine: FaredOut | None
    results: tuple[FaredOut, ...]


@person_door(scope=Scope.PLAY)
def list_deals(call: Call, query: Paged) -> Page[DealOut]:
    """List today's deal and past deals, newest first."""
    return paged(
        call,
        query,
        daily.Deals(call.user, call.now),
        lambda deal: filled(DealOut, deal, **_deal_fields(deal)),
    )


@person_door(scope=Scope.PLAY)
def show_deal(call: Call, day: str) -> DealResults:
    """Return the deal for a date, such as 2026-11-24. Results are included once the day is over."""
    with missing_is_404(daily.NoSuchDeal):
        deal = daily.deal_of(_read(day), call.user, call.now)
    result = deal.my_result
    return filled(
        DealResults,
        deal,
        **_deal_fields(deal),
        mine=filled(FaredOut, result) if result else None,
        results=tuple(filled(FaredOut, result) for result in deal.results),
    )


@person_door(status=201, scope=Scope.PLAY)
def play_deal(call: Call) -> TableSeen:
    """Return your table for today's deal. The first request opens the table."""
    table = dealing.take_deal(user=call.user)
    transaction.on_commit(ring)
    return table_seen(participants.place(table.pk, call.user))


def _deal_fields(deal: Deal) -> dict[str, object]:
    return {
        "game": deal.row.game,
        "seats": tuple(deal.row.seats),
        "table": deal.own_table.pk if deal.own_table else None,
        "seed_hash": deal.row.seed_hash,
    }


def _read(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError as error:
        raise Http404 from error
