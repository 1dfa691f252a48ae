"""Walks of some legal acts in a row, with a check after each of who reads what.

Whatever a person may do, nothing of another team becomes visible to them or to a second account of
theirs, unless an owner agreed or the whole club is told at the same time; and whatever a GM books
for a team that they run, or ever ran, is public. The laws use what people see (answers, news,
inboxes, the public log) and who ran a team before the act, never the rules of access.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from unittest.mock import patch
from uuid import UUID

import msgspec
from celery.app.task import Task
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.league.models import DeskAct, Membership, TeamOwner
from campaign.news.models import News
from core.notifications.models import Notice
from core.notifications.services import push_client, web_push, webhook_client

from .acts import Act, Knowledge
from .asking import Answer, Basis, Question, Site, kept, result
from .markers import secrets
from .objects import address, arguments
from .worlds import B, C, Reader, World

LONGEST: Final = 3
"""Maximum number of acts in a row."""
TRIES: Final = 8
"""Number of attempts to find a legal act."""
SAMPLED: Final = 4
"""Number of addresses besides the orders that are checked after an act in a usual run."""
REMEMBERED: Final = 8
"""Number of answers to a question recognised by the database's results."""
LEGAL: Final = {200, 201, 204, 303}
CLOSED: Final = {401, 404}
VICTIMS: Final = (B, C)
"""Teams whose pages are checked."""

SEALED: Final = (
    "api-orders", "api-orders-versions", "api-orders-receipt", "api-orders-choices",
    "api-orders-standing", "api-reports", "api-report", "api-report-transcript", "api-dossier",
    "api-team-asks", "api-team-invites", "api-offers", "api-deals",
    "api-challenges",
)  # fmt: skip
"""Addresses that only a team's owners can read."""
OF_THE_WEEK: Final = (
    "api-orders", "api-orders-versions", "api-orders-receipt", "api-orders-choices",
    "api-orders-standing",
)  # fmt: skip
"""Addresses of these that a deputy can read in their week, and nothing else."""
BOOKS: Final = ("api-money", "api-characters", "api-vehicles", "api-store", "api-work")
"""Addresses that a GM without a team can read as well."""
INSIDE: Final = ("api-campaign", "api-news", "api-members")
"""Addresses that every member can read."""
REPORTS: Final = {"api-report", "api-report-transcript"}

SECOND: Final[Mapping[str, str]] = {"stranger": "left"}
"""Roles whose second account is not the stranger's."""


class Leak(AssertionError):
    """Something was shown or done that should not have been."""


@dataclass(frozen=True)
class Step:
    """A performed act: the person, and what the club saw of it."""

    account: Reader
    act: Act
    asked: Question
    answer: Answer
    owned: frozenset[tuple[str, UUID]]
    members: frozenset[UUID]
    public: tuple[DeskAct, ...]
    news: int
    told: frozenset[UUID]

    def __str__(self) -> str:
        return f"{self.account.name}: {self.asked} {self.asked.body} -> {self.answer.status}"

    def owner_of(self, team: str) -> bool:
        """Return whether the acting person ran this team then."""
        return (team, self.account.user.pk) in self.owned  # type: ignore[union-attr]

    def before_everybody(self, team: str = "") -> bool:
        """Return whether everyone was told: a public log entry with a reason (about the team, if
        given), news, and a notice to every member.
        """
        logged = any(row.reason and (not team or _about(row, team)) for row in self.public)
        return logged and self.news > 0 and self.members <= self.told

    def before_owners(self, team: str) -> bool:
        """Return whether the log names the team and all its owners were told."""
        owners = {user for slug, user in self.owned if slug == team}
        return any(_about(row, team) for row in self.public) and owners <= self.told


def _about(row: DeskAct, team: str) -> bool:
    return row.team is not None and row.team.slug == team


@dataclass
class Start:
    """What the accounts of one role read before any act."""

    accounts: tuple[Reader, Reader]
    questions: list[Question] = field(default_factory=list)
    answers: dict[tuple[str, Question], list[tuple[bool, Basis]]] = field(default_factory=dict)
    open: set[tuple[str, str, str]] = field(default_factory=set)
    marks: tuple[bytes, ...] = ()


