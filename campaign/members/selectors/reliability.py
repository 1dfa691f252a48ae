"""Queries for people's reliability.

The app of the week's game implements the port, because it has the data about missed weeks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from campaign.members.rules.reliability import Reliability
from core.web.ports import Port

reliability_of: Final = Port[[Iterable[UUID], datetime], Mapping[UUID, Reliability]](
    "the reliability of people"
)
"""Return the reliability of each person at the given time, in all clubs (C22). This takes one
query.
"""
