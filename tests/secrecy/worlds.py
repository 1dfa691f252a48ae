"""The stage: a club with a past and a week to play, built once; each life of that week is a branch
that is rolled back.

Four teams: Anvil and Dynamo spy on each other, Basilisk targets Cobra. The worlds differ in the
secrets of Basilisk and Cobra; Anvil, Dynamo (whose owner is a GM), spectators and outsiders must
not notice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from allauth.account.models import EmailAddress
from django.db import transaction
from django_scopes import scopes_disabled

import engine.dice
from autoduel.services.club_arenas import save_arena
from campaign.calendar.services import calendar_feed
from campaign.deals.rules.acts import NewPact
from campaign.deals.services import deals
from campaign.desk.services import founding
from campaign.duels.rules.acts import HeatsMaking, Making
from campaign.duels.rules.duel import Deeds
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import drafts as drafted
from campaign.duels.services import drafts, entries, events, meets, results
from campaign.garage.services import garage
from campaign.league.models import Campaign, Membership, Team, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.ledger.services import stores
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, joining, login_links, members, owners
from campaign.motions.rules.motions import Moving
from campaign.motions.services import motions
from campaign.news.services import hooks, public_page
from campaign.voices.rules.acts import Muting
from campaign.voices.services import moderating, speaking
from core.accounts.models import ApiToken, User
from core.notifications.models import PushSubscription
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.services import (
    notices,
    notification_preferences,
    own_hooks,
    web_push,
)
from core.notifications.services.delivery_worker import deliver
from core.notifications.services.outbox import MAIL_DELAY
from core.web import clock
from engine.codec import encode
from engine.draws import announced
from engine.match import heard_by
from engine.values import Seat, changed
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.rules.orders import Order, Sheet, Standing
from espionage.rules.values import Debriefed
from espionage.rules.week import WEEK
from espionage.services import beacon_rounds, sealing, sheets
from espionage.services.deadline_reminders import USUAL_LEAD_TIME
from espionage.services.resolving import play_on
from espionage.services.tick import tick
from play.models import DailyDeal, Match, Table, Tournament
from play.running import Running, begin, readers
from play.services import (
    daily,
    holidays,
    leaving,
    rating,
    seating,
    sharing,
    tables,
    tournament_rounds,
    tournaments,
)
from tests import beacon
from tests.arenas import PIT
from tests.factories import NOON, Club, duel_of, found_club, person

from .chance import Chance

if TYPE_CHECKING:
    from campaign.garage.models import Vehicle
    from campaign.roster.models import Character

PHASES: Final = ("open", "playing", "settled", "duelled", "closed", "ended")
"""Phases of a week at which worlds are compared; each has other secrets."""

HOOK: Final = "https://discord.com/api/webhooks/1234/the-garage"
KEYS: Final = {
    "p256dh": (
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    ),
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""Keys of a browser, from RFC 8291."""
OWN_HOOK: Final = "https://discord.com/api/webhooks/88/{}"
"""The hook for the club's public news."""

A, B, C, D = range(4)
LETTERS: Final = "ABCD"

Act = Callable[["World"], None]
"""Something done in the open week."""


@dataclass
class Reader:
    """A reader. `group` is the group with shared knowledge; `role` is their role in the club, ""
    for none; `user` is None without a session.
    """

    name: str
    group: str
    role: str = ""
    user: User | None = None
    session: str = ""
    token: str = ""
    team: int | None = None


