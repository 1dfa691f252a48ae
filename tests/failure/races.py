"""Deterministic races: one process stops before a certain statement, and another comes in between.
Each race returns sentences about what is wrong afterwards, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeAlias
from unittest.mock import patch

from allauth.account.models import EmailAddress
from django.core import mail
from django.db import DatabaseError, transaction
from django.db.models import DateTimeField, Func
from django.test import override_settings
from django_scopes import scopes_disabled

from campaign.calendar.rules.acts import Extending
from campaign.calendar.services import calendar
from campaign.desk.services import corrections, founding
from campaign.garage.models import Offer
from campaign.garage.services import trading
from campaign.league.models import Membership, Team, TeamOwner, Week
from campaign.ledger.rules import gear
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting, stores, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites, login_links, members, owners, sharing
from campaign.roster.models import Character
from campaign.roster.rules.acts import CharacterFace
from campaign.roster.services import roster
from campaign.teams.services import teams
from core.accounts.models import User
from core.notifications.services import delivery_worker, outbox
from core.uptime.models import Heartbeat, Outage
from core.uptime.services import heartbeat
from core.web import clock
from core.web.idempotency import Response, run_idempotently
from engine.game import Refusal
from espionage.models import OrderSheet, Seal, SealedSeat
from espionage.rules.orders import Sheet
from espionage.selectors.draws import source_of
from espionage.services import beacon_rounds, drawing, due, sheets, stages
from play.clocking import Clock
from play.models import Chair, Match, Move
from play.services import clocks, live_notify, seating
from tests.beacon import chain, signature
from tests.beside import Other, beside
from tests.engine.games.bids import BIDS
from tests.factories import NOON, Club, found_club, open_week, person
from tests.play.tables import AT, bid, chairs, installed_toys, table_of

Findings: TypeAlias = Iterator[str]
SECOND = timedelta(seconds=1)
KNIFE = gear.price(gear.GEAR["knife"])
"""Dollars."""


@contextmanager
def somebody_else() -> Iterator[Other]:
    """Use another connection without a scope."""
    with beside() as other, scopes_disabled():
        yield other


def tried(act: Callable[[], Any]) -> Any:
    """Return the result, the refusal or the database error."""
    try:
        return act()
    except (Refusal, DatabaseError) as error:
        return error


def faults(*answers: object) -> Findings:
    """Return those who got an error of the site instead of an answer."""
    for answer in answers:
        if isinstance(answer, DatabaseError):
            yield f"somebody got an error for an answer: {type(answer).__name__}"


def done(answers: list[Any]) -> int:
    """Return the number of successful answers."""
    return sum(not isinstance(answer, Exception) for answer in answers)


# --- the week -------------------------------------------------------------------------------------


def run(stage: due.Stage, at: datetime) -> int:
    """Run what is due of a stage and return the number of weeks."""
    with clock.set_to(at):
        return due.run_all(stage, now=at)


def save(club: Club) -> OrderSheet:
    """Save orders of the first team's owner on a form opened before there were any."""
    return sheets.save_sheet(
        week_id=club.open_week.pk,
        team=club.teams[0],
        sheet=Sheet(),
        state=OrderSheet.State.FINAL,
        seen_version=0,
        saved_by=club.players[0],
    )


def the_deadline_comes_while_a_sheet_is_saved() -> Findings:
    club = found_club(teams=2)
    week = club.open_week
    with somebody_else() as job:
        with (
            clock.set_to(week.due_at - SECOND),
            job.before(
                'INSERT INTO "espionage_ordersheet"', partial(run, stages.RESOLVE, week.due_at)
            ),
        ):
            saved = save(club)
        job.end()
        run(stages.RESOLVE, week.due_at)
        counted = SealedSeat.objects.get(week=week, team=club.teams[0])
        if counted.sheet_id != saved.pk:
            yield "a sheet was accepted and does not count"


