"""The ambush on the site: board, plan form and words. Pure, as its rules are."""

from .table import AMBUSH_TABLE

__all__ = ["AMBUSH_TABLE"]
