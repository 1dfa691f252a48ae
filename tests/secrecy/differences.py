"""Hidden facts, one at a time: each difference is the same week lived in two ways, with the readers
who may tell them apart.

`knows` are the groups of readers that may see the difference (see `worlds.Reader.group`); everyone
else must read the same bytes. `phases` are the times at which that holds, because a fact may become
public later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from campaign.deals.rules.acts import NewBounty, NewLoan, NewPact, NewReport
from campaign.deals.selectors.deals import targets
from campaign.deals.services import deals
from campaign.desk.services import corrections
from campaign.duels.models import Exchange
from campaign.duels.rules.acts import Calling, HeatsMaking, Making
from campaign.duels.services import challenges, entries, events, meets
from campaign.garage.models import Offer, Vehicle
from campaign.garage.rules.acts import VehicleFace
from campaign.garage.services import garage, trading, workshop
from campaign.league.models import Challenge, Duel, Membership, Team, Week
from campaign.league.refusals import NotFit
from campaign.ledger.rules.gear import Packed
from campaign.ledger.services import posting, stores
from campaign.ledger.services.posting import Book, Line
from campaign.members.models import TeamAsk
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, sharing
from campaign.roster.models import Captivity, Memory
from campaign.roster.rules.acts import CharacterFace, NewCharacter
from campaign.roster.rules.spies import Kit
from campaign.roster.services import roster
from campaign.teams.rules.acts import NewTeam
from campaign.teams.services import teams
from campaign.voices.models import Post, Thread
from campaign.voices.services import moderating, speaking
from campaign.voices.services import notes as rival_notes
from core.accounts.models import ApiToken, User
from core.notifications.models import Notice
from core.web import clock
from core.web.refusals import BadForm
from engine.match import heard_by
from engine.values import Seat
from espionage.models import Charge, Intel, Seal, SealedSeat
from espionage.rules.orders import Sheet, Standing
from espionage.rules.values import CounterspyRolled
from espionage.services.deadline_reminders import USUAL_LEAD_TIME
from espionage.services.plans import save_plan
from play.models import Table
from play.running import Running
from play.selectors.notes import markable_seats
from play.selectors.participants import place
from play.services import challenges as friends
from play.services import daily, leaving, moving, notes, tables, talking
from play.tabletop.board import Draft
from tests.factories import CAST, KILLER, duel_of, found_club
from tests.siege import SIEGE

from . import worlds
from .worlds import (
    PHASES,
    A,
    Act,
    B,
    C,
    D,
    World,
    ending_of,
    find_nonce,
    give_dice,
    match_with,
    nothing,
)

Acts = Mapping[str, Act]
Prepare = Callable[[World], Acts]
"""Finds what it needs on the stage (such as dice) and returns what is done in the week."""

WEEK: Final = PHASES[:-1]
"""Until the season's end, which opens orders and dice."""
BEFORE: Final = ("open", "playing")
UNTIL_SETTLED: Final = ("open", "playing", "settled")
AFTER: Final = ("settled", "duelled", "closed")
FROM_THE_DUEL: Final = ("duelled", "settled", "closed", "playing", "open")
"""The whole week from the duel on, where a leak would show first."""
MARK: Final = "Quillon-7f3a"
"""A word in every text that only Basilisk writes."""


@dataclass(frozen=True)
class Difference:
    """One difference between two worlds, and the readers who may see it."""

    name: str
    knows: frozenset[str]
    two: Prepare
    one: Prepare
    phases: tuple[str, ...] = WEEK

    def __str__(self) -> str:
        return self.name


def differ(
    name: str,
    knows: str,
    two: Acts | Prepare,
    *,
    one: Acts | Prepare | None = None,
    phases: tuple[str, ...] = WEEK,
) -> Difference:
    """Return a difference; `knows` are groups separated by spaces."""
    return Difference(name, frozenset(knows.split()), _prepared(two), _prepared(one or {}), phases)


def _prepared(acts: Acts | Prepare) -> Prepare:
    return acts if callable(acts) else Always(acts)


@dataclass(frozen=True)
class Always:
    """Return acts that need nothing of the stage."""

    acts: Acts

    def __call__(self, world: World) -> Acts:
        return self.acts


SEALED: Final = "B"
"""Basilisk's data that nobody else may read, including a neutral GM and staff."""
BOOKS: Final = "B gm staff"
"""Data that a neutral GM and staff may read as well."""


# --- orders ---------------------------------------------------------------------------------------


def rich_sheet(world: World) -> Sheet:
    """Return orders that differ from the base's in every possible way."""
    kit = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="smoke_grenade")))
    target = str(world.who(D, "Sable").pk)
    orders = (
        world.order(B, "Vesper", "assassinate", D, target=target, kit=kit, on_twelve="eleven"),
        world.order(B, "Rook", "infiltrate", A, on_twelve="infiltrate"),
        world.order(B, "Fuse", "blow_up", A, bricks=5),
        world.order(B, "Sable", "infiltrate", C, kit=Kit(items=(Packed(gear="smoke_grenade"),))),
        world.order(B, "Wrench", "counterspy"),
    )
    return Sheet(orders=orders, standing=STANDING)


STANDING: Final = Standing(
    counterspy=("assassinate",),
    counterspy_from=3,
    counterspy_by="listed",
    on_counterspy_twelve="cancel",
    chase_bombers=True,
    cancel_first=("blow_up",),
    section=3,
    doctrine="aggressive",
)


def base_sheet(world: World, standing: Standing | None = None) -> Sheet:
    """Return the base's orders."""
    return Sheet(
        orders=(
            world.order(B, "Fuse", "blow_up", C, bricks=2),
            world.order(B, "Doc", "counterspy"),
        ),
        standing=standing or Standing(),
    )


