"""URL patterns for the week's API."""

from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import api_path

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
    api_path(ORDERS, "api-orders", get=orders.read, put=orders.write),
    api_path(f"{ORDERS}check/", "api-orders-check", post=orders.check),
    api_path(f"{ORDERS}choices/", "api-orders-choices", get=orders.choices),
    api_path(f"{ORDERS}odds/", "api-orders-odds", get=orders.odds),
    api_path(f"{ORDERS}receipt/", "api-orders-receipt", get=orders.receipt),
    api_path(
        f"{ORDERS}standing/",
        "api-orders-standing",
        get=orders.read_standing,
        put=orders.write_standing,
    ),
    api_path(f"{ORDERS}versions/", "api-orders-versions", get=orders.versions),
    api_path(f"{TEAM}weeks/<int:number>/more-time/", "api-more-time", post=more_time.ask),
    api_path(f"{TEAM}reports/", "api-reports", get=reports.list_reports),
    api_path(REPORT, "api-report", get=reports.show),
    api_path(f"{REPORT}transcript/", "api-report-transcript", get=reports.transcript),
    api_path(f"{REPORT}ambushes/<int:nth>/", "api-ambush-story", get=ambushes.story),
    api_path(f"{TEAM}ambush/", "api-ambush", get=ambushes.read),
    api_path(f"{TEAM}dossier/", "api-dossier", get=dossier.show),
    api_path(f"{TEAM}decision/", "api-decision", get=decisions.read, post=decisions.reply),
    api_path(f"{WEEK}transcript/", "api-week-transcript", get=reports.open_transcript),
    api_path(f"{WEEK}beacon/", "api-week-beacon", post=beacon.give),
    api_path(f"{WEEK}opened/", "api-week-opened", get=opened.show),
    api_path(f"{WEEK}opened/transcript/", "api-week-opened-transcript", get=opened.transcript),
    api_path(f"{CLUB}seasons/<int:number>/story/", "api-season-story", get=story.story),
    api_path(
        "clubs/<slug:slug>/seasons/<int:season>/story/", "api-club-season", get=story.public_story
    ),
    api_path("transcripts/check/", "api-transcript-check", post=opened.verify),
    api_path(f"{CLUB}weeks/start/", "api-week-start", post=starting.start),
    api_path("tryouts/", "api-tryouts", post=tryout.begin),
    api_path(f"{CLUB}tryout/", "api-tryout", get=tryout.show, post=tryout.bring_on),
    api_path(f"{CLUB}tryout/keep/", "api-tryout-keep", post=tryout.keep),
    api_path(f"{WEEK}void/", "api-week-void", post=sealed.void),
    api_path(f"{CLUB}desk/sealed/", "api-sealed", post=sealed.break_glass),
    api_path(f"{CLUB}desk/sealed/<uuid:act>/", "api-sealed-opened", get=sealed.show),
]
