"""Two worlds after acts: a walk is recorded in one life of the week and repeated in another that
differs in hidden facts. The answers to the acts, what the accounts read afterwards, and their
inboxes must be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from django.db import transaction

from campaign.league.models import Deputy

from .acts import Knowledge
from .asking import Answer, Question, Site, overhearing
from .closure import LEGAL, LONGEST, SECOND, TRIES, VICTIMS, quiet, send
from .comparing import Heard, broken, inbox, leaks
from .differences import DIFFERENCES, Acts, Always, Difference
from .markers import secrets, sweep
from .objects import SAME_FOR_ALL, TELLING, addresses, questions, url_name
from .routes import ROUTES
from .under_way import under_way
from .worlds import Reader, World, live

ASKED: Final = 8
"""Number of addresses that each account reads after a walk."""
BREAKS_THE_GLASS: Final = "api-sealed"
UNDER_WAY: Final = frozenset({"asking"})
TOLD_BY_AN_ACT: Final = frozenset({"another club"})
"""What a refusal tells a GM who makes a sign-in link: that the member plays elsewhere too
(docs/explanation/secrecy.md).
"""
"""What is under way between people in every life (`under_way.py`), and so no difference here."""

Asked = tuple[Reader, Question]


@dataclass
class Recorded:
    """A recorded walk: accepted and refused requests, and the questions afterwards."""

    seed: str
    sent: list[Asked] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    opened: int = 0

    def __str__(self) -> str:
        steps = "\n".join(f"  {number}. {step}" for number, step in enumerate(self.done, 1))
        return f"after\n{steps}\nin the walk {self.seed!r}"


@dataclass
class Walks:
    """Walks of two accounts in both lives, with everything they read."""

    accounts: tuple[Reader, Reader]
    recorded: list[Recorded] = field(default_factory=list)
    one: Heard = field(default_factory=Heard)
    two: Heard = field(default_factory=Heard)

    def insist_alike(self) -> None:
        """Check that nothing broke, that both lives look alike, and that no secret is shown."""
        assert not (broken(self.one) + broken(self.two)), broken(self.one) + broken(self.two)
        walks = {each.seed: each for each in self.recorded}
        found = [f"{leak}\n{walks[leak.phase]}" for leak in leaks(self.one, self.two)]
        assert not found, f"{len(found)} leaks\n" + "\n\n".join(found[:5])
        assert not (seen := [*sweep(self.one), *sweep(self.two)]), seen[:5]


def cast(world: World, role: str) -> tuple[Reader, Reader]:
    """Return a role's account and a second one of the same person."""
    return world.readers[role], world.readers[SECOND.get(role, "stranger")]


def kept_from(accounts: tuple[Reader, Reader]) -> list[Difference]:
    """Return what neither account may know while orders are sealed."""
    groups = {account.group for account in accounts}
    return [
        one
        for one in DIFFERENCES
        if isinstance(one.one, Always)
        and isinstance(one.two, Always)
        and "open" in one.phases
        and not one.knows & groups
        and not UNDER_WAY & set(one.two.acts)
        and not ("gm" in groups and one.name in TOLD_BY_AN_ACT)
    ]


def walked(
    site: Site,
    world: World,
    accounts: tuple[Reader, Reader],
    lives: tuple[Acts, Acts],
    walks: Mapping[str, Random],
    among: tuple[str, ...] = (),
) -> Walks:
    """Record walks in the first life, each with its own dice and optionally `among` these acts, and
    repeat them in the second.
    """
    found = Walks(accounts)

    def record(world: World) -> None:
        for seed, rng in walks.items():
            with _walk(site, world, found.one, accounts):
                found.recorded.append(_record(site, world, found, seed, rng, among))

    def repeat(world: World) -> None:
        for each in found.recorded:
            with _walk(site, world, found.two, accounts):
                _repeat(site, world, found, each)

    heard = (found.one, found.two)
    for acts, look, life in zip(lives, (record, repeat), heard, strict=True):
        with overhearing() as life.overheard:
            live(world, acts, _staged(site, look), ("open",))
    return found


def _staged(site: Site, look: Callable[[World], None]) -> Callable[[World], None]:
    """Look at a life in which things are pending between people."""

    def after(world: World) -> None:
        with quiet():
            under_way(site, world)
            look(world)

    return after


@contextmanager
def _walk(
    site: Site, world: World, heard: Heard, accounts: tuple[Reader, Reader]
) -> Iterator[None]:
    """Walk without leaving a trace, with known secrets. Both accounts belong to one person, so the
    second may get access by the first one's consent.
    """
    with world.branch():
        heard.groups |= {account.name: accounts[0].group for account in accounts}
        yield
        heard.secrets |= secrets(world)


# --- the first life -------------------------------------------------------------------------------


