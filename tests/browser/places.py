"""The places of the tour: the demo club with additions, a new club, and clubs with pending
tasks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from itertools import count
from typing import Final

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from autoduel.services import club_arenas
from campaign.calendar.services import calendar_feed, pausing
from campaign.deals.rules.acts import NewPact
from campaign.deals.services import deals
from campaign.desk.rules.founding import Founding
from campaign.desk.services import founding
from campaign.duels.models import DuelEntry, DuelResult
from campaign.duels.rules.acts import Calling
from campaign.duels.rules.arena_templates import TEMPLATES
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import challenges, drafts, results
from campaign.garage.models import Vehicle
from campaign.garage.services import trading, workshop
from campaign.league.demo import SLUG
from campaign.league.models import Campaign, Membership, Team, Week
from campaign.members.models import TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.selectors.deputies import open_weeks
from campaign.members.services import deputies, invites, joining, login_links, members, sharing
from campaign.motions.rules.motions import Moving
from campaign.motions.services import motions
from campaign.news.models import Hook, HookDelivery, News
from campaign.news.services import hooks, public_page
from campaign.roster.models import Character
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from campaign.voices.rules.acts import Muting
from campaign.voices.services import moderating, notes, speaking
from core.accounts.models import User
from core.accounts.services import tokens
from core.notifications.models import Delivery, Notice
from core.notifications.services import outbox
from core.notifications.services.email_rendering import stop_token
from core.web import clock
from engine.codec import encode
from engine.dice import seed_from
from engine.draws import Source
from engine.sealing import seed_hash
from engine.values import changed
from espionage.demo import night_shift
from espionage.models import OrderSheet, Seal
from espionage.rules.orders import Order, Sheet
from espionage.services import desk, sheets
from espionage.services.failed_weeks import park
from espionage.services.tick import tick
from home.services import bundle_uploads
from play.services import holidays
from tests.beacon import chain
from tests.demo import found_demo
from tests.factories import CAST, Club, duel_of, found_club, heal, person
from tests.home.carrying import another_site, bundle_of

DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass
class Place:
    """A club of the tour: its users by their names on the tour, and the values of address
    parameters.
    """

    people: dict[str, User]
    things: dict[str, str]
    own: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def arguments(self, who: str | None) -> dict[str, str]:
        """Return the values of address parameters for this visitor."""
        return {**self.things, **self.own.get(who or "", {})}


def all_places() -> dict[str, Place]:
    """Create every place at the real time, so that countdowns run as for players."""
    with scopes_disabled():
        return {
            "closed": _closed(),
            "demo": _demo(),
            "new": _new_club(),
            "arena": _arena(),
            "asked": _asked(),
            "stuck": _stuck(),
            "ready": _ready(),
            "away": _away(),
            "carried": _carried(),
        }


# --- what is said ---------------------------------------------------------------------------------


def _talk(
    campaign: Campaign, people: Mapping[str, User], squads: Sequence[Team], now: datetime
) -> dict[str, str]:
    """Add a topic with a hidden post, a question, an announcement, letters with a reported one, a
    note, and a muted member.
    """
    vera, tomas, morgan, sam = (people[who] for who in ("vera", "tomas", "morgan", "sam"))
    said = "Whoever rams **first** is no driver.\n\n- that is you\n- [see](https://example.org)"
    topic = speaking.open_topic(
        campaign=campaign, author=tomas, title="Rams at Kessel Oval", text=said, now=now
    )
    own = speaking.post_in_thread(
        thread=topic, author=vera, text="> first\n\nWait for *Saturday*.", now=now
    )
    rude = speaking.post_in_thread(thread=topic, author=sam, text="Idiots, all of you.", now=now)
    moderating.hide(post=rude, actor=morgan, reason="Be polite.", now=now)
    question = speaking.ask_gm(
        campaign=campaign, author=vera, title="May a cycle ram?", text="On purpose?", now=now
    )
    speaking.post_in_thread(thread=question, author=morgan, text="It may.", now=now)
    speaking.publish_announcement(
        campaign=campaign, author=morgan, text="Bring **dice** on Saturday.", now=now
    )
    item = News.objects.filter(campaign=campaign).order_by("-at")[0]
    item.campaign = campaign
    speaking.post_about_news(item=item, author=tomas, text="At last.", now=now)
    week = Week.objects.select_related("season__campaign").get(
        season__campaign=campaign, status="open"
    )
    speaking.post_about_duel(duel=duel_of(week), author=tomas, text="Anvil will burn.", now=now)
    truce = "A truce until the duel? We leave your garage alone."
    speaking.write_letter(team=squads[0], to=squads[1], author=vera, text=truce, now=now)
    letter = speaking.write_letter(
        team=squads[1], to=squads[0], author=tomas, text="For $5,000.", now=now
    )
    pact = deals.offer(
        team=squads[1],
        new=NewPact(to=squads[0].slug, amount=5_000, is_public=True),
        actor=tomas,
        now=now,
    )
    own_pact = deals.offer(team=squads[0], new=NewPact(to=squads[1].slug), actor=vera, now=now)
    moderating.report(post=letter, reporter=vera, team=squads[0], reason="He wants money.", now=now)
    mute = moderating.mute(
        campaign=campaign,
        new=Muting(
            username=sam.get_username(),
            until=now + timedelta(days=3),
            letters=False,
            reason="Shouting.",
        ),
        actor=morgan,
        now=now,
    )
    notes.save_note(
        team=squads[0],
        rival=squads[1],
        text="They *bluff*.",
        replaced_version=0,
        author=vera,
        now=now,
    )
    with scope(campaign=campaign.pk):
        first = topic.posts.order_by("at", "id").get(by=tomas)
    return {
        "thread": str(topic.pk),
        "topic": str(topic.pk),
        "asked": str(question.pk),
        "post": str(first.pk),
        "own post": str(own.pk),
        "hidden": str(rude.pk),
        "item": str(item.pk),
        "mute": str(mute.pk),
        "deal got": str(pact.pk),
        "deal made": str(own_pact.pk),
        "to": squads[1].slug,
        "rival": squads[1].slug,
        "third": squads[2].slug,
    }


# --- the demo club --------------------------------------------------------------------------------

OWNERS: Final = {"vera": 0, "tomas": 1, "ines": 2, "otto": 3}
"""Index of each owner's team among the club's teams, which were created at the same time."""


def _demo() -> Place:
    found_demo()
    now = timezone.now()
    campaign = Campaign.objects.get(slug=SLUG)
    people = {user.username: user for user in User.objects.all()} | {"nobody": person("nobody")}
    squads = [Team.objects.get(campaign=campaign, ownerships__user=people[who]) for who in OWNERS]
    invite, token = invites.make(
        campaign=campaign,
        new=Inviting(note="Tuesday group", uses=1),
        actor=people["morgan"],
        now=now,
    )
    into, _ = invites.make(
        campaign=campaign,
        new=Inviting(team=squads[0].slug, note="My flatmate"),
        actor=people["vera"],
        now=now,
    )
    invites.make(
        campaign=campaign,
        new=Inviting(note="The whole club", uses=None, days=None),
        actor=people["morgan"],
        now=now,
    )
    outsider = joining.ask(
        campaign=campaign, user=people["nobody"], said="I own a broom and a car.", now=now
    )
    with scope(campaign=campaign.pk):
        sharing.ask(team=squads[0], user=people["nobody"], invited_by=people["morgan"], now=now)
        ask = TeamAsk.objects.get()
        sam = Membership.objects.select_related("campaign", "user").get(
            campaign=campaign, user=people["sam"]
        )
        _, way_in = login_links.make(
            membership=sam, actor=people["morgan"], reason="Sam lost the password.", now=now
        )
        week = Week.objects.get(season__campaign=campaign, status="open")
        opened = desk.open_sealed_orders(
            week=week,
            team=squads[1],
            actor=people["morgan"],
            reason="Two teams ask the club to look.",
            now=now,
        )
        ines = person("ines")
        members.admit(campaign=campaign, user=ines, role=Membership.Role.SPECTATOR, now=now)
        deputy = deputies.appoint(
            team=squads[0], user=ines, week=open_weeks(campaign)[-1], actor=people["vera"], now=now
        )
    token_row, _ = tokens.create_token(user=people["vera"], name="Club bot", days=30, now=now)
    _mail(people["vera"], now)
    calendar_feed.renew(user=people["vera"], now=now)
    _channels(campaign, people["morgan"], now)
    own: dict[str, Mapping[str, str]] = {
        who: _of_team(squads[at], week, now) for who, at in OWNERS.items()
    }
    spare = Vehicle.objects.filter(team=squads[1], gone_at=None).exclude(
        entries__withdrawn_at=None, entries__duel__week=week
    )[0]
    offered = trading.offer(vehicle=spare, to=squads[0], price=9_000, now=now)
    arena = club_arenas.save_arena(
        campaign=campaign,
        arena=changed(TEMPLATES["octagon"], key="pit", name="The Pit"),
        actor=people["morgan"],
        now=now,
    )
    called = challenges.call_out(
        challenger=squads[1],
        new=Calling(
            to=squads[0].slug, starts_at=week.closes_at, arena="Kessel Oval", words="Bring a broom."
        ),
        actor=people["morgan"],
        now=now,
    )
    talked = _talk(campaign, people, squads, now)
    night = Team.objects.get(campaign__slug=night_shift.SLUG, ownerships__user=people["vera"])
    things = {
        "slug": SLUG,
        "number": "4",
        "duel": "0",
        "played": "3",
        "planned": "5",
        "token": token,
        "way in": way_in,
        "ask": str(ask.pk),
        "join ask": str(outsider.pk),
        "deputy": str(deputy.pk),
        "into": str(into.pk),
        "page": "espionage",
        "invite": str(invite.pk),
        "act": str(opened.pk),
        "ref": str(token_row.ref),
        "group": "duel",
        "book": "money",
        "skills": "skills",
        "offer": str(offered.pk),
        "challenge": str(called.pk),
        "arena": arena.key,
        **talked,
        "duellist": _drove(campaign),
        "night": night_shift.SLUG,
        "night team": night.slug,
        "damage": "damage",
        "version": "1",
        "stop": stop_token(people["nobody"].pk),
        "nobody": people["nobody"].get_username(),
        "member": str(Membership.objects.get(campaign=campaign, user=people["otto"]).pk),
        **own["vera"],
    }
    return Place(people, things, own)


def _drove(campaign: Campaign) -> str:
    """Return a person who was in the last recorded duel."""
    rows = DuelResult.objects.filter(duel__week__season__campaign=campaign)
    return payload_of(rows.order_by("-recorded_at")[0]).record.form.people[0].character


def _mail(user: User, now: datetime) -> None:
    """Add mails to a confirmed address in every final state, and a pending test mail."""
    EmailAddress.objects.update_or_create(
        user=user, email=user.email, defaults={"verified": True, "primary": True}
    )
    told = Notice.objects.filter(user=user).order_by("-at", "id")
    faults = {
        Delivery.State.FAILED: "the mail server responded with 550",
        Delivery.State.WAITING: "ConnectionRefusedError",
    }
    for notice, state in zip(told, Delivery.State, strict=False):
        Delivery.objects.update_or_create(
            notice=notice,
            defaults={
                "user": user,
                "at": notice.at,
                "next_at": notice.at,
                "state": state,
                "fault": faults.get(state, ""),
            },
        )
    outbox.put_test(user=user, now=now)


def _channels(campaign: Campaign, gm: User, now: datetime) -> None:
    """Add a channel with news in every final state, and one that was closed by the other side."""
    garage, old = (
        hooks.add(
            campaign=campaign,
            name=name,
            address=f"https://discord.com/api/webhooks/1234/channel-{number}",
            actor=gm,
            now=now,
        )
        for number, name in enumerate(("The garage", "Last year’s channel"))
    )
    faults = {
        Delivery.State.FAILED: "it did not respond in time",
        Delivery.State.WAITING: "the server responded with 500",
    }
    with scope(campaign=campaign.pk):
        Hook.objects.filter(pk=old.pk).update(
            stopped_at=now, stopped_why="the server responded with 404"
        )
        for news, state in zip(
            News.objects.filter(campaign=campaign), HookDelivery.State, strict=False
        ):
            HookDelivery.objects.create(
                hook=garage,
                news=news,
                at=news.at,
                next_at=now,
                state=state,
                fault=faults.get(state, ""),
            )


def _of_team(team: Team, week: Week, now: datetime) -> dict[str, str]:
    """Return the objects of one team of the demo club, including a running repair."""
    living = list(Character.objects.filter(team=team, left_at=None).order_by("name"))
    cars = list(Vehicle.objects.filter(team=team, gone_at=None).order_by("name"))
    entry = DuelEntry.objects.filter(duel=week.pk, team=team, withdrawn_at=None).first()
    return {
        "team": team.slug,
        "character": str(living[0].pk),
        "vehicle": str(cars[0].pk),
        "entry": str(entry.pk) if entry else "",
        "work": _work(team, living, cars, week, now),
    }


def _work(
    team: Team, living: list[Character], cars: list[Vehicle], week: Week, now: datetime
) -> str:
    mechanic = next((who for who in living if who.role == "mechanic"), None)
    if mechanic:
        heal(mechanic, at=now)
    return (
        str(
            workshop.order_repair(
                week=week, worker=mechanic, vehicle=cars[0], now=now, budget=200
            ).pk
        )
        if mechanic
        else ""
    )


# --- a club just founded: nothing is there yet ----------------------------------------------------


def _new_club() -> Place:
    now = timezone.now()
    people = {name: person(name) for name in ("nora", "pia", "wim", "ann")}
    campaign = founding.create_club(
        new=Founding(name="Fresh Start", weeks=0, options={"approve_legal_rosters": False}),
        founder=people["nora"],
        now=now,
    )
    for name in ("pia", "wim", "ann"):
        members.admit(campaign=campaign, user=people[name], role=Membership.Role.PLAYER, now=now)
    bare = teams.found_team(
        campaign=campaign, owner=people["wim"], now=now, face=NewTeam(name="Bare Wheels")
    )
    asking = teams.found_team(
        campaign=campaign, owner=people["ann"], now=now, face=NewTeam(name="Asking Nicely")
    )
    roster.hire(
        team=asking,
        actor=people["ann"],
        now=now,
        new=NewCharacter(name="Rook", role="driver", points=CAST[1][2]),
    )
    teams.ask_approval(team=asking, now=now)
    member = Membership.objects.get(user=people["pia"])
    return Place(
        people,
        {"slug": campaign.slug, "team": bare.slug, "member": str(member.pk), "group": "calendar"},
    )


def _ready() -> Place:
    """Create a club of two teams whose first week a GM can start."""
    club = found_club(teams=2, week=None, name="All here", at=timezone.now())
    return Place({"rhea": club.gm}, {"slug": club.campaign.slug})


def _carried() -> Place:
    """Upload the file of another site's club to the admin."""
    now = timezone.now()
    with another_site():
        club = found_club(teams=2, name="Far Away", at=now)
        said = bundle_of(club.campaign, now)
    root = User.objects.create_superuser("root", "root@example.org", "secret")
    row = bundle_uploads.store_upload(file=BytesIO(said), user=root, now=now)
    return Place({"root": root}, {"pk": str(row.pk)})