def took_the_deal(world: World) -> None:
    """Let Basilisk's owner play the deal of the day on which the open week is looked at."""
    with clock.set_to(world.week.due_at - USUAL_LEAD_TIME):
        daily.take_deal(user=world.owner(B))


def lost_the_deal(world: World) -> None:
    with clock.set_to(world.week.due_at - USUAL_LEAD_TIME):
        leaving.resign(table_id=daily.take_deal(user=world.owner(B)).pk, user=world.owner(B))


def at_the_cup(world: World) -> None:
    """Seal a bid in the club's tournament."""
    mine = Table.objects.get(
        pairing__round__tournament=world.tournament, chairs__holder=world.owner(B)
    )
    moving.make_move(table_id=mine.pk, user=world.owner(B), move=Draft(choice="bid:2"))


def at_a_table(world: World) -> None:
    """Seal a bid at a table, and write a line in a private channel, a note and a mark."""
    at, owner = world.table.pk, world.owner(B)
    moving.make_move(table_id=at, user=owner, move=Draft(choice="bid:2"))
    talking.say(table_id=at, user=owner, text=f"{MARK} is my bid", channel="own-0")
    notes.save_note(table_id=at, user=owner, text=f"{MARK}: they always bid low")
    other = markable_seats(place(at, owner))[0]
    notes.save_marks(table_id=at, user=owner, marks={other: "bluffs"})


def friends_challenged(world: World) -> None:
    """Let Basilisk's owner challenge a friend by link and reserve a chair for Cobra's owner."""
    owner = world.owner(B)
    friends.challenge(user=owner, game="lunacy")
    friend = f"person:{world.owner(C).get_username()}"
    tables.open_table(
        user=owner, game="lunacy", options={}, seats=("me", friend), visibility="invited"
    )


def other_orders(world: World) -> None:
    world.send(B, rich_sheet(world), after=4)


def saved_often(world: World, standing: Standing | None = None) -> None:
    """Save the same final orders after many others, at other times."""
    world.send(B, rich_sheet(world), after=2)
    world.send(B, Sheet(), state="passed", seen=1, after=2.5)
    world.send(B, base_sheet(world), seen=2, after=9)
    world.send(B, base_sheet(world, standing), seen=3, after=21.25)


def as_state(world: World, state: str) -> None:
    world.send(B, Sheet() if state == "passed" else base_sheet(world), state=state, after=4)


def empty_draft(world: World) -> None:
    world.send(B, Sheet(), state="draft", after=4)


def later(world: World) -> None:
    world.send(B, base_sheet(world), after=11.5)


def drafted_next(world: World) -> None:
    """Save the same orders, and a draft for the next week."""
    world.send(B, base_sheet(world))
    coming = Week.objects.get(season=world.week.season_id, number=world.week.number + 1)
    save_plan(
        week_id=coming.pk,
        team=world.team(B),
        sheet=rich_sheet(world),
        seen_version=0,
        saved_by=world.owner(B),
    )


def with_standing(world: World) -> None:
    """Save standing orders that are never used."""
    world.send(
        B,
        base_sheet(
            world, Standing(section=2, doctrine="flee_first", cancel_first=("assassinate",))
        ),
        after=4,
    )


def with_kit(world: World) -> None:
    orders = list(base_sheet(world).orders)
    armed = world.order(
        B,
        "Fuse",
        "blow_up",
        C,
        bricks=5,
        kit=Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="smoke_grenade"))),
    )
    world.send(B, Sheet(orders=(armed, *orders[1:])), after=4)


def by_another(world: World) -> None:
    """Send another character on the same mission."""
    world.send(
        B,
        Sheet(
            orders=(
                world.order(B, "Wrench", "blow_up", C, bricks=2),
                world.order(B, "Doc", "counterspy"),
            )
        ),
        after=4,
    )


def third_mission(world: World) -> None:
    """Send two more of Basilisk's characters against Cobra."""
    orders = base_sheet(world).orders
    more = (
        world.order(B, "Vesper", "infiltrate", C),
        world.order(B, "Rook", "infiltrate", C),
        world.order(B, "Sable", "infiltrate", C),
    )
    world.send(B, Sheet(orders=(orders[0], *more, orders[1])), after=4)


# --- fates: the same orders, other dice -----------------------------------------------------------


def found_once(prepare: Prepare) -> Prepare:
    """Find dice once per stage."""

    def prepared(world: World) -> Acts:
        if id(prepare) not in world.found:
            world.found[id(prepare)] = prepare(world)
        return world.found[id(prepare)]

    return prepared


def fate(wanted: Callable[[Running], bool], *, seat: int = B, acts: Acts | None = None) -> Prepare:
    """Return the base's week (with these acts) with dice for one seat that give the wanted
    result.
    """
    done = acts or {}

    def prepare(world: World) -> Acts:
        nonce = find_nonce(world, seat, match_with(world, done), wanted)
        return {**done, f"dice of {seat}": partial(give_dice, seat=seat, nonce=nonce)}

    return found_once(prepare)


def ended(ending: str) -> Callable[[Running], bool]:
    return lambda running: ending_of(running, B) == ending and not fought(running)


def fought(running: Running) -> bool:
    """Return whether the match contains an ambush."""
    return running.ply > 0


def quiet(running: Running) -> bool:
    return not fought(running)


def ambushing(world: World) -> None:
    """Let Cobra's counterspy ambush whom he catches."""
    world.send(
        C,
        Sheet(
            orders=(world.order(C, "Doc", "counterspy"),),
            standing=Standing(on_counterspy_twelve="ambush"),
        ),
        after=5,
    )


