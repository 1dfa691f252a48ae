"""Addresses of the games section of the API."""

from django.urls import path

from core.web.api.operations import resource

from . import (
    daily,
    games,
    heard,
    holidays,
    loadouts,
    matches,
    odds,
    records,
    seats,
    shared,
    tables,
    talk,
    tournaments,
)

TABLE = "play/tables/<uuid:table>/"
TOURNAMENT = "play/tournaments/<uuid:tournament>/"

urlpatterns = [
    path("play/games/", resource(get=games.list_games), name="api-games"),
    path("play/games/<slug:game>/", resource(get=games.show), name="api-game"),
    path(
        "play/games/<slug:game>/schemas/<slug:what>/",
        resource(get=games.schema),
        name="api-game-schema",
    ),
    path("play/games/<slug:game>/ladder/", resource(get=records.ladder), name="api-ladder"),
    path("play/people/<str:name>/", resource(get=records.record), name="api-record"),
    path(
        "play/people/<str:name>/matches/", resource(get=records.matches), name="api-record-matches"
    ),
    path("play/daily/", resource(get=daily.list_deals, post=daily.play_deal), name="api-daily"),
    path("play/daily/<str:day>/", resource(get=daily.show_deal), name="api-daily-day"),
    path(
        "play/ladders/",
        resource(get=tournaments.on_ladders, put=tournaments.choose_ladders),
        name="api-on-ladders",
    ),
    path(
        "play/tournaments/",
        resource(get=tournaments.list_tournaments, post=tournaments.announce),
        name="api-tournaments",
    ),
    path(TOURNAMENT, resource(get=tournaments.show), name="api-tournament"),
    path(f"{TOURNAMENT}rounds/", resource(get=tournaments.rounds), name="api-tournament-rounds"),
    path(
        f"{TOURNAMENT}standings/",
        resource(get=tournaments.standings),
        name="api-tournament-standings",
    ),
    path(f"{TOURNAMENT}enter/", resource(post=tournaments.enter), name="api-tournament-enter"),
    path(f"{TOURNAMENT}leave/", resource(post=tournaments.leave), name="api-tournament-leave"),
    path(f"{TOURNAMENT}cancel/", resource(post=tournaments.cancel), name="api-tournament-cancel"),
    path("play/holiday/", resource(get=holidays.show, post=holidays.go_away), name="api-holiday"),
    path("play/holiday/back/", resource(post=holidays.come_back), name="api-holiday-back"),
    path("play/matches/<uuid:table>/", resource(get=shared.show), name="api-shared-match"),
    path("play/next/", resource(get=tables.next_table), name="api-next-table"),
    path("play/challenges/", resource(post=tables.challenge), name="api-play-challenges"),
    path("play/join/", resource(post=tables.join), name="api-table-join"),
    path("play/join/look/", resource(post=tables.look), name="api-table-look"),
    path(
        "play/tables/", resource(get=tables.list_tables, post=tables.open_table), name="api-tables"
    ),
    path(TABLE, resource(get=tables.show), name="api-table"),
    path(f"{TABLE}move/", resource(post=matches.move), name="api-table-move"),
    path(f"{TABLE}odds/", resource(post=odds.odds), name="api-table-odds"),
    path(f"{TABLE}log/", resource(get=heard.read_log), name="api-table-log"),
    path(f"{TABLE}history/", resource(get=heard.show_history), name="api-table-history"),
    path(f"{TABLE}history/<int:step>/", resource(get=heard.show_step), name="api-table-step"),
    path(f"{TABLE}talk/", resource(get=talk.read, post=talk.say), name="api-table-talk"),
    path(f"{TABLE}note/", resource(get=talk.read_note, put=talk.write_note), name="api-table-note"),
    path(
        f"{TABLE}marks/",
        resource(get=talk.read_marks, put=talk.write_marks),
        name="api-table-marks",
    ),
    path(f"{TABLE}coach/", resource(post=seats.coach), name="api-table-coach"),
    path(f"{TABLE}sit/", resource(post=seats.sit), name="api-table-sit"),
    path(f"{TABLE}decline/", resource(post=seats.decline), name="api-table-decline"),
    path(f"{TABLE}stand/", resource(post=seats.stand), name="api-table-stand"),
    path(
        f"{TABLE}loadout/",
        resource(get=loadouts.read, put=loadouts.bring),
        name="api-table-loadout",
    ),
    path(f"{TABLE}seat-bot/", resource(post=seats.seat_bot), name="api-table-seat-bot"),
    path(f"{TABLE}free-seat/", resource(post=seats.free_seat), name="api-table-free-seat"),
    path(f"{TABLE}deputy/", resource(post=seats.name_deputy), name="api-table-deputy"),
    path(f"{TABLE}invite/", resource(post=tables.invite), name="api-table-invite"),
    path(f"{TABLE}close/", resource(post=tables.close), name="api-table-close"),
    path(f"{TABLE}resign/", resource(post=matches.resign), name="api-table-resign"),
    path(f"{TABLE}pause/", resource(post=matches.ask_for_pause), name="api-table-pause"),
    path(f"{TABLE}unpause/", resource(post=matches.withdraw_pause), name="api-table-unpause"),
    path(f"{TABLE}resume/", resource(post=matches.resume), name="api-table-resume"),
    path(f"{TABLE}share/", resource(post=shared.share), name="api-table-share"),
    path(f"{TABLE}rematch/", resource(post=matches.rematch), name="api-table-rematch"),
]
