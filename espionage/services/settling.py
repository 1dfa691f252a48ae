"""Settlement: writes all effects of a week together, at the time of publication.

Effects are written exactly once (E7, E14, E25, E26).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias
from uuid import UUID

import msgspec

from campaign.deals.services import endings
from campaign.duels.models import Exchange
from campaign.duels.services import substitutes
from campaign.league.models import Week
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import week_path, week_subject
from campaign.ledger.models import Wound
from campaign.ledger.services import posting, treasury
from campaign.ledger.services.posting import Book, Line
from campaign.news.services import news
from campaign.roster.models import Captivity
from core.notifications.services import notices
from core.web import bulk
from engine.game import Told
from engine.match import group_by_hearer
from espionage.models import Charge, Intel, SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.rules import effects as rules
from espionage.rules.headline import short_headline
from espionage.rules.openings import dice_root, event_root, told_event_root
from espionage.rules.settlement import effects_of
from espionage.rules.step_builder import lent_guards
from espionage.rules.values import Event, MissionDeclared, WeekSettled
from espionage.rules.wording import news_line, news_lines
from play.running import Running
from play.selectors import events_in

from . import attendance, caretaking, heard_ambushes
from .week_batch import LoadedWeek

_uuid = lru_cache(maxsize=4096)(UUID)
"""Converts an id in the rules' state to a UUID.

Results are cached, because a batch of weeks uses the same few ids repeatedly.
"""

EventsByMatch: TypeAlias = Mapping[UUID, Sequence[Told[Event]]]
"""All events of some weeks' games, by match."""
HeardByMatch: TypeAlias = Mapping[UUID, Sequence[Sequence[Event]]]
"""For each match, the events that each seat learned of, followed by the public events."""
MAX_NOTICE_LENGTH: Final = 300
"""Maximum length of a notice, in characters."""
SHEETS: Final = "sheets"
"""The reason of points for stolen sheets, and the kind of the news about them."""
DUE_TIMES = {"first_phase": Charge.Due.DUEL, "after_duel": Charge.Due.AFTER}
"""The time when a delayed charge explodes (E23), by its name in the rules."""


@dataclass(frozen=True)
class Settlement:
    """The effects of a week, and the teams of its seats."""

    week: Week
    seats: Sequence[SealedSeat]
    effects: rules.Effects

    def team(self, seat: int) -> UUID:
        return self.seats[seat].team_id


def settle(finished: Sequence[LoadedWeek]) -> None:
    """Write all effects of these weeks. The caller must save the weeks.

    Every row is dated at the week's publication, even if the job runs late.
    """
    if not finished:
        return
    settlements = [settlement_of(loaded) for loaded in finished]
    posting.post([line for settlement in settlements for line in ledger_lines(settlement)])
    bulk.insert([row for settlement in settlements for row in captives(settlement)])
    bulk.insert([row for settlement in settlements for row in charges(settlement)])
    bulk.insert([row for settlement in settlements for row in intel(settlement)])
    bulk.insert([row for settlement in settlements for row in exchanges(settlement)])
    bulk.insert(list(heard_ambushes.ambush_rows(finished)))
    _free_captives(finished)
    treasury.release(weeks=[loaded.week.pk for loaded in finished])
    news.publish(item for settlement in settlements for item in public_news(settlement))
    heard_events = all_heard(finished)
    _notify_owners(finished, heard_events)
    endings.end_with_reports([_facts_for_deals(loaded, heard_events) for loaded in finished])
    states = attendance.sheet_states([seat for loaded in finished for seat in loaded.seats])
    attendance.note_misses(finished, states)
    caretaking.update_caretakers(finished, states)
    substitutes.request_for_weeks([loaded.week for loaded in finished])
    _mark_settled(finished, heard_events)


def settlement_of(loaded: LoadedWeek) -> Settlement:
    """Return the effects of a finished week.

    Raise NotSettledError if the game is still in progress.
    """
    return Settlement(loaded.week, loaded.seats, _effects(loaded))


def _effects(loaded: LoadedWeek) -> rules.Effects:
    return effects_of(loaded.running.state) if loaded.running else rules.Effects()


# --- ledgers --------------------------------------------------------------------------------------


def ledger_lines(settlement: Settlement) -> Iterator[Line]:
    """Yield ledger rows for skill points, wounds, damage, money and gear."""
    week = settlement.week
    for book, owner, item, amount, cause in _bookings(settlement):
        yield Line(book, owner, item, amount, cause, week.settle_at, week=week.pk)


def _bookings(settlement: Settlement) -> Iterator[tuple[Book, UUID, str, int, str]]:
    effects, team = settlement.effects, settlement.team
    for award in effects.awards:
        yield Book.SKILL, _uuid(award.character), award.skill, award.points, award.cause
    for hurt in effects.hurt:
        yield Book.WOUND, _uuid(hurt.character), Wound.DP, hurt.hits, hurt.cause
    for hit in effects.vehicle_hits:
        for wear in hit.strike.damage:
            yield Book.DAMAGE, _uuid(hit.vehicle), wear.part, wear.lost, hit.cause
    for paid in effects.payments:
        yield Book.MONEY, team(paid.seat), paid.item, -paid.dollars, paid.cause
    for change in effects.stock:
        yield Book.STOCK, team(change.seat), change.gear, change.count, change.cause


