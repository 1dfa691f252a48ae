"""URLs of votes."""

from django.urls import path

from .views import motions

club_urlpatterns = [
    path("votes/", motions.votes, name="votes"),
    path("votes/new/<slug:kind>/", motions.move, name="vote-new"),
    path("votes/<uuid:motion>/", motions.vote, name="vote"),
]