def the_deadline_passes_while_a_sheet_waits() -> Findings:
    club = found_club(teams=2)
    with somebody_else() as writer:
        with transaction.atomic():
            held = Week.objects.select_for_update(no_key=True).filter(pk=club.open_week.pk)
            held.get()
            writer.begins(partial(save, club))
            now = Func(function="clock_timestamp", output_field=DateTimeField())
            held.update(opens_at=now - timedelta(days=1), due_at=now, settle_at=now)
        writer.end()
        if OrderSheet.objects.exists():
            yield "a sheet was accepted after the deadline"


def two_tabs_save_the_same_sheet() -> Findings:
    club = found_club(teams=2)
    with somebody_else() as second, clock.set_to(club.at):

        def save_too() -> Any:
            with clock.set_to(club.at):
                return save(club)

        with second.before('INSERT INTO "espionage_ordersheet"', save_too):
            first = tried(partial(save, club))
        answers = [first, tried(second.end)]
        yield from faults(*answers)
        if done(answers) != 1:
            yield f"{done(answers)} tabs saved one version"


def a_week_is_held_while_the_job_comes() -> Findings:
    held, free = found_club(teams=2), found_club(teams=2, name="Second club")
    with somebody_else() as job:
        with transaction.atomic():
            Week.objects.select_for_update(no_key=True).get(pk=held.open_week.pk)
            job.begins(partial(run, stages.RESOLVE, held.open_week.due_at))
            waits = Week.objects.get(pk=free.open_week.pk).status == Week.Status.OPEN
        job.end()
        if waits:
            yield "somebody at one club's desk delays every other club's week"


def claimed_twice(club: Club) -> tuple[Any, ...]:
    """Let two workers claim a week because the first was away longer than its claim lasts."""
    at = club.open_week.due_at
    with clock.set_to(at):
        ids = due._claim(stages.RESOLVE, at, ())
    with clock.set_to(at + due.LEASE):
        assert due._claim(stages.RESOLVE, at, ()) == ids == (club.open_week.pk,)
    return ids


def two_workers_play_a_week() -> Findings:
    club = found_club(teams=2)
    with somebody_else() as second:
        work = partial(due._process, stages.RESOLVE, claimed_twice(club), club.open_week.due_at, 40)
        with second.before('INSERT INTO "play_match"', work):
            first = tried(work)
        yield from faults(first, tried(second.end))
        if (played := Match.objects.count()) != 1:
            yield f"a week was played {played} times"


def a_gm_gives_time_at_the_last_moment() -> Findings:
    club = found_club(teams=2)
    week = club.open_week
    with somebody_else() as job:
        with clock.set_to(week.due_at):
            ids = due._claim(stages.RESOLVE, week.due_at, ())
        with job.before(
            'UPDATE "campaign_week"',
            partial(due._process, stages.RESOLVE, ids, week.due_at, 40),
        ):
            calendar.extend(
                week=week,
                change=Extending(
                    due_at=week.due_at + timedelta(hours=2), reason="the train is late"
                ),
                actor=club.gm,
                now=week.due_at - SECOND,
            )
        job.end()
        week.refresh_from_db()
        frozen = Seal.objects.get(week=week).frozen_at
        if frozen is not None and frozen < week.due_at:
            yield "orders were closed before the deadline that everybody was told"


def a_team_leaves_while_a_week_opens() -> Findings:
    club = found_club(teams=3, week="planned")
    week, team = club.open_week, club.teams[0]
    with somebody_else() as owner:
        with owner.before(
            'INSERT INTO "espionage_sealedseat"',
            partial(teams.withdraw, team=team, actor=club.players[0], now=week.opens_at),
        ):
            run(stages.OPEN, week.opens_at)
        owner.end()
        team.refresh_from_db()
        if team.left_at and SealedSeat.objects.filter(week=week, team=team).exists():
            yield "a team that has left the league plays the week"


def close(club: Club, at: datetime) -> None:
    founding.close_season(season=club.season, actor=club.gm, now=at)


def open_in_a_closed_season(club: Club) -> Findings:
    """Return whether a week of a closed season is open."""
    if club.season.weeks.filter(season__closed_at__isnull=False, status=Week.Status.OPEN).exists():
        yield "a champion was named while a week was still to be played"


