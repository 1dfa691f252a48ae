"""API URLs of offers between teams."""

from campaign.league.api.paths import TEAM
from core.web.api.operations import api_path

from . import deals

DEALS = f"{TEAM}deals/"
DEAL = f"{DEALS}<uuid:deal>/"

urlpatterns = [
    api_path(DEALS, "api-deals", get=deals.list_deals),
    api_path(f"{DEALS}bounties/", "api-deal-bounty", post=deals.offer_bounty),
    api_path(f"{DEALS}loans/", "api-deal-loan", post=deals.offer_loan),
    api_path(f"{DEALS}pacts/", "api-deal-pact", post=deals.offer_pact),
    api_path(f"{DEALS}reports/", "api-deal-report", post=deals.offer_report),
    api_path(f"{DEALS}targets/", "api-deal-targets", get=deals.list_targets),
    api_path(DEAL, "api-deal", get=deals.show),
    api_path(f"{DEAL}accept/", "api-deal-accept", post=deals.accept),
    api_path(f"{DEAL}decline/", "api-deal-decline", post=deals.decline),
    api_path(f"{DEAL}withdraw/", "api-deal-withdraw", post=deals.withdraw),
]