@dataclass
class World:
    """A club on its stage. `phase` is the phase of its second week; `at` is the current time."""

    club: Club
    chance: Chance
    week: Week
    readers: dict[str, Reader] = field(default_factory=dict)
    other: Club | None = None
    phase: str = "open"
    at: datetime = NOON
    invite: str = ""
    login_token: str = ""
    tables: tuple[Table, ...] = ()
    table_token: str = ""
    nonces: dict[str, str] = field(default_factory=dict)
    found: dict[int, Mapping[str, Act]] = field(default_factory=dict)
    matches: dict[object, Match] = field(default_factory=dict)

    @property
    def table(self) -> Table:
        """Return the public match of the owners of Basilisk and Cobra."""
        return self.tables[0]

    @property
    def dealt_day(self) -> str:
        """Return the first day with a deal of the day."""
        return DailyDeal.objects.values_list("day", flat=True).order_by("day")[0].isoformat()

    @property
    def tournament(self) -> Tournament:
        """Return the club's tournament, whose first round runs all the time."""
        return Tournament.objects.get(club=self.club.campaign.pk)

    @property
    def slug(self) -> str:
        return self.club.campaign.slug

    def team(self, number: int) -> Team:
        return self.club.teams[number]

    def owner(self, number: int) -> User:
        return self.club.players[number]

    def who(self, number: int, name: str) -> Character:
        return self.club.who(number, name)

    def car(self, number: int, which: int = 0) -> Vehicle:
        return self.club.car(number, which)

    # --- what is done in it -----------------------------------------------------------------------

    def do(self, label: str, act: Callable[[], Any], *, at: datetime | None = None) -> Any:
        """Perform one act at a time with its own randomness."""
        with self.chance.step(label, at=at or self.at), scopes_disabled():
            return act()

    def tick(self, at: datetime, phase: str) -> None:
        """Run the job at a time and the mail a little later, without time limits."""
        self.at = at
        self.do(f"tick {phase} {at}", partial(tick, now=at))
        self.do(f"post {phase} {at}", partial(deliver, seconds=inf), at=at + MAIL_DELAY)
        self.refresh()

    def refresh(self) -> None:
        with scopes_disabled():
            self.week = Week.objects.select_related("season__campaign").get(pk=self.week.pk)
        self.club.week = self.week

    def order(
        self, number: int, name: str, action: str, against: int | None = None, **more: Any
    ) -> Order:
        """Return an order for a team's character."""
        target = str(self.team(against).pk) if against is not None else ""
        return Order(spy=str(self.who(number, name).pk), action=action, target_team=target, **more)  # type: ignore[arg-type]

    def send(
        self, number: int, sheet: Sheet, *, state: str = "final", seen: int = 0, after: float = 1
    ) -> OrderSheet:
        """Save a team's sheet some hours into the week."""
        return self.do(
            f"sheet {number} {seen}",
            lambda: sheets.save_sheet(
                week_id=self.week.pk,
                team=self.team(number),
                sheet=sheet,
                state=OrderSheet.State(state),
                seen_version=seen,
                saved_by=self.owner(number),
                entropy=f"own share of {LETTERS[number]}",
            ),
            at=self.week.opens_at + timedelta(hours=after),
        )

    @contextmanager
    def branch(self) -> Iterator[World]:
        """Live something and roll it back."""
        kept = self.phase, self.at, dict(self.nonces), dict(self.chance.seen)
        try:
            with transaction.atomic():
                yield self
                transaction.set_rollback(True)
        finally:
            self.phase, self.at, self.nonces = kept[0], kept[1], kept[2]
            self.chance.seen.clear()
            self.chance.seen.update(kept[3])
            self.refresh()


# --- building -------------------------------------------------------------------------------------


def build(chance: Chance, **options: Any) -> World:
    """Build the stage through the services: a first week played to its close, the second one
    open.
    """
    rules = {"settle_hours": 12, **options}
    with chance.step("founding", at=NOON), scopes_disabled():
        club = found_club(
            teams=4, characters=6, vehicles=2, spectator=True, options=rules, name="Twin club"
        )
    world = World(club=club, chance=chance, week=club.open_week, at=club.at)
    world.do("people", partial(_people, world))
    world.do("things", partial(_things, world))
    world.do("tables", partial(_tables, world))
    _first_week(world)
    world.do("a way in", partial(_way_in, world))
    world.do("voices", partial(_voices, world))
    return world


