"""API URLs of vehicles."""

from campaign.league.api.paths import CLUB, TEAM
from core.web.api.operations import api_path

from . import catalogues, garage, offers, workshop

CAR = f"{TEAM}vehicles/<uuid:vehicle>/"

urlpatterns = [
    api_path("catalogue/parts/", "api-parts", get=catalogues.parts),
    api_path("catalogue/vehicles/", "api-stock-vehicles", get=catalogues.stock_vehicles),
    api_path("designs/check/", "api-design-check", post=garage.check),
    api_path("designs/read/", "api-design-read", post=garage.read_line),
    api_path(f"{CLUB}skills/", "api-skills", get=catalogues.skills),
    api_path(f"{CLUB}starts/", "api-starts", get=catalogues.starts),
    api_path(
        f"{CLUB}parts/", "api-club-parts", get=catalogues.club_parts, put=catalogues.replace_parts
    ),
    api_path(f"{CLUB}parts/published/", "api-published-parts", post=catalogues.install_published),
    api_path(f"{CLUB}gear/", "api-gear", get=catalogues.gear_list),
    api_path(f"{TEAM}vehicles/", "api-vehicles", get=garage.list_vehicles, post=garage.build),
    api_path(CAR, "api-vehicle", get=garage.show, patch=garage.rename),
    api_path(f"{CAR}crew/", "api-vehicle-crew", put=garage.seat),
    api_path(f"{CAR}history/", "api-vehicle-history", get=garage.history),
    api_path(f"{CAR}refit/quote/", "api-vehicle-refit-quote", post=garage.quote_refit),
    api_path(f"{CAR}repairs/", "api-vehicle-repairs", get=garage.quote_repairs, post=garage.repair),
    api_path(f"{CAR}sell/", "api-vehicle-sell", post=garage.sell),
    api_path(f"{CAR}scrap/", "api-vehicle-scrap", post=garage.scrap),
    api_path(f"{CAR}offers/", "api-vehicle-offers", post=offers.make),
    api_path(f"{TEAM}offers/", "api-offers", get=offers.list_offers),
    api_path(f"{TEAM}offers/<uuid:offer>/accept/", "api-offer-accept", post=offers.accept),
    api_path(f"{TEAM}offers/<uuid:offer>/decline/", "api-offer-decline", post=offers.decline),
    api_path(f"{TEAM}offers/<uuid:offer>/withdraw/", "api-offer-withdraw", post=offers.withdraw),
    api_path(f"{TEAM}work/", "api-work", get=workshop.list_work, post=workshop.order),
    api_path(f"{TEAM}work/<uuid:work>/", "api-work-order", delete=workshop.strike_out),
]
