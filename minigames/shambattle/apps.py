"""App configuration of Spy Agent Shambattle."""

from django.apps import AppConfig


class ShambattleConfig(AppConfig):
    """Configuration of the Shambattle app."""

    name = "minigames.shambattle"
    verbose_name = "Spy Agent Shambattle"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from engine import registry
        from lab import registry as labs
        from minigames.shambattle.rules.game import SHAMBATTLE
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import SHAMBATTLE_TABLE

        registry.register(SHAMBATTLE, BOTS)
        labs.register(SHAMBATTLE, LAB)
        tabletops.register(SHAMBATTLE_TABLE)
        lessons.register(LESSON)