AMBUSHING: Final[Acts] = {"sheet of C": ambushing}


FAILED: Final = fate(ended("failed"))


def guard_idle(running: Running) -> bool:
    """Return whether Basilisk's mission failed while a counterspy of Cobra rolled 3 to 6, without
    effect.
    """
    rolls = [
        event
        for event in heard_by(Seat(C), running.audience_events)
        if isinstance(event, CounterspyRolled)
    ]
    idle = [len(event.throws) for event in rolls] == [1] and rolls[0].throws[0].row in range(3, 7)
    return idle and ending_of(running, B) == "failed" and not fought(running)


def spying(world: World) -> None:
    world.send(B, Sheet(orders=(world.order(B, "Vesper", "infiltrate", C),)), after=4)


def _idle_guard(world: World) -> Acts:
    """Let Basilisk's spy fail while a counterspy of Cobra rolls 3 to 6."""
    acts: Acts = {"sheet of B": spying, "sheet of C": guarded}
    match, kept = match_with(world, acts), dict(world.nonces)
    for number in range(100):
        give_dice(world, C, f"guard {number}")
        try:
            nonce = find_nonce(world, B, match, guard_idle, tries=20)
        except LookupError:
            continue
        finally:
            world.nonces = dict(kept)
        dice = {
            "dice of B": partial(give_dice, seat=B, nonce=nonce),
            "dice of C": partial(give_dice, seat=C, nonce=f"guard {number}"),
        }
        return {**acts, **dice}
    raise LookupError("no such dice")


idle_guard: Final = found_once(_idle_guard)


def no_guard(world: World) -> Acts:
    """Use the same dice, but without a counterspy of Cobra."""
    return {**idle_guard(world), "sheet of C": unguarded}


def guarded(world: World) -> None:
    world.send(C, Sheet(orders=(world.order(C, "Doc", "counterspy"),)), after=5)


def guarded_by_a_lent_guard(world: World) -> None:
    """Let Dynamo's Doc, who has the same skills, guard instead of Cobra's."""
    lend_guard(world, D, C, "Doc", price=400)
    world.send(C, Sheet(orders=(world.order(D, "Doc", "counterspy"),)), after=5)


def lent_guard(world: World) -> Acts:
    """Use the same dice, but with a counterspy whom Dynamo lends to Cobra."""
    return {**idle_guard(world), "sheet of C": guarded_by_a_lent_guard}


def unguarded(world: World) -> None:
    world.send(C, Sheet(), after=5)


# --- books ----------------------------------------------------------------------------------------


def line(world: World, book: Book, owner: UUID, item: str, amount: int, why: str) -> None:
    """Return one row of a ledger."""
    posting.post(
        [
            Line(
                book,
                owner,
                item,
                amount,
                f"secret:{why}:{item}",
                world.at,
                booked_by=world.owner(B).pk,
                note=MARK,
            )
        ]
    )


def rich(world: World) -> None:
    stores.buy(
        team=world.team(B),
        counts={"shotgun": 3, "body_armour": 5},
        actor=world.owner(B),
        now=world.at,
    )
    line(world, Book.MONEY, world.team(B).pk, "purse", 73_519, "windfall")


def learned(world: World) -> None:
    vesper = world.who(B, "Wrench")
    line(world, Book.SKILL, vesper.pk, "general", 17, "general")
    roster.assign(character=vesper, skill="stealth", amount=5, actor=world.owner(B), now=world.at)
    line(world, Book.PRESTIGE, vesper.pk, "duel", 3, "prestige")


def hurt(world: World) -> None:
    line(world, Book.WOUND, world.who(B, "Vesper").pk, "dp", 1, "fall")


def killed(world: World) -> None:
    line(world, Book.WOUND, world.who(B, "Vesper").pk, "dp", 5, "fall")


def described(world: World) -> None:
    roster.edit(
        character=world.who(B, "Vesper"),
        actor=world.owner(B),
        now=world.at,
        face=CharacterFace(name="Vesper", role="spy", blurb=f"Reads {MARK}"),
    )


def tinkered(world: World) -> None:
    garage.build(
        team=world.team(B),
        design=KILLER,
        actor=world.owner(B),
        now=world.at,
        face=VehicleFace(name=f"{MARK} Mk II", colour="sand"),
    )
    second = world.car(B, 1)
    garage.rename(
        vehicle=second,
        face=VehicleFace(name=f"{MARK} Runner", colour="sand", notes=f"Hidden by {MARK}"),
    )
    line(world, Book.DAMAGE, second.pk, "armour:front", 7, "ram")
    line(world, Book.DAMAGE, world.car(B).pk, "plant", 1, "ram")
    garage.assign_crew(
        vehicle=Vehicle.objects.get(pk=second.pk), crew={"driver": world.who(B, "Doc").pk}
    )


def sold(world: World) -> None:
    """Sell Basilisk's second vehicle unless it is entered for the duel."""
    with suppress(NotFit):
        garage.sell(
            vehicle=Vehicle.objects.select_related("team__campaign").get(pk=world.car(B, 1).pk),
            actor=world.owner(B),
            now=world.at,
        )


def _spare(world: World, number: int = B, name: str = "Spare") -> Vehicle:
    """Add another vehicle that is not entered."""
    return garage.build(
        team=world.team(number),
        design=KILLER,
        actor=world.owner(number),
        now=world.at,
        face=VehicleFace(name=name, colour="grey"),
    )


def _offer(world: World) -> Offer:
    return trading.offer(vehicle=_spare(world), to=world.team(C), price=1_234, now=world.at)


def spare(world: World) -> None:
    _spare(world)


def offered(world: World) -> None:
    _offer(world)


