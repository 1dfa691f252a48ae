"""A grown club with twelve teams and any number of weeks, built in seconds from one week that was
played through the services.

The week contains everything that a club does: orders, fights, reports, a duel with a correction,
work, trade, hiring and releasing, links and sign-ins of the desk, tables and talk, letters. It is
copied for the weeks before it (`copying`); the week after it is open.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import connection
from django_scopes import scopes_disabled

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar, calendar_feed
from campaign.deals.rules.acts import NewPact
from campaign.deals.services import deals
from campaign.desk.services import corrections
from campaign.duels.models import DuelEntry
from campaign.duels.rules.acts import Calling, Making
from campaign.duels.rules.duel_record import DuelRecord, Fate
from campaign.duels.selectors.muster import muster
from campaign.duels.services import challenges, events, results
from campaign.duels.services import entries as duels
from campaign.garage.models import Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.rules.record import Wear
from campaign.garage.services import garage, trading, workshop
from campaign.league.models import Membership, Season, Team, Week
from campaign.ledger.rules.gear import Packed
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting, stores
from campaign.ledger.services.posting import Book, Line
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, joining, login_links, members, sharing
from campaign.news.services import hooks, public_page
from campaign.roster.rules.acts import NewCharacter
from campaign.roster.rules.spies import Kit
from campaign.roster.services import gold_cross, roster
from campaign.voices.rules.acts import Muting
from campaign.voices.services import moderating, speaking
from core.accounts.models import ApiToken, User
from core.notifications.rules.topics import Topic
from core.notifications.services import notification_preferences, webhook_client
from core.notifications.services.delivery_worker import deliver
from core.notifications.services.outbox import MAIL_DELAY
from core.web import bulk, clock
from engine.values import changed
from espionage.models import AmbushFight, OrderSheet
from espionage.rules.orders import Order, Sheet
from espionage.services import sheets
from espionage.services.tick import tick
from play.models import Chair, Table
from play.selectors.matches import current_match
from play.services import daily, leaving, seating, tables, talking, tournaments
from play.services import sharing as match_sharing
from tests.conftest import session_cookie
from tests.espionage.ambushes import LIVE, PLAYED, plan, save_sheets_with_ambush
from tests.factories import CAST, KILLER, NOON, Club, duel_of, found_club, open_week, person
from tests.secrecy.chance import Chance
from tests.secrecy.worlds import HOOK, Reader, World

from .copying import Played, keeping

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

TEAMS: Final = 12
BUSY: Final = 2
"""Teams whose pages are measured; little is read of other teams' open week."""
SEASON: Final = 10
"""Weeks per season of this club."""
AGE: Final = 120
"""Weeks of its life at the end."""
TALK: Final = 60
"""Lines said at the running table."""
PLENTY: Final = 50_000_000
STORE: Final = {"heavy_pistol": 12, "body_armour": 12, "plastique": 4}
PISTOL: Final = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
LEAVERS: Final = 4
"""People who leave the club per season."""
RULES: Final = {**PLAYED, "gold_cross": True}