@dataclass
class Walk:
    """Acts in a row, and what was rightfully visible to whom."""

    seed: str
    steps: list[Step] = field(default_factory=list)
    open: set[tuple[str, str, str]] = field(default_factory=set)
    dead: set[str] = field(default_factory=set)
    yes: dict[str, str] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    revoked: set[str] = field(default_factory=set)

    def insist(self, held: bool, what: str) -> None:
        """Raise Leak with the whole walk, so that it can be repeated."""
        if not held:
            told = "\n".join(f"  {number}. {step}" for number, step in enumerate(self.steps, 1))
            raise Leak(f"{what}\nafter\n{told}\nin the walk {self.seed!r}")


# --- walking --------------------------------------------------------------------------------------


@contextmanager
def nothing_leaves() -> Iterator[None]:
    """Let fake hooks and push services accept everything, and send nothing."""
    with (
        patch.object(webhook_client, "post", lambda *_: webhook_client.Answer(204)),
        patch.object(push_client, "post", lambda *_: webhook_client.Answer(201)),
        patch.object(web_push, "encrypt", lambda message, *_: message),
    ):
        yield


@contextmanager
def quiet() -> Iterator[None]:
    """Send no tasks, hooks or messages during walks."""
    with (
        patch.object(Task, "apply_async", lambda *_, **__: None),
        nothing_leaves(),
        scopes_disabled(),
    ):
        yield


def prepare(site: Site, world: World, role: str) -> Start:
    """Return what this role's two accounts read of teams that are not theirs."""
    actor, second = world.readers[role], world.readers[SECOND.get(role, "stranger")]
    start = Start((actor, second), questions(world), marks=_marks(world))
    with _reading(), world.chance.step("start", at=world.at):
        for account in start.accounts:
            for question in start.questions:
                answer, basis = _ask_why(site, world, account, question)
                is_open = answer.status not in CLOSED
                start.answers[account.name, question] = [(is_open, basis)]
                if is_open:
                    start.open.add((account.name, team_in(world, question), question.name))
    return start


def _marks(world: World) -> tuple[bytes, ...]:
    return tuple(each.text.encode() for each in secrets(world) if each.group in {"B", ""})


def questions(world: World) -> list[Question]:
    """Return what everyone is asked after each act."""
    found = []
    for team in VICTIMS:
        for name in (*SEALED, *BOOKS):
            number = 1 if name in REPORTS else world.week.number
            found.append(_question(world, name, team, number))
    return found + [_question(world, name, B, 1) for name in INSIDE]


def _question(world: World, name: str, team: int, number: int) -> Question:
    said = {"slug": world.slug, "team": world.team(team).slug, "number": str(number)}
    path = address(name, {key: said[key] for key in arguments(name)})
    return Question("GET", path, name, by_token=True)


def walk(site: Site, world: World, start: Start, seed: str, among: tuple[str, ...] = ()) -> Walk:
    """Perform up to three legal acts, optionally `among` these, with every law checked after each,
    and roll back. Raise Leak.
    """
    rng, done = Random(seed), Walk(seed, open=set(start.open))
    known = Knowledge(world, start.accounts, rng, among)
    length = rng.choice([1, 2, 2, 3, 3, 3])
    with world.branch(), world.chance.step(f"walk {seed}", at=world.at):
        for _ in range(length):
            step = _step(site, world, start, known)
            if step is None:
                break
            done.steps.append(step)
            _judge(site, world, start, done, rng)
    return done


def _step(site: Site, world: World, start: Start, known: Knowledge) -> Step | None:
    """Find and perform the next legal act in a few attempts."""
    actor, second = start.accounts
    before: _Before | None = None
    for _ in range(TRIES):
        account = second if known.rng.random() < (0.6 if known.tokens else 0.15) else actor
        role, team = known.stand(account)
        act = known.pick(role, team)
        asked = known.question(account, act, team)
        before = before or _Before.of(world)
        answer = send(site, account, asked)
        if answer.status in LEGAL:
            known.heard(answer.body)
            return before.step(world, account, act, asked, answer)
    return None


