"""What the news says of who died in a duel: an obituary, and a word when a correction spares them
(C35). Who dies otherwise is told with the reports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from uuid import UUID

from campaign.duels.selectors.careers import duellist
from campaign.league.services import news
from core.web.problems import plural

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.duels.models import DuelResult
    from campaign.duels.rules.duel_record import DuelRecord
    from campaign.duels.selectors.careers import Duellist
    from campaign.league.models import Week

DEATH: Final = "death"
"""The kind of the news of every death, by night or in a duel."""


def publish(
    *, row: DuelResult, result: DuelRecord, before: DuelRecord | None, at: datetime
) -> None:
    """Tell the club of those whom this revision calls dead and the one before did not, and the
    other way round, once each.
    """
    now, old = _dead(result), _dead(before)
    changed = [*(who for who in now if who not in old), *(who for who in old if who not in now)]
    items = []
    for position, who in enumerate(changed, 1):
        if one := duellist(row.week.season.campaign, UUID(who)):
            text = _obituary(one, row.duel) if who in now else _spared(one, row.duel)
            cause = f"obituary:{row.duel.duel_id}:{row.revision}:{who}"
            items.append(
                news.Item(
                    row.week.season.campaign_id, DEATH, text, cause, at, position, week=row.week_id
                )
            )
    news.publish(items)


def _dead(result: DuelRecord | None) -> tuple[str, ...]:
    people = result.form.people if result else ()
    return tuple(deeds.character for deeds in people if deeds.state == "dead")


def _obituary(one: Duellist, week: Week) -> str:
    mark = {"ace": "an ace", "double_ace": "a double ace"}.get(one.mark, "")
    said = f"{one.name} of {one.team.name}{f', {mark},' if mark else ''} died in "
    return (
        f"{said}{week.duel_words}: {plural(one.duels, 'duel')}, {one.won} won, "
        f"{plural(one.kills, 'kill')}, {one.prestige:+d} prestige."
    )


def _spared(one: Duellist, week: Week) -> str:
    what = week.duel_words if week.event else f"week {week.number}"
    return f"{one.name} of {one.team.name} is alive after all: the result of {what} was corrected."
