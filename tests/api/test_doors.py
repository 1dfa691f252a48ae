"""Access to the API: every address × every method × every person. An address that is not listed
fails the test.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaign.deals.rules.acts import NewPact
from campaign.deals.services import deals
from campaign.duels.rules.acts import Calling, HeatsMaking, Making
from campaign.garage.models import WorkOrder
from campaign.members.models import Invite, TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.selectors.deputies import open_weeks
from campaign.members.services import deputies, invites, joining, members, owners, sharing
from campaign.motions.rules.motions import Moving
from campaign.motions.services import motions
from campaign.news.models import News
from campaign.news.services import hooks, news, public_page
from campaign.voices.rules.acts import Muting
from campaign.voices.services import moderating, speaking
from play.services import daily, leaving, tables
from play.services import sharing as match_sharing
from tests.arenas import PIT, add_arena
from tests.factories import KILLER, heal, person
from tests.push import Browser
from tests.siege import share

from .conftest import PEOPLE, Api, a_table, a_tournament, settle

ANYONE = frozenset(PEOPLE)
PERSON = ANYONE - {"anonymous"}
MEMBER = PERSON - {"stranger"}
PLAYER = MEMBER - {"spectator"}
DESK = frozenset({"gm", "gm-who-plays"})
OWNER = frozenset({"owner", "co-owner", "token"})
BOOKS = OWNER | {"gm"}
OWNER_OR_DESK = OWNER | DESK
AT_TABLE = frozenset({"owner", "token", "rival"})

OWN = frozenset({"owner", "token"})

DOORS: dict[str, dict[str, frozenset[str]]] = {
    "api-me": {"GET": PERSON},
    "api-own-name": {"GET": PERSON, "PUT": PERSON},
    "api-clock": {"GET": PERSON, "PUT": PERSON},
    "api-tokens": {"GET": PERSON},
    "api-token": {"DELETE": OWN, "PUT": PERSON},
    "api-this-token": {"GET": frozenset({"token"})},
    "api-token-renew": {"POST": OWN},
    "api-mail": {"GET": PERSON, "PUT": PERSON},
    "api-mail-test": {"POST": PERSON},
    "api-my-events": {"GET": PERSON},
    "api-reach": {"GET": PERSON, "PUT": PERSON},
    "api-devices": {"POST": PERSON},
    "api-device": {"PATCH": OWN, "DELETE": OWN},
    "api-own-hook": {"PUT": PERSON, "DELETE": PERSON},
    "api-reach-test": {"POST": PERSON},
    "api-reach-offer": {"DELETE": PERSON},
    "api-calendar": {"GET": PERSON, "POST": PERSON, "DELETE": PERSON},
    "api-errands": {"GET": PERSON},
    "api-notices": {"GET": PERSON},
    "api-notices-read": {"POST": PERSON},
    "api-join": {"POST": PERSON},
    "api-join-look": {"POST": PERSON},
    "api-about": {"GET": ANYONE},
    "api-presets": {"GET": ANYONE},
    "api-schemas": {"GET": ANYONE},
    "api-json-schema": {"GET": ANYONE},
    "api-parts": {"GET": PERSON},
    "api-stock-vehicles": {"GET": PERSON},
    "api-design-check": {"POST": PERSON},
    "api-design-read": {"POST": PERSON},
    "api-campaigns": {"GET": PERSON, "POST": PERSON},
    "api-campaign": {"GET": MEMBER, "PATCH": DESK},
    "api-club-parts": {"GET": MEMBER, "PUT": DESK},
    "api-published-parts": {"POST": DESK},
    "api-club-arenas": {"GET": MEMBER},
    "api-club-arena": {"GET": MEMBER, "PUT": DESK, "DELETE": DESK},
    "api-house-rules": {"GET": MEMBER, "PATCH": DESK},
    "api-seasons": {"GET": MEMBER, "POST": DESK},
    "api-season-close": {"POST": DESK},
    "api-news": {"GET": MEMBER},
    "api-desk-log": {"GET": MEMBER},
    "api-standings": {"GET": MEMBER},
    "api-club-ladder": {"GET": MEMBER},
    "api-club": {"GET": ANYONE},
    "api-club-table": {"GET": ANYONE},
    "api-club-news": {"GET": ANYONE},
    "api-club-duellists": {"GET": ANYONE},
    "api-club-duellist": {"GET": ANYONE},
    "api-club-week": {"GET": ANYONE},
    "api-club-season": {"GET": frozenset()},
    "api-club-ask": {"POST": PERSON},
    "api-public-page": {"GET": MEMBER, "PUT": DESK},
    "api-join-asks": {"GET": DESK},
    "api-join-answer": {"POST": DESK},
    "api-courier": {"GET": MEMBER},
    "api-week-recap": {"GET": MEMBER},
    "api-season-story": {"GET": frozenset()},
    "api-own-page": {"GET": PERSON, "PUT": PERSON},
    "api-person": {"GET": MEMBER},
    "api-honours": {"GET": MEMBER},
    "api-duellists": {"GET": MEMBER},
    "api-designs": {"GET": MEMBER},
    "api-design": {"GET": MEMBER},
    "api-duellist": {"GET": MEMBER},
    "api-duellist-duels": {"GET": MEMBER},
    "api-skills": {"GET": MEMBER},
    "api-starts": {"GET": MEMBER},
    "api-gear": {"GET": MEMBER},
    "api-members": {"GET": MEMBER},
    "api-member": {"PATCH": DESK},
    "api-member-remove": {"POST": DESK},
    "api-login-link": {"POST": DESK},
    "api-leave": {"POST": MEMBER},
    "api-invites": {"GET": DESK, "POST": DESK},
    "api-invite-revoke": {"POST": DESK},
    "api-next": {"GET": MEMBER},
    "api-desk": {"GET": DESK},
    "api-bundle": {"POST": DESK},
    "api-moving": {"GET": DESK, "POST": DESK},
    "api-moving-check": {"POST": DESK},
    "api-old-records": {"GET": MEMBER},
    "api-hooks": {"GET": DESK, "POST": DESK},
    "api-hook": {"DELETE": DESK},
    "api-hook-test": {"POST": DESK},
    "api-weeks": {"GET": MEMBER, "POST": DESK},
    "api-week": {"GET": MEMBER, "PATCH": DESK},
    "api-week-extend": {"POST": DESK},
    "api-week-start": {"POST": DESK},
    "api-tryouts": {"POST": PERSON},
    "api-tryout": {"GET": frozenset(), "POST": frozenset()},
    "api-tryout-keep": {"POST": frozenset()},
    "api-week-postpone": {"POST": DESK},
    "api-talk": {"GET": MEMBER, "POST": MEMBER},
    "api-editor": {"GET": MEMBER, "POST": MEMBER},
    "api-talk-thread": {"GET": MEMBER, "POST": MEMBER},
    "api-talk-read": {"POST": MEMBER},
    "api-post": {"PATCH": MEMBER, "DELETE": MEMBER},
    "api-post-report": {"POST": OWNER | {"rival"}},
    "api-post-hide": {"POST": DESK},
    "api-post-show": {"POST": DESK},
    "api-word": {"GET": MEMBER, "PUT": DESK, "DELETE": DESK},
    "api-news-talk": {"GET": MEMBER, "POST": MEMBER},
    "api-duel-talk": {"GET": MEMBER, "POST": MEMBER},
    "api-reports-of-posts": {"GET": DESK},
    "api-post-report-dismiss": {"POST": frozenset({"gm"})},
    "api-mutes": {"GET": DESK, "POST": DESK},
    "api-mute-end": {"POST": DESK},
    "api-letters": {"GET": OWNER},
    "api-letters-with": {"GET": OWNER, "POST": OWNER},
    "api-letters-read": {"POST": OWNER},
    "api-letters-block": {"PUT": OWNER, "DELETE": OWNER},
    "api-deals": {"GET": OWNER},
    "api-deal": {"GET": OWNER},
    "api-deal-bounty": {"POST": OWNER},
    "api-deal-loan": {"POST": OWNER},
    "api-deal-pact": {"POST": OWNER},
    "api-deal-report": {"POST": OWNER},
    "api-deal-targets": {"GET": OWNER},
    "api-deal-accept": {"POST": OWNER},
    "api-deal-decline": {"POST": OWNER},
    "api-deal-withdraw": {"POST": OWNER},
    "api-rival-notes": {"GET": OWNER},
    "api-rival-note": {"GET": OWNER, "PUT": OWNER},
    "api-motions": {"GET": MEMBER, "POST": PLAYER},
    "api-motion": {"DELETE": PLAYER},
    "api-motion-vote": {"POST": PLAYER},
    "api-motion-answer": {"POST": PLAYER},
    "api-weeks-reschedule": {"POST": DESK},
    "api-pause": {"GET": MEMBER, "POST": DESK},
    "api-bot-teams": {"POST": DESK},
    "api-go-on": {"POST": DESK},
    "api-week-cancel": {"POST": DESK},
    "api-week-retry": {"POST": DESK},
    "api-week-void": {"POST": DESK},
    "api-events": {"GET": MEMBER, "POST": DESK},
    "api-heats": {"POST": DESK},
    "api-duel-draw": {"GET": MEMBER},
    "api-duel-call-off": {"POST": DESK},
    "api-duel-forfeit": {"POST": OWNER},
    "api-challenges": {"GET": OWNER, "POST": OWNER},
    "api-challenge-accept": {"POST": OWNER},
    "api-challenge-propose": {"POST": OWNER},
    "api-challenge-decline": {"POST": OWNER},
    "api-challenge-withdraw": {"POST": OWNER},
    "api-duel": {"GET": MEMBER},
    "api-duel-papers": {"GET": MEMBER},
    "api-duel-form": {"GET": DESK},
    "api-duel-result": {"POST": DESK},
    "api-duel-record": {"GET": MEMBER},
    "api-duel-draft": {"POST": OWNER},
    "api-duel-sign": {"POST": OWNER},
    "api-duel-dispute": {"POST": OWNER},
    "api-duel-table": {"GET": MEMBER},
    "api-duel-rolls": {"GET": MEMBER},
    "api-duel-sheets": {"GET": OWNER},
    "api-duel-sheet": {"POST": OWNER},
    "api-duel-roll": {"POST": OWNER},
    "api-duel-write-up": {"POST": OWNER},
    "api-duel-dismiss": {"POST": DESK},
    "api-duel-paper": {"POST": DESK},
    "api-duel-correction": {"POST": DESK},
    "api-week-beacon": {"POST": MEMBER},
    "api-week-transcript": {"GET": MEMBER},
    "api-week-opened": {"GET": frozenset()},
    "api-week-opened-transcript": {"GET": frozenset()},
    "api-transcript-check": {"POST": ANYONE},
    "api-teams": {"GET": MEMBER, "POST": PLAYER},
    "api-team": {"GET": MEMBER, "PATCH": OWNER},
    "api-team-roster": {"GET": MEMBER},
    "api-team-seen-vehicles": {"GET": MEMBER},
    "api-ready-company": {"POST": PLAYER},
    "api-team-ready-company": {"POST": OWNER},
    "api-team-approval": {"GET": frozenset()},
    "api-team-ask-approval": {"POST": OWNER},
    "api-team-approve": {"POST": DESK},
    "api-team-send-back": {"POST": DESK},
    "api-team-deputies": {"GET": MEMBER, "POST": OWNER},
    "api-team-deputy": {"DELETE": OWNER},
    "api-team-bot": {"PUT": OWNER_OR_DESK, "DELETE": OWNER_OR_DESK},
    "api-team-hand-over": {"POST": OWNER_OR_DESK},
    "api-team-drop-out": {"POST": OWNER},
    "api-team-asks": {"GET": OWNER},
    "api-team-answer": {"POST": OWNER},
    "api-team-invites": {"GET": OWNER, "POST": OWNER},
    "api-team-invite-revoke": {"POST": OWNER},
    "api-team-withdraw": {"POST": OWNER_OR_DESK},
    "api-team-corrections": {"GET": DESK, "POST": DESK},
    "api-entries": {"POST": OWNER},
    "api-entry": {"DELETE": OWNER},
    "api-entry-replace": {"POST": OWNER},
    "api-characters": {"GET": BOOKS, "POST": OWNER},
    "api-character": {"GET": BOOKS, "PATCH": OWNER},
    "api-character-history": {"GET": BOOKS},
    "api-character-release": {"POST": OWNER},
    "api-character-assign": {"POST": OWNER},
    "api-character-gold-cross": {"POST": OWNER},
    "api-vehicles": {"GET": BOOKS, "POST": OWNER},
    "api-vehicle": {"GET": BOOKS, "PATCH": OWNER},
    "api-vehicle-paper": {"GET": BOOKS},
    "api-vehicle-crew": {"PUT": OWNER},
    "api-vehicle-history": {"GET": BOOKS},
    "api-vehicle-refit": {"POST": OWNER},
    "api-vehicle-refit-quote": {"POST": OWNER},
    "api-vehicle-repairs": {"GET": BOOKS, "POST": OWNER},
    "api-vehicle-sell": {"POST": OWNER},
    "api-vehicle-scrap": {"POST": OWNER},
    "api-vehicle-design": {"PUT": OWNER, "DELETE": OWNER},
    "api-vehicle-offers": {"POST": OWNER},
    "api-offers": {"GET": OWNER},
    "api-offer-accept": {"POST": OWNER},
    "api-offer-decline": {"POST": OWNER},
    "api-offer-withdraw": {"POST": OWNER},
    "api-work": {"GET": BOOKS, "POST": OWNER},
    "api-work-order": {"DELETE": OWNER},
    "api-store": {"GET": BOOKS},
    "api-store-buy": {"POST": OWNER},
    "api-store-sell": {"POST": OWNER},
    "api-money": {"GET": BOOKS},
    "api-money-rows": {"GET": BOOKS},
    "api-orders": {"GET": OWNER, "PUT": OWNER},
    "api-orders-check": {"POST": OWNER},
    "api-orders-choices": {"GET": OWNER},
    "api-orders-odds": {"GET": OWNER},
    "api-orders-receipt": {"GET": OWNER},
    "api-orders-standing": {"GET": OWNER, "PUT": OWNER},
    "api-orders-versions": {"GET": OWNER},
    "api-reports": {"GET": OWNER},
    "api-ambush": {"GET": OWNER},
    "api-ambush-story": {"GET": OWNER},
    "api-report": {"GET": OWNER},
    "api-report-transcript": {"GET": OWNER},
    "api-dossier": {"GET": OWNER},
    "api-decision": {"GET": OWNER, "POST": OWNER},
    "api-more-time": {"POST": OWNER},
    "api-sealed": {"POST": DESK},
    "api-sealed-opened": {"GET": frozenset({"gm"})},
    "api-games": {"GET": ANYONE},
    "api-game": {"GET": ANYONE},
    "api-game-schema": {"GET": ANYONE},
    "api-ladder": {"GET": PERSON},
    "api-record": {"GET": PERSON},
    "api-record-matches": {"GET": PERSON},
    "api-on-ladders": {"GET": PERSON, "PUT": PERSON},
    "api-tournaments": {"GET": PERSON, "POST": PERSON},
    "api-tournament": {"GET": MEMBER},
    "api-tournament-rounds": {"GET": MEMBER},
    "api-tournament-standings": {"GET": MEMBER},
    **{f"api-tournament-{act}": {"POST": MEMBER} for act in ("enter", "leave", "cancel")},
    "api-arena": {"GET": ANYONE, "POST": PERSON},
    "api-arena-ladder": {"GET": ANYONE},
    "api-daily": {"GET": PERSON, "POST": PERSON},
    "api-daily-day": {"GET": PERSON},
    "api-holiday": {"GET": PERSON, "POST": PERSON},
    "api-holiday-back": {"POST": PERSON},
    "api-tables": {"GET": PERSON, "POST": PERSON},
    "api-shared-match": {"GET": ANYONE},
    "api-play-challenges": {"POST": PERSON},
    "api-next-table": {"GET": PERSON},
    "api-table-join": {"POST": PERSON},
    "api-table-look": {"POST": PERSON},
    "api-table": {"GET": AT_TABLE},
    "api-table-log": {"GET": AT_TABLE},
    "api-table-history": {"GET": AT_TABLE},
    "api-table-step": {"GET": AT_TABLE},
    "api-table-talk": {"GET": AT_TABLE, "POST": AT_TABLE},
    "api-table-note": {"GET": AT_TABLE, "PUT": AT_TABLE},
    "api-table-marks": {"GET": AT_TABLE, "PUT": AT_TABLE},
    "api-table-loadout": {"GET": AT_TABLE, "PUT": AT_TABLE},
    **{
        f"api-table-{act}": {"POST": AT_TABLE}
        for act in (
            "move",
            "odds",
            "sit",
            "stand",
            "decline",
            "seat-bot",
            "free-seat",
            "deputy",
            "invite",
            "close",
            "resign",
            "claim",
            "pause",
            "unpause",
            "resume",
            "rematch",
            "share",
            "coach",
        )
    },
}

FOR_VISITORS = frozenset({"api-club-season", "api-person"})
"""Addresses that answer visitors, with 404 for what is not public."""
NOTHING_THERE = frozenset(
    {"api-ambush", "api-ambush-story", "api-decision", "api-join", "api-join-look"}
)
"""Addresses that answer 404 or 409 to everyone here because there is no ambush, question or link.
Other tests cover them.
"""


def addresses() -> dict[str, URLPattern]:
    """Return every address of the API by name, from the URL resolver."""
    found: dict[str, URLPattern] = {}

    def walk(patterns: Any, prefix: str) -> None:
        for pattern in patterns:
            where = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, where)
            elif where.startswith("api/v1/") and pattern.name != "api-schema":
                assert pattern.name, where
                found[pattern.name] = pattern

    walk(get_resolver().url_patterns, "")
    return found


@pytest.fixture
def busy(api: Api, set_clock: Any, toys: None) -> Api:
    """Return a club in which every address has content: week 1 settled and its duel driven, a job,
    a link, opened orders, a table.
    """
    settle(api, set_clock)
    add_arena(api.club)
    api.now = api.club.open_week.duel_at
    set_clock(api.now)
    return api


def parameter_values(api: Api) -> dict[str, Any]:
    """Return the values of the addresses' parameters."""
    club = api.club
    from campaign.duels.models import DuelEntry
    from campaign.duels.rules.duel_record import DuelRecord
    from campaign.duels.services import challenges, events, meets, results
    from campaign.garage.rules.acts import VehicleFace
    from campaign.garage.services import garage, trading, workshop

    with club.scope():
        heal(club.who(0, "Doc"), at=api.now)
        work = workshop.order_care(
            week=club.open_week,
            worker=club.who(0, "Doc"),
            patient=club.who(0, "Wrench"),
            now=api.now,
        )
        entry = DuelEntry.objects.get(team=club.teams[0], withdrawn_at=None)
        event = events.make(
            week=club.open_week,
            new=Making(name="Ash Cup", starts_at=api.now + timedelta(minutes=-5)),
            actor=club.gm,
            now=api.now + timedelta(minutes=-9),
        )
        called = challenges.call_out(
            challenger=club.teams[0],
            new=Calling(to=club.teams[1].slug, starts_at=api.now + timedelta(hours=1)),
            actor=club.players[0],
            now=api.now,
        )
        hour = api.now + timedelta(hours=1)
        heats = HeatsMaking(
            name="Heats",
            go_on=1,
            heats=2,
            closes_at=hour,
            starts_at=hour,
            final_at=hour + timedelta(hours=1),
        )
        final = meets.make(week=club.open_week, plan=heats, actor=club.gm, now=api.now)
        raced = DuelEntry.objects.create(
            duel=event,
            team=club.teams[0],
            vehicle=entry.vehicle,
            crew=entry.crew,
            entered_at=api.now,
        )
        invites.make(campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=api.now)
        link = Invite.objects.get()
        into, _ = invites.make(
            campaign=club.campaign,
            new=Inviting(team=club.teams[0].slug),
            actor=club.players[0],
            now=api.now,
        )
        sharing.ask(
            team=club.teams[0], user=api.people["stranger"], invited_by=club.gm, now=api.now
        )
        ask = TeamAsk.objects.get()
        spare = garage.build(
            team=club.teams[0],
            design=KILLER,
            actor=club.players[0],
            now=api.now,
            face=VehicleFace(name="Spare", colour="grey"),
        )
        made = trading.offer(vehicle=spare, to=club.teams[1], price=0, now=api.now)
        got = trading.offer(vehicle=club.car(2), to=club.teams[0], price=0, now=api.now)
        assert WorkOrder.objects.filter(pk=work.pk).exists()
    stands_in = person("stand-in")
    members.admit(campaign=club.campaign, user=stands_in, role="spectator", now=api.now)
    with club.scope():
        deputy = deputies.appoint(
            team=club.teams[0],
            user=stands_in,
            week=open_weeks(club.campaign)[-1],
            actor=club.players[0],
            now=api.now,
        )
    motion = motions.move(
        campaign=club.campaign,
        new=Moving(kind="caretaker", team=club.teams[1].slug, reason="Nobody has heard of them."),
        person=club.players[0],
        now=api.now,
    )
    topic, told = said(api)
    hook = hooks.add(
        campaign=club.campaign,
        name="The garage",
        address="https://discord.com/api/webhooks/1/abc",
        actor=club.gm,
        now=api.now,
    )
    public_page.set_public(campaign=club.campaign, is_public=True, actor=club.gm, now=api.now)
    asker = joining.ask(campaign=club.campaign, user=person("asker"), said="", now=api.now)
    opened = api.do(
        "POST",
        api.club_url("desk/sealed/"),
        {"team": club.teams[0].slug, "week": 1, "reason": "A player asked."},
        who="gm",
        status=201,
    )
    token = api.read("/api/v1/me/tokens/")["results"][0]["ref"]
    device = api.do(
        "POST",
        "/api/v1/me/reach/devices/",
        {"endpoint": "https://push.example.org/1", **Browser().keys},
        status=201,
    )
    with club.scope():
        form = results.form_for(club.duel)
    results.record(
        duel=club.duel, result=DuelRecord(form=form), actor=club.gm, now=club.open_week.duel_at
    )
    drove = {"character": form.people[0].character}
    over = tables.open_table(user=club.players[0], game="bids", options={}, seats=("me", "bot"))
    leaving.resign(table_id=over.pk, user=club.players[0])
    match_sharing.set_sharing(table_id=over.pk, user=club.players[0], is_on=True)
    played = {"name": club.players[0].get_username()}
    return {
        "slug": api.slug,
        "api-record": played,
        "api-person": played,
        "api-club-duellist": drove,
        "join_ask": asker.pk,
        "season": 1,
        "api-record-matches": played,
        "api-shared-match": {"table": over.pk},
        "api-duel-draw": {"duel": final.number},
        "api-duel-call-off": {"duel": 1},
        "api-duel-forfeit": {"duel": 1},
        "event": {"duel": 1, "entry": raced.pk},
        "api-duellist": drove,
        "api-duellist-duels": drove,
        "team": club.teams[0].slug,
        "number": 1,
        "character": club.who(0, "Vesper").pk,
        "vehicle": club.car(0).pk,
        "design": "wasp",
        "arena": PIT.key,
        "username": api.people["spectator"].username,
        "invite": link.pk,
        "hook": hook.pk,
        "work": work.pk,
        "entry": entry.pk,
        "act": opened["act"],
        "ref": token,
        "device": device["id"],
        "name": "house-rules",
        "game": "bids",
        "what": "view",
        "step": 1,
        "nth": 1,
        "duel": 0,
        "challenge": called.pk,
        "table": a_table(api),
        "tournament": a_tournament(api).pk,
        "day": daily.take_deal(user=club.players[0]).dealt.deal.day.isoformat(),
        "offer": got.pk,
        "api-offer-withdraw": {"offer": made.pk},
        "ask": ask.pk,
        "deputy": deputy.pk,
        "motion": motion.pk,
        **told,
        "to": club.teams[1].slug,
        "rival": club.teams[1].slug,
        "post": topic,
        "api-team-invite-revoke": {"invite": into.pk},
    }


