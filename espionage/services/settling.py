"""Settlement: everything a week leads to, written once and together, at one published moment (E7,
E14, E25, E26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias
from uuid import UUID

import msgspec

from campaign.duels.services import substitutes
from campaign.league.models import Week
from campaign.league.selectors import people
from campaign.league.selectors.links import week_path, week_subject
from campaign.league.services import news
from campaign.ledger.models import Wound
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Captivity
from core.notifications.services import notices
from core.web import bulk
from core.web.prepared import Keys, PreparedInScope
from engine.game import Told
from engine.match import heard_by_each
from espionage.models import Charge, Intel, SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.rules import effects as rules
from espionage.rules.headline import short_headline
from espionage.rules.openings import dice_root, event_root, told_event_root
from espionage.rules.settlement import effects_of
from espionage.rules.values import Event, WeekSettled
from espionage.rules.words import news_line, news_lines
from play.running import Running
from play.selectors import events_in

from . import attendance, caretaking, heard_ambushes
from .week_batch import WeekBatch

if TYPE_CHECKING:
    from django.db.models import QuerySet

_id = lru_cache(maxsize=4096)(UUID)
"""An id of the rules' as the tables have it; a batch of weeks names the same few again and again.
"""

AllTold: TypeAlias = Mapping[UUID, Sequence[Told[Event]]]
"""Everything that some weeks' games told, by match."""
AllHeard: TypeAlias = Mapping[UUID, Sequence[Sequence[Event]]]
"""What each seat heard of some weeks' games, and last what everybody did, by match."""
NOTICE: Final = 300
"""Letters of a notice."""
DUE = {"first_phase": Charge.Due.DUEL, "after_duel": Charge.Due.AFTER}
"""When a waiting charge goes off (E23)."""


@dataclass(frozen=True)
class Settlement:
    """One week's effects, with the ids that its seats stand for."""

    week: Week
    seats: Sequence[SealedSeat]
    effects: rules.Effects

    def team(self, seat: int) -> UUID:
        return self.seats[seat].team_id


def settle(finished: Sequence[WeekBatch]) -> None:
    """Write everything these weeks lead to; the caller puts the weeks back.

    Every row carries the week's moment of publication, however late the job came.
    """
    if not finished:
        return
    done = [settlement_of(each) for each in finished]
    posting.post([line for each in done for line in lines(each)])
    bulk.insert([row for each in done for row in captives(each)])
    bulk.insert([row for each in done for row in charges(each)])
    bulk.insert([row for each in done for row in intel(each)])
    bulk.insert(list(heard_ambushes.ambushes(finished)))
    _free_captives(finished)
    treasury.release(weeks=[each.week.pk for each in finished])
    news.publish(item for each in done for item in public_news(each))
    heard = all_heard(finished)
    _tell_owners(finished, heard)
    states = attendance.states_of([seat for each in finished for seat in each.seats])
    attendance.note_misses(finished, states)
    caretaking.look_after(finished, states)
    substitutes.request_for_weeks([each.week for each in finished])
    _close_books(finished, heard)


def settlement_of(each: WeekBatch) -> Settlement:
    """What a finished week leads to. Raises NotSettledError while it is under way."""
    return Settlement(each.week, each.seats, _effects(each))


def _effects(each: WeekBatch) -> rules.Effects:
    return effects_of(each.running.state) if each.running else rules.Effects()


# --- ledgers --------------------------------------------------------------------------------------


