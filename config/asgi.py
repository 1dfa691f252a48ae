"""Live streams, for uvicorn. A stream must not keep a database connection, so none outlives its
request here.
"""

import gc
import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ["CONN_MAX_AGE"] = "0"

from django.core.asgi import get_asgi_application

site = get_asgi_application()

from config import limits
from home.live_asgi import PersonalStreams  # the apps have to be there first
from play.live_asgi import LiveStreams

from .request_buffering import Gathered, nothing_to_send

streams = LiveStreams(PersonalStreams(site))
application = Gathered(streams, largest=limits.LARGEST_HEAD, beyond=nothing_to_send)

gc.collect()
gc.freeze()  # what is loaded stays: looking through it for garbage would hold up every stream