def send(site: Site, account: Reader, asked: Question) -> Answer:
    """Send one request and keep its effects if it was legal."""
    with transaction.atomic():
        answer = kept(site.handler.get_response(site._request(account, asked)))
        if answer.status not in LEGAL:
            transaction.set_rollback(True)
    cache.clear()
    return answer


@dataclass(frozen=True)
class _Before:
    """The state before an act."""

    owned: frozenset[tuple[str, UUID]]
    members: frozenset[UUID]
    acts: frozenset[UUID]
    news: int

    @classmethod
    def of(cls, world: World) -> _Before:
        campaign = world.club.campaign
        owned = TeamOwner.objects.filter(team__campaign=campaign, until=None)
        members = Membership.objects.filter(campaign=campaign, left_at=None)
        return cls(
            frozenset(owned.values_list("team__slug", "user_id")),
            frozenset(members.values_list("user_id", flat=True)),
            frozenset(_acts(world).values_list("pk", flat=True)),
            News.objects.filter(campaign=campaign).count(),
        )

    def step(
        self, world: World, account: Reader, act: Act, asked: Question, answer: Answer
    ) -> Step:
        """Return the act with everything visible it left behind."""
        campaign = world.club.campaign
        rows = [row for row in _acts(world).select_related("team") if row.pk not in self.acts]
        causes = [f"{row.kind}:{row.pk}" for row in rows]
        return Step(
            account=account,
            act=act,
            asked=asked,
            answer=answer,
            owned=self.owned,
            members=self.members,
            public=tuple(row for row in rows if row.public),
            news=News.objects.filter(campaign=campaign).count() - self.news,
            told=_told(world, causes),
        )


def _acts(world: World) -> Any:
    return DeskAct.objects.filter(campaign=world.club.campaign, at=world.at)


def _told(world: World, causes: list[str]) -> frozenset[UUID]:
    """Return the users whose inbox has a notice with one of these texts."""
    rows = Notice.objects.filter(campaign=world.club.campaign, at=world.at, cause__in=causes)
    return frozenset(rows.values_list("user_id", flat=True)) if causes else frozenset()


# --- asking again ---------------------------------------------------------------------------------


@contextmanager
def _reading() -> Iterator[None]:
    """Read without side effects and with empty inboxes, because the number of notices is no secret
    and would change every answer.
    """
    with transaction.atomic():
        Notice.objects.filter(read_at=None).update(read_at=timezone.now())
        yield
        transaction.set_rollback(True)


def _ask_why(site: Site, world: World, account: Reader, question: Question) -> tuple[Answer, Basis]:
    """Return an answer and the database results it was made of."""
    said: list[tuple[str, Any, bool]] = []
    heard: list[object] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        done = execute(sql, params, many, context)
        if sql.startswith("SELECT"):
            said.append((sql, params, many))
            heard.append(result(context["cursor"].cursor))
        return done

    with connection.execute_wrapper(listen), transaction.atomic():
        answer = kept(site.handler.get_response(site._request(account, question)))
        transaction.set_rollback(True)
    cache.clear()
    return answer, Basis(world.at, tuple(said), None if None in heard else tuple(heard))


class _Again:
    """Repeats questions at one time: if the database says the same, the answer is the same. No
    statement is sent twice.
    """

    def __init__(self) -> None:
        self.said: dict[str, object] = {}

    def same(self, basis: Basis) -> bool:
        return basis.told is not None and all(
            self._say(sql, params) == told
            for (sql, params, _), told in zip(basis.said, basis.told, strict=True)
        )

    def _say(self, sql: str, params: Any) -> object:
        key = f"{sql} {params}"
        if key not in self.said:
            with connection.cursor() as cursor:
                cursor.execute(sql, params)
                self.said[key] = result(cursor.cursor)
        return self.said[key]


