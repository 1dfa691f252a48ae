"""App configuration of Spy vs Spy: Lunacy at the Labs."""

from django.apps import AppConfig


class LunacyConfig(AppConfig):
    """App configuration of the game."""

    name = "minigames.lunacy"
    label = "lunacy"
    verbose_name = "Lunacy at the Labs"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from engine import registry
        from lab import registry as labs
        from minigames.lunacy.rules.game import LUNACY
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import LUNACY_TABLE

        registry.register(LUNACY, BOTS)
        labs.register(LUNACY, LAB)
        tabletops.register(LUNACY_TABLE)
        lessons.register(LESSON)
