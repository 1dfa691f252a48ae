"""API URLs of clubs, their seasons and their moderation."""

from django.urls import path

from campaign.league.api.paths import CLUB
from core.web.api.operations import resource

from . import founding, talk

urlpatterns = [
    path("presets/", resource(get=founding.list_presets), name="api-presets"),
    path("campaigns/", resource(get=founding.list_mine, post=founding.found), name="api-campaigns"),
    path(CLUB, resource(get=founding.show, patch=founding.describe), name="api-campaign"),
    path(
        f"{CLUB}house-rules/",
        resource(get=founding.house_rules, patch=founding.change_rules),
        name="api-house-rules",
    ),
    path(
        f"{CLUB}seasons/",
        resource(get=founding.list_seasons, post=founding.open_season),
        name="api-seasons",
    ),
    path(
        f"{CLUB}seasons/<int:number>/close/",
        resource(post=founding.close_season),
        name="api-season-close",
    ),
    path(f"{CLUB}desk/reports/", resource(get=talk.list_reports), name="api-reports-of-posts"),
    path(
        f"{CLUB}desk/reports/<uuid:report>/dismiss/",
        resource(post=talk.dismiss),
        name="api-post-report-dismiss",
    ),
    path(f"{CLUB}desk/mutes/", resource(get=talk.list_mutes, post=talk.mute), name="api-mutes"),
    path(f"{CLUB}desk/mutes/<uuid:mute>/end/", resource(post=talk.end_mute), name="api-mute-end"),
]
