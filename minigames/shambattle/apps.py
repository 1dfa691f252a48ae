"""Spy Agent Shambattle."""

from django.apps import AppConfig


class ShambattleConfig(AppConfig):
    """Spy Agent Shambattle."""

    name = "minigames.shambattle"
    verbose_name = "Spy Agent Shambattle"

    def ready(self) -> None:
        """Make the battle one of the games that matches are played of, with its bots."""
        from engine import registry

        from .bots import BOTS
        from .rules.game import SHAMBATTLE

        registry.register(SHAMBATTLE, BOTS)
