"""API URLs of weeks, members, invites, owners, deputies, news and webhooks."""

from core.web.api.operations import api_path

from . import calendar_feed, deputies, hooks, members, news, pausing, public_page, sharing, weeks
from .paths import CLUB, TEAM, WEEK

urlpatterns = [
    api_path(
        "me/calendar/",
        "api-calendar",
        get=calendar_feed.my_calendar,
        post=calendar_feed.renew_calendar,
        delete=calendar_feed.drop_calendar,
    ),
    api_path(f"{CLUB}news/", "api-news", get=news.list_news),
    api_path(f"{CLUB}desk-log/", "api-desk-log", get=news.desk_log),
    api_path(f"{CLUB}members/", "api-members", get=members.list_members),
    api_path(f"{CLUB}members/<str:username>/", "api-member", patch=members.set_role),
    api_path(f"{CLUB}members/<str:username>/remove/", "api-member-remove", post=members.remove),
    api_path(
        f"{CLUB}members/<str:username>/login-link/", "api-login-link", post=members.make_login_link
    ),
    api_path(
        f"{CLUB}public-page/", "api-public-page", get=public_page.show, put=public_page.switch
    ),
    api_path(f"{CLUB}join-asks/", "api-join-asks", get=public_page.list_asks),
    api_path(
        f"{CLUB}join-asks/<uuid:join_ask>/answer/", "api-join-answer", post=public_page.answer
    ),
    api_path(f"{CLUB}leave/", "api-leave", post=members.leave),
    api_path(f"{CLUB}invites/", "api-invites", get=members.list_invites, post=members.make_invite),
    api_path(
        f"{CLUB}invites/<uuid:invite>/revoke/", "api-invite-revoke", post=members.revoke_invite
    ),
    api_path(f"{CLUB}desk/hooks/", "api-hooks", get=hooks.list_hooks, post=hooks.add_hook),
    api_path(f"{CLUB}desk/hooks/<uuid:hook>/", "api-hook", delete=hooks.remove_hook),
    api_path(f"{CLUB}desk/hooks/<uuid:hook>/test/", "api-hook-test", post=hooks.test_hook),
    api_path(f"{CLUB}weeks/", "api-weeks", get=weeks.list_weeks, post=weeks.plan),
    api_path(f"{CLUB}pause/", "api-pause", get=pausing.show, post=pausing.pause),
    api_path(f"{CLUB}go-on/", "api-go-on", post=pausing.go_on),
    api_path(f"{WEEK}extend/", "api-week-extend", post=weeks.extend),
    api_path(f"{WEEK}postpone/", "api-week-postpone", post=weeks.postpone),
    api_path(f"{WEEK}cancel/", "api-week-cancel", post=weeks.cancel),
    api_path(f"{WEEK}retry/", "api-week-retry", post=weeks.retry),
    api_path(
        f"{TEAM}deputies/", "api-team-deputies", get=deputies.list_deputies, post=deputies.name
    ),
    api_path(f"{TEAM}deputies/<uuid:deputy>/", "api-team-deputy", delete=deputies.end),
    api_path(f"{TEAM}asks/", "api-team-asks", get=sharing.list_asks),
    api_path(f"{TEAM}asks/<uuid:ask>/answer/", "api-team-answer", post=sharing.answer),
    api_path(f"{TEAM}invites/", "api-team-invites", get=sharing.list_links, post=sharing.make_link),
    api_path(
        f"{TEAM}invites/<uuid:invite>/revoke/", "api-team-invite-revoke", post=sharing.revoke_link
    ),
]
