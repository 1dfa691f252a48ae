"""URL patterns of the desk for the week's game, below /c/<slug>/desk/."""

from __future__ import annotations

from django.urls import path

from .views import desk, starting

urlpatterns = [
    path("start/", starting.start, name="desk-start"),
    path("week/<int:number>/void/", desk.void, name="desk-void"),
    path("sealed/", desk.sealed, name="desk-sealed"),
    path("sealed/<uuid:act>/", desk.sealed_opened, name="desk-sealed-opened"),
]
