"""URL patterns of the espionage phase."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path

from .views import beacon, opened, public, transcripts

urlpatterns: list[URLPattern | URLResolver] = [
    path("check/", transcripts.check_page, name="check"),
    path(
        "c/<slug:slug>/weeks/<int:number>/transcript.json",
        transcripts.public,
        name="public-transcript",
    ),
    path("c/<slug:slug>/weeks/<int:number>/beacon/", beacon.give, name="week-beacon"),
    path("c/<slug:slug>/seasons/<int:season>/", opened.season_end, name="season-end"),
    path(
        "c/<slug:slug>/seasons/<int:season>/weeks/<int:number>/opened/",
        opened.week_opened,
        name="week-opened",
    ),
    path(
        "c/<slug:slug>/seasons/<int:season>/weeks/<int:number>/opened/transcript.json",
        opened.transcript,
        name="opened-transcript",
    ),
    path("clubs/<slug:slug>/seasons/<int:season>/", public.season, name="club-public-season"),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/card.png",
        public.season_picture,
        name="club-public-season-card",
    ),
    path(
        "clubs/<slug:slug>/seasons/<int:season>/weeks/<int:number>/",
        public.week,
        name="club-public-opened",
    ),
    path("c/<slug:slug>/desk/", include("espionage.desk_urls")),
    path("c/<slug:slug>/teams/<slug:team>/", include("espionage.team_urls")),
]
