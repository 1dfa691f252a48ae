from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Hosts matches of any game."""

    name = "play"
    verbose_name = "Matches"

    def ready(self) -> None:
        """Pages that watch a table hear of every commit that changed it; the lab's documents have a
        page.
        """
        from core.web.views import documents
        from play import live_hub

        from .services import live_notify

        live_notify.fill(live_hub.wake)
        documents.FOLDERS["lab"] = "play-lab"
