"""Choosing a loadout before the start."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from engine.codec import encode
from play.models import Table
from play.selectors.loadouts import items_to_bring, outfitter_of, own_chair
from play.selectors.options import options_of

from .refusals import NotSeated, WrongStage
from .starting import start_if_full
from .table_lock import lock_table


def bring(*, table_id: UUID, user: User, keys: Sequence[str]) -> Table:
    """Choose what the user's side brings, with keys from `selectors.loadouts`.

    The items are stored in their current form, and the choice can be changed until the match
    starts. The last choice at a full table starts the match. Others see that the user has chosen,
    but not which items, and not whether the choice was changed.

    Raise `NoSuchTable`, `NotSeated` if the user has no chair, `WrongStage` after the start or in
    games without loadouts, and `Refused` for items that do not fit.
    """
    with lock_table(table_id) as locked_table:
        locked_table.place(user)
        table, chair = locked_table.table, own_chair(locked_table.chairs, user)
        if chair is None:
            raise NotSeated("Take a seat first, then choose.")
        item_count = items_to_bring(table)
        if not item_count:
            raise WrongStage("There is nothing to choose at this table now.")
        if len(keys) != item_count:
            raise Refused(f"Choose {item_count}. You chose {len(keys)}.", field="keys", code="keys")
        record = outfitter_of(table.game).loadout(user, options_of(table), keys)
        is_first = not chair.loadout
        chair.loadout = encode(record).decode()
        locked_table.save_chairs("loadout")
        if is_first:
            locked_table.publish()
        start_if_full(locked_table, clock.now())
        return table
