"""The site's addresses, and the page of examples."""

from django.urls import path

from campaign.pages.styleguide import styleguide
from config import urls

handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500
urlpatterns = [*urls.urlpatterns, path("styleguide/", styleguide)]
