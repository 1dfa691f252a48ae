"""URLs of old records."""

from django.urls import path

from .views import moving

club_urlpatterns = [path("old-records/", moving.old_records, name="old-records")]

desk_urlpatterns = [
    path("moving/", moving.moving, name="desk-moving"),
    path("moving/<slug:what>/<slug:kind>/", moving.workbook, name="desk-moving-file"),
]
