"""Models for orders, the week's seal, and the effects of a settled week."""

from .aftermath import AmbushHeard, Charge, Intel
from .attendance import MissedWeek, MoreTime
from .beacon import BeaconRound
from .fights import AmbushFight
from .plans import OrderPlan
from .sealing import Seal, SealedSeat
from .sheets import OrderSheet

__all__ = [
    "AmbushFight", "AmbushHeard", "BeaconRound", "Charge", "Intel", "MissedWeek", "MoreTime",
    "OrderPlan", "OrderSheet", "Seal", "SealedSeat",
]  # fmt: skip