@dataclass
class Grown:
    """The club on its stage, and the week of which its past consists."""

    world: World
    played: Played

    @property
    def club(self) -> Club:
        return self.world.club

    @property
    def seasons(self) -> int:
        """Return the number of seasons including the open one."""
        return int(self.world.week.season.number)

    def grow(self, seasons: int) -> None:
        """Add this many closed seasons before the existing ones."""
        with scopes_disabled():
            there = list(Season.objects.filter(campaign=self.club.campaign).order_by("-number"))
            for season in there:
                season.number += seasons
                season.save()
            for number in range(1, seasons + 1):
                self._season(number, before=len(there) + seasons - number)
            self._leavers(number=seasons * LEAVERS)
            self.world.refresh()
            with connection.cursor() as cursor:
                tables = map(connection.ops.quote_name, connection.introspection.table_names())
                # by name: a bare ANALYZE locks what all databases of the server share
                cursor.execute(f"ANALYZE {', '.join(tables)}")

    def _season(self, number: int, before: int) -> None:
        """Create a season closed this many seasons before the current one."""
        opened = self.world.week.opens_at - timedelta(weeks=SEASON * (before + 1))
        season = Season.objects.create(
            campaign=self.club.campaign,
            number=number,
            opened_at=opened,
            closed_at=opened + timedelta(weeks=SEASON),
        )
        self.write(season, range(1, SEASON + 1), before)

    def write(self, season: Season, numbers: Iterable[int], before: int = 0) -> None:
        """Copy the played week, which is the last but one, to these weeks of a season."""
        for number in numbers:
            self.played.write(
                season, number, timedelta(weeks=SEASON * before + SEASON - 1 - number)
            )

    def _leavers(self, number: int) -> None:
        """Create people who were in the club for a while."""
        people = [person("once") for _ in range(number)]
        since, until = NOON, NOON + timedelta(weeks=4)
        role = Membership.Role.PLAYER
        bulk.insert(
            [
                Membership(
                    campaign=self.club.campaign,
                    user=user,
                    role=role,
                    joined_at=since,
                    left_at=until,
                )
                for user in people
            ]
        )


# --- building -------------------------------------------------------------------------------------


def build() -> Grown:
    """Return the club at the age of thirty weeks: two closed seasons and the last week of the third
    open.
    """
    club = found_club(
        teams=TEAMS, characters=len(CAST), vehicles=2, week=None, spectator=True, options=RULES
    )
    with scopes_disabled():
        Season.objects.filter(pk=club.season.pk).update(
            opened_at=NOON + timedelta(weeks=AGE - SEASON)
        )
        _settle_in(club)
        with keeping() as played:
            world = World(club=club, chance=Chance(), week=_next_week(club), at=club.at)
            _live(world)
            _mend(club)
        grown = Grown(world, played)
        season = Season.objects.get(pk=club.season.pk)
        Week.objects.filter(season=season).update(number=SEASON - 1)
        grown.write(season, range(1, SEASON - 1))
        _open_last(world)
        grown.grow(2)
        with world.chance.step("readers", at=world.at):
            world.readers.update(_readers(club))
        return grown


def _settle_in(club: Club) -> None:
    """Give everyone an address, a store and money for years, and the club a hook."""
    at = club.at
    everybody = [club.gm, *club.players, club.spectator]
    for user in everybody:
        assert user is not None
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        notification_preferences.choose(user=user, topics=Topic)
    for team, owner in zip(club.teams, club.players, strict=True):
        _correct(club, team, "correction", PLENTY, "A patron of the sport has died.")
        stores.buy(team=team, counts=STORE, actor=owner, now=at)
    hooks.add(campaign=club.campaign, name="The garage", address=HOOK, actor=club.gm, now=at)


def _correct(club: Club, team: Team, item: str, amount: int, reason: str) -> None:
    corrections.correct(
        book=Book.MONEY,
        owner=team,
        item=item,
        amount=amount,
        actor=club.gm,
        reason=reason,
        now=club.at,
    )


def _next_week(club: Club) -> Week:
    """Open one more week of the season."""
    last = Week.objects.filter(season=club.season).order_by("-number").first()
    first = last.opens_at + timedelta(weeks=1) if last else NOON + timedelta(weeks=AGE)
    season = Season.objects.select_related("campaign").get(pk=club.season.pk)
    announced = first - timedelta(weeks=1)
    (week,) = calendar.plan(season=season, first=first.date(), weeks=1, now=announced)
    club.week = Week.objects.select_related("season__campaign").get(pk=week.pk)
    open_week(club, club.week)
    return club.week