def declined(world: World) -> None:
    trading.decline(offer=_offer(world), now=world.at)


def bought(world: World) -> None:
    trading.accept(offer=_offer(world), actor=world.owner(C), now=world.at)


def sold_in_sight(world: World) -> None:
    """Sell a vehicle that everyone saw drive for Basilisk in the first week."""
    offer = trading.offer(vehicle=world.car(B), to=world.team(C), price=1_234, now=world.at)
    trading.accept(offer=offer, actor=world.owner(C), now=world.at)


def damaged(world: World) -> None:
    line(world, Book.DAMAGE, world.car(B, 1).pk, "armour:left", 7, "wall")


def at_work(world: World) -> None:
    """Order a repair unless another difference of the same life has sold the vehicle."""
    damaged(world)
    with suppress(BadForm):
        workshop.order_repair(
            week=world.week,
            worker=world.who(B, "Wrench"),
            vehicle=world.car(B, 1),
            now=world.at,
            budget=500,
        )


def remembered(world: World) -> None:
    Memory.objects.create(
        character=world.who(B, "Wrench"),
        kind=Memory.Kind.RECORD,
        points={"mechanic": 40},
        stored_at=world.at,
    )


def corrected(world: World) -> None:
    corrections.correct(
        book=Book.MONEY,
        owner=world.team(B),
        item="purse",
        amount=613,
        actor=world.club.gm,
        reason=f"Miscounted {MARK}",
        now=world.at,
    )


# --- other things ---------------------------------------------------------------------------------


def entered_otherwise(world: World) -> None:
    enter(world, world.car(B, 1), driver="Wrench", gunner="Doc")


def enter(world: World, vehicle: Vehicle, duel: Duel | None = None, **crew: str) -> None:
    """Enter these for Basilisk unless the results of the week's orders forbid it."""
    with suppress(BadForm):
        entries.enter(
            duel=duel or duel_of(world.week),
            team=world.team(B),
            vehicle=vehicle,
            crew={place: world.who(B, name).pk for place, name in crew.items()},
            now=world.at,
        )


def an_event(world: World) -> None:
    """Create an event that starts when the week closes, and another vehicle."""
    _an_event(world)


def _an_event(world: World) -> tuple[Duel, Vehicle]:
    built = _spare(world, name="Racer")
    event = events.make(
        week=world.week,
        new=Making(name="Last Lap", starts_at=world.week.closes_at),
        actor=world.club.gm,
        now=world.at,
    )
    return event, built


def an_event_entered(world: World) -> None:
    """Enter Basilisk there."""
    event, built = _an_event(world)
    enter(world, built, event, driver="Fuse")


def a_night(world: World) -> None:
    """Create an amateur night, which lends a car to each team (C137)."""
    _a_night(world)


def _a_night(world: World) -> tuple[Duel, Vehicle]:
    new = Making(name="Rookies", lent="terrier", starts_at=world.week.closes_at)
    night = events.make(week=world.week, new=new, actor=world.club.gm, now=world.at)
    return night, Vehicle.objects.get(event=night, team=world.team(B))


def a_night_entered(world: World) -> None:
    """Enter Basilisk's lent car."""
    night, lent = _a_night(world)
    enter(world, lent, night, driver="Wrench")


def a_night_painted(world: World) -> None:
    """Paint Basilisk's lent car."""
    _, lent = _a_night(world)
    garage.rename(vehicle=lent, face=VehicleFace(name=f"{MARK} Learner", colour="pink", notes=MARK))


def some_heats(world: World) -> None:
    """Create heats drawn at the start of the duel, and a vehicle for them."""
    _some_heats(world)


def _some_heats(world: World) -> tuple[Duel, Vehicle]:
    built = _spare(world, name="Sprinter")
    plan = HeatsMaking(
        name="Ladder",
        closes_at=world.week.duel_at,
        starts_at=world.week.duel_at,
        final_at=world.week.closes_at,
        go_on=1,
        heats=2,
    )
    final = meets.make(week=world.week, plan=plan, actor=world.club.gm, now=world.at)
    return final, built


def some_heats_entered(world: World) -> None:
    """Enter Basilisk there, which nobody knows before the draw."""
    final, built = _some_heats(world)
    enter(world, built, final, driver="Vesper")


def drawn_heats(driver: str) -> Prepare:
    """Draw heats of all four teams in the open week, driven at its end: everyone sees who is in
    which, but only Basilisk sees its crew.
    """

    def make(world: World) -> None:
        plan = HeatsMaking(
            name="Ladder",
            closes_at=world.at + timedelta(hours=1),
            starts_at=world.week.duel_at,
            final_at=world.week.closes_at,
            go_on=1,
            heats=2,
        )
        final = meets.make(week=world.week, plan=plan, actor=world.club.gm, now=world.at)
        for number in (A, B, C, D):
            built = _spare(world, number, "Sprinter")
            who = driver if number == B else "Wrench"
            entries.enter(
                duel=final,
                team=world.team(number),
                vehicle=built,
                crew={"driver": world.who(number, who).pk},
                now=world.at,
            )

    return lambda _: {"drawn heats": make}


def _called_out(world: World) -> Challenge:
    return challenges.call_out(
        challenger=world.team(B),
        new=Calling(
            to=world.team(C).slug,
            starts_at=world.week.duel_at + timedelta(hours=2),
            arena=MARK,
            words=f"{MARK} says hello",
        ),
        actor=world.owner(B),
        now=world.at,
    )


def called_out(world: World) -> None:
    _called_out(world)


