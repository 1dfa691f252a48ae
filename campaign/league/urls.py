"""URLs of weeks, owners, deputies and calendars."""

from django.urls import path

from .views import calendar, calendar_feed, deputies, login_link, sharing

club_urlpatterns = [path("weeks/", calendar.weeks, name="weeks")]

team_urlpatterns = [
    path("owners/", sharing.owners, name="team-owners"),
    path("owners/links/<uuid:invite>/", sharing.link, name="team-link"),
    path("owners/links/<uuid:invite>/revoke/", sharing.revoke, name="team-link-revoke"),
    path("owners/asks/<uuid:pk>/yes/", sharing.say_yes, name="team-ask-yes"),
    path("owners/asks/<uuid:pk>/no/", sharing.say_no, name="team-ask-no"),
    path("deputy/", deputies.deputy, name="team-deputy"),
    path("deputy/<uuid:pk>/end/", deputies.end, name="team-deputy-end"),
]

urlpatterns = [
    path("me/calendar/", calendar_feed.calendar, name="calendar"),
    path("me/calendar/renew/", calendar_feed.renew, name="calendar-renew"),
    path("me/calendar/drop/", calendar_feed.drop, name="calendar-drop"),
    path("calendar/<str:token>.ics", calendar_feed.feed, name="feed"),
    path("log-in/<str:token>/", login_link.login_link, name="login-link"),
]
