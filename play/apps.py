from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Hosts matches of any game."""

    name = "play"
    verbose_name = "Matches"

    def ready(self) -> None:
        """Pages that watch a table hear of every commit that changed it; one's own page shows one's turns; the lab's documents have a page."""
        from campaign.pages import help as documents
        from campaign.selectors import turns as ports
        from play import live_hub
        from play.selectors import turns
        from play.services import waking

        waking.install(live_hub.wake)
        ports.install(turns.turns_of)
        documents.FOLDERS["lab"] = "play-lab"