def called_out_in_vain(world: World) -> None:
    """Let Cobra propose another time, which Basilisk declines."""
    made, other = _called_out(world), world.week.duel_at + timedelta(hours=3)
    challenges.propose(
        challenge=made, team=world.team(C), starts_at=other, actor=world.owner(C), now=world.at
    )
    challenges.decline(challenge=made, team=world.team(B), actor=world.owner(B), now=world.at)


def wrote(world: World) -> None:
    """Write a letter from Basilisk to Cobra."""
    _letter(world)


def _letter(world: World) -> Post:
    return speaking.write_letter(
        team=world.team(B),
        to=world.team(C),
        author=world.owner(B),
        text=f"{MARK} says hello",
        now=world.at,
    )


def offered_pact(world: World, amount: int = 0, *, accepted: bool = False) -> None:
    """Offer a pact from Basilisk to Cobra, which can accept it."""
    deal = deals.offer(
        team=world.team(B),
        new=NewPact(to=world.team(C).slug, amount=amount, text=f"{MARK} wants peace"),
        actor=world.owner(B),
        now=world.at,
    )
    if accepted:
        deals.accept(deal=deal, actor=world.owner(C), now=world.at)


def offered_bounty(world: World) -> None:
    """Offer Cobra a bounty on a car of Anvil that everyone saw in the first week."""
    seen = next(row for row in targets(world.team(B)) if row.team.pk == world.team(A).pk)
    new = NewBounty(vehicle=str(seen.vehicle), amount=700, to=world.team(C).slug, text=MARK)
    deals.offer(team=world.team(B), new=new, actor=world.owner(B), now=world.at)


def offered_report(world: World, *, bought: bool = False) -> None:
    """Offer Cobra a report about Anvil, which it can buy."""
    deal = deals.offer(
        team=world.team(B),
        new=NewReport(
            to=world.team(C).slug, about=world.team(A).slug, title=MARK, report=MARK, amount=300
        ),
        actor=world.owner(B),
        now=world.at,
    )
    if bought:
        deals.accept(deal=deal, actor=world.owner(C), now=world.at)


def lend_guard(world: World, lender: int, borrower: int, name: str, price: int) -> None:
    """Lend a guard for the open week (C112)."""
    new = NewLoan(
        character=str(world.club.who(lender, name).pk),
        to=world.team(borrower).slug,
        week=world.week.number,
        amount=price,
        text=MARK,
    )
    deal = deals.offer(team=world.team(lender), new=new, actor=world.owner(lender), now=world.at)
    deals.accept(deal=deal, actor=world.owner(borrower), now=world.at)


def lent(world: World) -> None:
    """Lend one of Basilisk's people to Cobra, which does not order him."""
    lend_guard(world, B, C, "Sable", price=300)


def wrote_and_took_back(world: World) -> None:
    speaking.withdraw(post=_letter(world), author=world.owner(B), now=world.at)


def blocked(world: World) -> None:
    """Let Cobra block Basilisk, which writes anyway."""
    moderating.block(
        team=world.team(C), blocked_team=world.team(B), user=world.owner(C), now=world.at
    )
    _letter(world)


def reported(world: World) -> None:
    """Report Basilisk's letter as Cobra."""
    moderating.report(
        post=_letter(world),
        reporter=world.owner(C),
        team=world.team(C),
        reason="A threat.",
        now=world.at,
    )


def noted(world: World) -> None:
    """Write Basilisk's note about Cobra."""
    rival_notes.save_note(
        team=world.team(B),
        rival=world.team(C),
        text=MARK,
        replaced_version=0,
        author=world.owner(B),
        now=world.at,
    )


def has_read(world: World) -> None:
    """Let Basilisk's owner read the whole board."""
    for thread in Thread.objects.filter(campaign=world.club.campaign):
        rival_notes.mark_as_read(thread=thread, user=world.owner(B), until=world.at)


def unconscious(world: World) -> None:
    """Make Basilisk's first driver unconscious in the open week."""
    line(world, Book.WOUND, world.who(B, "Rook").pk, "dp", 2, "a fall")


def captured(world: World) -> None:
    """Let Cobra hold Basilisk's first driver until after the duel."""
    week = world.week
    Captivity.objects.create(
        character=world.who(B, "Rook"),
        held_by=world.team(C),
        week=week,
        at=world.at,
        freed_at=week.closes_at + timedelta(days=365),
    )


def without_gunner(world: World) -> None:
    enter(world, world.car(B), driver="Rook")


def gunner_out(world: World) -> None:
    line(world, Book.WOUND, world.who(B, "Sable").pk, "dp", 2, "a fall")


def reseeded(world: World) -> None:
    """Use another seed under the same published hash and other salts for the seats, which are
    secret until the season's end.
    """
    Seal.objects.filter(week=world.week).update(seed=b"\x5e" * 32)
    SealedSeat.objects.filter(week=world.week).update(salt=b"\xa5" * 32)


def knowing(world: World) -> None:
    """Give Basilisk more knowledge of Cobra and Anvil than it could show."""
    for about in (A, C):
        known = Intel.objects.filter(team=world.team(B)).order_by("cause")[0]
        Intel.objects.create(
            team=world.team(B),
            about=world.team(about),
            week=known.week,
            vehicle=world.car(about, 1),
            kind=known.kind,
            snapshot={
                **known.snapshot,
                "name": f"{MARK} {about}",
                "vehicle": str(world.car(about, 1).pk),
            },
            cause=f"secret:{about}",
            at=world.at,
        )


def ignorant(world: World) -> None:
    Intel.objects.filter(team=world.team(B)).delete()


def entitled(world: World) -> None:
    """Basilisk can exchange and refit a vehicle (E47)."""
    Exchange.objects.update_or_create(
        duel_id=world.week.pk,
        team=world.team(B),
        defaults={"can_refit": True, "at": world.at},
    )


