"""API URLs of clubs, seasons and moderation."""

from campaign.league.api.paths import CLUB
from core.web.api.operations import api_path

from . import founding, talk

urlpatterns = [
    api_path("presets/", "api-presets", get=founding.list_presets),
    api_path("campaigns/", "api-campaigns", get=founding.list_mine, post=founding.found),
    api_path(CLUB, "api-campaign", get=founding.show, patch=founding.describe),
    api_path(
        f"{CLUB}house-rules/",
        "api-house-rules",
        get=founding.house_rules,
        patch=founding.change_rules,
    ),
    api_path(
        f"{CLUB}seasons/", "api-seasons", get=founding.list_seasons, post=founding.open_season
    ),
    api_path(f"{CLUB}seasons/<int:number>/close/", "api-season-close", post=founding.close_season),
    api_path(f"{CLUB}desk/reports/", "api-reports-of-posts", get=talk.list_reports),
    api_path(
        f"{CLUB}desk/reports/<uuid:report>/dismiss/", "api-post-report-dismiss", post=talk.dismiss
    ),
    api_path(f"{CLUB}desk/mutes/", "api-mutes", get=talk.list_mutes, post=talk.mute),
    api_path(f"{CLUB}desk/mutes/<uuid:mute>/end/", "api-mute-end", post=talk.end_mute),
]