def _people(world: World) -> None:
    """Create all readers."""
    club, at = world.club, world.at
    campaign = club.campaign

    def joined(name: str, role: str) -> User:
        user = person(name)
        members.admit(campaign=campaign, user=user, role=role, now=at)
        return user

    partner = joined("partner", Membership.Role.PLAYER)
    owners.add_owner(team=world.team(B), user=partner, now=at)
    second = joined("gm-with-team", Membership.Role.GM)
    owners.hand_over(
        team=world.team(D), to=second, actor=club.gm, now=at, reason="The club needs two GMs."
    )
    left = joined("left", Membership.Role.PLAYER)
    members.leave(
        membership=Membership.objects.get(campaign=campaign, user=left), now=at, actor=left
    )
    world.other = found_club(teams=2, characters=2, name="Other club")
    club.players[D] = second
    other = world.other
    cast = (
        ("owner", "B", "player", world.owner(B)), ("co-owner", "B", "player", partner),
        ("rival", "A", "player", world.owner(A)), ("target", "C", "player", world.owner(C)),
        ("gm", "gm", "gm", club.gm), ("gm-with-team", "D", "gm", second),
        ("spectator", "spectator", "spectator", club.spectator),
        ("idle", "idle", "player", joined("idle", Membership.Role.PLAYER)),
        ("left", "outside", "", left), ("foreign-gm", "outside", "", other.gm),
        ("foreign-player", "outside", "", other.players[0]),
        ("stranger", "outside", "", person("stranger")), ("staff", "staff", "", _staff()),
        ("anonymous", "outside", "", None),
    )  # fmt: skip
    for name, group, role, user in cast:
        world.readers[name] = _reader(name, group, role, user)
        if user is not None:
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
            _reached(user, name, at)
            calendar_feed.renew(user=user, now=at)
    hooks.add(campaign=campaign, name="The garage", address=HOOK, actor=club.gm, now=at)
    public_page.set_public(campaign=campaign, is_public=True, actor=club.gm, now=at)
    save_arena(campaign=campaign, arena=PIT, actor=club.gm, now=at)
    campaign.refresh_from_db()
    asker = world.readers["foreign-player"].user
    assert asker is not None
    joining.ask(campaign=campaign, user=asker, said="I have a car.", now=at)


def _reached(user: User, name: str, at: datetime) -> None:
    """Let every reader get all notices by every channel, with their text."""
    notification_preferences.choose_all(
        user=user, topics=dict.fromkeys(ChannelName, tuple(Topic)), quiet=None, digest=None
    )
    PushSubscription.objects.create(
        user=user,
        endpoint=f"https://push.example.org/{user.pk.hex}/{name}",
        vapid=web_push.site_key(),
        **KEYS,
        name=name,
        words=True,
        made_at=at,
    )
    own_hooks.set_hook(user=user, address=OWN_HOOK.format(name), now=at)


def _staff() -> User:
    """Create a staff member who may view every model of the admin and is no superuser."""
    from django.contrib.auth.models import Permission

    user = person("staff")
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return user


def _reader(name: str, group: str, role: str, user: User | None) -> Reader:
    from tests.conftest import session_cookie

    if user is None:
        return Reader(name, group, role)
    _, token = ApiToken.objects.create(user=user, name="for tests")
    team = LETTERS.index(group) if group in LETTERS else None
    return Reader(name, group, role, user, session_cookie(user)[1], token, team)


def _things(world: World) -> None:
    """Create gear, crews, an invite, and recognisable secrets."""
    for number in range(4):
        owner, at = world.owner(number), world.at
        stores.buy(
            team=world.team(number),
            counts={"heavy_pistol": 2, "smoke_grenade": 2},
            actor=owner,
            now=at,
        )
        garage.assign_crew(
            vehicle=world.car(number),
            crew={"driver": world.who(number, "Rook").pk, "gunner": world.who(number, "Sable").pk},
        )
    _, world.invite = invites.make(
        campaign=world.club.campaign, new=Inviting(uses=1), actor=world.club.gm, now=world.at
    )