def lines(each: Settlement) -> Iterator[Line]:
    """Skill points, wounds, damage, money and gear, as ledger rows."""
    at, week, found = each.week.settle_at, each.week.pk, each.effects
    for award in found.awards:
        yield Line(
            Book.SKILL, _id(award.character), award.skill, award.points, award.cause, at, week=week
        )
    for hurt in found.hurt:
        yield Line(Book.WOUND, _id(hurt.character), Wound.DP, hurt.hits, hurt.cause, at, week=week)
    for hit in found.vehicle_hits:
        for wear in hit.strike.damage:
            yield Line(
                Book.DAMAGE, _id(hit.vehicle), wear.part, wear.lost, hit.cause, at, week=week
            )
    for paid in found.payments:
        yield Line(
            Book.MONEY, each.team(paid.seat), paid.item, -paid.dollars, paid.cause, at, week=week
        )
    for change in found.stock:
        yield Line(
            Book.STOCK,
            each.team(change.seat),
            change.gear,
            change.count,
            change.cause,
            at,
            week=week,
        )


# --- what else is left behind ---------------------------------------------------------------------


def captives(each: Settlement) -> Iterator[Captivity]:
    """Who is held until the next settlement (P10)."""
    for captive in each.effects.captives:
        yield Captivity(
            character_id=_id(captive.character),
            held_by_id=each.team(captive.by),
            week=each.week,
            at=each.week.settle_at,
        )


def _free_captives(finished: Sequence[WeekBatch]) -> None:
    """Whoever was taken in an earlier week is home again (P10)."""
    home = {seat.team_id: each.week for each in finished for seat in each.seats}
    freed = _HELD.all(teams=frozenset(home), weeks=frozenset([each.week.pk for each in finished]))
    for captivity in freed:
        captivity.freed_at = home[captivity.character.team_id].settle_at
    bulk.update(freed, ["freed_at"])


def _held(teams: frozenset[UUID], weeks: frozenset[UUID]) -> QuerySet[Captivity]:
    rows = Captivity.objects.filter(character__team__among=teams, freed_at=None)
    return rows.exclude(week__among=weeks).select_related("character")


_HELD: Final = PreparedInScope(_held, teams=Keys, weeks=Keys)


def charges(each: Settlement) -> Iterator[Charge]:
    """Charges that wait for the duel (E23)."""
    for charge in each.effects.charges:
        yield Charge(
            week=each.week,
            vehicle_id=_id(charge.vehicle),
            planted_by_id=each.team(charge.by),
            due=DUE[charge.due],
            payload={
                "faces": list(charge.faces),
                "location": charge.location,
                "halves": charge.halves,
            },
            cause=charge.cause,
            at=each.week.settle_at,
        )


def intel(each: Settlement) -> Iterator[Intel]:
    """What infiltrations saw (E11)."""
    for found in each.effects.intelligence:
        seen = found.snapshot
        yield Intel(
            team_id=each.team(found.seat),
            about_id=each.team(seen.about),
            week=each.week,
            vehicle_id=_id(seen.vehicle),
            kind=seen.kind,
            snapshot=msgspec.to_builtins(seen),
            cause=seen.cause,
            at=each.week.settle_at,
        )


def public_news(each: Settlement, *, alike_in_one: bool = True) -> Iterator[news.Item]:
    """Public news in the fixed order of the rules: by team, then name. What reads alike is one line
    (`alike_in_one`); weeks settled before that was so have a line each.
    """
    campaign, at = each.week.season.campaign_id, each.week.settle_at
    found = each.effects.news
    lines = news_lines(found) if alike_in_one else ((item, news_line(item)) for item in found)
    for position, (item, text) in enumerate(lines):
        cause = f"{each.week.pk}/news/{position}"
        yield news.Item(campaign, item.kind, text, cause, at, position=position, week=each.week.pk)
    yield news.Item(
        campaign,
        "week-settled",
        settled_line(each.week),
        f"{each.week.pk}/settled",
        at,
        position=len(each.effects.news),
        week=each.week.pk,
    )


def news_heard(heard: Iterable[object]) -> tuple[str, ...]:
    """The public news among what a seat heard, a sentence each."""
    told = [each for event in heard if isinstance(event, WeekSettled) for each in event.news]
    return tuple([text for _, text in news_lines(told)])