def a_week_opens_while_its_season_is_closed() -> Findings:
    club = found_club(teams=2, week="planned")
    at = club.open_week.opens_at
    with somebody_else() as job:
        with job.before('DELETE FROM "campaign_week"', partial(run, stages.OPEN, at)):
            closed = tried(partial(close, club, at))
        yield from faults(closed, tried(job.end))
        yield from open_in_a_closed_season(club)


def a_season_is_closed_over_a_claimed_week() -> Findings:
    """The week cannot be deleted because it has records."""
    club = found_club(teams=2, week="planned")
    week = club.open_week
    with somebody_else() as job:
        corrections.correct(
            book=Book.STANDING,
            owner=club.teams[0],
            item="correction",
            amount=1,
            actor=club.gm,
            reason="for the flowers",
            now=club.at,
            week=week,
        )
        with clock.set_to(week.opens_at):
            ids = due._claim(stages.OPEN, week.opens_at, ())
        assert ids
        work = partial(due._process, stages.OPEN, ids, week.opens_at, 40)
        with job.before('UPDATE "campaign_season"', work):
            close(club, week.opens_at)
        job.end()
        yield from open_in_a_closed_season(club)


class Killed(BaseException):
    """The end of a worker."""


def a_week_kills_whoever_plays_it() -> Findings:
    club = found_club(teams=2)
    week = club.open_week

    def die(*_: object) -> None:
        raise Killed

    deadly = replace(stages.RESOLVE, work=die)
    with scopes_disabled():
        for nth in range(due.MAX_ATTEMPTS + 1):
            with clock.set_to(week.due_at + nth * due.LEASE), suppress(Killed):
                due.run_batch(deadly, now=week.due_at)
        week.refresh_from_db()
        if week.parked_at is None:
            yield "a week kills worker after worker, and no GM hears of it"


def two_ticks_draw_for_a_week() -> Findings:
    """One lacks the beacon's round and computes the delay instead; the other has it."""
    with (
        override_settings(DICE_BEACON=chain(), DICE_DELAY_LINKS=1),
        somebody_else() as other,
    ):
        club = found_club(teams=2, week="planned")
        week = club.open_week
        open_week(club, week)
        run(stages.RESOLVE, week.due_at)
        late = week.settle_at + drawing.BEACON_GRACE + timedelta(hours=1)
        seals = Seal.objects.filter(week=week)
        source = source_of(seals.get())
        assert source is not None and source.chain is not None

        def draw_from_the_round() -> str:
            beacon_rounds.store(chain(), source.round, signature(source.round), late)
            drawing.draw_all(late)
            return seals.get().draw

        with other.before('UPDATE "espionage_seal"', draw_from_the_round):
            drawing.draw_all(late)
        first = other.end()
        assert first
        if seals.get().draw != first:
            yield "a week's draw was made, and then made anew"


# --- money and people -----------------------------------------------------------------------------


def guest_of(club: Club) -> User:
    """Return a player of the club without a team."""
    guest = person()
    members.admit(campaign=club.campaign, user=guest, role="player", now=club.at)
    return guest


def leave(team: Team, dollars: int) -> None:
    """Leave a team this much money."""
    spent = dollars - balances.money([team.pk])[team.pk]
    posting.post([Line(Book.MONEY, team.pk, "gear", spent, "spent before", NOON)])


def buy_a_knife(club: Club) -> int:
    return stores.buy(team=club.teams[0], counts={"knife": 1}, actor=club.players[0], now=club.at)


def two_owners_spend_the_same_money() -> Findings:
    club = found_club(teams=1)
    with somebody_else() as second:
        leave(club.teams[0], KNIFE)
        buy = partial(buy_a_knife, club)
        with second.before('INSERT INTO "campaign_money"', buy):
            first = tried(buy)
        yield from faults(first, second.end())
        if (left := treasury.spendable(club.teams[0])) < 0:
            yield f"a team has {left} dollars"


def orders_and_a_purchase_take_the_same_money() -> Findings:
    club = found_club(teams=1)
    team = club.teams[0]
    with somebody_else() as shopper:
        leave(team, KNIFE)
        with shopper.before('INSERT INTO "campaign_hold"', partial(buy_a_knife, club)):
            treasury.reserve(team=team, week=club.open_week, amounts={"money": KNIFE})
        shopper.end()
        if (left := treasury.spendable(team)) < 0:
            yield f"a team has {left} dollars to spend"


