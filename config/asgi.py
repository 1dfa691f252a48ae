"""ASGI application for live streams. Streams must not keep database connections."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["CONN_MAX_AGE"] = "0"

from django.core.asgi import get_asgi_application

from config import limits
from config.loading import loading
from config.request_buffering import Gathered, nothing_to_send

with loading():
    site = get_asgi_application()

    from home.live_asgi import PersonalStreams  # The apps must be loaded first.
    from play.live_asgi import LiveStreams

    streams = LiveStreams(PersonalStreams(site))
    application = Gathered(streams, largest=limits.LARGEST_HEAD, beyond=nothing_to_send)
