"""The weekly orders, the week and what comes of it."""

from django.apps import AppConfig


class EspionageConfig(AppConfig):
    """The weekly orders, the week and what comes of it."""

    name = "espionage"
    verbose_name = "Espionage"

    def ready(self) -> None:
        """Make the week one of the games that matches are played of, and answer what the club's pages ask of it."""
        from campaign.selectors import weekgame
        from engine import registry
        from espionage.rules.week import WEEK
        from espionage.selectors.week_face import WeekFace

        registry.register(WEEK)
        weekgame.install(WeekFace())