def a_double_click_buys() -> Findings:
    club = found_club(teams=1)
    team = club.teams[0]

    def click() -> Response:
        return run_idempotently(
            user=club.players[0],
            key="one form",
            request=(),
            now=club.at,
            act=lambda: Response(200, b"%d" % buy_a_knife(club)),
        )

    with somebody_else() as second:
        with second.before('INSERT INTO "campaign_money"', click):
            first = tried(click)
        yield from faults(first, tried(second.end))
        if (knives := balances.stock([team.pk])[team.pk]["knife"]) != 1:
            yield f"one form bought {knives} knives"


def two_people_take_a_link_for_one() -> Findings:
    club = found_club(teams=1)
    _, token = invites.make(
        campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at
    )
    guests = [person(), person()]
    with somebody_else() as second:
        take = [partial(invites.accept, token=token, user=user, now=club.at) for user in guests]
        with second.before('INSERT INTO "campaign_membership"', take[1]):
            first = tried(take[0])
        yield from faults(first, tried(second.end))
        if (came_in := Membership.objects.filter(user__in=guests).count()) != 1:
            yield f"a link for one let {came_in} in"


def two_people_use_a_log_in_link() -> Findings:
    club = found_club(teams=1)
    _, token = login_links.make(
        membership=Membership.objects.with_scopes_disabled().get(user=club.players[0]),
        actor=club.gm,
        reason="forgot the password",
        now=club.at,
    )
    with somebody_else() as thief:
        use = partial(login_links.use, token=token, now=club.at)
        with thief.before('UPDATE "campaign_loginlink"', use):
            first = tried(use)
        if (used := done([first, thief.end()])) != 1:
            yield f"a link that works once let {used} in"


def a_roster_is_approved_while_it_is_edited() -> Findings:
    club = found_club(teams=1, approved=False)
    team = club.teams[0]

    def names() -> set[str]:
        return set(Character.objects.filter(team=team).values_list("name", flat=True))

    def approve() -> set[str]:
        teams.approve(team=team, actor=club.gm, now=club.at)
        return names()

    with somebody_else() as gm:
        rook = Character.objects.select_related("team").get(pk=club.who(0, "Rook").pk)
        with gm.before('UPDATE "campaign_character"', approve):
            roster.edit(
                character=rook,
                face=CharacterFace(name="Castle", role="driver"),
                actor=club.players[0],
                now=club.at,
            )
        if gm.end() != names():
            yield "what was approved is not what plays"


def an_offer_is_taken_back_while_it_is_accepted() -> Findings:
    club = found_club(teams=2)
    made = trading.offer(vehicle=club.car(0), to=club.teams[1], price=9_000, now=club.at)
    with somebody_else() as buyer:

        def offer() -> Offer:
            return Offer.objects.select_related("seller", "buyer", "vehicle").get(pk=made.pk)

        with buyer.before(
            'UPDATE "campaign_offer"',
            lambda: trading.accept(offer=offer(), actor=club.players[1], now=club.at),
        ):
            first = tried(lambda: trading.withdraw(offer=offer(), now=club.at))
        if done([first, buyer.end()]) != 1:
            yield "an offer was withdrawn and accepted"


def two_teams_take_one_person_in() -> Findings:
    club = found_club(teams=2)
    guest = guest_of(club)
    share = [
        partial(sharing.share, team=team, user=guest, actor=owner, now=club.at)
        for team, owner in zip(club.teams, club.players, strict=True)
    ]
    with somebody_else() as second:
        with second.before('INSERT INTO "campaign_teamowner"', share[1]):
            first = tried(share[0])
        yield from faults(first, tried(second.end))
        if (runs := TeamOwner.objects.filter(user=guest, until=None).count()) != 1:
            yield f"one person reads the secrets of {runs} rivals"


