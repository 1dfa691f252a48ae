"""API URLs of teams."""

from campaign.league.api.paths import CLUB, TEAM
from core.web.api.operations import api_path

from . import teams

urlpatterns = [
    api_path(f"{CLUB}teams/", "api-teams", get=teams.list_teams, post=teams.found),
    api_path(f"{CLUB}ready-company/", "api-ready-company", post=teams.found_ready),
    api_path(f"{CLUB}bot-teams/", "api-bot-teams", post=teams.found_for_bot),
    api_path(TEAM, "api-team", get=teams.show, patch=teams.edit),
    api_path(f"{TEAM}seen-vehicles/", "api-team-seen-vehicles", get=teams.seen_vehicles),
    api_path(f"{TEAM}ready-company/", "api-team-ready-company", post=teams.complete),
    api_path(f"{TEAM}approval/", "api-team-approval", get=teams.review),
    api_path(f"{TEAM}ask-approval/", "api-team-ask-approval", post=teams.ask_approval),
    api_path(f"{TEAM}approve/", "api-team-approve", post=teams.approve),
    api_path(f"{TEAM}send-back/", "api-team-send-back", post=teams.send_back),
    api_path(f"{TEAM}bot/", "api-team-bot", put=teams.seat_bot, delete=teams.call_off_bot),
    api_path(f"{TEAM}hand-over/", "api-team-hand-over", post=teams.hand_over),
    api_path(f"{TEAM}drop-out/", "api-team-drop-out", post=teams.drop_out),
    api_path(f"{TEAM}withdraw/", "api-team-withdraw", post=teams.withdraw),
]