# --- other effects --------------------------------------------------------------------------------


def captives(settlement: Settlement) -> Iterator[Captivity]:
    """Yield the people who are held captive until the next settlement (P10)."""
    for captive in settlement.effects.captives:
        yield Captivity(
            character_id=_uuid(captive.character),
            held_by_id=settlement.team(captive.by),
            week=settlement.week,
            at=settlement.week.settle_at,
        )


def _free_captives(finished: Sequence[LoadedWeek]) -> None:
    """Free the people who were captured in an earlier week (P10)."""
    home = {seat.team_id: loaded.week for loaded in finished for seat in loaded.seats}
    rows = Captivity.objects.filter(character__team__among=home, freed_at=None)
    rows = rows.exclude(week__among=[loaded.week.pk for loaded in finished])
    freed = tuple(rows.select_related("character"))
    for captivity in freed:
        captivity.freed_at = home[captivity.character.team_id].settle_at
    bulk.update(freed, ["freed_at"])


def charges(settlement: Settlement) -> Iterator[Charge]:
    """Yield the charges that are delayed until the duel (E23)."""
    for charge in settlement.effects.charges:
        yield Charge(
            week=settlement.week,
            vehicle_id=_uuid(charge.vehicle),
            planted_by_id=settlement.team(charge.by),
            due=DUE_TIMES[charge.due],
            payload={
                "faces": list(charge.faces),
                "location": charge.location,
                "halves": charge.halves,
            },
            cause=charge.cause,
            at=settlement.week.settle_at,
        )


def intel(settlement: Settlement) -> Iterator[Intel]:
    """Yield the snapshots that infiltrators took (E11)."""
    for sighting in settlement.effects.intelligence:
        snapshot = sighting.snapshot
        yield Intel(
            team_id=settlement.team(sighting.seat),
            about_id=settlement.team(snapshot.about),
            week=settlement.week,
            vehicle_id=_uuid(snapshot.vehicle),
            kind=snapshot.kind,
            snapshot=msgspec.to_builtins(snapshot),
            cause=snapshot.cause,
            at=settlement.week.settle_at,
        )


def exchanges(settlement: Settlement) -> Iterator[Exchange]:
    """Yield the rights of teams that saw a rival's vehicle to exchange a vehicle (E47)."""
    if not rules_in(settlement.week).exchange_after_infiltration:
        return
    saw_sheet: dict[UUID, bool] = {}
    for sighting in settlement.effects.intelligence:
        team = settlement.team(sighting.seat)
        saw_sheet[team] = saw_sheet.get(team, False) or sighting.snapshot.sheet is not None
    for team, can_refit in saw_sheet.items():
        yield Exchange(
            duel_id=settlement.week.pk,
            team_id=team,
            can_refit=can_refit,
            at=settlement.week.settle_at,
        )


def sheet_points(settlement: Settlement) -> Iterator[Line]:
    """Yield the standings points for stolen vehicle sheets, which are booked at the close (E55)."""
    points_per_rival = rules_in(settlement.week).sheet_points
    for seat, count in settlement.effects.stolen_sheets.items() if points_per_rival else ():
        yield Line(
            Book.STANDING,
            settlement.team(seat),
            SHEETS,
            points_per_rival * count,
            f"week:{settlement.week.pk}/sheets",
            settlement.week.closes_at,
            week=settlement.week.pk,
        )


def public_news(settlement: Settlement, *, merge_equal: bool = True) -> Iterator[news.Item]:
    """Yield the public news in the order of the rules: by team, then by name.

    If `merge_equal` is true, equal sentences become one line. Weeks settled before this was
    introduced have a separate line for each.
    """
    campaign, settled_at = settlement.week.season.campaign_id, settlement.week.settle_at
    items = settlement.effects.news
    lines = news_lines(items) if merge_equal else ((item, news_line(item)) for item in items)
    for position, (item, text) in enumerate(lines):
        cause = f"{settlement.week.pk}/news/{position}"
        yield news.Item(
            campaign, item.kind, text, cause, settled_at, position=position, week=settlement.week.pk
        )
    yield news.Item(
        campaign,
        "week-settled",
        settled_line(settlement.week),
        f"{settlement.week.pk}/settled",
        settled_at,
        position=len(settlement.effects.news),
        week=settlement.week.pk,
    )


def news_heard(events: Iterable[object]) -> tuple[str, ...]:
    """Return the public news that a seat learned of, one sentence for each item."""
    items = [item for event in events if isinstance(event, WeekSettled) for item in event.news]
    return tuple([text for _, text in news_lines(items)])


