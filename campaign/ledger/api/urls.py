"""API URLs of money and the store."""

from django.urls import path

from campaign.league.api.paths import TEAM
from core.web.api.operations import resource

from . import store

urlpatterns = [
    path(f"{TEAM}store/", resource(get=store.list_stock), name="api-store"),
    path(f"{TEAM}store/buy/", resource(post=store.buy), name="api-store-buy"),
    path(f"{TEAM}store/sell/", resource(post=store.sell), name="api-store-sell"),
    path(f"{TEAM}money/", resource(get=store.purse), name="api-money"),
    path(f"{TEAM}money/rows/", resource(get=store.money), name="api-money-rows"),
]
