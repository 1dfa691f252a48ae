"""The action that follows the first result of a duel, in the same transaction. The package that
pays bounties registers it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from campaign.duels.rules.duel_record import DuelRecord
from core.web.ports import Port

on_first_result: Final = Port[[Mapping[str, str], DuelRecord, datetime], None](
    "the action after the first result of a duel"
)
"""Handle a first result. The arguments are the team of each vehicle, the record and the time of the
booking.
"""
