"""URLs of offers between teams."""

from django.urls import path

from .views import deals

team_urlpatterns = [
    path("deals/", deals.listing, name="deals"),
    path("deals/new/<slug:kind>/", deals.make, name="deal-new"),
    *[
        path(f"deals/<uuid:deal>/{key}/", deals.respond, {"answer": answer}, name=f"deal-{key}")
        for key, answer in deals.ANSWERS.items()
    ],
]
