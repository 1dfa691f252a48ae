"""Live a week in two ways and compare byte for byte what everyone reads."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta

from django_scopes import scopes_disabled

from campaign.league.models import DeskAct, Membership
from campaign.news.models import News
from core.notifications.models import Notice

from .asking import Answer, Basis, Overheard, Question, Site, overhearing
from .differences import Acts, Difference
from .markers import Secret, secrets, stored
from .objects import address, named, questions
from .routes import ROUTES
from .worlds import B, Reader, World, live

Asked = Callable[[World, Reader], Iterable[Question]]


@dataclass
class Heard:
    """Everything that reached the readers of one life: answers and messages."""

    answers: dict[tuple[str, str, str], Answer] = field(default_factory=dict)
    why: dict[tuple[str, str, str], Basis] = field(default_factory=dict)
    inboxes: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    overheard: Overheard = field(default_factory=Overheard)
    secrets: set[Secret] = field(default_factory=set)
    stored: list[str] = field(default_factory=list)
    groups: dict[str, str] = field(default_factory=dict)

    def only(self, phases: tuple[str, ...], readers: Iterable[Reader]) -> Heard:
        """Return the part that reached these readers at these phases."""
        names = {reader.name for reader in readers}
        answers = {
            key: answer
            for key, answer in self.answers.items()
            if key[0] in phases and key[1] in names
        }
        boxes = {
            key: lines
            for key, lines in self.inboxes.items()
            if key[0] in phases and key[1] in names
        }
        why = {key: basis for key, basis in self.why.items() if key in answers}
        return replace(self, answers=answers, inboxes=boxes, why=why)


@dataclass(frozen=True)
class Leak:
    """A difference by which a reader can tell two worlds apart."""

    phase: str
    reader: str
    where: str
    words: str

    def __str__(self) -> str:
        return f"{self.reader}, {self.phase}: {self.where}\n{self.words}"


def hear(
    site: Site,
    world: World,
    acts: Acts,
    phases: tuple[str, ...],
    readers: Iterable[Reader],
    asked: Asked = questions,
    *,
    why: bool = False,
    like: Heard | None = None,
) -> Heard:
    """Live the week and send all questions as these readers, at each of these phases.

    With `why`, the basis of each answer is stored; `like` is another life whose answers are reused
    where their basis is the same in this life (`Site.would_answer`).
    """
    listening = list(readers)
    known = like.why if like else {}
    found = Heard(groups={reader.name: reader.group for reader in listening})

    def look(world: World) -> None:
        found.secrets |= secrets(world)
        found.stored += stored(world)
        for reader in listening:
            for question in asked(world, reader):
                key = world.phase, reader.name, str(question)
                if like and key in known and site.would_answer(world, known[key]):
                    found.answers[key] = like.answers[key]
                elif why:
                    found.answers[key], found.why[key] = site.ask_why(world, reader, question)
                else:
                    found.answers[key] = site.ask(world, reader, question)
            found.inboxes[world.phase, reader.name] = list(inbox(world, reader, found.overheard))

    with overhearing() as found.overheard:
        live(world, acts, look, phases)
    return found


def inbox(world: World, reader: Reader, overheard: Overheard) -> Iterator[str]:
    """Return what was addressed to a reader: mails, push messages, messages to their hook and their
    club's hooks, and rows of notices, news and public acts.
    """
    with scopes_disabled():
        if reader.user is None:
            return
        for notice in Notice.objects.filter(user=reader.user).order_by("at", "cause"):
            yield f"notice {notice.at} {notice.kind} {notice.text} {notice.path}"
        yield from overheard.mails(reader.user.email)
        yield from overheard.own.get(reader.name, ())
        if not Membership.objects.filter(
            user=reader.user, campaign=world.club.campaign, left_at=None
        ).exists():
            return
        for news in News.objects.filter(campaign=world.club.campaign).order_by(
            "at", "position", "cause"
        ):
            yield f"news {news.at} {news.position} {news.kind} {news.text}"
        for act in DeskAct.objects.filter(campaign=world.club.campaign, public=True).order_by(
            "at", "id"
        ):
            yield f"act {act.at} {act.kind} {act.reason} {act.detail}"
        yield from overheard.posts


def leaks(one: Heard, two: Heard) -> Iterator[Leak]:
    """Yield the differences between two lives."""
    for key in sorted(one.answers.keys() | two.answers.keys()):
        first, second = one.answers.get(key), two.answers.get(key)
        if first is None or second is None:
            yield Leak(*key, "asked in one world only")
        elif first != second and first.plain() != second.plain():
            yield Leak(*key, _difference(first.plain(), second.plain()))
    for phase, reader in sorted(one.inboxes):
        first_box, second_box = one.inboxes[phase, reader], two.inboxes[phase, reader]
        if first_box != second_box:
            yield Leak(
                phase,
                reader,
                "inbox",
                "\n".join(difflib.unified_diff(first_box, second_box, lineterm="", n=0)),
            )


def broken(heard: Heard) -> list[str]:
    """Return server errors, because a broken page hides what it would have shown."""
    return [
        f"{where}: {answer.status} {answer.body[-400:]!r}"
        for where, answer in heard.answers.items()
        if answer.status >= 500
    ]


def _difference(first: Answer, second: Answer) -> str:
    if first.status != second.status:
        return f"status {first.status} or {second.status}"
    lines = list(difflib.unified_diff(_lines(first), _lines(second), lineterm="", n=0))
    return (
        "\n".join(line[:300] for line in lines[:14])
        or f"headers {set(first.headers) ^ set(second.headers)}"
    )


def _lines(answer: Answer) -> list[str]:
    text = answer.body.decode(errors="replace")
    return (
        text.replace(',"', ',\n"').splitlines()
        if text.startswith(("{", "["))
        else text.splitlines()
    )


def unaware(world: World, difference: Difference) -> list[Reader]:
    """Return the readers who must not notice the difference."""
    return [reader for reader in world.readers.values() if reader.group not in difference.knows]


def aware(world: World, difference: Difference) -> list[Reader]:
    """Return the readers who may notice it."""
    return [reader for reader in world.readers.values() if reader.group in difference.knows]


def heard_at_duel(
    world: World, site: Site, pages: Iterable[str], what: str, act: Callable[[World], object]
) -> dict[tuple[str, str], Answer]:
    """Return what everyone reads of a team's pages at the start of the duel, after it has done
    this.
    """
    answers: dict[tuple[str, str], Answer] = {}

    def look(world: World) -> None:
        world.tick(world.week.duel_at + timedelta(minutes=10), "the duel's hour")
        world.do(f"{what} of B", lambda: act(world))
        for name in pages:
            for reader in world.readers.values():
                said = named(world, name, ROUTES[name], B, reader)
                said |= {"number": str(world.week.number)} if "number" in said else {}
                path = address(name, said)
                answers[reader.name, name] = site.ask(world, reader, Question("GET", path))

    live(world, {}, look, ("settled",))
    return answers
