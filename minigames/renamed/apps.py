"""James Ernest's Totally Renamed Spy Game."""

from django.apps import AppConfig


class RenamedConfig(AppConfig):
    """Supervillains, lairs, spies, and the last words that supervillains should not have said."""

    name = "minigames.renamed"
    verbose_name = "Totally Renamed Spy Game"

    def ready(self) -> None:
        """Make it one of the games that matches are played of, with its bots."""
        from engine import registry

        from .bots import BOTS
        from .rules.game import RENAMED

        registry.register(RENAMED, BOTS)
