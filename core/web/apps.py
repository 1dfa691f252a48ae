"""What pages and the API of every room stand on."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """What pages and the API of every room stand on."""

    name = "core.web"
    verbose_name = "Web"

    def ready(self) -> None:
        from . import lookups  # noqa: F401 - its lookup is registered
