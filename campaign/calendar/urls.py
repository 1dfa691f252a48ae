"""URLs of weeks and calendar feeds."""

from django.urls import path

from .views import calendar, calendar_feed

club_urlpatterns = [path("weeks/", calendar.weeks, name="weeks")]

urlpatterns = [
    path("me/calendar/", calendar_feed.calendar, name="calendar"),
    path("me/calendar/renew/", calendar_feed.renew, name="calendar-renew"),
    path("me/calendar/drop/", calendar_feed.drop, name="calendar-drop"),
    path("calendar/<str:token>.ics", calendar_feed.feed, name="feed"),
]
