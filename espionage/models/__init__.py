"""Orders, the week's seal, and what a settled week leaves behind."""

from .aftermath import AmbushHeard, Charge, Intel
from .fights import AmbushFight
from .sealing import Seal, SealedSeat
from .sheets import OrderSheet

__all__ = [
    "AmbushFight",
    "AmbushHeard",
    "Charge",
    "Intel",
    "OrderSheet",
    "Seal",
    "SealedSeat",
]
