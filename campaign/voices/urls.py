"""URLs of discussions, letters and notes."""

from django.urls import path

from .views import letters, posts, talk

club_urlpatterns = [
    path("talk/", talk.talk, name="talk"),
    path("talk/new/<slug:kind>/", talk.open_thread, name="talk-new"),
    path("talk/editor/", talk.editor, name="editor"),
    path("talk/<uuid:thread>/", talk.thread, name="talk-thread"),
    path("talk/posts/<uuid:post>/edit/", posts.edit, name="post-edit"),
    path("talk/posts/<uuid:post>/withdraw/", posts.withdraw, name="post-withdraw"),
    path("talk/posts/<uuid:post>/report/", posts.report, name="post-report"),
    path("talk/posts/<uuid:post>/hide/", posts.hide, name="post-hide"),
    path("talk/posts/<uuid:post>/show/", posts.show, name="post-show"),
    path("talk/word/", talk.publish_announcement, name="word-new"),
    path("talk/word/down/", talk.remove_announcement, name="word-down"),
    path("news/<uuid:item>/talk/", talk.about_news, name="news-talk"),
    path("weeks/<int:number>/duels/<int:duel>/talk/", talk.about_duel, name="duel-talk"),
]

team_urlpatterns = [
    path("letters/", letters.letters, name="letters"),
    path("letters/<slug:to>/", letters.letter, name="letter"),
    path("letters/<slug:to>/block/", letters.block, name="letters-block"),
    path("letters/<slug:to>/unblock/", letters.unblock, name="letters-unblock"),
    path("notes/<slug:rival>/", letters.rival_note, name="rival-note"),
]