def not_entitled(world: World) -> None:
    Exchange.objects.filter(team=world.team(B)).delete()


def mined(world: World, due: str = "after") -> None:
    """Put a charge of Basilisk's under Anvil's, Cobra's and Dynamo's vehicles."""
    for team in (A, C, D):
        Charge.objects.create(
            week=world.week,
            vehicle=world.car(team),
            planted_by=world.team(B),
            due=due,
            cause=f"secret:{team}:{due}",
            at=world.at,
            payload={"faces": [6, 5, 4], "location": 1, "halves": 2},
        )


def mined_twice(world: World, numbers: tuple[int, int]) -> None:
    """Mine both of Dynamo's vehicles by missions with these numbers."""
    for which, number in enumerate(numbers):
        Charge.objects.create(
            week=world.week,
            vehicle=world.car(D, which),
            planted_by=world.team(B),
            due="after",
            cause=f"week:{world.week.pk}/3/{number}/charge",
            at=world.at,
            payload={"faces": [6, 5, 4], "location": 1, "halves": 2},
        )


def holding(world: World) -> None:
    """Let Basilisk hold one of Cobra's characters."""
    Captivity.objects.create(
        character=world.who(C, "Sable"), held_by=world.team(B), week=world.week, at=world.at
    )


def busy_inbox(world: World) -> None:
    Notice.objects.filter(user=world.owner(B)).update(read_at=world.at)
    worlds.tell(world, world.owner(B), f"Private to {MARK}")


def busy_account(world: World) -> None:
    owner = world.owner(B)
    ApiToken.objects.create(user=owner, name=MARK)
    User.objects.filter(pk=owner.pk).update(  # not `owner` itself: other lives go on with it
        email=f"{MARK}@example.org", first_name=MARK, last_login=world.at
    )


def club_besides(world: World) -> None:
    """Create another club in which Basilisk's owner is a player."""
    club = found_club(teams=2, characters=2, name=f"Besides {MARK}", week="open")
    Membership.objects.create(
        campaign=club.campaign, user=world.owner(B), role="player", joined_at=world.at
    )


def invited(world: World) -> None:
    invites.make(
        campaign=world.club.campaign,
        new=Inviting(team=world.team(B).slug, note=MARK, reason="Help."),
        actor=world.club.gm,
        now=world.at,
    )