def a_team_is_handed_to_who_becomes_a_spectator() -> Findings:
    club = found_club(teams=1)
    heir = guest_of(club)
    with somebody_else() as gm:
        part = Membership.objects.filter(user=heir)
        with gm.before(
            'INSERT INTO "campaign_teamowner"',
            lambda: members.set_role(
                membership=part.get(), role="spectator", actor=club.gm, now=club.at
            ),
        ):
            owners.hand_over(team=club.teams[0], to=heir, actor=club.players[0], now=club.at)
        gm.end()
        if part.get().role == Membership.Role.SPECTATOR:
            yield "a spectator runs a team"


# --- tables ---------------------------------------------------------------------------------------


def two_people_take_the_last_chair() -> Findings:
    with installed_toys(), somebody_else() as cat:
        guests = [person(), person()]
        table = table_of(person(), None)
        sit = [partial(seating.sit_down, table_id=table.pk, user=user) for user in guests]
        with cat.before('UPDATE "play_chair"', sit[1]):
            first = tried(sit[0])
        answers = [first, tried(cat.end)]
        yield from faults(*answers)
        seated = Chair.objects.filter(table=table, holder__in=guests).count()
        if done(answers) != seated:
            yield f"{done(answers)} people were given a chair, and {seated} have one"
        if (dealt := Match.objects.count()) != 1:
            yield f"{dealt} matches were dealt at one table"


def two_tabs_move() -> Findings:
    """The first tab ends the round; the second move was chosen in the same round."""
    with (
        installed_toys(),
        patch.object(type(BIDS), "stands_when_stale", lambda *_: False),
        somebody_else() as tab,
    ):
        ann, bob = person(), person()
        table = table_of(ann, bob)
        bid(table, bob, 2)
        move = partial(bid, table, ann, 3, heard_count=chairs(table)[0].heard)
        with tab.before('INSERT INTO "play_move"', move):
            first = tried(move)
        answers = [first, tried(tab.end)]
        yield from faults(*answers)
        if done(answers) != 1:
            yield "a move was made on news that had gone by"


def a_move_is_made_while_its_clock_runs_out() -> Findings:
    with installed_toys(), somebody_else() as job:
        with clock.set_to(AT):
            ann, bob = person(), person()
            table = table_of(ann, bob, clock=Clock(kind="live", seconds=60))
            bid(table, bob, 2)

        def run_out() -> int:
            with clock.set_to(AT + timedelta(seconds=60)):
                return clocks.move_for_expired_clocks()

        with (
            clock.set_to(AT + timedelta(seconds=59)),
            job.before('INSERT INTO "play_move"', run_out),
        ):
            bid(table, ann, 3)
        job.end()
        if Move.objects.filter(how=Move.Origin.CLOCK).exists():
            yield "who moved in time was moved for"


def a_page_is_woken_by_a_move() -> Findings:
    with installed_toys(), somebody_else() as reader:
        ann, bob = person(), person()
        table = table_of(ann, bob)

        def wake(_: object) -> None:
            reader.begins(lambda: chairs(table)[0].heard)

        with patch.object(live_notify, "wake", wake):
            bid(table, ann, 3)
        if reader.end() != chairs(table)[0].heard:
            yield "a page was woken, and shows what was before"


# --- what leaves the site, and how long it was away -----------------------------------------------


def two_workers_deliver(statement: str) -> Findings:
    """The second worker comes when the first is about to record the delivery."""
    user = person()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    outbox.put_test(user=user, now=clock.now())
    with somebody_else() as second:
        with second.before(statement, delivery_worker.deliver):
            delivery_worker.deliver()
        second.end()
    if (letters := len(mail.outbox)) != 1:
        yield f"one letter left {letters} times"


def two_processes_find_that_the_site_was_away() -> Findings:
    Heartbeat.objects.create(pk=1, at=NOON)

    def back() -> None:
        with clock.set_to(NOON + timedelta(hours=1)):
            heartbeat.beat(regular=True)

    with somebody_else() as second:
        with second.before('INSERT INTO "uptime_outage"', back):
            first = tried(back)
        yield from faults(first, tried(second.end))
    if (outages := Outage.objects.count()) != 1:
        yield f"one outage was written down {outages} times"
