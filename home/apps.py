"""What shows everything: a person's page, a club's front page, the desk's overview."""

from django.apps import AppConfig


class HomeConfig(AppConfig):
    """What shows everything: a person's page, a club's front page, the desk's overview."""

    name = "home"
    verbose_name = "Home"

    def ready(self) -> None:
        """All rooms below are loaded: what they ask for has to be answered now."""
        from core.accounts.services import deletion
        from core.notifications.services import events, pruning
        from core.web.ports import insist_that_all_are_filled

        from . import live_hub
        from .help import hang_pictures
        from .services.account_rooms import Everywhere
        from .services.retention import prune

        deletion.fill(Everywhere())
        events.fill(live_hub.wake)
        pruning.also(deletion.delete_due)
        pruning.also(prune)

        hang_pictures()
        insist_that_all_are_filled()
