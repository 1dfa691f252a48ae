"""API URLs of vehicles."""

from django.urls import path

from campaign.league.api.paths import CLUB, TEAM
from core.web.api.operations import resource

from . import catalogues, garage, offers, workshop

CAR = f"{TEAM}vehicles/<uuid:vehicle>/"

urlpatterns = [
    path("catalogue/parts/", resource(get=catalogues.parts), name="api-parts"),
    path("catalogue/vehicles/", resource(get=catalogues.stock_vehicles), name="api-stock-vehicles"),
    path("designs/check/", resource(post=garage.check), name="api-design-check"),
    path(f"{CLUB}skills/", resource(get=catalogues.skills), name="api-skills"),
    path(f"{CLUB}starts/", resource(get=catalogues.starts), name="api-starts"),
    path(
        f"{CLUB}parts/",
        resource(get=catalogues.club_parts, put=catalogues.replace_parts),
        name="api-club-parts",
    ),
    path(f"{CLUB}gear/", resource(get=catalogues.gear_list), name="api-gear"),
    path(
        f"{TEAM}vehicles/",
        resource(get=garage.list_vehicles, post=garage.build),
        name="api-vehicles",
    ),
    path(CAR, resource(get=garage.show, patch=garage.rename), name="api-vehicle"),
    path(f"{CAR}crew/", resource(put=garage.seat), name="api-vehicle-crew"),
    path(f"{CAR}history/", resource(get=garage.history), name="api-vehicle-history"),
    path(f"{CAR}refit/", resource(post=garage.refit), name="api-vehicle-refit"),
    path(f"{CAR}refit/quote/", resource(post=garage.quote_refit), name="api-vehicle-refit-quote"),
    path(
        f"{CAR}repairs/",
        resource(get=garage.quote_repairs, post=garage.repair),
        name="api-vehicle-repairs",
    ),
    path(f"{CAR}sell/", resource(post=garage.sell), name="api-vehicle-sell"),
    path(f"{CAR}scrap/", resource(post=garage.scrap), name="api-vehicle-scrap"),
    path(f"{CAR}offers/", resource(post=offers.make), name="api-vehicle-offers"),
    path(f"{TEAM}offers/", resource(get=offers.list_offers), name="api-offers"),
    path(
        f"{TEAM}offers/<uuid:offer>/accept/", resource(post=offers.accept), name="api-offer-accept"
    ),
    path(
        f"{TEAM}offers/<uuid:offer>/decline/",
        resource(post=offers.decline),
        name="api-offer-decline",
    ),
    path(
        f"{TEAM}offers/<uuid:offer>/withdraw/",
        resource(post=offers.withdraw),
        name="api-offer-withdraw",
    ),
    path(f"{TEAM}work/", resource(get=workshop.list_work, post=workshop.order), name="api-work"),
    path(f"{TEAM}work/<uuid:work>/", resource(delete=workshop.strike_out), name="api-work-order"),
]
