"""App that provides the foundations of the pages and the API."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """App that provides the foundations of the pages and the API."""

    name = "core.web"
    verbose_name = "Web"

    def ready(self) -> None:
        from . import lookups  # noqa: F401 - its lookup is registered
