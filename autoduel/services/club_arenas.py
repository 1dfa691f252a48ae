"""Services for a club's own arenas (C130). The changes are public."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec

from autoduel.club.arenas import read_arena
from campaign.duels.models import ArenaList
from campaign.duels.rules.arenas import ARENAS, MAX_ARENAS, Arena
from campaign.duels.selectors.arenas import arenas_of
from campaign.league.models import Campaign
from campaign.league.services import desk_log
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import bad_field, refuse_if
from core.web.text import is_taken
from core.web.text import line as one_line
from engine.values import changed


def save_arena(*, campaign: Campaign, arena: Arena, actor: User, now: datetime) -> Arena:
    """Add an arena to the club's arenas, or replace the one with the same key.

    Duels on the site keep the arena that they started with. Raise BadForm with all problems
    of the arena (V173). An unchanged arena is not saved again.
    """
    name = one_line(arena.name, field="name", title="Name", min_length=1, max_length=60)
    valid_arena, problems = read_arena(msgspec.to_builtins(changed(arena, name=name)))
    refuse_if(problems)
    assert valid_arena is not None  # noqa: S101 - unreadable arenas come with a problem
    with club(campaign.pk):
        campaign = locked(campaign)
        before = arenas_of(campaign.pk)
        if valid_arena in before:
            return valid_arena
        others = [row for row in before if row.key != arena.key]
        if is_taken(name, (row.name for row in others)):
            raise bad_field("name", "name-taken", f"The club already has an arena called {name}.")
        if any(site.key == arena.key for site in ARENAS):
            raise bad_field("key", "name-taken", "An arena of the site has this key.")
        if len(others) >= MAX_ARENAS:
            sentence = f"A club can have {MAX_ARENAS} arenas. Delete one first."
            raise bad_field("", "too-many", sentence)
        _save(campaign, [*others, valid_arena], f"saved: {name}", actor, now)
    return valid_arena


def delete_arena(*, campaign: Campaign, arena: Arena, actor: User, now: datetime) -> None:
    """Delete an arena. Duels that have started on the site are not affected."""
    with club(campaign.pk):
        campaign = locked(campaign)
        before = arenas_of(campaign.pk)
        other_arenas = [row for row in before if row.key != arena.key]
        if len(other_arenas) < len(before):
            _save(campaign, other_arenas, f"deleted: {arena.name}", actor, now)


def _save(
    campaign: Campaign, arenas: Iterable[Arena], changes: str, actor: User, now: datetime
) -> None:
    rows = sorted(arenas, key=lambda arena: arena.name.casefold())
    ArenaList.objects.update_or_create(
        campaign=campaign, defaults={"arenas": msgspec.to_builtins(rows), "changed_at": now}
    )
    desk_log.record(
        campaign_id=campaign.pk,
        actor=actor,
        kind="arenas-changed",
        now=now,
        detail={"changes": changes},
    )
