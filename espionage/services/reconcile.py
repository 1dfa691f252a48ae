"""Proof that every resolved week is what its orders and dice come to. Every question's answer
should be empty; `repair` writes the dossier's rows anew and mends nothing else.

Each week is worked out again from its sealed sheets and the state its match ended in, and held
against what is written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django_scopes import scopes_disabled

from campaign.desk.services.reconcile import Finding
from campaign.league.models import News, Week
from campaign.ledger.models import Damage, Entry, Money, SkillPoint, Stock, Wound
from campaign.ledger.services.posting import Book
from campaign.roster.models import Captivity
from core.web import bulk
from engine.sealing import seed_hash
from espionage.models import AmbushHeard, Charge, Intel, Seal
from espionage.rules.values import Setup
from espionage.selectors.reports import PUBLISHED
from espionage.selectors.sheets import newest_of, read
from play.models import Match
from play.running import readers, resume

from . import drawing, heard_ambushes, sealing, settling
from .settling import Settlement, settlement_of
from .week_batch import WeekBatch, take

Status = Week.Status
BATCH = 50
FIRED = "/fired"
"""How the cause of a charge that went off after its week was settled ends; it is no effect of the
settlement.
"""


class Row(NamedTuple):
    """What makes a written effect that effect: in which table, whose, what, how much, because of
    what.
    """

    table: str
    owner: UUID
    item: str
    amount: int
    cause: str


def findings(campaigns: Iterable[UUID] | None = None) -> Iterator[Finding]:
    """Everything wrong with the weeks of these campaigns, or of all. Some twenty queries for each
    fifty weeks.
    """
    with scopes_disabled():
        weeks = (
            Week.objects.exclude(status=Status.PLANNED)
            .select_related("season__campaign")
            .order_by("id")
        )
        if campaigns is not None:
            weeks = weeks.filter(season__campaign__in=list(campaigns))
        rows = weeks.iterator(BATCH)
        while batch := list(islice(rows, BATCH)):
            yield from _batch(batch)


def _batch(weeks: Sequence[Week]) -> Iterator[Finding]:
    sealed = set(Seal.objects.filter(week__in=weeks).values_list("week", flat=True))
    for week in weeks:
        if week.pk not in sealed:
            yield _finding("no-seal", week, "opened without a seal.")
    hands = take([week for week in weeks if week.pk in sealed])
    frozen = [hand for hand in hands if hand.week.status != Status.OPEN]
    yield from _seals(hands)
    yield from _sheets(frozen)
    yield from _games(frozen)
    yield from _effects(
        [
            hand
            for hand in frozen
            if hand.week.status == Status.VOID or (hand.week.status != Status.PLAYING and hand.over)
        ]
    )
    yield from _dossiers(hands)


def _finding(code: str, week: Week, sentence: str) -> Finding:
    return Finding(code, week.season.campaign_id, week.pk, f"Week {week.number} {sentence}")


# --- promises -------------------------------------------------------------------------------------


def _seals(hands: Sequence[WeekBatch]) -> Iterator[Finding]:
    """The seed is the promised one; the root is over the leaves, and there is none before the
    deadline.
    """
    for hand in hands:
        if seed_hash(bytes(hand.seal.seed)) != hand.seal.seed_hash:
            yield _finding("seed", hand.week, "has a seed that does not match the published hash.")
        if hand.seal.salt_root and hand.seal.salt_root != sealing.salt_root(hand.seats):
            yield _finding(
                "salt-root", hand.week, "has different salts than were fixed when it opened."
            )
        open_still = hand.week.status == Status.OPEN
        if open_still and (hand.seal.order_root or hand.seal.match_id or hand.seal.frozen_at):
            yield _finding("frozen-open", hand.week, "is open but already frozen.")
        if not open_still and hand.seal.order_root != sealing.order_root(hand.seats):
            yield _finding(
                "order-root", hand.week, "published a root that does not match its leaves."
            )


def _sheets(hands: Sequence[WeekBatch]) -> Iterator[Finding]:
    """Each leaf is the digest of the last sheet saved in time, as it is stored, or of nothing."""
    newest = newest_of([hand.week.pk for hand in hands])
    for hand in hands:
        for seat in hand.seats:
            last = newest.get((hand.week.pk, seat.team_id))
            if seat.sheet_id != (last.pk if last else None):
                yield _finding(
                    "sheet",
                    hand.week,
                    f"froze a sheet of {seat.team} that is not the last saved one.",
                )
            elif seat.leaf != (
                sealing.digest_of(last.payload, bytes(last.salt), last.entropy)
                if last
                else sealing.leaf_of_nothing(seat, fixed=bool(hand.seal.salt_root))
            ):
                yield _finding(
                    "leaf",
                    hand.week,
                    f"published a leaf for {seat.team} that is not its sheet's digest.",
                )


# --- the game -------------------------------------------------------------------------------------


def _games(hands: Sequence[WeekBatch]) -> Iterator[Finding]:
    """The match was dealt from the sealed sheets with the week's own dice; it is over where the
    week is settled.
    """
    newest = newest_of([hand.week.pk for hand in hands])
    matches = Match.objects.select_related("snapshot").in_bulk(
        [hand.seal.match_id for hand in hands if hand.seal.match_id]
    )
    for hand in hands:
        match = matches.get(hand.seal.match_id) if hand.seal.match_id else None
        if match is None:
            continue
        setup: Setup = readers(match.game).setup.decode(match.setup)
        if setup.sheets != tuple(
            [read(newest.get((hand.week.pk, seat.team_id))) for seat in hand.seats]
        ):
            yield _finding("setup", hand.week, "was played with sheets other than the sealed ones.")
        if bytes(match.seed) != drawing.seed_of(hand.seal):
            yield _finding(
                "match-seed", hand.week, "was played with dice other than the promised ones."
            )
        hand.running = resume(match, match.snapshot)
        if hand.week.status not in {Status.PLAYING, Status.VOID} and not hand.over:
            yield _finding("not-over", hand.week, "is settled, but its game is not over.")


# --- effects --------------------------------------------------------------------------------------


def _effects(hands: Sequence[WeekBatch]) -> Iterator[Finding]:
    """Every effect of a settled week is written exactly once, and nothing else in its name; of a
    void week nothing is.
    """
    written, told = _written([hand.week for hand in hands]), settling.all_told(hands)
    for hand in hands:
        void = hand.week.status == Status.VOID
        found = written[hand.week.pk]
        wanted = Counter[Row]() if void else Counter(_wanted(settlement_of(hand), found))
        for row in (wanted - found).elements():
            yield _finding(
                "effect-missing",
                hand.week,
                f"did not write {row.table} of {row.item}, cause {row.cause}.",
            )
        for row in (found - wanted).elements():
            yield _finding(
                "effect-extra",
                hand.week,
                (
                    f"wrote {row.table} of {row.item}, cause {row.cause}, without reason or too "
                    "often."
                ),
            )
        if hand.running and hand.seal.dice_root != (
            "" if void else settling.dice_root_of(hand.running)
        ):
            yield _finding(
                "dice-root",
                hand.week,
                "published a root of its keys that does not match its game.",
            )
        if hand.running and hand.seal.told_root != (
            "" if void else settling.told_root_of(hand, told[hand.running.match.pk])
        ):
            yield _finding(
                "told-root", hand.week, "published a root of its reports that does not match them."
            )


def _wanted(settlement: Settlement, found: Counter[Row]) -> Iterator[Row]:
    for line in settling.lines(settlement):
        yield Row(line.book.name.lower(), line.owner, line.item, line.amount, line.cause)
    for charge in settling.charges(settlement):
        yield Row("charge", charge.vehicle_id, charge.due, 0, charge.cause)
    for seen in settling.intel(settlement):
        yield Row("intel", seen.team_id, str(seen.vehicle_id), 0, seen.cause)
    for captive in settling.captives(settlement):
        yield Row("captivity", captive.held_by_id, str(captive.character_id), 0, "")
    each = Counter(_news(settlement, alike_in_one=False))
    yield from (each if each <= found else Counter(_news(settlement, alike_in_one=True)))


def _news(settlement: Settlement, *, alike_in_one: bool) -> Iterator[Row]:
    for item in settling.public_news(settlement, alike_in_one=alike_in_one):
        yield Row("news", item.campaign, item.kind, item.position, item.cause)


def _written(weeks: Sequence[Week]) -> dict[UUID, Counter[Row]]:
    found: dict[UUID, Counter[Row]] = defaultdict(Counter)
    for week, row in _rows([week.pk for week in weeks]):
        found[week][row] += 1
    return found


def _rows(weeks: Sequence[UUID]) -> Iterator[tuple[UUID, Row]]:
    books: dict[Book, type[Entry]] = {
        Book.SKILL: SkillPoint, Book.WOUND: Wound, Book.DAMAGE: Damage, Book.MONEY: Money,
        Book.STOCK: Stock,
    }  # fmt: skip
    for book, model in books.items():
        rows: QuerySet[Any] = model._default_manager.filter(
            week__in=weeks, cause__startswith="week:"
        ).exclude(cause__endswith=FIRED)
        for week, *row in rows.values_list("week", book.owner, "item", "amount", "cause"):
            yield week, Row(book.name.lower(), *row)
    for week, vehicle, due, cause in Charge.objects.filter(week__in=weeks).values_list(
        "week", "vehicle", "due", "cause"
    ):
        yield week, Row("charge", vehicle, due, 0, cause)
    for week, team, seen, cause in Intel.objects.filter(week__in=weeks).values_list(
        "week", "team", "vehicle", "cause"
    ):
        yield week, Row("intel", team, str(seen), 0, cause)
    for week, holder, who in Captivity.objects.filter(week__in=weeks).values_list(
        "week", "held_by", "character"
    ):
        yield week, Row("captivity", holder, str(who), 0, "")
    news = News.objects.filter(week__in=weeks)
    for week, campaign, kind, position, cause in news.values_list(
        "week", "campaign", "kind", "position", "cause"
    ):
        if cause.startswith(str(week)):
            yield week, Row("news", campaign, kind, position, cause)


# --- what the dossier reads -----------------------------------------------------------------------


def _dossiers(hands: Sequence[WeekBatch]) -> Iterator[Finding]:
    """The dossier's rows are what the teams' seats heard, and there are none before the
    settlement.
    """
    wanted, kept = (
        _ambushes(_heard(hands)),
        _ambushes(AmbushHeard.objects.filter(week__in=[hand.week.pk for hand in hands])),
    )
    for hand in hands:
        if wanted[hand.week.pk] != kept[hand.week.pk]:
            yield _finding(
                "dossier",
                hand.week,
                "has ambushes in the dossier that differ from what its teams heard.",
            )


def _heard(hands: Sequence[WeekBatch]) -> Iterator[AmbushHeard]:
    return heard_ambushes.ambushes([hand for hand in hands if hand.week.status in PUBLISHED])


def _ambushes(rows: Iterable[AmbushHeard]) -> dict[UUID, set[tuple[UUID, UUID, int, str]]]:
    found: dict[UUID, set[tuple[UUID, UUID, int, str]]] = defaultdict(set)
    for row in rows:
        found[row.week_id].add((row.team_id, row.about_id, row.nth, row.over))
    return found


@transaction.atomic
def repair(week_id: UUID) -> None:
    """Write anew what the dossier reads of this week."""
    with scopes_disabled():
        week = (
            Week.objects.select_for_update(of=("self",))
            .select_related("season__campaign")
            .get(pk=week_id)
        )
        if not Seal.objects.filter(week=week).exists():
            return
        AmbushHeard.objects.filter(week=week).delete()
        bulk.insert(list(_heard(take([week]))))
