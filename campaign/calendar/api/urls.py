"""API URLs of weeks, pauses and calendar feeds."""

from campaign.league.api.paths import CLUB, WEEK
from core.web.api.operations import api_path

from . import calendar_feed, pausing, weeks

urlpatterns = [
    api_path(
        "me/calendar/",
        "api-calendar",
        get=calendar_feed.my_calendar,
        post=calendar_feed.renew_calendar,
        delete=calendar_feed.drop_calendar,
    ),
    api_path(f"{CLUB}weeks/", "api-weeks", get=weeks.list_weeks, post=weeks.plan),
    api_path(f"{CLUB}weeks/reschedule/", "api-weeks-reschedule", post=weeks.reschedule),
    api_path(f"{CLUB}pause/", "api-pause", get=pausing.show, post=pausing.pause),
    api_path(f"{CLUB}go-on/", "api-go-on", post=pausing.go_on),
    api_path(f"{WEEK}extend/", "api-week-extend", post=weeks.extend),
    api_path(f"{WEEK}postpone/", "api-week-postpone", post=weeks.postpone),
    api_path(f"{WEEK}cancel/", "api-week-cancel", post=weeks.cancel),
    api_path(f"{WEEK}retry/", "api-week-retry", post=weeks.retry),
]