def _readers(club: Club) -> dict[str, Reader]:
    """Return the readers: players, GMs and staff."""
    staff = person("staff")
    staff.is_staff = staff.is_superuser = True
    staff.save()
    readers = {}
    for name, role, user, team in (
        ("owner", "player", club.players[0], 0),
        ("gm", "gm", club.gm, None),
        ("staff", "", staff, None),
    ):
        _, token = ApiToken.objects.create(user=user, name="for tests")
        readers[name] = Reader(name, name, role, user, session_cookie(user)[1], token, team)
    return readers


# --- a week ---------------------------------------------------------------------------------------


def _live(world: World) -> None:
    """Play the week of which the past consists, from its opening to its close."""
    club, week = world.club, world.week
    with (
        clock.set_to(club.at),
        patch.object(webhook_client, "post", lambda *_: webhook_client.Answer(204)),
    ):
        _at_the_desk(club)
        for number in range(TEAMS):
            _in_the_garage(club, number)
            _send(club, number, again=True)
        _at_a_table(club)
        save_sheets_with_ambush(club, LIVE, LIVE)
    _tick(week.due_at)
    with clock.set_to(week.due_at + timedelta(hours=1)):
        _fight(club)
    _tick(week.due_at + timedelta(hours=2))
    _tick(week.settle_at)
    _tick(week.duel_at)
    with clock.set_to(week.duel_at):
        _duel(world)
    _tick(week.closes_at)


def _mend(club: Club) -> None:
    """Heal everyone, repair every car and fill every store, so that sixty such weeks exhaust
    nobody.
    """
    people = [one.pk for team in club.characters.values() for one in team.values()]
    cars = [one.pk for team in club.vehicles.values() for one in team]
    worn = [
        (Book.WOUND, {one: {"dp": lost} for one, lost in balances.wounds(people).items()}, {}),
        (Book.DAMAGE, balances.damage(cars), {}),
        (Book.STOCK, balances.stock([team.pk for team in club.teams]), STORE),
    ]
    posting.post(
        Line(
            book,
            owner,
            item,
            full.get(item, 0) - there,
            f"mended:{uuid4()}",
            club.open_week.closes_at,
            week=club.open_week.pk,
        )
        for book, items, full in worn
        for owner, sums in items.items()
        for item, there in sums.items()
        if there != full.get(item, 0)
    )


def _tick(at: datetime) -> None:
    with (
        clock.set_to(at),
        patch.object(webhook_client, "post", lambda *_: webhook_client.Answer(204)),
    ):
        tick(now=at)
    with (
        clock.set_to(at + MAIL_DELAY),
        patch.object(webhook_client, "post", lambda *_: webhook_client.Answer(204)),
    ):
        deliver()


def _at_the_desk(club: Club) -> None:
    """Make links, sign-ins, corrections, an extension and the duel's name."""
    gm, at, campaign = club.gm, club.at, club.campaign
    invite, _ = invites.make(
        campaign=campaign, new=Inviting(note="A friend", uses=1), actor=gm, now=at
    )
    invites.revoke(invite=invite, actor=gm, now=at)
    invites.make(
        campaign=campaign,
        new=Inviting(role="spectator", note="A neighbour", uses=1),
        actor=gm,
        now=at,
    )
    member = Membership.objects.get(campaign=campaign, user=club.players[1])
    login_links.make(membership=member, actor=gm, reason="Lost the password.", now=at)
    calendar.name_duel(week=club.open_week, now=at, actor=gm, name="The Weekly", arena="Midville")
    due = club.open_week.due_at + timedelta(hours=1)
    calendar.extend(
        week=club.open_week, change=Extending(due_at=due, reason="A holiday."), actor=gm, now=at
    )
    club.open_week.refresh_from_db()
    for team in club.teams[:3]:
        _correct(club, team, "correction", 500, "A prize that was forgotten.")


