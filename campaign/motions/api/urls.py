"""API URLs of votes."""

from django.urls import path

from campaign.league.api.paths import CLUB
from core.web.api.operations import resource

from . import motions

urlpatterns = [
    path(
        f"{CLUB}votes/", resource(get=motions.list_motions, post=motions.move), name="api-motions"
    ),
    path(f"{CLUB}votes/<uuid:motion>/", resource(delete=motions.withdraw), name="api-motion"),
    path(f"{CLUB}votes/<uuid:motion>/vote/", resource(post=motions.vote), name="api-motion-vote"),
    path(
        f"{CLUB}votes/<uuid:motion>/answer/",
        resource(post=motions.answer),
        name="api-motion-answer",
    ),
]
