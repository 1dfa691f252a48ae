"""Deputies, who can view and play another player's chair. Everyone at the table sees who the
deputies are.
"""

from __future__ import annotations

from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from play.models import Chair, DealtTable, Table
from play.selectors.options import host_of

from .announcements import announce
from .idempotency import person_named
from .refusals import NotSeated, WrongStage
from .table_lock import LockedTable, lock_table


def name_deputy(*, table_id: UUID, user: User, username: str) -> None:
    """Name a deputy for the user's own chair, replacing any earlier one. "" removes the deputy.

    The deputy sees everything that the seat sees. Players cannot be deputies at their own table,
    and deals of the day have no deputies. Raise `NoSuchTable`, `NotSeated`, `WrongStage` or
    `Refused`.
    """
    with lock_table(table_id) as locked_table:
        chair = _own_chair(locked_table, user)
        deputy = _deputy(locked_table, username.strip()) if username.strip() else None
        if chair.deputy_id == (deputy.pk if deputy else None):
            return
        chair.deputy = deputy
        locked_table.save_chairs("deputy")
        news = (
            f"{deputy.get_username()} is now the deputy of {user.get_username()}"
            if deputy
            else f"{user.get_username()} no longer has a deputy"
        )
        announce(locked_table, f"{news}.", clock.now())
        locked_table.publish()


def _own_chair(locked_table: LockedTable, user: User) -> Chair:
    locked_table.place(user)
    chair = next(
        (
            chair
            for chair in locked_table.chairs
            if chair.holder_id == user.pk and chair.resigned_at is None
        ),
        None,
    )
    if chair is None:
        raise NotSeated("Only players with their own seat can name a deputy.")
    if locked_table.table.status == Table.Status.OVER:
        raise WrongStage("The match is over.")
    return chair


def _deputy(locked_table: LockedTable, username: str) -> User:
    if DealtTable.objects.filter(table=locked_table.table).exists():
        raise Refused(
            "You must play the deal of the day yourself.",
            field="username",
            code="no-deputy",
        )
    deputy = person_named(username)
    if deputy is None:
        raise Refused(
            "There is no user with that name who can be your deputy.",
            field="username",
            code="no-deputy",
        )
    if deputy.pk == locked_table.table.opened_by_id and host_of(locked_table.table).stays_away:
        raise Refused(
            "This user opened the table without playing. Choose someone else.",
            field="username",
            code="no-deputy",
        )
    if any(
        deputy.pk in {chair.holder_id, chair.kept_for_id, chair.deputy_id}
        for chair in locked_table.chairs
    ):
        raise Refused(
            "This user already plays at this table. Choose someone else.",
            field="username",
            code="no-deputy",
        )
    return deputy
