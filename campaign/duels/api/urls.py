"""API URLs for duels, challenges, standings and the design library."""

from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import api_path

from . import (
    careers,
    challenges,
    duels,
    events,
    garage,
    library,
    meets,
    papers,
    record,
    standings,
    table,
)

DUEL = f"{WEEK}duels/<int:duel>/"
OWN_DUEL = f"{TEAM}weeks/<int:number>/duels/<int:duel>/"
CHALLENGE = f"{TEAM}challenges/<uuid:challenge>/"
CAR = f"{TEAM}vehicles/<uuid:vehicle>/"

urlpatterns = [
    api_path(f"{CLUB}standings/", "api-standings", get=standings.table),
    api_path(f"{CLUB}designs/", "api-designs", get=library.designs),
    api_path(f"{CLUB}designs/<slug:design>/", "api-design", get=library.design),
    api_path(f"{CLUB}honours/", "api-honours", get=careers.honours),
    api_path(f"{CLUB}duellists/", "api-duellists", get=careers.duellists),
    api_path(f"{CLUB}duellists/<uuid:character>/", "api-duellist", get=careers.duellist),
    api_path(f"{CLUB}duellists/<uuid:character>/duels/", "api-duellist-duels", get=careers.rides),
    api_path(f"{WEEK}events/", "api-events", get=events.list_events, post=events.make),
    api_path(f"{WEEK}heats/", "api-heats", post=meets.make_heats),
    api_path(DUEL, "api-duel", get=duels.show),
    api_path(f"{DUEL}draw/", "api-duel-draw", get=meets.draw_sheet),
    api_path(f"{DUEL}call-off/", "api-duel-call-off", post=events.call_off),
    api_path(f"{DUEL}papers/", "api-duel-papers", get=papers.evening),
    api_path(f"{DUEL}form/", "api-duel-form", get=duels.form),
    api_path(f"{DUEL}result/", "api-duel-result", post=duels.record),
    api_path(f"{DUEL}record/", "api-duel-record", get=record.show),
    api_path(f"{DUEL}table/", "api-duel-table", get=table.show),
    api_path(f"{DUEL}rolls/", "api-duel-rolls", get=table.list_rolls),
    api_path(f"{DUEL}dismiss/", "api-duel-dismiss", post=record.dismiss),
    api_path(f"{DUEL}paper/", "api-duel-paper", post=duels.take_out),
    api_path(f"{DUEL}correction/", "api-duel-correction", post=duels.correct),
    api_path(f"{OWN_DUEL}draft/", "api-duel-draft", post=record.draft),
    api_path(f"{OWN_DUEL}sign/", "api-duel-sign", post=record.sign),
    api_path(f"{OWN_DUEL}dispute/", "api-duel-dispute", post=record.dispute),
    api_path(f"{OWN_DUEL}sheets/", "api-duel-sheets", get=table.list_sheets),
    api_path(f"{OWN_DUEL}sheets/<uuid:entry>/", "api-duel-sheet", post=table.mark),
    api_path(f"{OWN_DUEL}roll/", "api-duel-roll", post=table.roll),
    api_path(f"{OWN_DUEL}write-up/", "api-duel-write-up", post=table.write_up),
    api_path(f"{OWN_DUEL}entries/", "api-entries", post=duels.enter),
    api_path(f"{OWN_DUEL}entries/<uuid:entry>/", "api-entry", delete=duels.withdraw),
    api_path(f"{OWN_DUEL}entries/<uuid:entry>/replace/", "api-entry-replace", post=duels.replace),
    api_path(f"{OWN_DUEL}forfeit/", "api-duel-forfeit", post=challenges.forfeit),
    api_path(
        f"{TEAM}challenges/",
        "api-challenges",
        get=challenges.list_challenges,
        post=challenges.call_out,
    ),
    api_path(f"{CHALLENGE}accept/", "api-challenge-accept", post=challenges.accept),
    api_path(f"{CHALLENGE}propose/", "api-challenge-propose", post=challenges.propose),
    api_path(f"{CHALLENGE}decline/", "api-challenge-decline", post=challenges.decline),
    api_path(f"{CHALLENGE}withdraw/", "api-challenge-withdraw", post=challenges.withdraw),
    api_path(f"{CAR}refit/", "api-vehicle-refit", post=garage.refit),
    api_path(f"{CAR}paper/", "api-vehicle-paper", get=papers.vehicle),
    api_path(f"{CAR}design/", "api-vehicle-design", put=library.publish, delete=library.withdraw),
]
