"""API URLs of discussions, letters and notes."""

from django.urls import path

from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import resource

from . import letters, talk

LETTERS = f"{TEAM}letters/<slug:to>/"
POST = f"{CLUB}talk/posts/<uuid:post>/"

urlpatterns = [
    path(f"{CLUB}talk/", resource(get=talk.list_threads, post=talk.open_thread), name="api-talk"),
    path(
        f"{CLUB}talk/<uuid:thread>/",
        resource(get=talk.list_posts, post=talk.answer),
        name="api-talk-thread",
    ),
    path(f"{CLUB}talk/<uuid:thread>/read/", resource(post=talk.have_read), name="api-talk-read"),
    path(f"{POST}", resource(patch=talk.edit, delete=talk.withdraw), name="api-post"),
    path(f"{POST}report/", resource(post=talk.report), name="api-post-report"),
    path(f"{POST}hide/", resource(post=talk.hide), name="api-post-hide"),
    path(f"{POST}show/", resource(post=talk.show), name="api-post-show"),
    path(
        f"{CLUB}word/",
        resource(get=talk.show_word, put=talk.say_word, delete=talk.take_word_down),
        name="api-word",
    ),
    path(
        f"{CLUB}news/<uuid:item>/talk/",
        resource(get=talk.list_news_posts, post=talk.talk_about_news),
        name="api-news-talk",
    ),
    path(
        f"{WEEK}duel/talk/",
        resource(get=talk.list_duel_posts, post=talk.talk_about_duel),
        name="api-duel-talk",
    ),
    path(
        f"{WEEK}events/<int:event>/talk/",
        resource(get=talk.list_duel_posts, post=talk.talk_about_duel),
        name="api-event-talk",
    ),
    path(f"{TEAM}letters/", resource(get=letters.list_correspondents), name="api-letters"),
    path(
        LETTERS,
        resource(get=letters.list_letters, post=letters.write_letter),
        name="api-letters-with",
    ),
    path(f"{LETTERS}read/", resource(post=letters.have_read), name="api-letters-read"),
    path(
        f"{LETTERS}block/",
        resource(put=letters.block, delete=letters.unblock),
        name="api-letters-block",
    ),
    path(f"{TEAM}notes/", resource(get=letters.list_notes), name="api-rival-notes"),
    path(
        f"{TEAM}notes/<slug:rival>/",
        resource(get=letters.list_versions, put=letters.keep_note),
        name="api-rival-note",
    ),
]