def asked(world: World) -> None:
    """Ask Basilisk's owners for co-ownership."""
    sharing.ask(
        team=world.team(B),
        user=world.readers["idle"].user,  # type: ignore[arg-type]
        invited_by=world.club.gm,
        now=world.at,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


def refused(world: World) -> None:
    """Ask them and let them decline."""
    asked(world)
    row = TeamAsk.objects.select_related("team", "user").get(team=world.team(B))
    sharing.answer(ask=row, agrees=False, actor=world.owner(B), now=world.at)


def parked(world: World, fault: str) -> None:
    Week.objects.filter(pk=world.week.pk).update(attempts=3, fault=fault, parked_at=world.at)


def stumbled(world: World) -> None:
    """Let the job fail twice and then succeed."""
    Week.objects.filter(pk=world.week.pk).update(attempts=2, fault=f"resolve: {MARK}Error")


def founded(world: World, hands: tuple[str, ...]) -> None:
    """Create an unapproved team with a draft of its roster."""
    owner = User.objects.create_user("drafter", "drafter@example.org")
    Membership.objects.create(
        campaign=world.club.campaign, user=owner, role="player", joined_at=world.at
    )
    team = teams.found_team(
        campaign=world.club.campaign, owner=owner, now=world.at, face=NewTeam(name="Ember")
    )
    for name in hands:
        roster.hire(
            team=team,
            actor=owner,
            now=world.at,
            new=NewCharacter(name=name, role="spy", points=CAST[0][2], blurb=MARK),
        )


def waiting(world: World, points: Mapping[str, int]) -> None:
    """Submit a roster for approval: one character with these points."""
    founded(world, ())
    team = Team.objects.get(campaign=world.club.campaign, slug="ember")
    roster.hire(
        team=team,
        actor=User.objects.get(username="drafter"),
        now=world.at,
        new=NewCharacter(name="Ada", role="spy", points=points),
    )
    teams.ask_approval(team=team, now=world.at)


WROTE: Final = Always({"letter": wrote})
SPARE: Final = Always({"spare": spare})

DIFFERENCES: Final[tuple[Difference, ...]] = (
    # orders
    differ("nothing sent", SEALED, {"sheet of B": nothing}, phases=BEFORE),
    differ("other orders", SEALED, {"sheet of B": other_orders}, phases=BEFORE),
    differ(
        "passed on purpose",
        SEALED,
        {"sheet of B": partial(as_state, state="passed")},
        phases=BEFORE,
    ),
    differ(
        "passed or nothing",
        SEALED,
        {"sheet of B": partial(as_state, state="passed")},
        one={"sheet of B": nothing},
        phases=BEFORE,
    ),
    differ(
        "passed or an empty draft",
        SEALED,
        {"sheet of B": partial(as_state, state="passed")},
        one={"sheet of B": empty_draft},
    ),
    differ("a draft", SEALED, {"sheet of B": partial(as_state, state="draft")}),
    differ("saved often", SEALED, {"sheet of B": saved_often}, phases=PHASES),
    differ("saved later", SEALED, {"sheet of B": later}),
    differ("next week drafted", SEALED, {"sheet of B": drafted_next}, phases=PHASES),
    differ("standing orders", SEALED, {"sheet of B": with_standing}),
    differ("kit and bricks", SEALED, {"sheet of B": with_kit}, phases=BEFORE),
    differ("duel entry", SEALED, {"second entry of B": entered_otherwise}, phases=UNTIL_SETTLED),
    differ(  # never with "duel entry": one more and one less would be as many as before
        "no duel entry",
        SEALED,
        {"entry of B": nothing, "second entry of B": nothing},
        phases=UNTIL_SETTLED,
    ),
    differ(
        "a rival's entry in an event",
        SEALED,
        {"event": an_event_entered},
        one={"event": an_event},
        phases=UNTIL_SETTLED,
    ),
    differ(
        "a lent car entered",
        SEALED,
        {"night": a_night_entered},
        one={"night": a_night},
        phases=UNTIL_SETTLED,
    ),
    differ(
        "a lent car painted",
        BOOKS,
        {"night": a_night_painted},
        one={"night": a_night},
        phases=PHASES,
    ),
    differ(
        "an entry in heats",
        SEALED,
        {"heats": some_heats_entered},
        one={"heats": some_heats},
        phases=UNTIL_SETTLED,
    ),
    differ(
        "a rival's crew in a heat",
        SEALED,
        drawn_heats("Vesper"),
        one=drawn_heats("Wrench"),
        phases=BEFORE,
    ),
    differ("a challenge between two others", "B C", {"challenge": called_out}),
    differ("a challenge declined", "B C", {"challenge": called_out_in_vain}, phases=("open",)),
    differ("a letter between two others", "B C", {"letter": wrote}),
    differ(
        "a letter taken back",
        "B C",
        {"letter": wrote_and_took_back},
        one=WROTE,
        phases=("open",),
    ),
    differ("a pact offered", "B C", {"letter": offered_pact}),
    differ(
        "a pact and its stakes",
        "B C gm staff",
        {"letter": partial(offered_pact, amount=500, accepted=True)},
        phases=PHASES,
    ),
    differ("a report for sale", "B C", {"letter": offered_report}),
    differ(
        "a report bought",
        "B C gm staff",
        {"letter": partial(offered_report, bought=True)},
        phases=PHASES,
    ),
    differ("a guard lent", "B C gm staff", {"letter": lent}, phases=PHASES),
    differ("a bounty for one team", "B C gm staff", {"letter": offered_bounty}, phases=PHASES),
    differ("a block", "C", {"letter": blocked}, one=WROTE, phases=("open", "settled")),
    differ("a report", "C gm", {"letter": reported}, one=WROTE, phases=("open",)),
    differ("a note about a rival", SEALED, {"note": noted}, phases=PHASES),
    differ("how far somebody has read", SEALED, {"read": has_read}, phases=("open",)),
    differ(
        "an entry that falls out, or none",
        SEALED,
        {"driver": unconscious},
        one={"entry of B": nothing, "driver": unconscious},
        phases=FROM_THE_DUEL,
    ),
    differ(
        "why an entry falls out",
        "B C gm staff",
        {"driver": captured},
        one={"driver": unconscious},
        phases=FROM_THE_DUEL,
    ),
    differ(
        "an empty seat, or none",
        SEALED,
        {"gunner": gunner_out},
        one={"entry of B": without_gunner, "gunner": gunner_out},
        phases=FROM_THE_DUEL,
    ),
    # the resolved week
    differ("third teams' missions", "B C", {"sheet of B": third_mission}),
    differ("failed or dud", SEALED, fate(ended("dud")), one=FAILED, phases=AFTER),
    differ(
        "failed or waiting",
        SEALED,
        fate(ended("waiting")),
        one=FAILED,
        phases=("settled",),
    ),
    differ(
        "another spy",
        SEALED,
        fate(ended("failed"), acts={"sheet of B": by_another}),
        one=FAILED,
        phases=AFTER,
    ),
    differ(
        "kit and bricks, afterwards",
        BOOKS,
        fate(ended("failed"), acts={"sheet of B": with_kit}),
        one=FAILED,
        phases=AFTER,
    ),
    differ("counterspied 3 to 6, or not at all", "C", no_guard, one=idle_guard),
    differ(
        "a lent guard on duty, or an own one",
        "C D gm staff",
        lent_guard,
        one=idle_guard,
        phases=("closed", "settled", "duelled", "playing", "open"),
    ),
    differ(
        "an ambush of third teams",
        "",
        fate(fought, seat=C, acts=AMBUSHING),
        one=fate(quiet, seat=C, acts=AMBUSHING),
        phases=("playing",),
    ),
    differ(
        "bang, before it is published",
        "",
        fate(ended("exploded")),
        one=FAILED,
        phases=("playing",),
    ),
    # data that only the team reads
    differ("seed and salts", "", {"seeds": reseeded}, phases=("open",)),
    differ("more knowledge", SEALED, {"intel": knowing}, phases=PHASES),
    differ("less knowledge", SEALED, {"intel": ignorant}, phases=PHASES),
    differ("a right to exchange", SEALED, {"exchange": entitled}, phases=AFTER),
    differ("no right to exchange", SEALED, {"exchange": not_entitled}, phases=AFTER),
    differ(
        "charges after the duel",
        SEALED,
        {"charges": partial(mined, due="after")},
        phases=UNTIL_SETTLED,
    ),
    differ(
        "charges at the duel", SEALED, {"charges": partial(mined, due="duel")}, phases=UNTIL_SETTLED
    ),
    differ(
        "mined in another order",
        "B D staff",
        {"charges": partial(mined_twice, numbers=(2, 1))},
        one={"charges": partial(mined_twice, numbers=(1, 2))},
        phases=("duelled", "closed"),
    ),
    differ("a captive", "B C", {"captive": holding}, phases=UNTIL_SETTLED),
    differ("notices", SEALED + " staff", {"notices": busy_inbox}, phases=PHASES),
    differ("an account", SEALED + " staff", {"account": busy_account}, phases=PHASES),
    # books
    differ("money and stock", BOOKS, {"books": rich}, phases=PHASES),
    differ("skills", BOOKS, {"skills": learned}, phases=PHASES),
    differ("a wound", BOOKS, {"wound": hurt}, phases=PHASES),
    differ("a death not yet settled", BOOKS, {"wound": killed}, phases=BEFORE),
    differ("a line about somebody", BOOKS, {"blurb": described}, phases=PHASES),
    differ("garage and hidden damage", BOOKS, {"garage": tinkered}, phases=PHASES),
    differ("a vehicle sold", BOOKS, {"garage": sold}, phases=PHASES),
    differ("a vehicle offered", "B C staff", {"spare": offered}, one=SPARE),
    differ("an offer declined", "B C staff", {"spare": declined}, one=SPARE),
    differ(
        "a vehicle bought",
        "B C gm staff",
        {"spare": bought},
        one=SPARE,
        phases=("open",),
    ),
    differ(
        "a vehicle bought that everybody has seen",
        "B C gm staff",
        {"entry of B": nothing, "spare": sold_in_sight},
        one={"entry of B": nothing},
        phases=("open",),
    ),
    differ(
        "work ordered",
        SEALED + " staff",
        {"work": at_work},
        one={"work": damaged},
        phases=("open", "playing", "settled", "duelled"),
    ),
    differ("a stored memory", BOOKS, {"memory": remembered}, phases=PHASES),
    differ("a correction", BOOKS, {"correction": corrected}, phases=PHASES),
    # data of the club and the site
    differ("a bid in the club’s tournament", SEALED, {"at the cup": at_the_cup}, phases=PHASES),
    differ("a bid, talk and a note at a table", SEALED, {"at a table": at_a_table}, phases=PHASES),
    differ("a friend challenged", "B C staff", {"challenge to a game": friends_challenged}),
    differ(
        "how a match of the deal of the day ended",
        SEALED,
        {"deal": lost_the_deal},
        one={"deal": took_the_deal},
        phases=("open",),
    ),
    differ("an invitation", "B gm D staff", {"invitation": invited}),
    differ("somebody asks to run the team too", "B gm staff", {"asking": asked}),
    differ("somebody was told no", "B gm staff idle", {"asking": refused}, phases=("open",)),
    differ(
        "a fault's text",
        "gm D staff",
        {"fault": partial(parked, fault="resolve: KeyError")},
        one={"fault": partial(parked, fault=MARK)},
        phases=("open",),
    ),
    differ("attempts of the job", "gm D staff", {"fault": stumbled}, phases=("open",)),
    differ("another club", "B staff", {"club": club_besides}, phases=PHASES),
    differ(
        "a draft of a roster",
        "gm D staff",
        {"draft": partial(founded, hands=("Ada", MARK))},
        one={"draft": partial(founded, hands=("Ada",))},
        phases=("open", "closed"),
    ),
    differ(
        "other skills on a roster that waits for approval",
        "gm staff",
        {"draft": partial(waiting, points=CAST[1][2])},
        one={"draft": partial(waiting, points=CAST[3][2])},
        phases=("open", "closed"),
    ),
)


def find(name: str) -> Difference:
    """Return a difference by its name."""
    return next(one for one in DIFFERENCES if one.name == name)


RICHEST: Final = {"other orders", "saved often", "garage and hidden damage"}
"""Differences that win if two would change the same thing."""


def together(phase: str, keep: Callable[[Difference], bool]) -> Difference:
    """Combine all differences of a phase that change orders only once and need no dice of their
    own.
    """
    chosen = sorted(
        (one for one in DIFFERENCES if phase in one.phases and keep(one)),
        key=lambda one: one.name not in RICHEST,
    )
    one, two = merged(chosen)
    knows = frozenset(group for each in chosen for group in each.knows)
    return Difference(f"everything at once, {phase}", knows, Always(two), Always(one), (phase,))


def agreeing(chosen: Iterable[Difference]) -> list[Difference]:
    """Return those that are compatible: of two that change the same thing, the first; none that
    needs its own dice.
    """
    changed: set[str] = set()
    found = []
    for each in chosen:
        if isinstance(each.one, Always) and isinstance(each.two, Always):
            acts = each.one.acts.keys() | each.two.acts.keys()
            if not acts & changed:
                changed |= acts
                found.append(each)
    return found


def merged(chosen: Iterable[Difference]) -> tuple[dict[str, Act], dict[str, Act]]:
    """Combine several differences; of two that change the same thing, the first counts."""
    one: dict[str, Act] = {}
    two: dict[str, Act] = {}
    for each in agreeing(chosen):
        one |= each.one.acts
        two |= each.two.acts
    return one, two


def in_lots(some: Iterable[Difference]) -> list[list[Difference]]:
    """Group these differences as far as they are compatible; in the siege one at a time."""
    left = list(some)
    if SIEGE:
        return [[one] for one in left]
    lots = []
    while left:
        lots.append(agreeing(left) or left[:1])
        left = [one for one in left if one not in lots[-1]]
    return lots


def lives(lot: list[Difference], world: World) -> tuple[Acts, Acts]:
    """Return the two lives of a week that differ in everything of a lot."""
    if len(lot) == 1:
        return lot[0].one(world), lot[0].two(world)
    return merged(lot)


def called(lot: list[Difference]) -> str:
    """Return a lot's name for test ids."""
    return f"{lot[0]} and {len(lot) - 1} more" if len(lot) > 1 else str(lot[0])
