from django.apps import AppConfig


class PlayConfig(AppConfig):
    """The app that hosts matches of any game."""

    name = "play"
    verbose_name = "Matches"
    books = "play.services.reconcile"

    def ready(self) -> None:
        """Connect the live streams, register the folder with lab documents, and declare the kinds
        of notices.
        """
        from core.live import hub
        from core.web.views import documents

        from . import notice_kinds  # noqa: F401 - declares its kinds
        from .services import live_notify

        live_notify.wake.fill(hub.wake)
        documents.FOLDERS["lab"] = "play-lab"
