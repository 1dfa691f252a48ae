"""API operation for the site's name, version and API description."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from core.web.api.operations import Call, Record
from core.web.api.permissions import open_door


class About(Record):
    """The name and version of the site, and the addresses of its API description and manual."""

    name: str
    version: str
    schema: str
    docs: str


@open_door()
def about(call: Call) -> About:
    """Return the name and version of this site."""
    return About(
        name="Dead Drop",
        version=settings.VERSION,
        schema=reverse("api-schema"),
        docs=reverse("api-docs"),
    )
