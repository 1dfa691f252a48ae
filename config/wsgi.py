"""Pages and API, for gunicorn."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

gc.collect()
# what is loaded stays: looking through it for garbage would hold up a page for a tenth of a second
gc.freeze()
