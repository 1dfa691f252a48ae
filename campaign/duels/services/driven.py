"""Duels in the site's arena: line-up, end, record, and removal (C93 to C97, C99, C101 to C103).

A package above this one drives the duel. This module stores the results for the club.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec

from campaign.calendar.services.calendar import refuse_closed
from campaign.duels.models import DrivenDuel, DuelDraft
from campaign.duels.rules.duel_record import DuelRecord, without_marks
from campaign.duels.selectors import arena_queue
from campaign.duels.selectors import driven as selector
from campaign.duels.selectors.drafts import teams_at_start, teams_with_owner
from campaign.duels.selectors.duels import latest_result
from campaign.duels.selectors.meets import final_of
from campaign.league.models import Duel, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import duel_path
from campaign.league.services import desk_log
from campaign.news.services import news, openly
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from engine.values import Value
from play.models import Table
from play.services.finishing import cancel_match

from . import drafts, duel_turns, results
from .locking import locked_duel

WATCHING_SENTENCES: Final = {
    "teams": "The participating teams can watch. The club can watch the replay afterwards.",
    "club": "You can watch from the duel’s page.",
    "anybody": "You can watch from the duel’s page.",
}
"""Sentences that say who can watch, by the value of the house rule (C104)."""
NEWS_KIND: Final = "duel-driven"
"""Kind of the news item that says where to watch."""
BOOKING_LEAD: Final = timedelta(minutes=10)
"""Minimum time between the booking of heats and their final.

