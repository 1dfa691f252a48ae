"""App configuration of the game Achtung."""

from django.apps import AppConfig


class AchtungConfig(AppConfig):
    """Configuration of the Achtung app."""

    name = "minigames.achtung"
    verbose_name = "Achtung, Spy!"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from play.tabletop.registry import register

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import ACHTUNG_TABLE

        register(ACHTUNG_TABLE, BOTS, LAB, LESSON)
