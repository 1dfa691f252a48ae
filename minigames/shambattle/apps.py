"""App configuration of Spy Agent Shambattle."""

from django.apps import AppConfig


class ShambattleConfig(AppConfig):
    """Configuration of the Shambattle app."""

    name = "minigames.shambattle"
    verbose_name = "Spy Agent Shambattle"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from play.tabletop.registry import register

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import SHAMBATTLE_TABLE

        register(SHAMBATTLE_TABLE, BOTS, LAB, LESSON)
