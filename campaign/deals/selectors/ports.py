"""A check of a week's orders for loans of guards (C112).

The package of the orders registers it.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from campaign.league.models import Team, Week
from core.web.ports import Port

can_lend_in_open_week: Final = Port[[Week, Team, Team, UUID], bool]("orders of lent guards")
"""Return whether a lender and a borrower both play in an open week, and the lender has not given
the character an order.
"""
