"""App with the basis of pages and API of all packages."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """App with the basis of pages and API of all packages."""

    name = "core.web"
    verbose_name = "Web"

    def ready(self) -> None:
        from . import lookups  # noqa: F401 - its lookup is registered