def _way_in(world: World) -> None:
    """Create a member without a team who lost their password, a co-owner on holiday over the
    deadline, and a vote about a team without an owner.
    """
    motions.move(
        campaign=world.club.campaign,
        new=Moving(kind="caretaker", team=world.team(D).slug, reason="Nobody has heard of them."),
        person=world.owner(A),
        now=world.at,
    )
    partner = world.readers["co-owner"].user
    assert partner is not None
    holidays.start_holiday(user=partner, starts=world.at, ends=world.at + timedelta(days=12))
    idle = Membership.objects.select_related("campaign", "user").get(
        campaign=world.club.campaign, user=world.readers["idle"].user
    )
    _, world.login_token = login_links.make(
        membership=idle, actor=world.club.gm, reason="Lost the password.", now=world.at
    )


def _voices(world: World) -> None:
    """Create talk everywhere: a topic with a hidden post, an answered question, an announcement,
    comments on a duel, letters between Anvil and Dynamo and between Basilisk and Cobra, and a muted
    member.
    """
    campaign, at, gm = world.club.campaign, world.at, world.club.gm
    topic = speaking.open_topic(
        campaign=campaign, author=world.owner(A), title="Ash Flats", text="Who *won*?", now=at
    )
    rude = speaking.post_in_thread(
        thread=topic, author=world.owner(C), text="Not you, idiot.", now=at
    )
    moderating.hide(post=rude, actor=gm, reason="Be polite.", now=at)
    idle = world.readers["idle"].user
    assert idle is not None
    asked = speaking.ask_gm(campaign=campaign, author=idle, title="Rams", text="May one?", now=at)
    speaking.post_in_thread(thread=asked, author=gm, text="One may.", now=at)
    speaking.publish_announcement(campaign=campaign, author=gm, text="Bring dice.", now=at)
    speaking.post_about_duel(
        duel=duel_of(world.week), author=world.owner(D), text="We shall see.", now=at
    )
    for one, other in ((A, D), (D, A), (B, C), (C, B)):
        speaking.write_letter(
            team=world.team(one),
            to=world.team(other),
            author=world.owner(one),
            text="A truce this week?",
            now=at,
        )
        deals.offer(
            team=world.team(one),
            new=NewPact(to=world.team(other).slug, amount=100),
            actor=world.owner(one),
            now=at,
        )
    moderating.mute(
        campaign=campaign,
        new=Muting(
            username=idle.get_username(),
            until=at + timedelta(days=200),
            letters=False,
            reason="Shouting.",
        ),
        actor=gm,
        now=at,
    )


def _tables(world: World) -> None:
    """Create a running public match, a table for the holder of its link, and a finished rated
    match.
    """
    first = tables.open_table(user=world.owner(B), game="bids", options={}, seats=("me", "open"))
    second = tables.open_table(
        user=world.club.gm, game="bids", options={}, seats=("me", "open"), visibility="invited"
    )
    world.tables = (seating.sit_down(table_id=first.pk, user=world.owner(C), seat=1), second)
    world.table_token = seating.make_invite(table_id=second.pk, user=world.club.gm)
    over = tables.open_table(user=world.owner(A), game="bids", options={}, seats=("me", "bot"))
    leaving.resign(table_id=over.pk, user=world.owner(A))
    sharing.set_sharing(table_id=over.pk, user=world.owner(A), is_on=True)
    world.tables = (*world.tables, over)
    friend = f"person:{world.owner(C).get_username()}"
    tables.open_table(
        user=world.club.gm, game="bids", options={}, seats=("me", friend), visibility="invited"
    )
    rating.rate_due()
    daily.take_deal(user=world.owner(A))
    _tournaments(world)


def _tournaments(world: World) -> None:
    """Create the club's tournament, whose first round is running, and an open one."""
    gm, hour = world.club.gm, timedelta(hours=1)
    cup = tournaments.announce(
        user=gm,
        name="Twin cup",
        game="bids",
        begins_at=world.at + hour,
        round_minutes=tournaments.MAX_ROUND_MINUTES,
        access="club",
        club=world.club.campaign.pk,
    )
    for number in (A, B, C, D):
        tournaments.enter(tournament_id=cup.pk, user=world.owner(number))
    tournaments.announce(
        user=gm,
        name="Summer cup",
        game="bids",
        begins_at=world.at + timedelta(days=100),
        round_minutes=60,
    )
    with clock.set_to(world.at + hour):
        tournament_rounds.advance_due()


