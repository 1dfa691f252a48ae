"""Achtung, Spy!: two teams, a Spy in each, five matches."""

from django.apps import AppConfig


class AchtungConfig(AppConfig):
    """Achtung, Spy!: two teams, a Spy in each, five matches."""

    name = "minigames.achtung"
    verbose_name = "Achtung, Spy!"

    def ready(self) -> None:
        """Make it one of the games that matches are played of, with its bots and its lab, and put
        it on the site.
        """
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
