"""Services for obituaries in the news, and for correcting them (C35).

Deaths outside duels are published with the reports.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from campaign.duels.models import DuelResult
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.careers import Duellist, duellist
from campaign.league.models import Duel
from campaign.news.services import news
from core.web.problems import plural

DEATH: Final = "death"
"""Kind of the news item about a death, whether in a duel or not."""


def publish(
    *, row: DuelResult, result: DuelRecord, previous: DuelRecord | None, now: datetime
) -> None:
    """Publish the deaths that this revision adds, and retract those that it removes.

    Each death is published once.
    """
    dead, dead_before = _dead(result), _dead(previous)
    changed_ids = [
        *(character_id for character_id in dead if character_id not in dead_before),
        *(character_id for character_id in dead_before if character_id not in dead),
    ]
    items = []
    for position, character_id in enumerate(changed_ids, 1):
        if duellist_found := duellist(row.duel.week.season.campaign, UUID(character_id)):
            text = (
                _obituary(duellist_found, row.duel)
                if character_id in dead
                else _spared(duellist_found, row.duel)
            )
            cause = f"obituary:{row.duel.pk}:{row.revision}:{character_id}"
            items.append(
                news.Item(
                    row.duel.week.season.campaign_id,
                    DEATH,
                    text,
                    cause,
                    now,
                    position,
                    week=row.duel.week_id,
                )
            )
    news.publish(items)


def _dead(result: DuelRecord | None) -> tuple[str, ...]:
    people = result.form.people if result else ()
    return tuple(deeds.character for deeds in people if deeds.state == "dead")


def _obituary(victim: Duellist, duel: Duel) -> str:
    mark = {"ace": "an ace", "double_ace": "a double ace"}.get(victim.mark, "")
    introduction = f"{victim.name} of {victim.team.name}{f', {mark},' if mark else ''} died in "
    return (
        f"{introduction}{duel.phrase}: {plural(victim.duels, 'duel')}, {victim.won} won, "
        f"{plural(victim.kills, 'kill')}, {victim.prestige:+d} prestige."
    )


def _spared(survivor: Duellist, duel: Duel) -> str:
    place = f"week {duel.week.number}" if duel.is_weekly else duel.phrase
    return (
        f"{survivor.name} of {survivor.team.name} is alive after all: the result of {place} was "
        "corrected."
    )
