"""James Ernest's Totally Renamed Spy Game."""

from django.apps import AppConfig


class RenamedConfig(AppConfig):
    """Supervillains, lairs, spies, and the last words that supervillains should not have said."""

    name = "minigames.renamed"
    verbose_name = "Totally Renamed Spy Game"

    def ready(self) -> None:
        """Make it one of the games that matches are played of, with its bots, and put it on the
        site.
        """
        from engine import registry
        from minigames.renamed.rules.game import RENAMED
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .tabletop import RENAMED_TABLE

        registry.register(RENAMED, BOTS)
        tabletops.register(RENAMED_TABLE)
