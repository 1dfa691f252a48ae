"""A week's duel, or an event, in the arena of the site: lined up, over, written down, or taken out
of it again (C93 to C97, C99, C101 to C103). Who drives it is the room's above; here is what the
club keeps of it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from campaign.duels.models import DrivenDuel, DuelDraft
from campaign.duels.rules.duel_record import without_marks
from campaign.duels.selectors import arena_queue
from campaign.duels.selectors import driven as selector
from campaign.duels.selectors.drafts import at_start, to_sign
from campaign.duels.selectors.duels import latest_result
from campaign.duels.selectors.events import duel_path
from campaign.duels.selectors.meets import final_of
from campaign.league.models import Event, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors.house import rules_in
from campaign.league.services import desk_log, news, openly
from campaign.league.services.calendar import refuse_closed
from core.web.locks import club, locked
from core.web.refusals import WrongTime
from play.services.finishing import cancel_match

from . import drafts, duel_turns, results
from .locking import relocked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.duels.rules.duel_record import DuelRecord
    from core.accounts.models import User
    from engine.values import Value
    from play.models import Table

LEADS: Final = {
    "teams": "The participating teams can watch. The club can watch the replay afterwards.",
    "club": "You can watch from the duel’s page.",
    "anybody": "You can watch from the duel’s page.",
}
"""Who finds the cars where, by the house rule (C104)."""
DRIVES: Final = "duel-driven"
"""The kind of news that says where to watch."""
BEFORE_THE_FINAL: Final = timedelta(minutes=10)
"""So long before a final begins its heats are booked: who goes on may still change car and crew."""


def begun(weeks: Sequence[Week], at: datetime) -> list[Week]:
    """These weeks, looked at as each of their events whose hour has come for the arena, by their
    hour (C101). A final that its heats have kept waiting begins now (C103). For a job that holds
    the weeks.
    """
    found = arena_queue.as_duels(weeks, arena_queue.events_to_drive(at))
    for week in found:
        event = week.event
        if event is None or event.kind != Event.Kind.FINAL:
            continue
        last = arena_queue.last_heat(event)
        if arena_queue.lacks_a_heat(event) or (last is not None and last > event.starts_at):
            event.starts_at = at
            event.save(update_fields=["starts_at"])
    return found


def line_up(
    *,
    week: Week,
    table: Table | None,
    lineup: Sequence[Value],
    at: datetime,
    no_room_for: Sequence[str] = (),
) -> DrivenDuel:
    """Keep where the duel or event is driven and whose cars stand where, and say so to the club,
    with the teams for whose cars the arena has no room (V3), and to who is to drive; without a
    table, that nobody drives. For a job that holds the week.
    """
    row = DrivenDuel.objects.create(
        week=week,
        event=week.event,
        table=table,
        lineup=msgspec.to_builtins(list(lineup)),
        frozen_at=at,
    )
    text = (
        f"{week.title} has started in the arena. {LEADS[rules_in(week).stands]}"
        if table
        else (
            f"{week.title}: fewer than two teams could take part, so the duel did not take "
            "place. A GM can record an agreed result."
        )
    )
    if no_room_for:
        text += f" There was no room in the arena for {', '.join(no_room_for)}."
    cause, said = f"{DRIVES}:{week.duel_id}", text[:500]
    news.publish([news.Item(week.season.campaign_id, DRIVES, said, cause, at, week=week.pk)])
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
    """Write the records of these weeks' duels and events that are over as the house's drafts (C94):
    signed and disputed like any, booked at once where the house rules say so, else after the hours
    they give, and when the week closes at the latest (C95), a heat's before its final (C102). For a
    job that holds the weeks.
    """
    by_id = {week.pk: week for week in weeks}
    rows = arena_queue.unwritten(at).filter(week__in=by_id).select_related("event__meet")
    for over in rows.order_by("over_at"):
        week = by_id[over.week_id].on(over.event)
        record = results.checked(week, without_marks(selector.record_of(over)))
        there = at_start(week)
        row = DuelDraft.objects.create(
            week=week,
            event=week.event,
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
    latest = min(week.closes_at, _until(week))
    hours = timedelta(hours=house.duel_sign_hours)
    return max(at, min(at + hours, latest) if hours else latest)


def _until(week: Week) -> datetime:
    """Until when a heat is booked, for its final to begin; for other duels, when the week
    closes.
    """
    event = week.event
    if event is None or event.meet is None or event.kind != Event.Kind.HEAT:
        return week.closes_at
    return final_of(event.meet).starts_at - BEFORE_THE_FINAL


def take_out(*, week: Week, actor: User, reason: str, at: datetime) -> DrivenDuel:
    """Take a week's duel, or an event, out of the arena, as a GM and before everybody (C97): before
    its hour or while it is driven. What was driven counts for nothing; the record is written by
    hand, or not at all. Raises ReasonNeeded, WrongTime.
    """
    said = desk_log.require_reason(reason)
    with club(week.season.campaign_id):
        refuse_closed(week.season)
        week = relocked(week)
        if not selector.is_driven_here(week) or week.status not in UNDER_WAY:
            raise WrongTime("No duels of this week are driven on the site.")
        if week.event and week.event.called_off_at:
            raise WrongTime(f"{week.title} was cancelled (C50).")
        row = selector.row_of(week)
        if selector.by_hand(week, row) or (row is None and latest_result(week)):
            raise WrongTime("This duel is already recorded manually.")
        if row is None:
            row = DrivenDuel(week=week, event=week.event, frozen_at=at)
        elif (row := stop(row, at)).over_at is not None:
            raise WrongTime("This duel is over. If its result is wrong, record the duel yourself.")
        row.paper_at = at
        row.save()
        act = desk_log.record(
            campaign_id=week.season.campaign_id,
            actor=actor,
            kind=ClubNotice.DUEL_ON_PAPER,
            now=at,
            reason=said,
            week=week,
            detail={"week": week.number} | ({"event": week.title} if week.event else {}),
        )
        openly.announce(
            act,
            f"{actor} chose to record {week.duel_words} manually",
            path=duel_path("duel", week),
            week=week,
        )
        return row


def stop_all(week: Week, at: datetime) -> None:
    """Call off whatever of a week is still driven, and put it on paper: the week counts for
    nothing. For a service that holds the week.
    """
    for row in DrivenDuel.objects.filter(week=week, over_at=None, paper_at=None):
        held = stop(row, at)
        held.paper_at = at
        held.save(update_fields=["paper_at"])


def stop(row: DrivenDuel, at: datetime) -> DrivenDuel:
    """Call off the match of a duel that is driven, and hold its row; nothing where it is over. For
    a service that holds the week.
    """
    if row.table_id:
        cancel_match(row.table_id, at)
    return locked(row)


UNDER_WAY: Final = frozenset({Week.Status.OPEN, Week.Status.PLAYING, Week.Status.SETTLED})
"""The weeks whose duel may be taken out of the arena."""
