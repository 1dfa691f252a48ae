"""URLs for duels, challenges, standings and the design library."""

from django.urls import URLPattern, URLResolver, include, path, re_path
from django.views.generic import RedirectView

from campaign.league.models import WEEKLY_NUMBER

from .views import (
    careers,
    challenges,
    duel,
    library,
    meets,
    papers,
    record,
    refit,
    standings,
    table,
)

duel_urlpatterns = [
    path("", duel.duel, name="duel"),
    path("draw/", meets.draw_sheet, name="duel-draw"),
    path("record/", record.show, name="duel-record"),
    path("record/write/", record.draft, name="duel-draft"),
    path("record/sign/", record.sign, name="duel-sign"),
    path("record/dispute/", record.dispute, name="duel-dispute"),
    path("papers/", papers.evening, name="duel-papers"),
    path("table/", table.show, name="duel-table"),
    path("table/mark/", table.mark, name="duel-mark"),
    path("table/roll/", table.roll, name="duel-roll"),
    path("table/write-up/", table.write_up, name="duel-write-up"),
    path("enter/", duel.enter, name="duel-enter"),
    path("<uuid:pk>/replace/", duel.replace, name="duel-replace"),
    path("<uuid:pk>/withdraw/", duel.withdraw, name="duel-withdraw"),
    path("forfeit/", challenges.forfeit, name="duel-forfeit"),
]

redirect_old_address = RedirectView.as_view(
    url="/c/%(slug)s/weeks/%(number)s/duels/%(duel)s/%(page)s", permanent=True, query_string=True
)
"""Redirects page addresses from old mail, which was sent before duels had numbers."""

club_urlpatterns: list[URLPattern | URLResolver] = [
    path("standings/", standings.standings, name="standings"),
    path("duellists/", careers.duellists, name="duellists"),
    path("designs/", library.designs, name="designs"),
    path("designs/<slug:design>/", library.design, name="design"),
    path("honours/", careers.honours, name="honours"),
    path("duellists/<uuid:pk>/", careers.duellist, name="duellist"),
    path("weeks/<int:number>/duels/<int:duel>/", include(duel_urlpatterns)),
    re_path(
        r"^weeks/(?P<number>\d+)/duel/(?P<page>[a-z0-9/-]*)$",
        redirect_old_address,
        {"duel": WEEKLY_NUMBER},
        name="duel-old",
    ),
    re_path(
        r"^weeks/(?P<number>\d+)/events/(?P<duel>[1-9]\d*)/(?P<page>[a-z0-9/-]*)$",
        redirect_old_address,
        name="duel-old",
    ),
]

team_urlpatterns = [
    path("challenges/", challenges.listing, name="challenges"),
    path("challenges/new/", challenges.call_out, name="challenge-new"),
    path("challenges/<uuid:pk>/", challenges.challenge, name="challenge"),
    path("challenges/<uuid:pk>/accept/", challenges.accept, name="challenge-accept"),
    path("challenges/<uuid:pk>/propose/", challenges.propose, name="challenge-propose"),
    path("challenges/<uuid:pk>/decline/", challenges.decline, name="challenge-decline"),
    path("challenges/<uuid:pk>/withdraw/", challenges.withdraw, name="challenge-withdraw"),
    path("garage/<uuid:pk>/paper/", papers.vehicle, name="vehicle-paper"),
    path("garage/<uuid:pk>/refit/", refit.refit, name="vehicle-refit"),
    path("garage/<uuid:pk>/publish/", library.publish, name="vehicle-publish"),
    path("garage/<uuid:pk>/publish/withdraw/", library.withdraw, name="vehicle-unpublish"),
]
