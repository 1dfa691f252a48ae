from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Hosts matches of any game."""

    name = "play"
    verbose_name = "Matches"
