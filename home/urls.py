"""URLs of home's own pages. They include the URL lists of the campaign's subjects and of core."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from autoduel import urls as autoduel
from campaign.calendar import urls as calendar
from campaign.deals import urls as deals
from campaign.desk import urls as desk
from campaign.duels import urls as duels
from campaign.garage import urls as garage
from campaign.ledger import urls as ledger
from campaign.members import urls as members
from campaign.motions import urls as motions
from campaign.moving import urls as moving
from campaign.roster import urls as roster
from campaign.teams import urls as teams
from campaign.voices import urls as voices
from core.web.views import documents

from .live.clubs import ClubStreamView, pulse
from .live.views import EventStreamView
from .views import (
    club,
    front,
    help_index,
    ladder,
    my_data,
    offline,
    people,
    privacy,
    public,
    try_game,
    tryout,
    week,
)
from .views.desk import bundle, overview

CLUB: list[URLPattern | URLResolver] = [
    path("", club.home, name="club"),
    path("pulse/", pulse, name="club-pulse"),
    path("ladder/", ladder.ladder, name="club-ladder"),
    path("news/", club.news, name="news"),
    path("house-rules/", club.house_rules, name="house-rules"),
    path("members/", club.members, name="members"),
    path("try/", tryout.next_step, name="tryout-next"),
    path("try/keep/", tryout.keep, name="tryout-keep"),
    path("weeks/<int:number>/", week.week, name="week"),
    path("weeks/<int:number>/courier/", week.courier, name="courier"),
    *calendar.club_urlpatterns,
    *voices.club_urlpatterns,
    *duels.club_urlpatterns,
    *autoduel.club_urlpatterns,
    *teams.club_urlpatterns,
    *motions.club_urlpatterns,
    *desk.club_urlpatterns,
    *moving.club_urlpatterns,
]

TEAM: list[URLPattern] = [
    *members.team_urlpatterns,
    *voices.team_urlpatterns,
    *deals.team_urlpatterns,
    *ledger.team_urlpatterns,
    *roster.team_urlpatterns,
    *garage.team_urlpatterns,
    *duels.team_urlpatterns,
    *teams.team_urlpatterns,
]

DESK: list[URLPattern | URLResolver] = [
    path("", overview.overview, name="desk"),
    path("bundle/", bundle.carry, name="desk-bundle"),
    *desk.desk_urlpatterns,
    *moving.desk_urlpatterns,
]

PUBLIC: list[URLPattern] = [
    path("", public.club, name="club-public"),
    path("card.png", public.card, name="club-public-card"),
    path("standings/", public.table, name="club-public-table"),
    path("news/", public.news, name="club-public-news"),
    path("seasons/", public.season_list, name="club-public-seasons"),
    path("weeks/<int:number>/", public.week, name="club-public-week"),
    path("weeks/<int:number>/card.png", public.week_picture, name="club-public-week-card"),
    path("duellists/", public.duellists, name="club-public-duellists"),
    path("duellists/<uuid:pk>/", public.duellist, name="club-public-duellist"),
    path("join/", public.ask, name="club-public-ask"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", front.home, name="home"),
    path("try/", tryout.tryout, name="tryout"),
    path("try/keep/", try_game.keep, name="try-keep"),
    path("try/<slug:game>/", try_game.try_game, name="try-game"),
    path("me/", front.my_clubs, name="me"),
    path("me/notices/", front.inbox, name="notices"),
    path("me/notices/read/", front.read_notices, name="notices-read"),
    path(f"{settings.LIVE_PATH.lstrip('/')}me/", EventStreamView.as_view(), name="live-me"),
    path(
        f"{settings.LIVE_PATH.lstrip('/')}c/<slug:slug>/",
        ClubStreamView.as_view(),
        name="live-club",
    ),
    path("sw.js", offline.worker, name="worker"),
    path("offline/", offline.offline, name="offline"),
    path("robots.txt", offline.robots, name="robots"),
    path("favicon.ico", offline.favicon, name="favicon"),
    path("faces/<str:code>.svg", offline.portrait, name="portrait"),
    path("bundles/<str:token>.zip", bundle.download, name="bundle-file"),
    path("me/data/", my_data.my_data, name="my-data"),
    path("me/data/file/", my_data.export, name="my-data-export"),
    path("people/<str:name>/", people.person, name="person"),
    path("join/<str:token>/", front.join, name="join"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("help/", help_index.index, name="help"),
    path("help/<slug:page>/", documents.page, name="help-page"),
    path("clubs/<slug:slug>/", include(PUBLIC)),
    path("c/<slug:slug>/", include(CLUB)),
    path("c/<slug:slug>/teams/<slug:team>/", include(TEAM)),
    path("c/<slug:slug>/desk/", include(DESK)),
    path("", include("core.accounts.urls")),
    path("", include("core.notifications.urls")),
    path("", include("campaign.calendar.urls")),
    path("", include("campaign.members.urls")),
    path("", include("campaign.desk.urls")),
    path("", include("autoduel.urls")),
]
