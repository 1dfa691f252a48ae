"""Seeded race bugs: each removes one protection of one service, as a careless change might, and its
race has to find the consequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from campaign.desk.services import founding
from campaign.garage.services import trading
from campaign.ledger.services import stores, treasury
from campaign.members.services import invites, login_links, owners, sharing
from campaign.roster.services import roster
from core.notifications.services import delivery_worker
from core.uptime.services import heartbeat
from core.web import idempotency
from espionage.services import drawing, due, opening, sheets
from espionage.services.tick import STAGES
from play.services import live_notify, table_lock
from tests.rewriting import rewritten

from . import races
from .races import Findings


@dataclass(frozen=True)
class SeededRace:
    """A bug: `instead` replaces `text` in `function`. `race` finds it."""

    name: str
    function: Callable[..., Any]
    text: str
    instead: str
    race: Callable[[], Findings]

    def __str__(self) -> str:
        return self.name

    @contextmanager
    def sow(self) -> Iterator[None]:
        """Apply the bug inside the block, also to cached SQL."""
        with rewritten(self.function, self.text, self.instead):
            _forget_sql()
            try:
                yield
            finally:
                _forget_sql()


def _forget_sql() -> None:
    for stage in STAGES:
        for name in ("claimable", "due_among", "remaining"):
            vars(stage).pop(name, None)


LOCKED_WEEK: Final = "week = Week.objects.select_for_update(no_key=True).get(pk=week_id)\n"
LOCKED_TABLE: Final = (
    "        table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()\n"
)
NO_TABLE: Final = """        if table is None:
            raise NoSuchTable("This table does not exist.")
