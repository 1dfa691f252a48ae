"""A week's duel in the arena of the site: lined up, over, written down, or taken out of it again
(C93 to C97, C99). Who drives it is the room's above; here is what the club keeps of it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from campaign.duels.models import DrivenDuel, DuelDraft
from campaign.duels.rules.duel_record import without_marks
from campaign.duels.selectors import driven as selector
from campaign.duels.selectors.drafts import at_start, to_sign
from campaign.duels.selectors.events import duel_path
from campaign.league.models import Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import rules_in
from campaign.league.services import desk_log, news, openly
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from play.services.finishing import call_off

from . import drafts, duel_turns, results
from .locking import relocked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.duels.rules.duel_record import DuelRecord
    from core.accounts.models import User
    from engine.values import Value
    from play.models import Table

DRIVES: Final = "duel-driven"
"""The kind of news that says where to watch."""


def line_up(
    *, week: Week, table: Table | None, lineup: Sequence[Value], at: datetime
) -> DrivenDuel:
    """Keep where the week's duel is driven and whose cars stand where, and say so to the club, and
    to who is to drive; without a table, that nobody drives. For a job that holds the week.
    """
    row = DrivenDuel.objects.create(
        week=week, table=table, lineup=msgspec.to_builtins(list(lineup)), frozen_at=at
    )
    text = (
        f"{week.title}: the cars are in the arena and drive now. The duel’s page leads to them."
        if table
        else f"{week.title}: fewer than two teams can drive, so the arena stays empty. A GM may "
        "record what was agreed."
    )
    news.publish(
        [news.Item(week.season.campaign_id, DRIVES, text, f"{DRIVES}:{week.pk}", at, week=week.pk)]
    )
    if table is not None:
        duel_turns.call(week, table, at)
    return row


def end(*, row: DrivenDuel, record: DuelRecord, at: datetime) -> None:
    """Keep what a duel came to, in the transaction that ends its table. Once it is out of the arena
    nothing is kept.
    """
    row = locked(row)
    if row.over_at is None and row.paper_at is None:
        row.over_at, row.record = at, msgspec.to_builtins(record)
        row.save(update_fields=["over_at", "record"])


def write_down(weeks: Sequence[Week], at: datetime) -> None:
    """Write the records of these weeks' duels, which are over, as the house's drafts (C94): signed
    and disputed like any, booked at once where the house rules say so, else after the hours they
    give, and when the week closes at the latest (C95). For a job that holds the weeks.
    """
    for week in weeks:
        record = results.checked(week, without_marks(selector.record_of(week.driven)))
        there = at_start(week)
        row = DuelDraft.objects.create(
            week=week,
            number=1,
            at=at,
            books_at=_books_at(week, at) if to_sign(there) else at,
            payload=msgspec.to_builtins(record),
        )
        if row.books_at > at:
            drafts.ask(row, there, at)


def _books_at(week: Week, at: datetime) -> datetime:
    house = rules_in(week)
    if house.duel_books_at_once:
        return at
    hours = timedelta(hours=house.duel_sign_hours)
    return max(at, min(at + hours, week.closes_at) if hours else week.closes_at)


def take_out(*, week: Week, actor: User, reason: str, at: datetime) -> DrivenDuel:
    """Take a week's duel out of the arena, as a GM and before everybody (C97): before its hour or
    while it is driven. What was driven counts for nothing; the record is written by hand, or not at
    all. Raises ReasonNeeded, WrongTime.
    """
    said = desk_log.reasoned(reason)
    with club(week.season.campaign_id):
        week = relocked(week)
        if not selector.is_driven_here(week) or week.status not in UNDER_WAY:
            raise WrongTime("The site drives no duel of this week.")
        row = selector.row_of(week)
        if selector.by_hand(week, row):
            raise WrongTime("This duel is recorded by hand already.")
        if row is None:
            row = DrivenDuel(week=week, frozen_at=at)
        elif row.table_id:
            call_off(row.table_id, at)
            row = locked(row)
            if row.over_at is not None:
                raise WrongTime(
                    "This duel is over: record it yourself if what it came to cannot stand."
                )
        row.paper_at = at
        row.save()
        act = desk_log.record(
            campaign_id=week.season.campaign_id,
            actor=actor,
            kind=ClubNotice.DUEL_ON_PAPER,
            at=at,
            reason=said,
            week=week,
            detail={"week": week.number},
        )
        openly.announce(
            act,
            f"{actor} takes {week.duel_words} out of the arena: it is recorded by hand",
            path=duel_path("duel", week),
            week=week,
        )
        return row


UNDER_WAY: Final = frozenset({Week.Status.OPEN, Week.Status.PLAYING, Week.Status.SETTLED})
"""The weeks whose duel may be taken out of the arena."""
