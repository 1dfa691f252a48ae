"""URLs of money and the store."""

from django.urls import path

from .views import money, store

team_urlpatterns = [
    path("store/", store.store, name="store"),
    path("money/", money.ledger, name="money"),
]
