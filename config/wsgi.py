"""The site's pages and API as a WSGI application, which `config.asgi` runs in threads."""

import os

from django.core.wsgi import get_wsgi_application

from config.loading import load_pages, loading

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

with loading():
    application = get_wsgi_application()
    load_pages()
