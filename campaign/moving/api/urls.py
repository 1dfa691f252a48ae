"""API URLs of old records."""

from django.urls import path

from campaign.league.api.paths import CLUB
from core.web.api.operations import resource

from . import moving

urlpatterns = [
    path(f"{CLUB}desk/moving/", resource(get=moving.show, post=moving.move), name="api-moving"),
    path(f"{CLUB}desk/moving/check/", resource(post=moving.check), name="api-moving-check"),
    path(f"{CLUB}old-records/", resource(get=moving.old_records), name="api-old-records"),
]