def _away() -> Place:
    """Create a paused league that votes on resuming, with a member on holiday who has voted."""
    now = timezone.now()
    club = found_club(teams=3, week="planned", name="Summer", at=now)
    gone, here = club.players[:2]
    with scope(campaign=club.campaign.pk):
        pausing.pause(
            campaign=club.campaign, weeks=1, reason="The hall is shut.", actor=club.gm, now=now
        )
        motions.move(
            campaign=club.campaign,
            person=gone,
            new=Moving(kind="go_on", reason="It is open."),
            now=now,
        )
        holidays.start_holiday(user=gone, starts=now, ends=now + timedelta(days=20))
    things = {"slug": club.campaign.slug, "number": "1", "duel": "0", "team": club.teams[0].slug}
    return Place({"greta": club.gm, "hal": gone, "iris": here}, things)


# --- clubs in which something waits ---------------------------------------------------------------


def _rhythm(now: datetime, opened: int, due: int) -> Mapping[str, object]:
    """Return house rules by which a week opened `opened` days ago and was due `due` days ago."""

    def day(ago: int) -> str:
        return DAYS[(now - timedelta(days=ago)).weekday()]

    return {
        "opens_day": day(opened),
        "opens_time": "00:01",
        "due_day": day(due),
        "due_time": "00:02",
        "settle_hours": 0,
        "duel_day": day(due - 1),
        "duel_time": "00:03",
        "closes_day": day(due - 2),
        "closes_time": "23:59",
    }


