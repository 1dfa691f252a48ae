"""The chances of a team's orders in the week, cached by content.

Use these functions only for the team's owners, or for deputies without records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

import msgspec
from django.core.cache import cache

from campaign.house_rules.rules.house import HouseRules
from campaign.league.models import Team, Week
from espionage.rules.bots.knowledge import PastMission
from espionage.rules.deadline_freeze import freeze_sheet
from espionage.rules.endings import STOPPED
from espionage.rules.files import Roster, TeamFile
from espionage.rules.orders import Sheet
from espionage.rules.sheet_odds import GuardRecord, SheetOdds, sheet_odds
from espionage.selectors.bot_knowledge import memory

EDITION: Final = 1
"""Raise this number if the same sheet gets other figures."""
CACHE_SECONDS: Final = 24 * 3600


def guard_records(week: Week, team: Team) -> tuple[GuardRecord, ...]:
    """Return the rivals' records against this team's missions of the season before this week.

    This runs one query, plus one for each week whose snapshot is missing.
    """
    past = memory(week, team).tried
    return records_in(past, sorted({mission.team for mission in past}))


def records_in(past: Sequence[PastMission], rivals: Iterable[str]) -> tuple[GuardRecord, ...]:
    """Return the records of these rivals against the team's past missions."""
    mission_counts = Counter([mission.team for mission in past])
    stopped_counts = Counter([mission.team for mission in past if mission.ending in STOPPED])
    return tuple(
        GuardRecord(team=rival, missions=mission_counts[rival], stopped=stopped_counts[rival])
        for rival in rivals
    )


def sheet_chances(
    file: TeamFile,
    sheet: Sheet,
    roster: Roster,
    rules: HouseRules,
    records: Sequence[GuardRecord],
) -> SheetOdds:
    """Return the chances of a sheet's orders. This runs no query."""
    frozen = freeze_sheet(sheet, file, roster, rules).sheet
    content = msgspec.json.encode((EDITION, file.id, file.people, frozen, roster, rules, records))
    key = f"sheet-odds:{sha256(content).hexdigest()}"
    odds: SheetOdds | None = cache.get(key)
    if odds is None:
        odds = sheet_odds(file, frozen, roster, rules, records)
        cache.set(key, odds, CACHE_SECONDS)
    return odds