def _name_a_beacon(world: World) -> None:
    """Use a beacon round that the site has. Rounds are shared by all clubs, so another stage may
    have brought it.
    """
    source = announced(beacon.chain(), 0, int(world.week.due_at.timestamp()))
    assert source is not None
    Seal.objects.filter(week=world.week).update(source=encode(source).decode())
    beacon_rounds.store_pasted(source, beacon.signature(source.round), given_by=world.owner(A))


def _first_week(world: World) -> None:
    """Play a varied first week: reports, dossiers, a duel, work, news."""
    for number, against in ((A, D), (B, C), (C, D), (D, A)):
        world.send(
            number,
            Sheet(orders=(world.order(number, "Vesper", "infiltrate", against),)),
            after=2 + number,
        )
    for number in range(4):
        _enter(world, number)
    _event(world)
    _heats(world)
    _see_something(world)
    world.do("name a beacon", partial(_name_a_beacon, world))
    with same_root(world):
        world.tick(world.week.due_at, "first due")
    world.nonces.clear()
    drawn = world.week.due_at + timedelta(minutes=11)
    world.tick(max(world.week.settle_at, drawn), "first settled")
    drive(world)
    world.tick(world.week.closes_at, "first closed")
    with scopes_disabled():
        world.week = Week.objects.select_related("season__campaign").get(
            season=world.week.season, number=2
        )
    world.tick(world.week.opens_at, "second open")
    world.at = world.week.opens_at + timedelta(hours=30)


def _see_something(world: World) -> None:
    """Find dice for the first week with which every infiltration succeeds, so that each team has a
    dossier.
    """
    with world.branch(), same_root(world):
        world.tick(world.week.due_at, "first due")
        match = stored_match(world)
    for number in range(4):
        give_dice(
            world,
            number,
            find_nonce(
                world,
                number,
                match,
                lambda running, seat=number: ending_of(running, seat) == "saw",  # type: ignore[misc]
            ),
        )  # type: ignore[misc]


def _enter(world: World, number: int) -> None:
    crew = {"driver": world.who(number, "Rook").pk, "gunner": world.who(number, "Sable").pk}
    world.do(
        f"entry {number}",
        lambda: entries.enter(
            duel=duel_of(world.week),
            team=world.team(number),
            vehicle=world.car(number),
            crew=crew,
            now=world.at,
        ),
        at=world.week.opens_at + timedelta(hours=3),
    )


def _event(world: World) -> None:
    """Create an event besides the first week's duel that nobody entered (C50)."""
    opened = world.week.opens_at
    world.do(
        "event",
        lambda: events.make(
            week=world.week,
            new=Making(name="Ash Cup", arena="Kessel Oval", starts_at=opened + timedelta(hours=6)),
            actor=world.club.gm,
            now=world.at,
        ),
        at=opened + timedelta(hours=4),
    )


def _heats(world: World) -> None:
    """Create heats in the first week, drawn without entries (C65)."""
    opened = world.week.opens_at
    plan = HeatsMaking(
        name="Heats",
        closes_at=opened + timedelta(hours=5),
        starts_at=opened + timedelta(hours=5),
        final_at=opened + timedelta(hours=7),
        go_on=1,
        heats=2,
    )
    world.do(
        "heats",
        lambda: meets.make(week=world.week, plan=plan, actor=world.club.gm, now=world.at),
        at=opened + timedelta(hours=4),
    )


def drive(world: World) -> None:
    """Drive and record the week's duel."""
    world.at = world.week.duel_at + timedelta(hours=3)
    world.tick(world.at, f"duel of week {world.week.number}")
    world.do(f"draft {world.week.number}", partial(_draft, world))
    world.do(f"duel {world.week.number}", partial(_record, world))
    world.tick(world.at + timedelta(minutes=1), f"after duel of week {world.week.number}")


