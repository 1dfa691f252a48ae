"""What pages and the API of every room stand on."""

from typing import Any

from django.apps import AppConfig
from django.core import checks


class WebConfig(AppConfig):
    """What pages and the API of every room stand on."""

    name = "core.web"
    verbose_name = "Web"

    def ready(self) -> None:
        from . import lookups  # noqa: F401 - its lookup is registered

        checks.register(unfilled_ports)


def unfilled_ports(**_: Any) -> list[checks.CheckMessage]:
    """An error for each port that no room has filled: the site does not start."""
    from .ports import PORTS

    hint = "Fill it in the ready() of the app above."
    return [checks.Error(f"Nothing fills the port for {port.asked}.", hint, id="web.E001") for port in PORTS if not port.is_filled]