def _record(
    site: Site, world: World, found: Walks, seed: str, rng: Random, among: tuple[str, ...]
) -> Recorded:
    walk, known = Recorded(seed), Knowledge(world, found.accounts, rng, among)
    start = frozenset[str]().union(*(_insight(known, each) for each in found.accounts))
    for _ in range(rng.randint(1, LONGEST)):
        if not _act(site, world, found, walk, known, start):
            break
    for account in found.accounts:
        for question in _afterwards(world, known, account):
            walk.asked.append((account, question))
            key = _key(walk, account, question, -len(walk.asked))
            found.one.answers[key], found.one.why[key] = site.ask_why(world, account, question)
        found.one.inboxes[walk.seed, account.name] = _inbox(world, account, found.one)
    return walk


def _act(
    site: Site,
    world: World,
    found: Walks,
    walk: Recorded,
    known: Knowledge,
    start: frozenset[str],
) -> bool:
    """Try to find one more legal act. Acts that legally reveal something (opened orders, a team
    taken over, a GM's books) are rolled back; the laws of `closure.py` cover them.
    """
    actor, second = found.accounts
    for _ in range(TRIES):
        account = second if known.rng.random() < (0.6 if known.tokens else 0.15) else actor
        role, team = known.stand(account)
        act = known.pick(role, team)
        asked = known.question(account, act, team)
        seen, key = dict(world.chance.seen), _key(walk, account, asked, len(walk.sent) + 1)
        with transaction.atomic():
            answer = _send(site, world, key, account, asked)
            opens = answer.status in LEGAL and (
                act.name == BREAKS_THE_GLASS
                or any(_insight(known, each) - start for each in found.accounts)
            )
            transaction.set_rollback(opens)
        if opens:
            world.chance.seen.clear()
            world.chance.seen.update(seen)
            walk.opened += 1
            continue
        walk.sent.append((account, asked))
        found.one.answers[key] = answer
        if answer.status in LEGAL:
            walk.done.append(f"{account.name}: {asked} {asked.body} -> {answer.status}")
            known.heard(answer.body)
            return True
    return False


def _insight(known: Knowledge, account: Reader) -> frozenset[str]:
    """Return what a person's role shows: a team's private pages, the desk, the books for a neutral
    GM, and a deputy's orders.
    """
    role, team = known.stand(account)
    desk = {"desk"} if role == "gm" else set()
    books = {"books"} if role == "gm" and not team else set()
    own = {team} & {known.world.team(number).slug for number in VICTIMS}
    stands_in = Deputy.objects.filter(
        user=account.user, ended_at=None, week__status__in=Deputy.ACTIVE_STATUSES
    )
    orders = {f"orders of {slug}" for slug in stands_in.values_list("team__slug", flat=True)}
    return frozenset(desk | books | own | orders)


def _afterwards(world: World, known: Knowledge, account: Reader) -> list[Question]:
    """Return some of the addresses currently open to an account."""
    role, team = known.stand(account)
    slugs = {each.slug: number for number, each in enumerate(world.club.teams)}
    now = replace(account, role=role, team=slugs.get(team))
    telling = [name for name in TELLING if url_name(name) in addresses()]
    others = [name for name in ROUTES if name not in SAME_FOR_ALL]
    names = {*known.rng.sample(telling, ASKED), *known.rng.sample(others, ASKED)}
    found = list(questions(world, now, sorted(names)))
    return known.rng.sample(found, min(ASKED, len(found)))


# --- the second life ------------------------------------------------------------------------------


def _repeat(site: Site, world: World, found: Walks, walk: Recorded) -> None:
    for number, (account, asked) in enumerate(walk.sent, 1):
        key = _key(walk, account, asked, number)
        found.two.answers[key] = _send(site, world, key, account, asked)
    for number, (account, question) in enumerate(walk.asked, 1):
        key = _key(walk, account, question, -number)
        same = site.would_answer(world, found.one.why[key])
        answer = found.one.answers[key] if same else site.ask(world, account, question)
        found.two.answers[key] = answer
    for account in found.accounts:
        found.two.inboxes[walk.seed, account.name] = _inbox(world, account, found.two)


# --- both -----------------------------------------------------------------------------------------


def _key(walk: Recorded, account: Reader, asked: Question, number: int) -> tuple[str, str, str]:
    """Return the key of an answer: walk, reader and question; questions afterwards have negative
    numbers.
    """
    return walk.seed, account.name, f"{number} {asked} {asked.body}"


def _inbox(world: World, account: Reader, heard: Heard) -> list[str]:
    return list(inbox(world, account, heard.overheard))


def _send(
    site: Site, world: World, key: tuple[str, str, str], account: Reader, asked: Question
) -> Answer:
    """Send one request with its own randomness; keep its effects if it was legal."""
    with world.chance.step(" ".join(key), at=world.at):
        return send(site, account, asked)
