"""Choosing a loadout before the start."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from engine.codec import encode
from play.models import Table
from play.selectors.loadouts import outfitter_of, own_chair, wanted_at
from play.selectors.options import options_of

from .refusals import NotSeated, WrongStage
from .starting import start_if_full
from .table_lock import sitting


def bring(*, table_id: UUID, user: User, keys: Sequence[str]) -> Table:
    """Choose what the user's side brings, by the keys that `selectors.loadouts` offers.

    The choice is stored in its present form and can be changed until the match starts. The last
    choice at a full table starts the match. Others see that the user has chosen, but not what, nor
    that the choice was changed. Raise `NoSuchTable`, `NotSeated` without a chair, `WrongStage`
    after the start or in games without loadouts, and `Refused` for items that do not fit.
    """
    with sitting(table_id) as at_table:
        at_table.place(user)
        table, chair = at_table.table, own_chair(at_table.chairs, user)
        if chair is None:
            raise NotSeated("Take a seat first, then choose.")
        wanted = wanted_at(table)
        if not wanted:
            raise WrongStage("There is nothing to choose at this table now.")
        if len(keys) != wanted:
            raise Refused(f"Choose {wanted}. You chose {len(keys)}.", field="keys", code="keys")
        record = outfitter_of(table.game).loadout(user, options_of(table), keys)
        is_first = not chair.loadout
        chair.loadout = encode(record).decode()
        at_table.save_chairs("loadout")
        if is_first:
            at_table.publish()
        start_if_full(at_table, clock.now())
        return table