def _in_the_garage(club: Club, number: int) -> None:
    """Hire and release a person; build, trade, sell and scrap cars; buy gear; order work; enter a
    car.
    """
    team, owner, at, week = club.teams[number], club.players[number], club.at, club.open_week
    name, role, points = CAST[0]
    hired = roster.hire(
        team=team,
        actor=owner,
        now=at,
        new=NewCharacter(name=f"{name} the {number}.", role=role, points=points),
    )
    gold_cross.store(character=hired, actor=owner, now=at)
    roster.release(character=hired, now=at)
    stores.buy(team=team, counts={"smoke_grenade": 2}, actor=owner, now=at)
    stores.sell(team=team, counts={"smoke_grenade": 1}, actor=owner, now=at)
    built = [
        garage.build(
            team=team,
            design=KILLER,
            actor=owner,
            now=at,
            face=VehicleFace(name=f"{what} {number}", colour="red"),
        )
        for what in ("Runabout", "Hearse", "Wreck")[: 3 if number % 2 else 2]
    ]
    buyer = club.teams[(number + 1) % TEAMS]
    for close in (
        (partial(trading.decline, now=at), partial(trading.withdraw, now=at))
        if number < BUSY
        else ()
    ):
        close(offer=trading.offer(vehicle=built[0], to=buyer, price=9000, now=at))
    sold = trading.offer(vehicle=built[0], to=buyer, price=9000, now=at)
    trading.accept(offer=sold, actor=club.players[(number + 1) % TEAMS], now=at)
    garage.scrap(vehicle=Vehicle.objects.get(pk=built[0].pk), now=at)
    garage.sell(vehicle=built[1], actor=owner, now=at)
    if number % 2:
        _enter(club, number, built[2], "Doc", "Vesper")  # the driver is sent on no mission
    _enter(club, number, club.car(number), "Rook", "Sable")
    for book, owner_of, item in (
        (Book.DAMAGE, club.car(number), "armour:front"),
        (Book.WOUND, club.who(number, "Doc"), "dp"),
    ):
        corrections.correct(
            book=book,
            owner=owner_of,
            item=item,
            amount=1,
            actor=club.gm,
            reason="Forgotten.",
            now=at,
        )
    mechanic = club.who(number, "Wrench")
    workshop.order_repair(week=week, worker=mechanic, vehicle=club.car(number), now=at, budget=2000)


def _enter(club: Club, number: int, car: Vehicle, driver: str, gunner: str) -> DuelEntry:
    crew = {"driver": club.who(number, driver).pk, "gunner": club.who(number, gunner).pk}
    return duels.enter(duel=club.duel, team=club.teams[number], vehicle=car, crew=crew, now=club.at)


def _send(club: Club, number: int, *, again: bool = False, seal: bool = True) -> None:
    """Save a team's orders, the first team's in three versions.

    If a week is played, `save_sheets_with_ambush` saves the sheets of the first two teams. Without
    `seal` the last sheet is a draft, so that the form is open.
    """
    if again and number < 2:
        return
    states = [OrderSheet.State.DRAFT] * (2 if number < BUSY else 0) + [
        OrderSheet.State.FINAL if seal else OrderSheet.State.DRAFT
    ]
    for seen, state in enumerate(states):
        with club.scope():
            sheets.save_sheet(
                week_id=club.open_week.pk,
                team=club.teams[number],
                sheet=_sheet(club, number),
                state=state,
                seen_version=seen,
                saved_by=club.players[number],
            )


def _sheet(club: Club, number: int) -> Sheet:
    def mission(who: str, action: Any, step: int, **more: Any) -> Order:
        rival = str(club.teams[(number + step) % TEAMS].pk)
        return Order(spy=str(club.who(number, who).pk), action=action, target_team=rival, **more)

    guard = Order(spy=str(club.who(number, "Wrench").pk), action="counterspy", kit=PISTOL)
    return Sheet(
        orders=(
            mission("Vesper", "infiltrate", 1, kit=PISTOL),
            mission("Sable", "infiltrate", 5),
            mission("Fuse", "blow_up", 3, bricks=1),
            guard,
        ),
        standing=LIVE,
    )


