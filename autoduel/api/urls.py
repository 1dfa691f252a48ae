"""API URLs of the open arena and of clubs' arenas."""

from campaign.league.api.paths import CLUB
from core.web.api.operations import api_path

from . import club_arenas, open_arena

urlpatterns = [
    api_path("arena/", "api-arena", get=open_arena.show, post=open_arena.take_seat),
    api_path("arena/ladder/", "api-arena-ladder", get=open_arena.ladder),
    api_path(f"{CLUB}arenas/", "api-club-arenas", get=club_arenas.list_arenas),
    api_path(
        f"{CLUB}arenas/<slug:arena>/",
        "api-club-arena",
        get=club_arenas.show,
        put=club_arenas.save,
        delete=club_arenas.delete,
    ),
]
