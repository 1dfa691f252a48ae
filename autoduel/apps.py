"""The autoduel."""

from django.apps import AppConfig


class AutoduelConfig(AppConfig):
    """The autoduel."""

    name = "autoduel"
    verbose_name = "Autoduel"

    def ready(self) -> None:
        """Make the duel one of the games that matches are played of, with its drivers, and put it
        on the site.
        """
        from autoduel.rules.game import AUTODUEL
        from engine import registry
        from play.tabletop import registry as tabletops

        from .bots import BOTS
        from .tabletop import AUTODUEL_TABLE

        registry.register(AUTODUEL, BOTS)
        tabletops.register(AUTODUEL_TABLE)
