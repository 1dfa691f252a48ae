"""URLs of characters."""

from django.urls import path

from .views import gold_cross, roster

team_urlpatterns = [
    path("roster/", roster.people, name="roster"),
    path("roster/hire/", roster.hire, name="hire"),
    path("roster/<uuid:pk>/", roster.character, name="character"),
    path("roster/<uuid:pk>/edit/", roster.edit, name="character-edit"),
    path("roster/<uuid:pk>/assign/", roster.assign, name="character-assign"),
    path("roster/<uuid:pk>/release/", roster.release, name="character-release"),
    path("roster/<uuid:pk>/gold-cross/<slug:act>/", gold_cross.gold_cross, name="gold-cross"),
]
