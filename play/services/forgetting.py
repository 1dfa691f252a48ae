"""Account deletion. The user leaves their tables and tournaments, and their texts there are
deleted. Matches, results and ratings are kept because they also belong to others.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Q

from core.accounts.models import User
from core.accounts.rules.former import replace_name
from core.accounts.services.deletion import FormerAccount
from engine.game import Refusal
from play.models import (
    Chair,
    ChatLine,
    Entrant,
    Holiday,
    OffLadders,
    PrivateMark,
    PrivateNote,
    Table,
    Tournament,
)

from . import deputies, leaving, seating, tournaments
from .table_lock import lock_table

TABLE_OVER: Final = Table.Status.OVER


def leave(user: User, now: datetime) -> None:
    """Leave every unfinished tournament and table. Tables and tournaments that have not started are
    closed or cancelled, and matches are resigned. Parties' chairs are kept. This is idempotent.
    """
    unfinished = Tournament.objects.exclude(status=Tournament.Status.OVER)
    for row in unfinished.filter(opened_by=user, status=Tournament.Status.OPEN, begins_at__gt=now):
        tournaments.cancel(tournament_id=row.pk, user=user)
    for entry in Entrant.objects.filter(tournament__in=unfinished, user=user, left_at=None):
        tournaments.leave(tournament_id=entry.tournament_id, user=user)
    for table in Table.objects.filter(opened_by=user, status=Table.Status.OPEN):
        with suppress(Refusal):
            seating.close_table(table_id=table.pk, user=user)
    own_chairs = Chair.objects.exclude(table__status=TABLE_OVER)
    for chair in own_chairs.filter(kept_for=user, table__status=Table.Status.OPEN):
        seating.decline(table_id=chair.table_id, user=user)
    for chair in own_chairs.filter(holder=user).select_related("table"):
        if chair.table.status == Table.Status.OPEN:
            seating.stand_up(table_id=chair.table_id, user=user)
            continue
        if chair.deputy_id:
            deputies.name_deputy(table_id=chair.table_id, user=user, username="")
        if not chair.table.is_private:
            leaving.resign(table_id=chair.table_id, user=user)
    for chair in own_chairs.filter(deputy=user):
        with lock_table(chair.table_id) as locked_table:
            locked_table.chairs[chair.seat].deputy = None
            locked_table.save_chairs("deputy")
            locked_table.publish()


def people_met(user: User) -> Iterable[UUID]:
    """Return the users who shared a table with this user, invited them, or were invited by them."""
    own_chairs = Chair.objects.filter(Q(holder=user) | Q(kept_for=user) | Q(deputy=user))
    chairs = Chair.objects.filter(table__in=own_chairs.values("table"))
    people = chairs.values_list("holder", "kept_for", "deputy", "table__opened_by")
    return {person for row in people for person in row} - {None}


def forget(deletion: FormerAccount) -> None:
    """Delete the user's texts at tables, replace their name in announcements, and remove them from
    ladders.
    """
    for model in (ChatLine, PrivateNote, PrivateMark, Holiday):
        model._default_manager.filter(user=deletion.user).delete()
    OffLadders.objects.get_or_create(user=deletion.user)
    rename(deletion)


def rename(deletion: FormerAccount) -> None:
    """Replace the user's old name in announcements at their tables and in the names of tables that
    they opened.
    """
    now = deletion.user.get_username()
    sat = Chair.objects.filter(holder=deletion.user).values("table")
    for line in ChatLine.objects.filter(user=None, table__in=sat, text__contains=deletion.name):
        line.text = replace_name(line.text, deletion.name, now)[:500]
        line.save(update_fields=["text"])
    named_models: tuple[type[Table | Tournament], ...] = (Table, Tournament)
    for kind in named_models:
        for row in kind._default_manager.filter(
            opened_by=deletion.user, name__contains=deletion.name
        ):
            row.name = replace_name(row.name, deletion.name, now)[:60]
            row.save(update_fields=["name"])
