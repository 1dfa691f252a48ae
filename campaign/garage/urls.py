"""URLs of vehicles."""

from django.urls import path

from .views import builder, garage, trading, workshop

team_urlpatterns = [
    path("garage/", garage.vehicles, name="garage"),
    path("garage/build/", builder.build, name="build"),
    path("garage/offers/<uuid:pk>/", trading.offer, name="offer"),
    path("garage/offers/<uuid:pk>/accept/", trading.accept, name="offer-accept"),
    path("garage/offers/<uuid:pk>/decline/", trading.decline, name="offer-decline"),
    path("garage/offers/<uuid:pk>/withdraw/", trading.withdraw, name="offer-withdraw"),
    path("garage/<uuid:pk>/", garage.vehicle, name="vehicle"),
    path("garage/<uuid:pk>/edit/", garage.repaint, name="vehicle-edit"),
    path("garage/<uuid:pk>/crew/", garage.crew, name="vehicle-crew"),
    path("garage/<uuid:pk>/sell/", garage.sell, name="vehicle-sell"),
    path("garage/<uuid:pk>/scrap/", garage.scrap, name="vehicle-scrap"),
    path("garage/<uuid:pk>/offer/", trading.offer_vehicle, name="vehicle-offer"),
    path("workshop/", workshop.workshop, name="workshop"),
    path("workshop/mechanic/", workshop.mechanic, name="workshop-mechanic"),
    path("workshop/care/", workshop.care, name="workshop-care"),
    path("workshop/repair/<uuid:pk>/", workshop.repair, name="workshop-repair"),
    path("workshop/work/<uuid:pk>/cancel/", workshop.cancel, name="work-cancel"),
]
