"""API URLs of weeks, members, invites, owners, deputies, news and web hooks."""

from django.urls import path

from core.web.api.operations import resource

from . import calendar_feed, deputies, hooks, members, news, pausing, public_page, sharing, weeks
from .paths import CLUB, TEAM, WEEK

urlpatterns = [
    path(
        "me/calendar/",
        resource(
            get=calendar_feed.my_calendar,
            post=calendar_feed.renew_calendar,
            delete=calendar_feed.drop_calendar,
        ),
        name="api-calendar",
    ),
    path(f"{CLUB}news/", resource(get=news.list_news), name="api-news"),
    path(f"{CLUB}desk-log/", resource(get=news.desk_log), name="api-desk-log"),
    path(f"{CLUB}members/", resource(get=members.list_members), name="api-members"),
    path(f"{CLUB}members/<str:username>/", resource(patch=members.set_role), name="api-member"),
    path(
        f"{CLUB}members/<str:username>/remove/",
        resource(post=members.remove),
        name="api-member-remove",
    ),
    path(
        f"{CLUB}members/<str:username>/login-link/",
        resource(post=members.make_login_link),
        name="api-login-link",
    ),
    path(
        f"{CLUB}public-page/",
        resource(get=public_page.show, put=public_page.switch),
        name="api-public-page",
    ),
    path(f"{CLUB}join-asks/", resource(get=public_page.list_asks), name="api-join-asks"),
    path(
        f"{CLUB}join-asks/<uuid:join_ask>/answer/",
        resource(post=public_page.answer),
        name="api-join-answer",
    ),
    path(f"{CLUB}leave/", resource(post=members.leave), name="api-leave"),
    path(
        f"{CLUB}invites/",
        resource(get=members.list_invites, post=members.make_invite),
        name="api-invites",
    ),
    path(
        f"{CLUB}invites/<uuid:invite>/revoke/",
        resource(post=members.revoke_invite),
        name="api-invite-revoke",
    ),
    path(
        f"{CLUB}desk/hooks/", resource(get=hooks.list_hooks, post=hooks.add_hook), name="api-hooks"
    ),
    path(f"{CLUB}desk/hooks/<uuid:hook>/", resource(delete=hooks.remove_hook), name="api-hook"),
    path(
        f"{CLUB}desk/hooks/<uuid:hook>/test/", resource(post=hooks.test_hook), name="api-hook-test"
    ),
    path(f"{CLUB}weeks/", resource(get=weeks.list_weeks, post=weeks.plan), name="api-weeks"),
    path(f"{CLUB}pause/", resource(get=pausing.show, post=pausing.pause), name="api-pause"),
    path(f"{CLUB}go-on/", resource(post=pausing.go_on), name="api-go-on"),
    path(f"{WEEK}extend/", resource(post=weeks.extend), name="api-week-extend"),
    path(f"{WEEK}postpone/", resource(post=weeks.postpone), name="api-week-postpone"),
    path(f"{WEEK}cancel/", resource(post=weeks.cancel), name="api-week-cancel"),
    path(f"{WEEK}retry/", resource(post=weeks.retry), name="api-week-retry"),
    path(
        f"{TEAM}deputies/",
        resource(get=deputies.list_deputies, post=deputies.name),
        name="api-team-deputies",
    ),
    path(f"{TEAM}deputies/<uuid:deputy>/", resource(delete=deputies.end), name="api-team-deputy"),
    path(f"{TEAM}asks/", resource(get=sharing.list_asks), name="api-team-asks"),
    path(f"{TEAM}asks/<uuid:ask>/answer/", resource(post=sharing.answer), name="api-team-answer"),
    path(
        f"{TEAM}invites/",
        resource(get=sharing.list_links, post=sharing.make_link),
        name="api-team-invites",
    ),
    path(
        f"{TEAM}invites/<uuid:invite>/revoke/",
        resource(post=sharing.revoke_link),
        name="api-team-invite-revoke",
    ),
]
