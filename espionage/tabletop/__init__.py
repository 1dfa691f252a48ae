"""The ambush on the site: board, plan form and texts. Like the rules, it has no side effects."""

from .table import AMBUSH_TABLE

__all__ = ["AMBUSH_TABLE"]
