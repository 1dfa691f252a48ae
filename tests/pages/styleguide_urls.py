"""The site's addresses and the style guide."""

from django.urls import path

from config import urls

from .styleguide import styleguide

handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)
urlpatterns = [*urls.urlpatterns, path("styleguide/", styleguide)]