def _waiting(name: str, opened: int, due: int, **options: object) -> Club:
    """Create two of six teams in a week that is past its deadline and not resolved."""
    now = timezone.now()
    rules = {**_rhythm(now, opened, due), **options}
    return found_club(
        characters=6,
        vehicles=2,
        name=name,
        options=rules,
        weeks=1,
        at=now - timedelta(days=opened + 2),
    )


def _order(club: Club, number: int, *orders: Order) -> None:
    """Save a final sheet in time."""
    with clock.set_to(club.at):
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[number],
            sheet=Sheet(orders=orders),
            state=OrderSheet.State.FINAL,
            seen_version=0,
            saved_by=club.players[number],
        )


def _against(club: Club, number: int, name: str, action: str) -> Order:
    target = str(club.teams[1 - number].pk) if action != "counterspy" else ""
    bricks = 2 if action == "blow_up" else 0
    return Order(
        spy=str(club.who(number, name).pk),
        action=action,  # type: ignore[arg-type]
        target_team=target,
        bricks=bricks,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


def _closed() -> Place:
    """Close a season with everything opened."""
    club = _waiting("Old times", 12, 10)
    _order(
        club, 0, _against(club, 0, "Vesper", "infiltrate"), _against(club, 0, "Doc", "counterspy")
    )
    _order(club, 1, _against(club, 1, "Fuse", "blow_up"), _against(club, 1, "Rook", "counterspy"))
    tick(now=club.open_week.due_at)
    tick(now=club.open_week.closes_at)
    founding.close_season(
        season=club.season, actor=club.gm, now=club.open_week.closes_at + timedelta(days=1)
    )
    public_page.set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=club.at)
    things = {"slug": club.campaign.slug, "team": club.teams[0].slug, "number": "1", "duel": "0"}
    things["season"] = "1"
    return Place({"oleg": club.gm, "olga": club.players[0]}, things)


