"""App for pages that combine data from several apps, such as profiles and a club's home."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """Configuration of the app for pages that combine data from several apps."""

    name = "home"
    verbose_name = "Home"

    def ready(self) -> None:
        """Register the functions that lower packages call, and check that none is missing."""
        from campaign.league.selectors import viewer
        from core.accounts.services import deletion
        from core.live.hub import wake
        from core.notifications.services import events, pruning
        from core.web.ports import insist_that_all_are_filled

        from .help import register_pictures
        from .live.clubs import live_page
        from .services.account_rooms import Everywhere
        from .services.retention import prune

        deletion.ROOMS.fill(Everywhere)
        events.wake.fill(lambda users: wake(*users))
        viewer.live_page.fill(live_page)
        pruning.register_work(deletion.delete_due)
        pruning.register_work(prune)

        register_pictures()
        insist_that_all_are_filled()