Teams that advance can use it to change their car and crew.
"""


def start_events(weeks: Sequence[Week], now: datetime) -> list[Duel]:
    """Return the events that the arena should start now, sorted by time (C101).

    If a final had to wait for its heats, its start is set to now (C103). The caller's job must have
    locked the weeks.
    """
    events = arena_queue.due_events(weeks, now)
    for event in events:
        if event.kind != Duel.Kind.FINAL:
            continue
        last_heat = arena_queue.last_heat_at(event)
        if arena_queue.has_unrecorded_heat(event) or (
            last_heat is not None and last_heat > event.start
        ):
            event.starts_at = now
            event.save(update_fields=["starts_at"])
    return events


def line_up(
    *,
    duel: Duel,
    table: Table | None,
    lineup: Sequence[Value],
    now: datetime,
    no_room_for: Sequence[str] = (),
) -> DrivenDuel:
    """Store where a duel is driven and which cars take part.

    The club is told who can watch and for which teams the arena has no room (V3). The teams that
    drive are notified. If `table` is None, the news says that the duel does not take place. The
    caller's job must have locked the week.
    """
    row = DrivenDuel.objects.create(
        duel=duel,
        table=table,
        lineup=msgspec.to_builtins(list(lineup)),
        frozen_at=now,
    )
    text = (
        f"{duel.title} has started in the arena. {WATCHING_SENTENCES[rules_in(duel.week).stands]}"
        if table
        else (
            f"{duel.title}: fewer than two teams could take part, so the duel did not take "
            "place. A GM can record an agreed result."
        )
    )
    if no_room_for:
        text += f" There was no room in the arena for {', '.join(no_room_for)}."
    cause, news_text = f"{NEWS_KIND}:{duel.pk}", text[:500]
    news.publish(
        [
            news.Item(
                duel.week.season.campaign_id, NEWS_KIND, news_text, cause, now, week=duel.week_id
            )
        ]
    )
    if table is not None:
        duel_turns.notify_start(duel, table, now)
    return row


def end(*, row: DrivenDuel, record: DuelRecord, now: datetime) -> None:
    """Store the result of a duel in the transaction that ends its table.

    Nothing is stored if the duel was taken out of the arena.
    """
    row = locked(row)
    if row.over_at is None and row.paper_at is None:
        row.over_at, row.record = now, msgspec.to_builtins(record)
        row.save(update_fields=["over_at", "record"])


def draft_records(weeks: Sequence[Week], now: datetime) -> None:
    """Draft the records of these weeks' finished duels on behalf of the site (C94).

    The drafts can be signed and disputed as usual. Drafts are booked immediately, or after the
    hours set by the house rules, but no later than when the week closes (C95). A heat is booked
    before its final (C102). The caller's job must have locked the weeks.
    """
    by_id = {week.pk: week for week in weeks}
    rows = (
        arena_queue.driven_without_record(now)
        .filter(duel__week__in=by_id)
        .select_related("duel__meet", "duel__challenge")
    )
    for driven_duel in rows.order_by("over_at"):
        duel = driven_duel.duel
        duel.week = by_id[duel.week_id]
        record = results.check_record(duel, without_marks(selector.record_of(driven_duel)))
        starters = teams_at_start(duel)
        row = DuelDraft.objects.create(
            duel=duel,
            number=1,
            at=now,
            books_at=_books_at(duel, now) if teams_with_owner(starters) else now,
            payload=msgspec.to_builtins(record),
        )
        if row.books_at > now:
            drafts.request_signatures(row, starters, now)


def _books_at(duel: Duel, now: datetime) -> datetime:
    house_rules = rules_in(duel.week)
    if house_rules.duel_books_at_once:
        return now
    deadline = min(duel.week.closes_at, _booking_deadline(duel))
    hours = timedelta(hours=house_rules.duel_sign_hours)
    return max(now, min(now + hours, deadline) if hours else deadline)


def _booking_deadline(duel: Duel) -> datetime:
    """Return the latest time to book a duel.

    A heat must be booked before its final, and other duels by the end of the week.
    """
    if duel.meet is None or duel.kind != Duel.Kind.HEAT:
        return duel.week.closes_at
    return final_of(duel.meet).start - BOOKING_LEAD


def take_out(*, duel: Duel, actor: User, reason: str, now: datetime) -> DrivenDuel:
    """Take a duel out of the arena as a GM, before or during the duel (C97).

    The club is notified. The part already driven does not count. The record is then entered by hand
    or not at all. Raise ReasonNeeded or WrongTime.
    """
    reason_text = desk_log.require_reason(reason)
    with club(duel.week.season.campaign_id):
        refuse_closed(duel.week.season)
        duel = locked_duel(duel)
        if not selector.is_driven_here(duel.week) or duel.week.status not in Week.RUNNING:
            raise WrongTime("No duels of this week are driven on the site.")
        if duel.called_off_at:
            raise WrongTime(f"{duel.title} was cancelled (C50).")
        row = selector.driven_duel_of(duel)
        if selector.is_recorded_by_hand(duel, row) or (row is None and latest_result(duel)):
            raise WrongTime("This duel is already recorded manually.")
        if row is None:
            row = DrivenDuel(duel=duel, frozen_at=now)
        elif (row := stop(row, now)).over_at is not None:
            raise WrongTime("This duel is over. If its result is wrong, record the duel yourself.")
        row.paper_at = now
        row.save()
        act = desk_log.record(
            actor=actor,
            kind=ClubNotice.DUEL_ON_PAPER,
            now=now,
            reason=reason_text,
            week=duel.week,
            detail={"week": duel.week.number} | ({} if duel.is_weekly else {"event": duel.title}),
        )
        openly.announce(
            act,
            f"{actor} chose to record {duel.phrase} manually",
            path=duel_path("duel", duel),
            week=duel.week,
        )
        return row


def stop_all(week: Week, now: datetime) -> None:
    """Call off all running duels of a void week and mark them for recording by hand.

    The caller must have locked the week.
    """
    for row in DrivenDuel.objects.filter(duel__week=week, over_at=None, paper_at=None):
        stopped = stop(row, now)
        stopped.paper_at = now
        stopped.save(update_fields=["paper_at"])


def stop(row: DrivenDuel, now: datetime) -> DrivenDuel:
    """Call off a duel's match and lock the duel's row. The caller must have locked the week.

    Nothing changes if the match is over.
    """
    if row.table_id:
        cancel_match(row.table_id, now)
    return locked(row)