def said(api: Api) -> tuple[Any, dict[str, Any]]:
    """Create a public post and other talk."""
    club, at = api.club, api.now
    campaign = club.campaign
    thread = speaking.open_topic(
        campaign=campaign, author=club.players[1], title="Tyres", text="Bad.", now=at
    )
    letter = speaking.write_letter(
        team=club.teams[1], to=club.teams[0], author=club.players[1], text="A truce?", now=at
    )
    pacts = [
        deals.offer(
            team=club.teams[number],
            new=NewPact(to=club.teams[1 - number].slug),
            actor=club.players[number],
            now=at,
        )
        for number in (0, 1)
    ]
    report = moderating.report(
        post=letter, reporter=club.players[0], team=club.teams[0], reason="A threat.", now=at
    )
    assert club.spectator
    mute = moderating.mute(
        campaign=campaign,
        new=Muting(
            username=club.spectator.get_username(),
            until=at + timedelta(days=9),
            letters=False,
            reason="Shouting.",
        ),
        actor=club.gm,
        now=at,
    )
    news.publish([news.Item(campaign.pk, "death", "Rook is dead.", "rook", at)])
    with club.scope():
        post = thread.posts.get().pk
        item = News.objects.get(cause="rook").pk
    return post, {
        "thread": thread.pk,
        "item": item,
        "report": report.pk,
        "mute": mute.pk,
        "deal": pacts[1].pk,
        "api-deal-withdraw": {"deal": pacts[0].pk},
        "api-post-report": {"post": letter.pk},
    }


