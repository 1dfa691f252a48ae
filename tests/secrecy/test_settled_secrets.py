"""Secrets of a settled week: the advice on a report, deals of each kind, the club's stream, and
sealed facts that change afterwards.

The week is lived once per module. Each test continues it in a branch of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final

import msgspec
import pytest

from campaign.deals.rules.acts import NewBounty, NewDeal, NewPact, NewReport
from campaign.deals.selectors.deals import targets
from campaign.deals.services import deals
from campaign.league.models import Week
from campaign.ledger.services.posting import Book
from core.accounts.selectors.credentials import Credentials
from core.notifications.services.delivery_worker import deliver
from core.notifications.services.events import number_new
from core.notifications.services.outbox import MAIL_DELAY
from espionage.rules.orders import Sheet, Standing
from espionage.services.plans import save_plan
from home.live.clubs import ClubStream

from . import differences
from .asking import Question, Site, overhearing
from .closure import quiet
from .comparing import Heard, broken, hear, inbox, leaks
from .differences import MARK, Acts, line
from .objects import questions
from .worlds import BASE, STAGES, A, Act, B, C, D, Reader, World, nothing, same_root

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.timeout(600),
    pytest.mark.promise("worlds"),
    pytest.mark.everyday,
]

REPORTS: Final = ("espionage:report", "api-report")
PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "rival": ("club", "news", "courier", "me", "letters", "deals", "api-deals"),
    "spectator": ("club", "news", "api-courier", "club-pulse"),
    "gm": ("club", "news", "courier", "desk", "desk-log", "money"),
    "gm-with-team": ("desk", "desk-log", "deals"),
    "target": ("deals",),
}
"""Addresses where a deal between Basilisk and Cobra could show, by reader."""


# --- the week -------------------------------------------------------------------------------------


def spied_badly(world: World) -> None:
    """Send a character without training against Cobra, so that better spies are idle."""
    world.send(B, Sheet(orders=(world.order(B, "Wrench", "infiltrate", C),)), after=4)


FAILED: Final[Acts] = {**BASE, "sheet of B": spied_badly}


@dataclass
class Settled:
    """The settled week. `report` and `twin` are what Basilisk's owner reads in it and in its twin.

    `open_versions` are the readers with a new version of the club after sealed acts before the
    deadline.
    """

    world: World
    report: Heard
    twin: Heard
    open_versions: dict[str, set[str]]


@pytest.fixture(scope="module")
def settled(world: World, site: Site) -> Iterator[Settled]:
    """Return the settled week after Basilisk's failed mission."""
    owner, acts = [world.readers["owner"]], {**FAILED, **RIVALS_OTHERWISE}
    twin = hear(site, world, acts, ("settled",), owner, reports)
    versions: dict[str, set[str]] = {}
    with world.branch(), same_root(world), quiet():
        for label, act in FAILED.items():
            world.do(label, partial(act, world))
        for phase in ("open", "playing", "settled"):
            STAGES[phase](world)
            world.phase = phase
            if phase == "open":
                versions = versions_after(world, SEALED_IN_AN_OPEN_WEEK)
        report = Heard()
        for question in reports(world, owner[0]):
            report.answers["settled", "owner", str(question)] = site.ask(world, owner[0], question)
        yield Settled(world, report, twin, versions)


def reports(world: World, reader: Reader) -> Iterator[Question]:
    found = questions(world, reader, REPORTS)
    return (question for question in found if "?" not in question.path)


# --- the advice on a report -----------------------------------------------------------------------


def cobra_otherwise(world: World) -> None:
    """Let Cobra send other missions, with other standing orders and the same counterspy."""
    standing = Standing(counterspy=("assassinate",), section=3, doctrine="aggressive")
    orders = (
        world.order(C, "Vesper", "infiltrate", A),
        world.order(C, "Sable", "infiltrate", D),
        world.order(C, "Doc", "counterspy"),
    )
    world.send(C, Sheet(orders=orders, standing=standing), after=5)


def cobra_stronger(world: World) -> None:
    """Give Cobra skills, money and a wounded character."""
    line(world, Book.SKILL, world.who(C, "Vesper").pk, "general", 17, "general")
    line(world, Book.MONEY, world.team(C).pk, "purse", 4_321, "windfall")
    line(world, Book.WOUND, world.who(C, "Wrench").pk, "dp", 1, "fall")


def nothing_from_the_others(world: World) -> None:
    """Send neither orders of Anvil nor of Dynamo."""


