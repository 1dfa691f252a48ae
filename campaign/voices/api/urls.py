"""API URLs of discussions, letters and notes."""

from campaign.league.api.paths import CLUB, TEAM, WEEK
from core.web.api.operations import api_path

from . import letters, talk

LETTERS = f"{TEAM}letters/<slug:to>/"
POST = f"{CLUB}talk/posts/<uuid:post>/"

urlpatterns = [
    api_path(f"{CLUB}talk/", "api-talk", get=talk.list_threads, post=talk.open_thread),
    api_path(
        f"{CLUB}talk/<uuid:thread>/", "api-talk-thread", get=talk.list_posts, post=talk.answer
    ),
    api_path(f"{CLUB}talk/<uuid:thread>/read/", "api-talk-read", post=talk.have_read),
    api_path(
        f"{CLUB}talk/editor/",
        "api-editor",
        get=talk.list_letters_to_editor,
        post=talk.write_to_editor,
    ),
    api_path(f"{POST}", "api-post", patch=talk.edit, delete=talk.withdraw),
    api_path(f"{POST}report/", "api-post-report", post=talk.report),
    api_path(f"{POST}hide/", "api-post-hide", post=talk.hide),
    api_path(f"{POST}show/", "api-post-show", post=talk.show),
    api_path(
        f"{CLUB}word/",
        "api-word",
        get=talk.show_word,
        put=talk.say_word,
        delete=talk.take_word_down,
    ),
    api_path(
        f"{CLUB}news/<uuid:item>/talk/",
        "api-news-talk",
        get=talk.list_news_posts,
        post=talk.talk_about_news,
    ),
    api_path(
        f"{WEEK}duels/<int:duel>/talk/",
        "api-duel-talk",
        get=talk.list_duel_posts,
        post=talk.talk_about_duel,
    ),
    api_path(f"{TEAM}letters/", "api-letters", get=letters.list_correspondents),
    api_path(LETTERS, "api-letters-with", get=letters.list_letters, post=letters.write_letter),
    api_path(f"{LETTERS}read/", "api-letters-read", post=letters.have_read),
    api_path(f"{LETTERS}block/", "api-letters-block", put=letters.block, delete=letters.unblock),
    api_path(f"{TEAM}notes/", "api-rival-notes", get=letters.list_notes),
    api_path(
        f"{TEAM}notes/<slug:rival>/",
        "api-rival-note",
        get=letters.list_versions,
        put=letters.keep_note,
    ),
]
