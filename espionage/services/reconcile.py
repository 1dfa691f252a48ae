"""Checks that the stored effects of every resolved week match its orders and dice.

Each week is recomputed from its sealed sheets and the final state of its match, and then compared
with the stored rows. A check should find nothing. `repair` rewrites the dossier's rows and nothing
else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django_scopes import scopes_disabled

from campaign.desk.services.reconcile import Finding
from campaign.duels.models import Exchange
from campaign.league.models import Week
from campaign.ledger.models import Damage, Entry, Money, SkillPoint, StandingPoint, Stock, Wound
from campaign.ledger.services.posting import Book
from campaign.news.models import News
from campaign.roster.models import Captivity
from core.web import bulk
from engine.sealing import seed_hash
from espionage.models import AmbushHeard, Charge, Intel, Seal
from espionage.rules.values import Setup
from espionage.selectors.reports import PUBLISHED
from espionage.selectors.sheets import newest_sheets, read_sheet
from play.models import Match
from play.running import readers, resume

from . import drawing, heard_ambushes, sealing, settling
from .settling import Settlement, settlement_of
from .week_batch import LoadedWeek, load_weeks

Status = Week.Status
BATCH_WEEKS = 50
FIRED_SUFFIX = "/fired"
"""Suffix of the cause of a charge that exploded after the settlement.

Such a charge is not among the settlement's effects.
"""


class Row(NamedTuple):
    """Identifies a stored effect by table, owner, item, amount and cause."""

    table: str
    owner: UUID
    item: str
    amount: int
    cause: str


def findings(campaigns: Iterable[UUID] | None = None) -> Iterator[Finding]:
    """Yield every inconsistency in the weeks of these campaigns. By default, check all campaigns.

    This runs about twenty queries for every fifty weeks.
    """
    with scopes_disabled():
        weeks = (
            Week.objects.exclude(status=Status.PLANNED)
            .select_related("season__campaign")
            .order_by("id")
        )
        if campaigns is not None:
            weeks = weeks.filter(season__campaign__in=list(campaigns))
        rows = weeks.iterator(BATCH_WEEKS)
        while batch := list(islice(rows, BATCH_WEEKS)):
            yield from _check_batch(batch)


def _check_batch(weeks: Sequence[Week]) -> Iterator[Finding]:
    sealed = set(Seal.objects.filter(week__in=weeks).values_list("week", flat=True))
    for week in weeks:
        if week.pk not in sealed:
            yield _finding("no-seal", week, "opened without a seal.")
    loaded_weeks = load_weeks([week for week in weeks if week.pk in sealed])
    frozen = [loaded for loaded in loaded_weeks if loaded.week.status != Status.OPEN]
    yield from _check_seals(loaded_weeks)
    yield from _check_sheets(frozen)
    yield from _check_games(frozen)
    yield from _check_effects(
        [
            loaded
            for loaded in frozen
            if loaded.week.status == Status.VOID
            or (loaded.week.status != Status.PLAYING and loaded.is_over)
        ]
    )
    yield from _check_dossiers(loaded_weeks)


def _finding(code: str, week: Week, sentence: str) -> Finding:
    return Finding(code, week.season.campaign_id, week.pk, f"Week {week.number} {sentence}")


# --- promises -------------------------------------------------------------------------------------


def _check_seals(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[Finding]:
    """Check that seeds match their hashes, and roots match leaves. Open weeks have no root."""
    for loaded in loaded_weeks:
        if seed_hash(bytes(loaded.seal.seed)) != loaded.seal.seed_hash:
            yield _finding(
                "seed", loaded.week, "has a seed that does not match the published hash."
            )
        if loaded.seal.salt_root and loaded.seal.salt_root != sealing.salt_root(loaded.seats):
            yield _finding(
                "salt-root", loaded.week, "has different salts than were fixed when it opened."
            )
        open_still = loaded.week.status == Status.OPEN
        if open_still and (loaded.seal.order_root or loaded.seal.match_id or loaded.seal.frozen_at):
            yield _finding("frozen-open", loaded.week, "is open but already frozen.")
        if not open_still and loaded.seal.order_root != sealing.order_root(loaded.seats):
            yield _finding(
                "order-root", loaded.week, "published a root that does not match its leaves."
            )


def _check_sheets(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[Finding]:
    """Check that each leaf is the digest of the last sheet saved in time, or of a missing sheet."""
    sheets_by_team = newest_sheets([loaded.week.pk for loaded in loaded_weeks])
    for loaded in loaded_weeks:
        for seat in loaded.seats:
            last = sheets_by_team.get((loaded.week.pk, seat.team_id))
            if seat.sheet_id != (last.pk if last else None):
                yield _finding(
                    "sheet",
                    loaded.week,
                    f"froze a sheet of {seat.team} that is not the last saved one.",
                )
            elif seat.leaf != (
                sealing.digest_of(last.payload, bytes(last.salt), last.entropy)
                if last
                else sealing.leaf_of_nothing(seat, fixed=bool(loaded.seal.salt_root))
            ):
                yield _finding(
                    "leaf",
                    loaded.week,
                    f"published a leaf for {seat.team} that is not its sheet's digest.",
                )


# --- the game -------------------------------------------------------------------------------------


def _check_games(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[Finding]:
    """Check that matches used the sealed sheets and the week's dice, and are over if settled."""
    sheets_by_team = newest_sheets([loaded.week.pk for loaded in loaded_weeks])
    matches = Match.objects.select_related("snapshot").in_bulk(
        [loaded.seal.match_id for loaded in loaded_weeks if loaded.seal.match_id]
    )
    for loaded in loaded_weeks:
        match = matches.get(loaded.seal.match_id) if loaded.seal.match_id else None
        if match is None:
            continue
        setup: Setup = readers(match.game).setup.decode(match.setup)
        if setup.sheets != tuple(
            read_sheet(sheets_by_team.get((loaded.week.pk, seat.team_id))) for seat in loaded.seats
        ):
            yield _finding(
                "setup", loaded.week, "was played with sheets other than the sealed ones."
            )
        if bytes(match.seed) != drawing.seed_of(loaded.seal):
            yield _finding(
                "match-seed", loaded.week, "was played with dice other than the promised ones."
            )
        loaded.running = resume(match, match.snapshot)
        if loaded.week.status not in {Status.PLAYING, Status.VOID} and not loaded.is_over:
            yield _finding("not-over", loaded.week, "is settled, but its game is not over.")