def _open_now(
    site: Site, world: World, start: Start, done: Walk, rng: Random
) -> Iterator[tuple[Reader, Question]]:
    """Return what the accounts can read now of all that is not rightfully theirs."""
    again = _Again()
    for account in start.accounts:
        for question in _some(start, rng):
            if (account.name, team_in(world, question), question.name) in done.open:
                continue
            known = start.answers[account.name, question]
            found = next((is_open for is_open, basis in known if again.same(basis)), None)
            if found is None:
                answer, basis = _ask_why(site, world, account, question)
                found = answer.status not in CLOSED
                if len(known) < REMEMBERED:
                    known.append((found, basis))
            if found:
                yield account, question


def _some(start: Start, rng: Random) -> list[Question]:
    """Return the questions after one act: the orders, and some other addresses."""
    orders = [each for each in start.questions if each.name == "api-orders"]
    return orders + rng.sample(start.questions, SAMPLED)


def team_in(world: World, question: Question) -> str:
    """Return the slug of the team that a question is about."""
    for team in VICTIMS:
        if f"/teams/{world.team(team).slug}/" in question.path:
            return world.team(team).slug
    return ""


# --- the laws -------------------------------------------------------------------------------------


def _judge(site: Site, world: World, start: Start, done: Walk, rng: Random) -> None:
    """Check every law after the last act."""
    step = done.steps[-1]
    _insist_told(done, step)
    _insist_own_books_are_public(world, done, step)
    _close(done, step, start)
    _let_in(world, done, step)
    _insist_unmarked(done, step, start)
    with _reading():
        for account, question in _open_now(site, world, start, done, rng):
            _insist_by_right(world, done, account, question)


BEFORE_ALL: Final = {"api-sealed", "api-login-link"}
"""Acts that are public in every case."""


def _insist_told(done: Walk, step: Step) -> None:
    name = step.act.name
    team = _team_of(step)
    opens = name in BEFORE_ALL or (name == "api-team-hand-over" and not step.owner_of(team))
    done.insist(
        not opens or step.before_everybody(team if name == "api-team-hand-over" else ""),
        f"{name} was not told to everybody",
    )


def _team_of(step: Step) -> str:
    """Return the team in an act's address."""
    return step.asked.path.partition("/teams/")[2].partition("/")[0]


def _insist_own_books_are_public(world: World, done: Walk, step: Step) -> None:
    """Check that a GM's bookings and approvals for their own team are public."""
    if step.act.door != "desk" or not (team := _team_of(step)):
        return
    if not TeamOwner.objects.filter(team__slug=team, user=step.account.user).exists():
        return
    match step.act.name:
        case "api-team-corrections":
            said = [row for row in step.public if row.kind == "correction" and _about(row, team)]
            named = any(row.detail.get("book") and row.detail.get("amount") for row in said)
            seen = bool(named) and step.before_everybody(team)
        case "api-team-approve":
            about = [row for row in step.public if _about(row, team)]
            seen = bool(about) and step.news > 0 and _told_of_approval(world, step)
        case _:
            return
    done.insist(seen, f"{step.act.name} for a team of their own was not told to everybody")


def _told_of_approval(world: World, step: Step) -> bool:
    rows = Notice.objects.filter(
        campaign=world.club.campaign, at=world.at, cause__startswith="team-approved:"
    )
    return step.members <= set(rows.values_list("user_id", flat=True))


def _close(done: Walk, step: Step, start: Start) -> None:
    """Remove what an act gave up, or what was taken from a person."""
    name, team = step.act.name, _team_of(step)
    accounts = {each.user.username: each.name for each in start.accounts if each.user}
    if name == "api-team-drop-out":
        done.open -= {key for key in done.open if key[:2] == (step.account.name, team)}
    elif name == "api-leave":
        _gone(done, step.account.name)
    elif name == "api-member-remove":
        username = step.asked.path.rstrip("/").split("/")[-2]
        if username in accounts:
            _gone(done, accounts[username])
    elif name == "api-team-deputy":
        owners = {user for slug, user in step.owned if slug == team}
        others = {each.name for each in start.accounts if each.user and each.user.pk not in owners}
        done.open -= {key for key in done.open if key[0] in others and key[1] == team}
    elif name == "api-team-hand-over":
        done.open -= {
            key
            for key in done.open
            if key[1] == team and (not step.owner_of(team) or key[0] == step.account.name)
        }
    elif str(step.act) == "DELETE api-token":
        done.dead.add(step.account.name)
        _gone(done, step.account.name)


