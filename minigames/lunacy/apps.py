"""App configuration of Spy vs Spy: Lunacy at the Labs."""

from django.apps import AppConfig


class LunacyConfig(AppConfig):
    """App configuration of the game."""

    name = "minigames.lunacy"
    label = "lunacy"
    verbose_name = "Lunacy at the Labs"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from play.tabletop.registry import register

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import LUNACY_TABLE

        register(LUNACY_TABLE, BOTS, LAB, LESSON)