def _notify_owners(finished: Sequence[LoadedWeek], heard_events: HeardByMatch) -> None:
    """Send each team's owners the notice about their report, with its first sentences.

    Nobody else gets this notice.
    """
    owners = people.owners(seat.team_id for loaded in finished for seat in loaded.seats)
    notices.send(
        notices.Message(
            user,
            loaded.week.season.campaign_id,
            WeekNotice.REPORT,
            text,
            week_path("espionage:report", loaded.week, team=seat.team),
            f"report:{loaded.week.pk}:{seat.team_id}",
            loaded.week.settle_at,
            about=week_subject(loaded.week, seat.team),
        )
        for loaded in finished
        for seat in loaded.seats
        if (users := owners.get(seat.team_id))
        for text in [_report_notice(loaded, seat, heard_events)]
        for user in users
    )
    _notify_others(finished, owners)


def _notify_others(finished: Sequence[LoadedWeek], owners: Mapping[UUID, Sequence[UUID]]) -> None:
    """Notify members who get no report that the week is settled."""
    members = people.members(loaded.week.season.campaign_id for loaded in finished)
    notices.send(
        notices.Message(
            user,
            loaded.week.season.campaign_id,
            WeekNotice.WEEK_SETTLED,
            settled_line(loaded.week),
            week_path("week", loaded.week),
            f"week-settled:{loaded.week.pk}",
            loaded.week.settle_at,
            about=week_subject(loaded.week),
        )
        for loaded in finished
        if not loaded.week.season.campaign.tryout
        for readers in [{user for seat in loaded.seats for user in owners.get(seat.team_id, ())}]
        for user in members.get(loaded.week.season.campaign_id, ())
        if user not in readers
    )


def settled_line(week: Week) -> str:
    """Return the public sentence that announces the reports."""
    return f"The reports of week {week.number} are out."


def _report_notice(loaded: LoadedWeek, seat: SealedSeat, heard_events: HeardByMatch) -> str:
    """Return the report's headline and as much of its lede as fits into a notice."""
    opening = f"Your report for week {loaded.week.number} is ready"
    if loaded.running is None:
        return f"{opening}."
    own_events = heard_events[loaded.running.match.pk][seat.seat]
    teams = [other_seat.team.name for other_seat in loaded.seats]
    return short_headline(MAX_NOTICE_LENGTH, opening, own_events, teams, _own_names(loaded, seat))


def _facts_for_deals(loaded: LoadedWeek, heard_events: HeardByMatch) -> endings.Reports:
    """Return the missions that the reports of a week declare (E54), and its lent guards (E56)."""
    teams = [seat.team_id for seat in loaded.seats]
    mission_pairs = frozenset(
        (teams[event.by], target)
        for target, events in zip(
            teams, heard_events[loaded.running.match.pk] if loaded.running else (), strict=False
        )
        for event in events
        if isinstance(event, MissionDeclared)
    )
    guards = lent_guards(loaded.running.state.own) if loaded.running else ()
    return endings.Reports(
        loaded.week, mission_pairs, frozenset([_uuid(guard.id) for guard in guards])
    )


def _own_names(loaded: LoadedWeek, seat: SealedSeat) -> Mapping[str, str]:
    """Return the names of a team's people and vehicles at the deadline, by id."""
    file = loaded.running.state.own[seat.seat].file if loaded.running else None
    return {item.id: item.name for item in (*file.people, *file.garage)} if file else {}


def _mark_settled(finished: Sequence[LoadedWeek], heard_events: HeardByMatch) -> None:
    for loaded in finished:
        if loaded.running:
            loaded.seal.dice_root = dice_root_of(loaded.running)
            loaded.seal.told_root = event_root(
                _salts(loaded), heard_events[loaded.running.match.pk]
            )
        loaded.week.status, loaded.week.settled_at = Week.Status.SETTLED, loaded.week.settle_at


def dice_root_of(running: Running) -> str:
    """Return the root over every key of a played week."""
    return dice_root(bytes(running.match.seed), running.state, running.ply)


def told_root_of(loaded: LoadedWeek, events: Sequence[Told[Event]]) -> str:
    """Return the root over the events that each seat of a played week learned of."""
    return told_event_root(_salts(loaded), events)


def _salts(loaded: LoadedWeek) -> list[bytes]:
    return [bytes(seat.salt) for seat in loaded.seats]


def all_events(loaded_weeks: Sequence[LoadedWeek]) -> EventsByMatch:
    """Return all events of these weeks' games, by match.

    This runs one query, or none if the weeks were just played from the start.
    """
    games = [loaded.running for loaded in loaded_weeks if loaded.running]
    stored = events_in([game.match.pk for game in games if not game.has_all_events])
    return {
        game.match.pk: game.audience_events if game.has_all_events else stored[game.match.pk]
        for game in games
    }


def all_heard(loaded_weeks: Sequence[LoadedWeek]) -> HeardByMatch:
    """Return all events of these weeks' games, grouped by the seats that learned of them."""
    events = all_events(loaded_weeks)
    return {
        loaded.running.match.pk: group_by_hearer(len(loaded.seats), events[loaded.running.match.pk])
        for loaded in loaded_weeks
        if loaded.running
    }
