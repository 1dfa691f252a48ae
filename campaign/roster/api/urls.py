"""API URLs of characters."""

from django.urls import path

from campaign.league.api.paths import TEAM
from core.web.api.operations import resource

from . import roster

PERSON = f"{TEAM}characters/<uuid:character>/"

urlpatterns = [
    path(f"{TEAM}roster/", resource(get=roster.public), name="api-team-roster"),
    path(
        f"{TEAM}characters/",
        resource(get=roster.list_characters, post=roster.hire),
        name="api-characters",
    ),
    path(PERSON, resource(get=roster.show, patch=roster.edit), name="api-character"),
    path(f"{PERSON}history/", resource(get=roster.history), name="api-character-history"),
    path(f"{PERSON}release/", resource(post=roster.release), name="api-character-release"),
    path(f"{PERSON}assign/", resource(post=roster.assign), name="api-character-assign"),
    path(
        f"{PERSON}gold-cross/", resource(post=roster.at_gold_cross), name="api-character-gold-cross"
    ),
]
