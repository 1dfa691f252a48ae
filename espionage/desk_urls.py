"""Addresses of the desk that touch sealed orders, below /c/<slug>/desk/."""

from __future__ import annotations

from django.urls import path

from espionage.pages import desk

urlpatterns = [
    path("sealed/", desk.sealed, name="desk-sealed"),
    path("sealed/<uuid:act>/", desk.sealed_opened, name="desk-sealed-opened"),
]
