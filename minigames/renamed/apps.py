"""App configuration of James Ernest's Totally Renamed Spy Game."""

from django.apps import AppConfig


class RenamedConfig(AppConfig):
    """Configuration of the Renamed app."""

    name = "minigames.renamed"
    verbose_name = "Totally Renamed Spy Game"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from play.tabletop.registry import register

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import RENAMED_TABLE

        register(RENAMED_TABLE, BOTS, LAB, LESSON)
