"""URLs of the open arena and of clubs' arenas."""

from django.urls import URLPattern, path

from .views import club_arenas, open_arena

club_urlpatterns: list[URLPattern] = [
    path("arenas/", club_arenas.arenas, name="arenas"),
    path("arenas/<slug:arena>/", club_arenas.arena, name="arena"),
    path("desk/arenas/edit/", club_arenas.edit, name="desk-arena"),
    path("desk/arenas/<slug:arena>/delete/", club_arenas.delete, name="desk-arena-delete"),
]

urlpatterns = [
    path("arena/", open_arena.arena, name="open-arena"),
    path("arena/seat/", open_arena.seat, name="open-arena-seat"),
]
