"""URLs of play."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from play.live.views import TableStreamView

from .views import (
    acts,
    challenges,
    daily,
    games,
    history,
    joining,
    lab,
    learn,
    lobby,
    moving,
    opening,
    records,
    shared,
    table,
    talking,
    tournaments,
)

TABLE: list[URLPattern] = [
    path("", table.table, name="play-table"),
    path("pulse/", table.pulse, name="play-pulse"),
    path("frames/", table.frames, name="play-frames"),
    path("move/", moving.move, name="play-move"),
    path("preview/", moving.preview, name="play-preview"),
    path("history/", history.steps, name="play-history"),
    path("say/", talking.say, name="play-say"),
    path("note/", talking.note, name="play-note"),
    path("mark/", talking.mark, name="play-mark"),
    path("coach/", acts.coach, name="play-coach"),
    path("sit/", acts.sit, name="play-sit"),
    path("stand/", acts.stand, name="play-stand"),
    path("bring/", acts.bring, name="play-bring"),
    path("decline/", challenges.decline, name="play-decline"),
    path("seat-bot/", acts.seat_bot, name="play-seat-bot"),
    path("free-seat/", acts.free_seat, name="play-free-seat"),
    path("unseat/", acts.unseat, name="play-unseat"),
    path("invite/", acts.invite, name="play-invite"),
    path("close/", acts.close, name="play-close"),
    path("resign/", acts.resign, name="play-resign"),
    path("claim/", acts.claim, name="play-claim"),
    path("pause/", acts.pause, name="play-pause"),
    path("unpause/", acts.unpause, name="play-unpause"),
    path("resume/", acts.resume, name="play-resume"),
    path("rematch/", acts.rematch, name="play-rematch"),
    path("share/", shared.share, name="play-share"),
    path("deputy/", acts.deputy, name="play-deputy"),
]

TOURNAMENT: list[URLPattern] = [
    path("", tournaments.tournament, name="play-tournament"),
    path("enter/", tournaments.enter, name="play-tournament-enter"),
    path("leave/", tournaments.leave, name="play-tournament-leave"),
    path("cancel/", tournaments.cancel, name="play-tournament-cancel"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("play/", lobby.lobby, name="play"),
    path("play/away/", lobby.edit_holiday, name="play-away"),
    path("play/featured/", lobby.featured_tables, name="play-featured"),
    path("play/next/", lobby.next_table, name="play-next"),
    path("play/daily/", daily.today, name="play-daily"),
    path("play/daily/<str:day>/", daily.day, name="play-daily-day"),
    path("play/tournaments/", tournaments.listing, name="play-tournaments"),
    path("play/tournaments/new/<slug:game>/", tournaments.new, name="play-tournament-new"),
    path("play/tournaments/<uuid:tournament>/", include(TOURNAMENT)),
    path("play/games/<slug:game>/", games.game, name="play-game"),
    path("play/games/<slug:game>/challenge/", challenges.challenge, name="play-challenge"),
    path("play/games/<slug:game>/ladder/", records.ladder, name="play-ladder"),
    path("play/ladders/", records.on_ladders, name="play-on-ladders"),
    path("play/people/<str:name>/", records.record, name="play-record"),
    path(
        "play/people/<str:name>/challenge/",
        challenges.challenge_person,
        name="play-challenge-person",
    ),
    path("play/lab/<slug:game>/", lab.lab, name="play-lab"),
    path("play/learn/", learn.learn, name="play-learn"),
    path("play/learn/<slug:lesson>/", learn.lesson, name="play-lesson"),
    path("play/learn/<slug:lesson>/<int:step>/", learn.lesson, name="play-lesson-step"),
    path("play/rules/<slug:lesson>/", learn.rules, name="play-rules"),
    path("play/now/", opening.play_now, name="play-now"),
    path("play/new/<slug:game>/", opening.new_table, name="play-new"),
    path("play/matches/<uuid:table>/", shared.match, name="play-match"),
    path("play/matches/<uuid:table>/steps/", shared.steps, name="play-match-steps"),
    path("play/matches/<uuid:table>/card.png", shared.card, name="play-match-card"),
    path("play/join/<str:token>/", joining.join, name="play-join"),
    path("play/<uuid:table>/", include(TABLE)),
    path(
        f"{settings.LIVE_PATH.lstrip('/')}play/<uuid:table>/",
        TableStreamView.as_view(),
        name="play-live",
    ),
]
