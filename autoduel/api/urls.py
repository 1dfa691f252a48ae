"""API URLs of the open arena."""

from core.web.api.operations import api_path

from . import open_arena

urlpatterns = [
    api_path("arena/", "api-arena", get=open_arena.show, post=open_arena.take_seat),
    api_path("arena/ladder/", "api-arena-ladder", get=open_arena.ladder),
]
