"""API URLs of old records."""

from campaign.league.api.paths import CLUB
from core.web.api.operations import api_path

from . import moving

urlpatterns = [
    api_path(f"{CLUB}desk/moving/", "api-moving", get=moving.show, post=moving.move),
    api_path(f"{CLUB}desk/moving/check/", "api-moving-check", post=moving.check),
    api_path(f"{CLUB}old-records/", "api-old-records", get=moving.old_records),
]
