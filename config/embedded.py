"""The whole site in one process, for ``make run``: pages in threads, streams on the event loop.

Behind a proxy, two services do this (``config.wsgi`` under gunicorn, ``config.asgi`` under
uvicorn). A single process needs a third of their memory.
"""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from a2wsgi import WSGIMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application

from .loading import load_pages, loading
from .request_buffering import Gathered
from .stuck_requests import TimeLimited

THREADS = 8

with loading():
    django = get_asgi_application()

    from home.live_asgi import PersonalStreams  # The apps must be loaded first.
    from play.live_asgi import LiveStreams

    streams = LiveStreams(PersonalStreams(django))
    # An unbounded queue takes the whole response, so that threads never wait for clients.
    limited: Any = TimeLimited(get_wsgi_application())
    threads: Any = WSGIMiddleware(limited, workers=THREADS, send_queue_size=0)
    pages = Gathered(threads)
    load_pages()


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Hand live streams to the event loop and everything else to the threads."""
    if scope["type"] == "http":
        live = scope["path"].startswith(settings.LIVE_PATH)
        await (streams if live else pages)(scope, receive, send)