def what_it_came_to(world: World) -> DuelRecord:
    """Return a record of the week's duel."""
    form = results.form_for(duel_of(world.week))
    rows = tuple(changed(row, place=place) for place, row in enumerate(form.teams, 1))
    people = tuple(_deeds(deeds, rows[0].team) for deeds in form.people)
    return DuelRecord(form=changed(form, teams=rows, people=people))


def _draft(world: World) -> None:
    """Draft it as Dynamo if it drove; nobody else signs."""
    if world.team(D).pk in drafted.teams_at_start(duel_of(world.week)):
        drafts.draft(
            duel=duel_of(world.week),
            team=world.team(D),
            record=what_it_came_to(world),
            seen_number=0,
            actor=world.owner(D),
            now=world.at,
        )


def _record(world: World) -> None:
    record = what_it_came_to(world)
    drafts.decide(duel=duel_of(world.week), result=record, actor=world.club.gm, now=world.at)


def _deeds(deeds: Deeds, winner: str) -> Deeds:
    return changed(deeds, kills=1) if deeds.team == winner else deeds


# --- the second week ------------------------------------------------------------------------------


def sheet_of_a(world: World) -> None:
    world.send(
        A,
        Sheet(
            orders=(world.order(A, "Vesper", "infiltrate", D), world.order(A, "Doc", "counterspy"))
        ),
        after=3,
    )


def sheet_of_b(world: World) -> None:
    world.send(
        B,
        Sheet(
            orders=(
                world.order(B, "Fuse", "blow_up", C, bricks=2),
                world.order(B, "Doc", "counterspy"),
            )
        ),
        after=4,
    )


def sheet_of_c(world: World) -> None:
    """Return a sheet with a counterspy who responds only to assassins and chases bombers."""
    standing = Standing(counterspy=("assassinate",), chase_bombers=True)
    world.send(C, Sheet(orders=(world.order(C, "Doc", "counterspy"),), standing=standing), after=5)


def sheet_of_d(world: World) -> None:
    world.send(
        D,
        Sheet(
            orders=(world.order(D, "Vesper", "infiltrate", A), world.order(D, "Rook", "counterspy"))
        ),
        after=6,
    )


def nothing(world: World) -> None:
    """Do nothing."""


BASE: Final[Mapping[str, Act]] = {
    "sheet of A": sheet_of_a,
    "sheet of B": sheet_of_b,
    "sheet of C": sheet_of_c,
    "sheet of D": sheet_of_d,
    "entry of A": partial(_enter, number=A),
    "entry of B": partial(_enter, number=B),
    "entry of D": partial(_enter, number=D),
}
"""Acts of the second week unless a difference replaces them."""


@contextmanager
def same_root(world: World) -> Iterator[None]:
    """Use one root for the dice of both worlds, whatever the sheets; a seat with a nonce has its
    own dice.

    A root reveals nothing of its salted sheets, but dice follow from it and would differ for
    everyone.
    """
    named_key = engine.dice.named_key

    def keyed(seed: bytes, name: str, ply: int) -> bytes:
        nonce = next((nonce for start, nonce in world.nonces.items() if name.startswith(start)), "")
        return named_key(
            hashlib.sha256(seed + nonce.encode()).digest() if nonce else seed, name, ply
        )

    def root(seats: list[SealedSeat]) -> str:
        return hashlib.sha256(b"/".join(str(seat.pk).encode() for seat in seats)).hexdigest()

    with patch.object(engine.dice, "named_key", keyed), patch.object(sealing, "order_root", root):
        yield


def live(
    world: World,
    acts: Mapping[str, Act],
    look: Callable[[World], None],
    phases: tuple[str, ...] = PHASES,
) -> None:
    """Live the second week in a branch: the base's acts, replaced or followed by these, then phase
    after phase, looking at each.
    """
    with world.branch(), same_root(world):
        for label, act in {**BASE, **acts}.items():
            world.do(label, partial(act, world))
        for phase in PHASES[: PHASES.index(phases[-1]) + 1]:
            STAGES[phase](world)
            world.phase = phase
            if phase in phases:
                look(world)


