"""Addresses of the GM's desk, below /c/<slug>/desk/."""

from __future__ import annotations

from django.urls import path

from campaign.desk.views import (
    calendar,
    corrections,
    failed_weeks,
    hooks,
    house_rules,
    invites,
    pausing,
    people,
    results,
    seasons,
    teams,
)
from home.views.desk import overview

urlpatterns = [
    path("", overview.overview, name="desk"),
    path("club/", seasons.club, name="desk-club"),
    path("invites/", invites.links, name="desk-invites"),
    path("invites/<uuid:invite>/", invites.made, name="desk-invite"),
    path("invites/<uuid:invite>/revoke/", invites.revoke, name="desk-invite-revoke"),
    path("hooks/", hooks.listing, name="desk-hooks"),
    path("hooks/<uuid:hook>/", hooks.made, name="desk-hook"),
    path("hooks/<uuid:hook>/test/", hooks.test, name="desk-hook-test"),
    path("hooks/<uuid:hook>/remove/", hooks.remove, name="desk-hook-remove"),
    path("people/", people.people, name="desk-people"),
    path("people/<uuid:member>/role/", people.role, name="desk-role"),
    path("people/<uuid:member>/remove/", people.remove, name="desk-remove"),
    path("people/<uuid:member>/login-link/", people.login_link, name="desk-login-link"),
    path(
        "people/<uuid:member>/login-link/<uuid:link>/",
        people.login_link_made,
        name="desk-login-link-made",
    ),
    path("teams/", teams.listing, name="desk-teams"),
    path("teams/add-a-bot/", teams.add_bot_team, name="desk-bot-team"),
    path("teams/<slug:team>/approval/", teams.approval, name="desk-approval"),
    path("teams/<slug:team>/send-back/", teams.send_back, name="desk-send-back"),
    path("teams/<slug:team>/hand-over/", teams.hand_over, name="desk-hand-over"),
    path("teams/<slug:team>/retire/", teams.retire, name="desk-retire"),
    path("teams/<slug:team>/bot/", teams.seat_bot, name="desk-bot"),
    path("teams/<slug:team>/bot/off/", teams.call_off_bot, name="desk-bot-off"),
    path("calendar/", calendar.weeks, name="desk-calendar"),
    path("calendar/plan/", calendar.plan, name="desk-plan"),
    path("pause/", pausing.pause, name="desk-pause"),
    path("pause/end/", pausing.go_on, name="desk-go-on"),
    path("week/<int:number>/", calendar.week_page, name="desk-week"),
    path("week/<int:number>/extend/", calendar.extend, name="desk-extend"),
    path("week/<int:number>/postpone/", calendar.postpone, name="desk-postpone"),
    path("week/<int:number>/cancel/", calendar.cancel, name="desk-cancel"),
    path("week/<int:number>/event/", calendar.event, name="desk-event"),
    path("week/<int:number>/retry/", failed_weeks.retry, name="desk-retry"),
    path("duel/<int:number>/", results.duel, name="desk-duel"),
    path("duel/<int:number>/dismiss/", results.dismiss, name="desk-duel-dismiss"),
    path("house-rules/", house_rules.rules, name="desk-house-rules"),
    path("house-rules/<slug:group>/", house_rules.group, name="desk-house-group"),
    path("corrections/", corrections.corrections_home, name="desk-corrections"),
    path("corrections/<slug:team>/", corrections.of_team, name="desk-corrections-team"),
    path("corrections/<slug:team>/<slug:book>/", corrections.correct, name="desk-correct-team"),
    path(
        "corrections/<slug:team>/<slug:book>/<uuid:owner>/",
        corrections.correct,
        name="desk-correct",
    ),
    path("season/", seasons.season, name="desk-season"),
    path("season/close/", seasons.close, name="desk-season-close"),
    path("season/open/", seasons.open_next, name="desk-season-open"),
]
