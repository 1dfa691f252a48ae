"""API URLs of money and the store."""

from campaign.league.api.paths import TEAM
from core.web.api.operations import api_path

from . import store

urlpatterns = [
    api_path(f"{TEAM}store/", "api-store", get=store.list_stock),
    api_path(f"{TEAM}store/buy/", "api-store-buy", post=store.buy),
    api_path(f"{TEAM}store/sell/", "api-store-sell", post=store.sell),
    api_path(f"{TEAM}money/", "api-money", get=store.purse),
    api_path(f"{TEAM}money/rows/", "api-money-rows", get=store.money),
]