def _near(world: World) -> None:
    """Go to a day before the deadline, when teams without orders are reminded."""
    world.tick(world.week.due_at - USUAL_LEAD_TIME + timedelta(minutes=1), "near")
    world.at += timedelta(hours=1)


def _due(world: World) -> None:
    world.tick(world.week.due_at + timedelta(minutes=1), "due")
    world.at += timedelta(hours=1)


def _settle(world: World) -> None:
    world.tick(world.week.settle_at + timedelta(minutes=1), "settle")
    world.at += timedelta(hours=1)


def _close(world: World) -> None:
    world.tick(world.week.closes_at + timedelta(minutes=1), "close")
    world.at += timedelta(hours=1)


def _end(world: World) -> None:
    """Close the season and open its orders and dice."""
    world.at += timedelta(hours=1)
    world.do(
        "end of the season",
        lambda: founding.close_season(season=world.week.season, actor=world.club.gm, now=world.at),
    )
    world.refresh()


STAGES: Final[Mapping[str, Act]] = {
    "open": _near,
    "playing": _due,
    "settled": _settle,
    "duelled": drive,
    "closed": _close,
    "ended": _end,
}


def ending_of(running: Running, seat: int) -> str:
    """Return the result of a seat's first mission from its own debrief."""
    told = heard_by(Seat(seat), running.audience_events)
    missions = [
        mission.ending
        for event in told
        if isinstance(event, Debriefed)
        for mission in event.debrief.missions
    ]
    return missions[0] if missions else ""


def stored_match(world: World) -> Match:
    """Return the week's match as resolved at the deadline."""
    with scopes_disabled():
        return Match.objects.get(seal__week=world.week)


def played(world: World, match: Match) -> Running:
    """Return the week's match replayed in memory with the dice of the nonces."""
    running = begin(
        WEEK,
        readers(match.game).setup.decode(match.setup),
        seed=bytes(match.seed),
        now=world.at,
        sealed=True,
    )
    with scopes_disabled():
        play_on(running, Seal(), world.week, world.week.settle_at, {})
    return running


def match_with(world: World, acts: Mapping[str, Act]) -> Match:
    """Return the match after these acts, without side effects. It is played once per stage."""
    key = tuple(acts.items())
    if key not in world.matches:
        with world.branch(), same_root(world):
            for label, act in {**BASE, **acts}.items():
                world.do(label, partial(act, world))
            _due(world)
            world.matches[key] = stored_match(world)
    return world.matches[key]


def find_nonce(
    world: World, seat: int, match: Match, wanted: Callable[[Running], bool], tries: int = 3000
) -> str:
    """Find a nonce for a seat's missions that gives the wanted match."""
    kept = dict(world.nonces)
    try:
        for number in range(tries):
            give_dice(world, seat, f"try {number}")
            with same_root(world):
                if wanted(played(world, match)):
                    return f"try {number}"
    finally:
        world.nonces = kept
    raise LookupError(f"no dice in {tries} tries")


def give_dice(world: World, seat: int, nonce: str) -> None:
    """Change the dice of a seat, including harm, ambushes and hidden rolls of its missions."""
    for start in (f"#{seat}", f"harm+#{seat}+", f"ambush+#{seat}+", f"sealed+#{seat}+"):
        world.nonces[start] = nonce


def club_besides(world: World) -> Campaign:
    """Create a third club that nobody here knows of."""
    return found_club(teams=2, characters=2, name="Club besides").campaign


def tell(world: World, user: User, text: str) -> None:
    """Send a person a notice."""
    notices.send(
        [
            notices.Message(
                user.pk,
                world.club.campaign.pk,
                ClubNotice.JOINED,
                text,
                "",
                f"note:{text}",
                world.at,
            )
        ]
    )
