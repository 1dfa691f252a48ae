"""App configuration of the game Achtung."""

from django.apps import AppConfig


class AchtungConfig(AppConfig):
    """Configuration of the Achtung app."""

    name = "minigames.achtung"
    verbose_name = "Achtung, Spy!"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from engine import registry
        from lab import registry as labs
        from minigames.achtung.rules.game import ACHTUNG
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import ACHTUNG_TABLE

        registry.register(ACHTUNG, BOTS)
        labs.register(ACHTUNG, LAB)
        tabletops.register(ACHTUNG_TABLE)
        lessons.register(LESSON)