# --- effects --------------------------------------------------------------------------------------


def _check_effects(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[Finding]:
    """Check that each effect of a settled week is stored once. Void weeks must have no effects."""
    written = _stored_rows([loaded.week for loaded in loaded_weeks])
    events = settling.all_events(loaded_weeks)
    for loaded in loaded_weeks:
        void = loaded.week.status == Status.VOID
        stored = written[loaded.week.pk]
        expected = (
            Counter[Row]() if void else Counter(_expected_rows(settlement_of(loaded), stored))
        )
        for row in (expected - stored).elements():
            yield _finding(
                "effect-missing",
                loaded.week,
                f"did not write {row.table} of {row.item}, cause {row.cause}.",
            )
        for row in (stored - expected).elements():
            yield _finding(
                "effect-extra",
                loaded.week,
                (
                    f"wrote {row.table} of {row.item}, cause {row.cause}, without reason or too "
                    "often."
                ),
            )
        if loaded.running and loaded.seal.dice_root != (
            "" if void else settling.dice_root_of(loaded.running)
        ):
            yield _finding(
                "dice-root",
                loaded.week,
                "published a root of its keys that does not match its game.",
            )
        if loaded.running and loaded.seal.told_root != (
            "" if void else settling.told_root_of(loaded, events[loaded.running.match.pk])
        ):
            yield _finding(
                "told-root",
                loaded.week,
                "published a root of its reports that does not match them.",
            )


def _expected_rows(settlement: Settlement, stored: Counter[Row]) -> Iterator[Row]:
    lines = [settling.ledger_lines(settlement)]
    if settlement.week.status == Status.CLOSED:
        lines.append(settling.sheet_points(settlement))
    for line in chain.from_iterable(lines):
        yield Row(line.book.name.lower(), line.owner, line.item, line.amount, line.cause)
    for charge in settling.charges(settlement):
        yield Row("charge", charge.vehicle_id, charge.due, 0, charge.cause)
    for sighting in settling.intel(settlement):
        yield Row("intel", sighting.team_id, str(sighting.vehicle_id), 0, sighting.cause)
    for right in settling.exchanges(settlement):
        yield Row("exchange", right.team_id, str(right.can_refit), 0, "")
    for captive in settling.captives(settlement):
        yield Row("captivity", captive.held_by_id, str(captive.character_id), 0, "")
    rows = Counter(_news_rows(settlement, alike_in_one=False))
    yield from (rows if rows <= stored else Counter(_news_rows(settlement, alike_in_one=True)))


def _news_rows(settlement: Settlement, *, alike_in_one: bool) -> Iterator[Row]:
    for item in settling.public_news(settlement, merge_equal=alike_in_one):
        yield Row("news", item.campaign, item.kind, item.position, item.cause)


def _stored_rows(weeks: Sequence[Week]) -> dict[UUID, Counter[Row]]:
    counters: dict[UUID, Counter[Row]] = defaultdict(Counter)
    for week, row in _rows([week.pk for week in weeks]):
        counters[week][row] += 1
    return counters


def _rows(weeks: Sequence[UUID]) -> Iterator[tuple[UUID, Row]]:
    books: dict[Book, type[Entry]] = {
        Book.SKILL: SkillPoint, Book.WOUND: Wound, Book.DAMAGE: Damage, Book.MONEY: Money,
        Book.STOCK: Stock, Book.STANDING: StandingPoint,
    }  # fmt: skip
    for book, model in books.items():
        rows: QuerySet[Any] = model._default_manager.filter(
            week__in=weeks, cause__startswith="week:"
        ).exclude(cause__endswith=FIRED_SUFFIX)
        for week, *row in rows.values_list("week", book.owner, "item", "amount", "cause"):
            yield week, Row(book.name.lower(), *row)
    for week, vehicle, due, cause in Charge.objects.filter(week__in=weeks).values_list(
        "week", "vehicle", "due", "cause"
    ):
        yield week, Row("charge", vehicle, due, 0, cause)
    for week, team, seen_vehicle, cause in Intel.objects.filter(week__in=weeks).values_list(
        "week", "team", "vehicle", "cause"
    ):
        yield week, Row("intel", team, str(seen_vehicle), 0, cause)
    for week, holder, character in Captivity.objects.filter(week__in=weeks).values_list(
        "week", "held_by", "character"
    ):
        yield week, Row("captivity", holder, str(character), 0, "")
    for week, team, can_refit in Exchange.objects.filter(duel__in=weeks).values_list(
        "duel", "team", "can_refit"
    ):
        yield week, Row("exchange", team, str(can_refit), 0, "")
    news = News.objects.filter(week__in=weeks)
    for week, campaign, kind, position, cause in news.values_list(
        "week", "campaign", "kind", "position", "cause"
    ):
        if cause.startswith(str(week)):
            yield week, Row("news", campaign, kind, position, cause)


# --- dossier --------------------------------------------------------------------------------------


def _check_dossiers(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[Finding]:
    """Check that the dossier's rows match what the teams learned, and that none is too early."""
    expected = _ambushes(_heard_ambushes(loaded_weeks))
    stored = _ambushes(
        AmbushHeard.objects.filter(week__in=[loaded.week.pk for loaded in loaded_weeks])
    )
    for loaded in loaded_weeks:
        if expected[loaded.week.pk] != stored[loaded.week.pk]:
            yield _finding(
                "dossier",
                loaded.week,
                "has ambushes in the dossier that differ from what its teams heard.",
            )


def _heard_ambushes(loaded_weeks: Sequence[LoadedWeek]) -> Iterator[AmbushHeard]:
    return heard_ambushes.ambush_rows(
        [loaded for loaded in loaded_weeks if loaded.week.status in PUBLISHED]
    )


def _ambushes(rows: Iterable[AmbushHeard]) -> dict[UUID, set[tuple[UUID, UUID, int, str]]]:
    ambushes: dict[UUID, set[tuple[UUID, UUID, int, str]]] = defaultdict(set)
    for row in rows:
        ambushes[row.week_id].add((row.team_id, row.about_id, row.nth, row.over))
    return ambushes


@transaction.atomic
def repair(week_id: UUID) -> None:
    """Rewrite the dossier's rows of this week."""
    with scopes_disabled():
        week = (
            Week.objects.select_for_update(of=("self",))
            .select_related("season__campaign")
            .get(pk=week_id)
        )
        if not Seal.objects.filter(week=week).exists():
            return
        AmbushHeard.objects.filter(week=week).delete()
        bulk.insert(list(_heard_ambushes(load_weeks([week]))))
