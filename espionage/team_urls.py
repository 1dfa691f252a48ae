"""URL patterns of a team's secret pages, for its owners only."""

from __future__ import annotations

from django.urls import URLPattern, path

from .views import (
    ambush,
    decisions,
    dossier,
    more_time,
    order_rows,
    orders,
    receipts,
    reports,
    transcripts,
)

app_name = "espionage"

urlpatterns: list[URLPattern] = [
    path("orders/", orders.orders, name="orders"),
    path("orders/row/<slug:key>/", order_rows.row, name="order-row"),
    path("orders/receipt/", receipts.receipt, name="receipt"),
    path("orders/receipt/<int:version>/", receipts.receipt, name="receipt-version"),
    path("orders/print/", receipts.paper, name="orders-print"),
    path("orders/more-time/", more_time.ask, name="more-time"),
    path("decision/", decisions.decision, name="decision"),
    path("ambush/", ambush.ambush, name="ambush"),
    path("reports/", reports.reports, name="reports"),
    path("reports/<int:number>/", reports.report, name="report"),
    path("reports/<int:number>/ambush/<int:nth>/", ambush.story, name="ambush-story"),
    path("reports/<int:number>/receipt/", receipts.sealed, name="report-receipt"),
    path("reports/<int:number>/print/", reports.paper, name="report-print"),
    path("reports/<int:number>/transcript.json", transcripts.transcript, name="transcript"),
    path("dossier/", dossier.dossier, name="dossier"),
]