def _tell_owners(finished: Sequence[WeekBatch], heard: AllHeard) -> None:
    """Each team's people hear that their report is here, and what it begins with: theirs alone, as
    the report is.
    """
    owners = people.owners(seat.team_id for each in finished for seat in each.seats)
    notices.send(
        notices.Message(
            user,
            each.week.season.campaign_id,
            WeekNotice.REPORT,
            text,
            week_path("espionage:report", each.week, team=seat.team),
            f"report:{each.week.pk}:{seat.team_id}",
            each.week.settle_at,
            about=week_subject(each.week, seat.team),
        )
        for each in finished
        for seat in each.seats
        if (users := owners.get(seat.team_id))
        for text in [_report_is_here(each, seat, heard)]
        for user in users
    )
    _tell_the_rest(finished, owners)


def _tell_the_rest(finished: Sequence[WeekBatch], owners: Mapping[UUID, Sequence[UUID]]) -> None:
    """Whoever has no report hears that the week is settled, as the news say to everybody."""
    members = people.members(each.week.season.campaign_id for each in finished)
    notices.send(
        notices.Message(
            user,
            each.week.season.campaign_id,
            WeekNotice.WEEK_SETTLED,
            settled_line(each.week),
            week_path("week", each.week),
            f"week-settled:{each.week.pk}",
            each.week.settle_at,
            about=week_subject(each.week),
        )
        for each in finished
        if not each.week.season.campaign.tryout
        for readers in [{user for seat in each.seats for user in owners.get(seat.team_id, ())}]
        for user in members.get(each.week.season.campaign_id, ())
        if user not in readers
    )


def settled_line(week: Week) -> str:
    """What everybody may know when the reports are out."""
    return f"The reports of week {week.number} are out."


def _report_is_here(each: WeekBatch, seat: SealedSeat, heard: AllHeard) -> str:
    """The report's headline and as much of its lede as a notice holds."""
    start = f"Your report for week {each.week.number} is ready"
    if each.running is None:
        return f"{start}."
    own = heard[each.running.match.pk][seat.seat]
    teams = [one.team.name for one in each.seats]
    return short_headline(NOTICE, start, own, teams, _own_names(each, seat))


def _own_names(each: WeekBatch, seat: SealedSeat) -> Mapping[str, str]:
    """A team's people and vehicles at the deadline, by id."""
    file = each.running.state.own[seat.seat].file if each.running else None
    return {one.id: one.name for one in (*file.people, *file.garage)} if file else {}


def _close_books(finished: Sequence[WeekBatch], heard: AllHeard) -> None:
    for each in finished:
        if each.running:
            each.seal.dice_root = dice_root_of(each.running)
            each.seal.told_root = event_root(_salts(each), heard[each.running.match.pk])
        each.week.status, each.week.settled_at = Week.Status.SETTLED, each.week.settle_at


def dice_root_of(running: Running) -> str:
    """The root over every key of a played week."""
    return dice_root(bytes(running.match.seed), running.state, running.ply)


def told_root_of(hand: WeekBatch, told: Sequence[Told[Event]]) -> str:
    """The root over what every seat of a played week was told."""
    return told_event_root(_salts(hand), told)


def _salts(hand: WeekBatch) -> list[bytes]:
    return [bytes(seat.salt) for seat in hand.seats]


def all_told(hands: Sequence[WeekBatch]) -> AllTold:
    """Everything that these weeks' games told, by match. One query, none for weeks played from the
    start just now.
    """
    games = [hand.running for hand in hands if hand.running]
    stored = events_in([game.match.pk for game in games if not game.whole])
    return {game.match.pk: game.heard if game.whole else stored[game.match.pk] for game in games}


def all_heard(hands: Sequence[WeekBatch]) -> AllHeard:
    """The same by who heard it."""
    told = all_told(hands)
    return {
        hand.running.match.pk: heard_by_each(len(hand.seats), told[hand.running.match.pk])
        for hand in hands
        if hand.running
    }
