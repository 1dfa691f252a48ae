"""Models for discussions in a club and their moderation (C80 to C88).

Texts are stored as `Wording` rows, which the database refuses to change or delete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django_scopes import ScopedManager

from campaign.league.models import Campaign, Duel, Team
from campaign.news.models import News
from core.web.models import Record

if TYPE_CHECKING:
    from uuid import UUID


class Thread(Record):
    """A discussion. It is a topic, a question, an announcement, comments on a duel or news, or
    letters.

    A club has one discussion for letters to the editor of its Courier (C110). For comments on a
    duel, `duel` is the subject. For letters, `one` and `other` are the two teams in the order of
    their ids. A GM's announcement is shown until `closed_at`.
    """

    class Kind(models.TextChoices):
        BOARD = "board", "Board"
        QUESTION = "question", "Question to the GM"
        ANNOUNCEMENT = "word", "Announcement"
        DUEL = "duel", "Duel"
        NEWS = "news", "News"
        LETTERS = "letters", "Letters"
        EDITOR = "editor", "Letters to the editor"

    PUBLIC: ClassVar = (
        Kind.BOARD, Kind.QUESTION, Kind.ANNOUNCEMENT, Kind.DUEL, Kind.NEWS, Kind.EDITOR,
    )  # fmt: skip
    """Kinds of threads that every member of the club can read."""

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="threads")
    kind = models.CharField(max_length=8, choices=Kind)
    title = models.CharField(max_length=120, blank=True)
    duel = models.OneToOneField(
        Duel, null=True, blank=True, on_delete=models.PROTECT, related_name="thread"
    )
    news = models.ForeignKey(
        News, null=True, blank=True, on_delete=models.PROTECT, related_name="threads"
    )
    one = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["-opened_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["news"], name="one_talk_a_line_of_news"),
            models.UniqueConstraint(fields=["one", "other"], name="one_thread_of_letters"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=Q(kind="word", closed_at=None),
                name="one_word_of_the_gm",
            ),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(kind="editor"), name="one_editor_a_club"
            ),
            models.CheckConstraint(
                condition=Q(kind="letters", one__isnull=False, other__isnull=False)
                | ~Q(kind="letters") & Q(one=None, other=None),
                name="letters_have_two_teams",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["campaign", "kind"], name="threads_of_a_club"),
        ]

    def __str__(self) -> str:
        return self.title or str(self.get_kind_display())

    @property
    def team_ids(self) -> tuple[UUID, ...]:
        """Return the ids of the two teams that write letters. Other threads return an empty
        tuple.
        """
        return tuple(pk for pk in (self.one_id, self.other_id) if pk)


class Post(Record):
    """A post in a thread, or a letter from `team`. Its text is the newest wording.

    A post that is withdrawn or hidden leaves a placeholder.
    """

    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="posts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    hidden_why = models.CharField(max_length=500, blank=True)

    objects = ScopedManager(campaign="thread__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(hidden_at=None, hidden_by=None)
                | Q(hidden_at__isnull=False, hidden_by__isnull=False),
                name="somebody_hid_a_post",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["thread", "at"], name="posts_of_a_thread"),
            models.Index(fields=["by", "at"], name="posts_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"a post in {self.thread}"


class Wording(Record):
    """A version of a post's text. Rows are only ever added.

    `digest` covers the post, the version's number, its time and its text (`rules.talk.digest`).
    """

    post = models.ForeignKey(Post, on_delete=models.PROTECT, related_name="wordings")
    number = models.PositiveSmallIntegerField()
    text = models.TextField(max_length=2000)
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    objects = ScopedManager(campaign="post__thread__campaign")

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["post", "number"], name="one_wording_a_number")
        ]

    def __str__(self) -> str:
        return self.digest[:12]


class ReadMark(Record):
    """The time up to which a member has read a thread. Only that member can see it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    thread = models.ForeignKey(Thread, on_delete=models.PROTECT, related_name="+")
    until = models.DateTimeField()

    objects = ScopedManager(campaign="thread__campaign")

    class Meta:
        db_table = "campaign_seen"
        verbose_name_plural = "seen"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "thread"], name="one_mark_a_reader")
        ]

    def __str__(self) -> str:
        return "last post that someone has read"


class Block(Record):
    """A period in which a team sees no letters from another team (C83).

    The other team is not told.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    against = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["since", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "against"], condition=Q(until=None), name="one_block_at_a_time"
            ),
            models.CheckConstraint(
                condition=~Q(team=F("against")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return "a block"


class Report(Record):
    """A member's complaint about a wording of a post (C85). A letter can be reported once per
    `team`.

    The report is open until `settled_at`.
    """

    wording = models.ForeignKey(Wording, on_delete=models.PROTECT, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    team = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    why = models.CharField(max_length=500)
    at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = ScopedManager(campaign="wording__post__thread__campaign")

    class Meta:
        ordering: ClassVar = ["at", "id"]

    def __str__(self) -> str:
        return "a report"


class Mute(Record):
    """A period in which a GM prevents a member from posting (C86).

    If `letters` is true, the member cannot write letters either.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="mutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    letters = models.BooleanField(default=False)
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField()
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ScopedManager(campaign="campaign")

    class Meta:
        ordering: ClassVar = ["since", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(since__lt=F("until")), name="a_mute_runs_forward")
        ]

    def __str__(self) -> str:
        return f"a mute of {self.user}"


class RivalNote(Record):
    """A version of a team's private note about a rival (C88).

    The newest version is the current one. Rows are only ever added.
    """

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="rival_notes")
    about = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    text = models.TextField(max_length=10_000, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    objects = ScopedManager(campaign="team__campaign")

    class Meta:
        ordering: ClassVar = ["-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "about", "number"], name="one_note_a_rival_and_number"
            )
        ]

    def __str__(self) -> str:
        return "a note about a rival"