"""
DUE_AFTER_LOCK: Final = """\
    due = stage.due(now).filter(pk__among=tuple(locked_ids))
    weeks = tuple(due.select_related("season__campaign").order_by("id"))"""
DUE_WITH_LOCK: Final = """\
    rows = stage.due(now).filter(pk__in=ids).select_for_update(of=("self",), no_key=True)
    weeks = list(rows.select_related("season__campaign").order_by("id"))"""

SEEDED: Final = (
    SeededRace(
        "a sheet saved without the week's lock",
        sheets.save_sheet,
        ".select_for_update(no_key=True)",
        "",
        races.the_deadline_comes_while_a_sheet_is_saved,
    ),
    SeededRace(
        "the clock read before the week's lock",
        sheets.save_sheet,
        f"        {LOCKED_WEEK}        now = clock.now()\n",
        f"        now = clock.now()\n        {LOCKED_WEEK}",
        races.the_deadline_passes_while_a_sheet_waits,
    ),
    SeededRace(
        "a sheet's version read before the week's lock",
        sheets.save_sheet,
        f"        {LOCKED_WEEK}        now = clock.now()\n"
        "        seat = _open_seat(week, team, now)\n"
        "        last_sheet = newest_sheet(week, team)\n",
        f"        last_sheet = newest_sheet(Week(pk=week_id), team)\n        {LOCKED_WEEK}"
        "        now = clock.now()\n"
        "        seat = _open_seat(week, team, now)\n",
        races.two_tabs_save_the_same_sheet,
    ),
    SeededRace(
        "a claim that waits for rows that others hold",
        due._lock_ids,
        "skip_locked=True, ",
        "",
        races.a_week_is_held_while_the_job_comes,
    ),
    SeededRace(
        "work on weeks that are not locked",
        due._process,
        ".select_for_update(no_key=True)",
        "",
        races.two_workers_play_a_week,
    ),
    SeededRace(
        "work on claimed weeks without asking again whether they are due",
        due._process,
        "stage.due(now).filter(pk__among=tuple(locked_ids))",
        "_weeks(tuple(locked_ids))",
        races.a_gm_gives_time_at_the_last_moment,
    ),
    SeededRace(
        "due asked in the statement that waits for the lock",
        due._process,
        DUE_AFTER_LOCK,
        DUE_WITH_LOCK,
        races.a_season_is_closed_over_a_claimed_week,
    ),
    SeededRace(
        "a week opened without its teams' locks",
        opening._lock_teams,
        ".select_for_update(no_key=True)",
        "",
        races.a_team_leaves_while_a_week_opens,
    ),
    SeededRace(
        "a season closed without its weeks' locks",
        founding.close_season,
        ".select_for_update(no_key=True)",
        ".all()",
        races.a_week_opens_while_its_season_is_closed,
    ),
    SeededRace(
        "a claim that leaves no mark",
        due._claim,
        'attempts=F("attempts") + 1, ',
        "",
        races.a_week_kills_whoever_plays_it,
    ),
    SeededRace(
        "a draw written over another",
        drawing.draw_all,
        'pk=seal.pk, draw=""',
        "pk=seal.pk",
        races.two_ticks_draw_for_a_week,
    ),
    SeededRace(
        "a purchase without the team's lock",
        stores.buy,
        "team = locked(team)",
        "team.refresh_from_db()",
        races.two_owners_spend_the_same_money,
    ),
    SeededRace(
        "money set aside without the team's lock",
        treasury.reserve,
        "team = locked(team)",
        "team.refresh_from_db()",
        races.orders_and_a_purchase_take_the_same_money,
    ),
    SeededRace(
        "a key stored outside of its act's transaction",
        idempotency.run_idempotently,
        "with transaction.atomic():",
        "if True:",
        races.a_double_click_buys,
    ),
    SeededRace(
        "an invite that is not locked",
        invites.accept,
        "_require_valid(locked(invite), now)",
        "_require_valid(invite, now)",
        races.two_people_take_a_link_for_one,
    ),
    SeededRace(
        "a log-in link that is not locked",
        login_links.use,
        "_require_valid(locked(link), now)",
        "_require_valid(link, now)",
        races.two_people_use_a_log_in_link,
    ),
    SeededRace(
        "a roster edited without its team's lock",
        roster.edit,
        "locked(character.team), locked(character)",
        "character.team, locked(character)",
        races.a_roster_is_approved_while_it_is_edited,
    ),
    SeededRace(
        "an offer as it was before the locks",
        trading._lock_open_offer,
        "locked(offer.vehicle), locked(offer)",
        "locked(offer.vehicle), offer",
        races.an_offer_is_taken_back_while_it_is_accepted,
    ),
    SeededRace(
        "a place in a team given without holding who gets it",
        sharing._refuse_other_owners,
        "members.lock_membership(user, team.campaign_id)",
        "pass",
        races.two_teams_take_one_person_in,
    ),
    SeededRace(
        "a team handed over without holding who gets it",
        owners.hand_over,
        "members.lock_membership(to, team.campaign_id)",
        "Membership.objects.get(user=to, campaign=team.campaign_id)",
        races.a_team_is_handed_to_who_becomes_a_spectator,
    ),
    SeededRace(
        "a table that is not locked",
        table_lock.lock_table,
        ".select_for_update(no_key=True)",
        "",
        races.two_people_take_the_last_chair,
    ),
    SeededRace(
        "chairs read before the table's lock",
        table_lock.lock_table,
        f"{LOCKED_TABLE}{NO_TABLE}        yield LockedTable(table, chairs_of(table))",
        f"        chairs = chairs_of(Table(pk=table_id))\n{LOCKED_TABLE}{NO_TABLE}"
        "        yield LockedTable(table, chairs)",
        races.two_tabs_move,
    ),
    SeededRace(
        "a clock that does not heed the table's lock",
        table_lock.lock_table_if_free,
        ".select_for_update(no_key=True, skip_locked=True)",
        "",
        races.a_move_is_made_while_its_clock_runs_out,
    ),
    SeededRace(
        "a page woken before the commit",
        live_notify.changed,
        "transaction.on_commit(lambda: wake(table_id), robust=True)",
        "wake(table_id)",
        races.a_page_is_woken_by_a_move,
    ),
    SeededRace(
        "deliveries claimed without a lock",
        delivery_worker._claim,
        '.select_for_update(skip_locked=True, of=("self",), no_key=True)',
        "",
        partial(races.two_workers_deliver, 'SET "attempts"'),
    ),
    SeededRace(
        "deliveries claimed without a lease",
        delivery_worker._claim,
        ", next_at=now + LEASE",
        "",
        partial(races.two_workers_deliver, 'LEFT OUTER JOIN "notifications_notice"'),
    ),
    SeededRace(
        "a heartbeat that is not locked",
        heartbeat._mark,
        ".select_for_update()",
        "",
        races.two_processes_find_that_the_site_was_away,
    ),
)