def _fight(club: Club) -> None:
    """Play the week's fight to its end."""
    owners = {team.pk: owner for team, owner in zip(club.teams, club.players, strict=True)}
    (fight,) = AmbushFight.objects.filter(week=club.open_week, over_at=None)
    chairs = Chair.objects.filter(table=fight.table_id).exclude(party=None)
    parties = {chair.seat: owners[chair.party] for chair in chairs if chair.party}
    while (table := Table.objects.select_related("match").get(pk=fight.table_id)).is_playing:
        assert table.match is not None
        seat = current_match(table.match).to_act()[0]
        plan(table, seat, parties[seat])


def _at_a_table(club: Club) -> None:
    """Play a game among members with some talk, and resign."""
    one, other = club.players[0], club.gm
    table = tables.open_table(user=one, game="bids", options={}, seats=("me", "open"))
    seating.sit_down(table_id=table.pk, user=other, seat=1)
    for number in range(6):
        talking.say(
            table_id=table.pk, user=(one, other)[number % 2], text=f"My {number}. word on it."
        )
    leaving.resign(table_id=table.pk, user=other)


def _duel(world: World) -> None:
    """Record and correct the duel: the first team wins, and half of the other cars are
    destroyed.
    """
    club = world.club
    week = Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)
    duel = duel_of(week)
    form = results.form_for(duel)
    rows = tuple(changed(row, place=place) for place, row in enumerate(form.teams, 1))
    people = tuple(
        changed(deeds, kills=1) if at == 0 else deeds for at, deeds in enumerate(form.people)
    )
    entries = [one.entry for one in muster(duel) if one.is_at_start]
    fates = tuple(
        Fate(vehicle=str(entry.vehicle_id), fate="destroyed")
        if entry.vehicle.name.startswith("Wreck")
        else Fate(vehicle=str(entry.vehicle_id), damage=(Wear(part="armour:back", lost=1),))
        for entry in entries
    )
    record = DuelRecord(form=changed(form, teams=rows, people=people), vehicles=fates, hurt=())
    results.record(duel=duel, result=record, actor=club.gm, now=week.duel_at)
    again = changed(
        record,
        form=changed(record.form, teams=tuple(changed(row, place=13 - row.place) for row in rows)),
    )
    results.correct(duel=duel, result=again, actor=club.gm, reason="Upside down.", now=week.duel_at)


def _open_last(world: World) -> None:
    """Open the current week with everything that can be pending in it."""
    club = world.club
    world.week = _next_week(club)
    Week.objects.filter(pk=world.week.pk).update(number=SEASON)
    world.at = club.at
    world.refresh()
    with clock.set_to(club.at):
        for number in range(BUSY):
            _send(club, number, seal=number > 0)
            _enter(club, number, club.car(number), "Rook", "Sable")
            other = club.car(number, 1)
            trading.offer(
                vehicle=other, to=club.teams[(number + 1) % BUSY], price=9000, now=club.at
            )
            for caller, called in ((number, number + 2), (number + 1, number)):
                challenges.call_out(
                    challenger=club.teams[caller],
                    new=Calling(to=club.teams[called].slug, starts_at=club.open_week.duel_at),
                    actor=club.players[caller],
                    now=club.at,
                )
    _orders_of_work(club)
    _ways_in(world)


def _orders_of_work(club: Club) -> None:
    with clock.set_to(club.at):
        for number in range(BUSY):
            worker, car = club.who(number, "Wrench"), club.car(number)
            workshop.order_repair(
                week=club.open_week, worker=worker, vehicle=car, now=club.at, budget=2000
            )


def _seen(world: World) -> None:
    """Open the club's public page with a person asking to join."""
    club, at, campaign = world.club, world.at, world.club.campaign
    public_page.set_public(campaign=campaign, is_public=True, actor=club.gm, now=at)
    campaign.refresh_from_db()
    joining.ask(campaign=campaign, user=person("asker"), said="I have a car.", now=at)