def cases(busy: Api) -> list[tuple[str, str, str, frozenset[str]]]:
    """Yield name, method, address and the people with access."""
    named, found = parameter_values(busy), []
    for name, pattern in addresses().items():
        own, arguments = named.get(name, {}), pattern.pattern.converters
        duels = (own, named["event"]) if "duel" in arguments and "duel" not in own else (own,)
        for duel in duels:
            values = {**named, **duel}
            url = reverse(name, kwargs={key: values[key] for key in arguments})
            found += [(name, method, url, allowed) for method, allowed in DOORS[name].items()]
    return found


def test_every_address_and_method_is_listed() -> None:
    listed = {(name, method) for name, methods in DOORS.items() for method in methods}
    there = {
        (name, method)
        for name, pattern in addresses().items()
        for method in pattern.callback.cls.operations
    }  # type: ignore[attr-defined]
    assert there == listed


@pytest.mark.slow("asks every address as everybody")
@pytest.mark.promise("doors")
def test_every_operation_answers_each_role_as_listed(
    busy: Api, tried: Callable[[int], None]
) -> None:
    """Test everyone with access and, in a usual run, a random half of the others, drawn by the
    day's seed.
    """
    unknown: dict[str, bytes] = {}
    for name, method, url, allowed in cases(busy):
        outside = [who for who in PEOPLE if who not in allowed]
        asking = allowed.union(share(outside, 2, name, method))
        for who in [who for who in PEOPLE if who in asking]:
            with transaction.atomic():
                answer = busy.ask(who, method, url, None if method in {"GET", "DELETE"} else {})
                transaction.set_rollback(True)
            at = (name, method, who, answer.status_code, answer.content[:200])
            if who == "anonymous" and who not in allowed and name not in FOR_VISITORS:
                assert answer.status_code == 401, at
            elif who not in allowed:
                nowhere = "clubs" if who == "anonymous" else "campaigns"
                unknown.setdefault(who, busy.get(f"/api/v1/{nowhere}/{uuid4().hex}/", who).content)
                assert (answer.status_code, answer.content) == (404, unknown[who]), at
            elif name not in NOTHING_THERE:
                assert answer.status_code not in {401, 403, 404, 405, 500}, at
                assert method != "GET" or answer.status_code == 200, at
            tried(1)


