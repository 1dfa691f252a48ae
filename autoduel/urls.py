"""URLs of the open arena."""

from django.urls import path

from .views import open_arena

urlpatterns = [
    path("arena/", open_arena.arena, name="open-arena"),
    path("arena/seat/", open_arena.seat, name="open-arena-seat"),
]