def _voices(world: World, troll: User) -> None:
    """Write posts and letters, and mute a member."""
    club, at, campaign = world.club, world.at, world.club.campaign
    topic = speaking.open_topic(
        campaign=campaign, author=club.players[0], title="Ash Flats", text="Who *won*?", now=at
    )
    speaking.post_in_thread(thread=topic, author=club.gm, text="Nobody.", now=at)
    speaking.ask_gm(
        campaign=campaign, author=club.players[1], title="Rams", text="May one?", now=at
    )
    speaking.publish_announcement(campaign=campaign, author=club.gm, text="Bring dice.", now=at)
    speaking.post_about_duel(duel=club.duel, author=club.players[1], text="Ha!", now=at)
    for one, other in ((0, 3), (3, 0)):
        speaking.write_letter(
            team=club.teams[one],
            to=club.teams[other],
            author=club.players[one],
            text="A truce?",
            now=at,
        )
        deals.offer(
            team=club.teams[one],
            new=NewPact(to=club.teams[other].slug),
            actor=club.players[one],
            now=at,
        )
    moderating.mute(
        campaign=campaign,
        new=Muting(
            username=troll.get_username(),
            until=at + timedelta(days=200),
            letters=False,
            reason="Shouting.",
        ),
        actor=club.gm,
        now=at,
    )


def _ways_in(world: World) -> None:
    """Create valid links, a request to share a team, a running and a waiting table."""
    club, at, campaign = world.club, world.at, world.club.campaign
    guests = [person("guest") for _ in range(2)]
    for guest in guests:
        members.admit(campaign=campaign, user=guest, role=Membership.Role.PLAYER, now=at)
    with clock.set_to(at):
        _, world.invite = invites.make(
            campaign=campaign, new=Inviting(uses=1), actor=club.gm, now=at
        )
        member = Membership.objects.get(campaign=campaign, user=guests[0])
        _, world.login_token = login_links.make(
            membership=member, actor=club.gm, reason="Lost the password.", now=at
        )
        for number, team in enumerate(club.teams[:BUSY]):
            owner = club.players[number]
            invites.make(campaign=campaign, new=Inviting(team=team.slug), actor=owner, now=at)
            calendar_feed.renew(user=owner, now=at)
            sharing.ask(team=team, user=guests[1], invited_by=club.gm, now=at)
        calendar_feed.renew(user=club.gm, now=at)
        events.make(
            week=club.open_week,
            new=Making(name="Ash Cup", arena="Kessel Oval", starts_at=club.open_week.due_at),
            actor=club.gm,
            now=at,
        )
        _voices(world, guests[0])
        daily.take_deal(user=club.players[0])
        played = tables.open_table(
            user=club.players[0], game="bids", options={}, seats=("me", "open")
        )
        waits = tables.open_table(
            user=club.gm, game="bids", options={}, seats=("me", "open"), visibility="invited"
        )
        cup = tournaments.announce(
            user=club.gm,
            name="Ash cup",
            game="bids",
            begins_at=at + timedelta(hours=1),
            round_minutes=60,
            access="club",
            club=campaign.pk,
        )
        for player in club.players[:BUSY]:
            tournaments.enter(tournament_id=cup.pk, user=player)
        over = tables.open_table(user=club.players[0], game="bids", options={}, seats=("me", "bot"))
        leaving.resign(table_id=over.pk, user=club.players[0])
        match_sharing.set_sharing(table_id=over.pk, user=club.players[0], is_on=True)
        world.tables = (seating.sit_down(table_id=played.pk, user=club.gm, seat=1), waits, over)
        world.table_token = seating.make_invite(table_id=waits.pk, user=club.gm)
        _seen(world)
    for number in range(TALK):
        with clock.set_to(at + timedelta(minutes=number)):
            user = (club.players[0], club.gm)[number % 2]
            talking.say(table_id=played.pk, user=user, text=f"My {number}. word on it.")
    world.at += timedelta(minutes=TALK)
