from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Hosts matches of any game."""

    name = "play"
    verbose_name = "Matches"
    books = "play.services.reconcile"

    def ready(self) -> None:
        """Pages that watch a table hear of every commit that changed it; the lab's documents have a
        page; its kinds of notices are known.
        """
        from core.web.views import documents
        from play import (
            live_hub,
            notice_kinds,  # noqa: F401 - its kinds are declared
        )

        from .services import live_notify

        live_notify.fill(live_hub.wake)
        documents.FOLDERS["lab"] = "play-lab"