RIVALS_OTHERWISE: Final[Acts] = {
    "sheet of A": nothing_from_the_others,
    "sheet of C": cobra_otherwise,
    "sheet of D": nothing_from_the_others,
    "Cobra’s books": cobra_stronger,
}
"""Sealed facts about all rivals that do not change what happens to Basilisk."""


def test_e49_advice_does_not_depend_on_sealed_facts_about_rivals(settled: Settled) -> None:
    bodies = [answer.body for answer in settled.report.answers.values()]
    assert sum([b" would have raised the chance " in body for body in bodies]) > 1
    assert not broken(settled.report)
    found = [leak for leak in leaks(settled.report, settled.twin) if leak.where != "inbox"]
    assert not found, "\n".join(map(str, found))


# --- deals, one kind at a time --------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of deal, with two sets of terms that cost the same.

    If `is_paid` is true, GMs read in the books that money was moved.
    """

    name: str
    one: Act
    two: Act
    is_paid: bool

    def __str__(self) -> str:
        return self.name


def deal(world: World, new: NewDeal, *, accepted: bool) -> None:
    made = deals.offer(team=world.team(B), new=new, actor=world.owner(B), now=world.at)
    if accepted:
        deals.accept(deal=made, actor=world.owner(C), now=world.at)


def bounty(world: World, target: int, text: str, weeks: int) -> None:
    """Offer Cobra a bounty on a vehicle that everyone saw in the first week."""
    seen = next(row for row in targets(world.team(B)) if row.team.pk == world.team(target).pk)
    terms = {"amount": 700, "to": world.team(C).slug, "text": text, "weeks": weeks}
    deal(world, NewBounty(vehicle=str(seen.vehicle), **terms), accepted=False)  # type: ignore[arg-type]


def pact(world: World, weeks: int, text: str, *, is_public: bool) -> None:
    """Conclude a pact with Cobra."""
    terms = {"amount": 500, "weeks": weeks, "text": text, "is_public": is_public}
    deal(world, NewPact(to=world.team(C).slug, **terms), accepted=True)  # type: ignore[arg-type]


def report_for_sale(world: World, about: int, text: str, *, bought: bool) -> None:
    """Offer Cobra a report, which it can buy."""
    terms = {"about": world.team(about).slug, "title": text, "report": text, "amount": 300}
    deal(world, NewReport(to=world.team(C).slug, **terms), accepted=bought)  # type: ignore[arg-type]


KINDS: Final = (
    Kind(
        "a bounty for one team",
        partial(bounty, target=A, text=MARK, weeks=1),
        partial(bounty, target=D, text="Be quick.", weeks=2),
        is_paid=True,
    ),
    Kind(
        "a pact with a secret clause",
        partial(pact, weeks=2, text=MARK, is_public=False),
        partial(pact, weeks=3, text="Peace.", is_public=True),
        is_paid=True,
    ),
    Kind(
        "a report for sale",
        partial(report_for_sale, about=A, text=MARK, bought=False),
        partial(report_for_sale, about=D, text="They cheat.", bought=False),
        is_paid=False,
    ),
    Kind(
        "a report that was bought",
        partial(report_for_sale, about=A, text=MARK, bought=True),
        partial(report_for_sale, about=D, text="They cheat.", bought=True),
        is_paid=True,
    ),
)

Continued = Callable[[Act], Heard]


@pytest.fixture(scope="module")
def continued(settled: Settled, site: Site) -> Continued:
    """Return a function that continues the settled week with an act, and returns what third teams,
    a spectator, a GM and the buyer read and receive.
    """
    quiet_week: list[Heard] = []

    def after(act: Act) -> Heard:
        if act is nothing and quiet_week:
            return quiet_week[0]
        found = _hear_after(act, settled.world, site, quiet_week[0] if quiet_week else None)
        if act is nothing:
            quiet_week.append(found)
        return found

    after(nothing)
    return after


def _hear_after(act: Act, world: World, site: Site, like: Heard | None) -> Heard:
    found, known = Heard(), like.why if like else {}
    with world.branch(), overhearing() as found.overheard:
        world.do("an act", partial(act, world))
        notices_sent(world)
        versions = stream_contents(world)
        for name, places in PLACES.items():
            reader = world.readers[name]
            for question in questions(world, reader, places):
                key = world.phase, name, str(question)
                if like and key in known and site.would_answer(world, known[key]):
                    found.answers[key] = like.answers[key]
                elif like:
                    found.answers[key] = site.ask(world, reader, question)
                else:
                    found.answers[key], found.why[key] = site.ask_why(world, reader, question)
            found.inboxes[world.phase, name] = [
                *inbox(world, reader, found.overheard),
                f"stream {versions[name]}",
            ]
    return found


def stream_contents(world: World) -> dict[str, str]:
    """Return what the club's stream tells each member."""
    streams = {
        ClubStream(world.club.campaign.pk, Credentials(reader.user.pk), ""): name
        for name, reader in world.readers.items()
        if reader.role and reader.user
    }
    return {streams[stream]: version for stream, version in ClubStream.look(list(streams))}


