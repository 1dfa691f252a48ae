"""API URLs of votes."""

from campaign.league.api.paths import CLUB
from core.web.api.operations import api_path

from . import motions

urlpatterns = [
    api_path(f"{CLUB}votes/", "api-motions", get=motions.list_motions, post=motions.move),
    api_path(f"{CLUB}votes/<uuid:motion>/", "api-motion", delete=motions.withdraw),
    api_path(f"{CLUB}votes/<uuid:motion>/vote/", "api-motion-vote", post=motions.vote),
    api_path(f"{CLUB}votes/<uuid:motion>/answer/", "api-motion-answer", post=motions.answer),
]
