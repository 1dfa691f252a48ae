"""URLs of duels, challenges, standings and the design library."""

from django.urls import path

from .views import careers, challenges, duel, library, meets, papers, record, standings, table

club_urlpatterns = [
    path("standings/", standings.standings, name="standings"),
    path("duellists/", careers.duellists, name="duellists"),
    path("designs/", library.designs, name="designs"),
    path("designs/<slug:design>/", library.design, name="design"),
    path("honours/", careers.honours, name="honours"),
    path("duellists/<uuid:pk>/", careers.duellist, name="duellist"),
    path("weeks/<int:number>/duel/", duel.duel, name="duel"),
    path("weeks/<int:number>/duel/record/", record.show, name="duel-record"),
    path("weeks/<int:number>/duel/record/write/", record.draft, name="duel-draft"),
    path("weeks/<int:number>/duel/record/sign/", record.sign, name="duel-sign"),
    path("weeks/<int:number>/duel/record/dispute/", record.dispute, name="duel-dispute"),
    path("weeks/<int:number>/duel/papers/", papers.evening, name="duel-papers"),
    path("weeks/<int:number>/duel/table/", table.show, name="duel-table"),
    path("weeks/<int:number>/duel/table/mark/", table.mark, name="duel-mark"),
    path("weeks/<int:number>/duel/table/roll/", table.roll, name="duel-roll"),
    path("weeks/<int:number>/duel/table/write-up/", table.write_up, name="duel-write-up"),
    path("weeks/<int:number>/events/<int:event>/", duel.duel, name="event-duel"),
    path("weeks/<int:number>/events/<int:event>/draw/", meets.draw_sheet, name="event-duel-draw"),
    path("weeks/<int:number>/events/<int:event>/record/", record.show, name="event-duel-record"),
    path(
        "weeks/<int:number>/events/<int:event>/record/write/", record.draft, name="event-duel-draft"
    ),
    path("weeks/<int:number>/events/<int:event>/record/sign/", record.sign, name="event-duel-sign"),
    path(
        "weeks/<int:number>/events/<int:event>/record/dispute/",
        record.dispute,
        name="event-duel-dispute",
    ),
    path("weeks/<int:number>/events/<int:event>/papers/", papers.evening, name="event-duel-papers"),
    path("weeks/<int:number>/events/<int:event>/table/", table.show, name="event-duel-table"),
    path("weeks/<int:number>/events/<int:event>/table/mark/", table.mark, name="event-duel-mark"),
    path("weeks/<int:number>/events/<int:event>/table/roll/", table.roll, name="event-duel-roll"),
    path(
        "weeks/<int:number>/events/<int:event>/table/write-up/",
        table.write_up,
        name="event-duel-write-up",
    ),
    path("weeks/<int:number>/events/<int:event>/enter/", duel.enter, name="event-duel-enter"),
    path(
        "weeks/<int:number>/events/<int:event>/<uuid:pk>/withdraw/",
        duel.withdraw,
        name="event-duel-withdraw",
    ),
    path(
        "weeks/<int:number>/events/<int:event>/forfeit/",
        challenges.forfeit,
        name="event-duel-forfeit",
    ),
    path("weeks/<int:number>/duel/enter/", duel.enter, name="duel-enter"),
    path("weeks/<int:number>/duel/<uuid:pk>/replace/", duel.replace, name="duel-replace"),
    path("weeks/<int:number>/duel/<uuid:pk>/withdraw/", duel.withdraw, name="duel-withdraw"),
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
    path("garage/<uuid:pk>/publish/", library.publish, name="vehicle-publish"),
    path("garage/<uuid:pk>/publish/withdraw/", library.withdraw, name="vehicle-unpublish"),
]
