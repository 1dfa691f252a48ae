"""What this is: the name and the version of the site, and where its API is described."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from core.web.api.operations import Call, Record
from core.web.api.permissions import open_door


class About(Record):
    """The site's software and its version, and the addresses of the API's description and of the
    page to read it.
    """

    name: str
    version: str
    schema: str
    docs: str


@open_door()
def about(call: Call) -> About:
    """What answers here, and in which version."""
    return About(
        name="Dead Drop",
        version=settings.VERSION,
        schema=reverse("api-schema"),
        docs=reverse("api-docs"),
    )