def _arena() -> Place:
    """Create an unrecorded duel between two cars with two people each, in a club with Gold
    Cross.
    """
    club = _waiting("Arena night", 4, 2, gold_cross=True)
    for number in range(len(club.teams)):
        club.enter(number, gunner="Sable")
    tick(now=club.open_week.due_at)
    with club.scope():
        form = results.form_for(club.duel)
        places = tuple(changed(row, place=place) for place, row in enumerate(form.teams, 1))
        drafts.draft(
            duel=club.duel,
            team=club.teams[1],
            record=DuelRecord(form=changed(form, teams=places)),
            seen_number=0,
            actor=club.players[1],
            now=timezone.now(),
        )
    things = {
        "slug": club.campaign.slug,
        "team": club.teams[0].slug,
        "number": "1",
        "duel": "0",
        "act": "store",
        "character": str(club.who(0, "Rook").pk),
    }
    return Place({"arne": club.gm, "bella": club.players[0]}, things)


def _asked() -> Place:
    """Create a week in which a team is asked for a decision, trying seeds until the dice fit."""
    club = _waiting(
        "Live wires",
        3,
        1,
        live_decisions=True,
        settle_hours=47,
        duel_day=DAYS[(timezone.now() + timedelta(days=2)).weekday()],
        closes_day=DAYS[(timezone.now() + timedelta(days=3)).weekday()],
    )
    _order(club, 0, _against(club, 0, "Vesper", "infiltrate"))
    _order(club, 1, _against(club, 1, "Doc", "counterspy"), _against(club, 1, "Rook", "counterspy"))
    for number in count():
        with transaction.atomic():
            seed = seed_from(f"asked {number}")
            Seal.objects.filter(week=club.open_week).update(seed=seed, seed_hash=seed_hash(seed))
            tick(now=club.open_week.due_at)
            if Seal.objects.get(week=club.open_week).decide_by:
                break
            transaction.set_rollback(True)
    things = {"slug": club.campaign.slug, "team": club.teams[1].slug, "number": "1", "duel": "0"}
    return Place(
        {"lena": club.players[1], "luis": club.players[0]},
        things,
        {"luis": {"team": club.teams[0].slug}},
    )


def _stuck() -> Place:
    """Create a stuck week that also waits for a beacon round."""
    club = _waiting("Hard luck", 3, 1)
    source = encode(Source(chain=chain(), round=7)).decode()
    with club.scope():
        Seal.objects.filter(week=club.open_week).update(source=source, frozen_at=timezone.now())
    park([club.open_week.pk], now=timezone.now(), fault="resolve: RulesError in week.py")
    return Place(
        {"hugo": club.gm},
        {"slug": club.campaign.slug, "team": club.teams[0].slug, "number": "1", "duel": "0"},
    )
