"""API URLs of characters."""

from campaign.league.api.paths import TEAM
from core.web.api.operations import api_path

from . import roster

PERSON = f"{TEAM}characters/<uuid:character>/"

urlpatterns = [
    api_path(f"{TEAM}roster/", "api-team-roster", get=roster.public),
    api_path(f"{TEAM}characters/", "api-characters", get=roster.list_characters, post=roster.hire),
    api_path(PERSON, "api-character", get=roster.show, patch=roster.edit),
    api_path(f"{PERSON}history/", "api-character-history", get=roster.history),
    api_path(f"{PERSON}release/", "api-character-release", post=roster.release),
    api_path(f"{PERSON}assign/", "api-character-assign", post=roster.assign),
    api_path(f"{PERSON}gold-cross/", "api-character-gold-cross", post=roster.at_gold_cross),
]
