"""API URLs of teams."""

from django.urls import path

from campaign.league.api.paths import CLUB, TEAM
from core.web.api.operations import resource

from . import teams

urlpatterns = [
    path(f"{CLUB}teams/", resource(get=teams.list_teams, post=teams.found), name="api-teams"),
    path(f"{CLUB}ready-company/", resource(post=teams.found_ready), name="api-ready-company"),
    path(f"{CLUB}bot-teams/", resource(post=teams.found_for_bot), name="api-bot-teams"),
    path(TEAM, resource(get=teams.show, patch=teams.edit), name="api-team"),
    path(f"{TEAM}seen-vehicles/", resource(get=teams.seen_vehicles), name="api-team-seen-vehicles"),
    path(f"{TEAM}ready-company/", resource(post=teams.complete), name="api-team-ready-company"),
    path(f"{TEAM}approval/", resource(get=teams.review), name="api-team-approval"),
    path(f"{TEAM}ask-approval/", resource(post=teams.ask_approval), name="api-team-ask-approval"),
    path(f"{TEAM}approve/", resource(post=teams.approve), name="api-team-approve"),
    path(f"{TEAM}send-back/", resource(post=teams.send_back), name="api-team-send-back"),
    path(
        f"{TEAM}bot/", resource(put=teams.seat_bot, delete=teams.call_off_bot), name="api-team-bot"
    ),
    path(f"{TEAM}hand-over/", resource(post=teams.hand_over), name="api-team-hand-over"),
    path(f"{TEAM}drop-out/", resource(post=teams.drop_out), name="api-team-drop-out"),
    path(f"{TEAM}withdraw/", resource(post=teams.withdraw), name="api-team-withdraw"),
]
