"""App configuration of James Ernest's Totally Renamed Spy Game."""

from django.apps import AppConfig


class RenamedConfig(AppConfig):
    """Configuration of the Renamed app."""

    name = "minigames.renamed"
    verbose_name = "Totally Renamed Spy Game"

    def ready(self) -> None:
        """Register the game with its bots, lab, tabletop and lesson."""
        from engine import registry
        from lab import registry as labs
        from minigames.renamed.rules.game import RENAMED
        from play.tabletop import lessons
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .lab import LAB
        from .lesson import LESSON
        from .tabletop import RENAMED_TABLE

        registry.register(RENAMED, BOTS)
        labs.register(RENAMED, LAB)
        tabletops.register(RENAMED_TABLE)
        lessons.register(LESSON)
