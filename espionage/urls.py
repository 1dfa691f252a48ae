"""URLs of the espionage phase."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from .views import (
    ambush,
    beacon,
    decisions,
    desk,
    dossier,
    evening,
    more_time,
    opened,
    order_rows,
    orders,
    public,
    receipts,
    reports,
    starting,
    transcripts,
)

desk_urlpatterns = [
    path("start/", starting.start, name="desk-start"),
    path("week/<int:number>/void/", desk.void, name="desk-void"),
    path("week/<int:number>/move-on/", evening.move_on, name="desk-move-on"),
    path("sealed/", desk.sealed, name="desk-sealed"),
    path("sealed/<uuid:act>/", desk.sealed_opened, name="desk-sealed-opened"),
]

team_urlpatterns = [
    path("orders/", orders.orders, name="orders"),
    path("orders/row/<slug:key>/", order_rows.row, name="order-row"),
    path("orders/receipt/", receipts.receipt, name="receipt"),
    path("orders/receipt/<int:version>/", receipts.receipt, name="receipt-version"),
    path("orders/print/", receipts.paper, name="orders-print"),
    path("orders/more-time/", more_time.ask, name="more-time"),
    path("evening/ready/", evening.ready, name="ready"),
    path("decision/", decisions.decision, name="decision"),
    path("ambush/", ambush.ambush, name="ambush"),
    path("reports/", reports.reports, name="reports"),
    path("reports/<int:number>/", reports.report, name="report"),
    path("reports/<int:number>/ambush/<int:nth>/", ambush.story, name="ambush-story"),
    path("reports/<int:number>/receipt/", receipts.sealed, name="report-receipt"),
    path("reports/<int:number>/print/", reports.paper, name="report-print"),
    path("reports/<int:number>/transcript.json", transcripts.transcript, name="transcript"),
    path("dossier/", dossier.dossier, name="dossier"),
    path("dossier/<slug:rival>/", dossier.rivalry, name="rivalry"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("check/", transcripts.check_page, name="check"),
    path(
        "c/<slug:slug>/weeks/<int:number>/transcript.json",
        transcripts.public,
        name="public-transcript",
    ),
    path("c/<slug:slug>/evening/next/", evening.answer_next, name="next-evening"),
    path("c/<slug:slug>/weeks/<int:number>/beacon/", beacon.give, name="week-beacon"),
    path("c/<slug:slug>/seasons/<int:season>/", opened.season_end, name="season-end"),
    path(
        "c/<slug:slug>/seasons/<int:season>/weeks/<int:number>/opened/",
        opened.week_opened,
        name="week-opened",
    ),
    path(
        "c/<slug:slug>/seasons/<int:season>/weeks/<int:number>/opened/transcript.json",
        opened.transcript,
        name="opened-transcript",
    ),
    path("clubs/<slug:slug>/seasons/<int:season>/", public.season, name="club-public-season"),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/card.png",
        public.season_picture,
        name="club-public-season-card",
    ),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/weeks/<int:number>/",
        public.week,
        name="club-public-opened",
    ),
    path("c/<slug:slug>/desk/", include(desk_urlpatterns)),
    path("c/<slug:slug>/teams/<slug:team>/", include((team_urlpatterns, "espionage"))),
]
