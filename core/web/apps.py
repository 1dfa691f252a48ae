"""App with the foundations of pages and API for all packages."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """App with the foundations of pages and API for all packages."""

    name = "core.web"
    verbose_name = "Web"

    def ready(self) -> None:
        from . import lookups  # noqa: F401 - its lookup is registered
