"""URLs of teams."""

from django.urls import path

from .views import bots, leaving, new_team, teams

club_urlpatterns = [
    path("members/leave/", leaving.leave, name="club-leave"),
    path("teams/", teams.teams, name="teams"),
    path("teams/new/", new_team.found_team, name="team-new"),
    path("teams/new/ready/", new_team.found_ready, name="team-new-ready"),
]

team_urlpatterns = [
    path("", teams.team, name="team"),
    path("edit/", teams.edit, name="team-edit"),
    path("approval/", teams.approval, name="team-approval"),
    path("ready/", new_team.complete, name="team-ready"),
    path("bot/", bots.bot, name="team-bot"),
    path("bot/off/", bots.call_off, name="team-bot-off"),
    path("hand-over/", leaving.hand_over, name="team-hand-over"),
    path("give-up/", leaving.give_up, name="team-give-up"),
    path("withdraw/", leaving.withdraw, name="team-withdraw"),
]
