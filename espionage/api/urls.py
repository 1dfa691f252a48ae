"""URL patterns of the week's API."""

from django.urls import path

from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import resource

from . import (
    ambushes,
    beacon,
    decisions,
    dossier,
    more_time,
    opened,
    orders,
    reports,
    sealed,
    starting,
    story,
    tryout,
)

ORDERS = f"{TEAM}weeks/<int:number>/orders/"
REPORT = f"{TEAM}reports/<int:number>/"

urlpatterns = [
    path(ORDERS, resource(get=orders.read, put=orders.write), name="api-orders"),
    path(f"{ORDERS}check/", resource(post=orders.check), name="api-orders-check"),
    path(f"{ORDERS}choices/", resource(get=orders.choices), name="api-orders-choices"),
    path(f"{ORDERS}odds/", resource(get=orders.odds), name="api-orders-odds"),
    path(f"{ORDERS}receipt/", resource(get=orders.receipt), name="api-orders-receipt"),
    path(
        f"{ORDERS}standing/",
        resource(get=orders.read_standing, put=orders.write_standing),
        name="api-orders-standing",
    ),
    path(f"{ORDERS}versions/", resource(get=orders.versions), name="api-orders-versions"),
    path(
        f"{TEAM}weeks/<int:number>/more-time/",
        resource(post=more_time.ask),
        name="api-more-time",
    ),
    path(f"{TEAM}reports/", resource(get=reports.list_reports), name="api-reports"),
    path(REPORT, resource(get=reports.show), name="api-report"),
    path(f"{REPORT}transcript/", resource(get=reports.transcript), name="api-report-transcript"),
    path(f"{REPORT}ambushes/<int:nth>/", resource(get=ambushes.story), name="api-ambush-story"),
    path(f"{TEAM}ambush/", resource(get=ambushes.read), name="api-ambush"),
    path(f"{TEAM}dossier/", resource(get=dossier.show), name="api-dossier"),
    path(
        f"{TEAM}decision/", resource(get=decisions.read, post=decisions.reply), name="api-decision"
    ),
    path(f"{WEEK}transcript/", resource(get=reports.open_transcript), name="api-week-transcript"),
    path(f"{WEEK}beacon/", resource(post=beacon.give), name="api-week-beacon"),
    path(f"{WEEK}opened/", resource(get=opened.show), name="api-week-opened"),
    path(
        f"{WEEK}opened/transcript/",
        resource(get=opened.transcript),
        name="api-week-opened-transcript",
    ),
    path(f"{CLUB}seasons/<int:number>/story/", resource(get=story.story), name="api-season-story"),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/story/",
        resource(get=story.public_story),
        name="api-club-season",
    ),
    path("transcripts/check/", resource(post=opened.verify), name="api-transcript-check"),
    path(f"{CLUB}weeks/start/", resource(post=starting.start), name="api-week-start"),
    path("tryouts/", resource(post=tryout.begin), name="api-tryouts"),
    path(f"{CLUB}tryout/", resource(get=tryout.show, post=tryout.bring_on), name="api-tryout"),
    path(f"{CLUB}tryout/keep/", resource(post=tryout.keep), name="api-tryout-keep"),
    path(f"{WEEK}void/", resource(post=sealed.void), name="api-week-void"),
    path(f"{CLUB}desk/sealed/", resource(post=sealed.break_glass), name="api-sealed"),
    path(f"{CLUB}desk/sealed/<uuid:act>/", resource(get=sealed.show), name="api-sealed-opened"),
]