def test_every_write_refuses_unknown_parameters(busy: Api) -> None:
    for name, method, url, allowed in cases(busy):
        if method == "GET" or not allowed or name in NOTHING_THERE:
            continue
        who = next(one for one in ("gm", "token", "owner", *PEOPLE) if one in allowed)
        with transaction.atomic():
            answer = busy.ask(who, method, f"{url}?sesaon=1", {})
            transaction.set_rollback(True)
        at = (name, method, who, answer.content[:200])
        assert answer.status_code == 400, at
        assert b"sesaon" in answer.content, at


@pytest.mark.parametrize("method", ["PUT", "TRACE", "OPTIONS"])
def test_an_unsupported_method_gets_the_standard_error(api: Api, method: str) -> None:
    answer = api.ask("token", method, "/api/v1/me/")
    assert answer.status_code == 405
    assert answer.json()["errors"][0]["code"] == "method_not_allowed"


def test_a_former_owner_cannot_read_the_team(busy: Api) -> None:

    owners.drop_owner(team=busy.club.teams[0], user=busy.people["co-owner"], now=busy.now)
    for tail in ("weeks/1/orders/", "reports/", "dossier/", "money/", "characters/", "vehicles/"):
        assert busy.get(busy.team_url(tail), "co-owner").status_code == 404


MOST_QUERIES = {
    "api-next": 14, "api-duel-table": 13, "api-moving": 21, "api-courier": 15, "api-club-week": 15,
}  # fmt: skip
"""Higher query limits: all pending tasks in one answer, a whole table and its event, a whole club,
a whole newspaper.
"""


@pytest.mark.everyday
@pytest.mark.slow("asks every address")
def test_a_get_request_runs_at_most_twelve_queries(
    busy: Api, django_assert_max_num_queries: Any
) -> None:
    for name, method, url, allowed in cases(busy):
        who = "token" if "token" in allowed else "gm"
        if method == "GET" and name not in NOTHING_THERE:
            busy.get(url, who)
            most = MOST_QUERIES.get(name, 12)
            with django_assert_max_num_queries(most, info=f"{name} as {who}"):
                busy.get(url, who)