def _gone(done: Walk, account: str) -> None:
    done.open -= {key for key in done.open if key[0] == account}


def _let_in(world: World, done: Walk, step: Step) -> None:
    """Add what an act rightfully gives: an owner's link, a link into the club, a GM's agreement to
    a join request.
    """
    name, team = step.act.name, _team_of(step)
    said = msgspec.json.decode(step.answer.body) if step.answer.body else {}
    if name in {"api-team-invites", "api-invites"}:
        done.links[said["token"]] = said["id"]
        into = team or (said["team"] or {}).get("slug", "")
        if into and step.owner_of(into):
            done.yes[said["token"]] = into
    elif name in {"api-team-invite-revoke", "api-invite-revoke"}:
        done.revoked.add(step.asked.path.rstrip("/").split("/")[-2])
    elif name == "api-join":
        token = msgspec.json.decode(step.asked.body)["token"]
        done.insist(
            done.links.get(token) not in done.revoked or token not in done.links,
            "a link that was revoked let somebody in",
        )
        done.open |= {(step.account.name, "", inside) for inside in INSIDE}
    elif name == "api-join-answer" and said["agreed"]:
        asked = [
            reader.name
            for reader in world.readers.values()
            if reader.user and reader.user.get_username() == said["username"]
        ]
        done.open |= {(who, "", inside) for who in asked for inside in INSIDE}


def _insist_unmarked(done: Walk, step: Step, start: Start) -> None:
    """Check that the answer to an act contains no secret text, unless it opened sealed orders."""
    if step.act.name == "api-sealed" or (step.account.name, "basilisk", "api-orders") in done.open:
        return
    for mark in start.marks:
        done.insist(mark not in step.answer.body, f"{step.act} answered with {mark.decode()}")


def _insist_by_right(world: World, done: Walk, account: Reader, question: Question) -> None:
    """Check that everything visible was so before or was given according to the rules."""
    team, step = team_in(world, question), done.steps[-1]
    done.insist(account.name not in done.dead, f"{account.name}'s token works, though revoked")
    done.insist(bool(team), f"{account.name} reads {question.path}")
    if step.act.name == "api-team-deputies" and question.name in OF_THE_WEEK:
        by_an_owner = step.owner_of(team) and step.before_owners(team) and step.news > 0
        done.insist(by_an_owner, f"{account.name} reads {question.path}, and nobody was told")
        done.open |= {(account.name, team, name) for name in OF_THE_WEEK}
        return
    seen = step.before_everybody(team) or _shared(done, step, team)
    if question.name in BOOKS:
        seen = seen or any(_seen_at_the_desk(each, account) for each in done.steps)
    done.insist(seen, f"{account.name} reads {question.path}, and nobody was told")
    done.open |= {(account.name, team, name) for name in BOOKS}
    if question.name in SEALED:
        done.open |= {(account.name, team, name) for name in SEALED}


def _shared(done: Walk, step: Step, team: str) -> bool:
    """Return whether an owner agreed publicly and all owners know."""
    by_link = False
    if step.act.name == "api-join":
        by_link = done.yes.get(msgspec.json.decode(step.asked.body)["token"]) == team
    by_word = step.act.name in {"api-team-answer", "api-team-hand-over"} and step.owner_of(team)
    return (by_link or by_word) and step.before_owners(team)


def _seen_at_the_desk(step: Step, account: Reader) -> bool:
    """Return whether the public log says that a person is now a GM, or runs no team any more."""
    name = account.user.username if account.user else ""
    return any(name in {row.detail.get("user"), *_named(row)} for row in step.public)


def _named(row: DeskAct) -> Iterable[str]:
    before = row.detail.get("before", ())
    actor = [row.actor.username] if row.actor else []
    return [*(before if isinstance(before, list) else []), *actor]