def shown_to(one: Heard, two: Heard) -> set[str]:
    """Return the readers who can tell two continuations apart."""
    assert not broken(one)
    assert not broken(two)
    return {leak.reader for leak in leaks(one, two)}


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_c107_a_deal_shows_only_to_its_teams(kind: Kind, continued: Continued) -> None:
    one, two = continued(kind.one), continued(kind.two)
    bookkeepers = {"gm"} if kind.is_paid else set()
    assert shown_to(continued(nothing), one) == {"target"} | bookkeepers
    assert shown_to(one, two) == {"target"}, "the terms show to others"


# --- the club's stream ----------------------------------------------------------------------------


def orders_saved(world: World) -> None:
    world.send(B, differences.rich_sheet(world), seen=1, after=21)


def orders_passed(world: World) -> None:
    world.send(B, Sheet(), state="passed", seen=2, after=21.5)


def next_week_drafted(world: World) -> None:
    coming = Week.objects.get(season=world.week.season_id, number=world.week.number + 1)
    save_plan(
        week_id=coming.pk,
        team=world.team(B),
        sheet=differences.rich_sheet(world),
        seen_version=0,
        saved_by=world.owner(B),
    )


SEALED: Final[Mapping[str, Act]] = {
    "next week drafted": next_week_drafted,
    "a note about a rival": differences.noted,
    "how far somebody has read": differences.has_read,
    "garage and hidden damage": differences.tinkered,
    "skills": differences.learned,
    "a wound": differences.hurt,
    "money and stock": differences.rich,
    "more knowledge": differences.knowing,
    "charges": differences.mined,
    "a letter": differences.wrote,
    "a report offered": differences.offered_report,
}
"""Acts of Basilisk about which nobody is notified."""
SEALED_IN_AN_OPEN_WEEK: Final[Mapping[str, Act]] = {
    "orders saved": orders_saved,
    "orders passed": orders_passed,
    "another duel entry": differences.entered_otherwise,
    **SEALED,
}
ANSWER: Final[Act] = partial(differences.offered_pact, accepted=True)
"""A pact that Cobra accepts. Basilisk is notified."""
PUBLIC: Final[Mapping[str, Act]] = {"an event": differences.an_event}


def notices_sent(world: World) -> None:
    """Number and deliver the notices of the acts before. A version counts only numbered ones."""
    world.do("numbers", number_new)
    world.do("post", partial(deliver, seconds=inf), at=world.at + MAIL_DELAY)


def changed_versions(world: World, acts: Mapping[str, Act]) -> dict[str, set[str]]:
    """Return the readers whose stream of the club has a new version after each of these acts."""
    found = {}
    with world.branch():
        notices_sent(world)
        before = stream_contents(world)
        for label, act in acts.items():
            world.do(label, partial(act, world))
            after = stream_contents(world)
            found[label] = {name for name in after if after[name] != before[name]}
            before = after
    return found


def versions_after(world: World, sealed: Mapping[str, Act]) -> dict[str, set[str]]:
    """Return the readers with a new version after these acts, and after an answered offer."""
    acts = {**sealed, "notices": notices_sent, "answer": ANSWER, "its notice": notices_sent}
    return {label: names for label, names in changed_versions(world, acts).items() if names}


OWNERS_NOTIFIED: Final = {"its notice": {"owner", "co-owner"}}


def test_sealed_facts_change_no_version_of_the_club_in_an_open_week(settled: Settled) -> None:
    assert settled.open_versions == OWNERS_NOTIFIED


def test_sealed_facts_change_no_version_of_the_club_in_a_settled_week(settled: Settled) -> None:
    assert versions_after(settled.world, SEALED) == OWNERS_NOTIFIED


def test_public_facts_change_the_version_of_every_member(settled: Settled) -> None:
    members = {name for name, reader in settled.world.readers.items() if reader.role}
    assert changed_versions(settled.world, PUBLIC) == {"an event": members}


def test_pulse_and_stream_of_the_club_agree(settled: Settled, site: Site) -> None:
    world = settled.world
    for name in ("rival", "gm", "spectator"):
        reader = world.readers[name]
        [question] = questions(world, reader, ["club-pulse"])
        body = site.ask(world, reader, question).body
        assert msgspec.json.decode(body)["v"] == stream_contents(world)[name]
