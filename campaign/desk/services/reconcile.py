"""Integrity checks of the books. They report problems and repair nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django_scopes import scopes_disabled

from campaign.deals.models import Deal, DealStep
from campaign.duels.models import DuelEntry, DuelResult, TableRoll
from campaign.duels.rules.table_dice import faces
from campaign.garage.models import Offer, Vehicle, WorkOrder
from campaign.garage.rules.vehicles import read_design
from campaign.garage.selectors.garage import part_limit
from campaign.house_rules.rules import house
from campaign.house_rules.rules.house import BadHouseRules
from campaign.league.models import Campaign, Challenge, Duel, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import (
    Damage,
    Hold,
    Money,
    Prestige,
    SkillPoint,
    StandingPoint,
    Stock,
    Wound,
)
from campaign.ledger.services.posting import Book
from campaign.voices.models import Post, Thread, Wording
from campaign.voices.rules import talk

CAMPAIGNS_PER_BATCH = 50
"""Number of campaigns whose duels are loaded together."""


class Finding(NamedTuple):
    """An inconsistency, with a code, the campaign, the id of the row or owner, and a message."""

    code: str
    campaign: UUID
    subject_id: UUID
    sentence: str


def findings(campaigns: Iterable[UUID] | None = None) -> Iterator[Finding]:
    """Yield all inconsistencies in the given campaigns. If none are given, check all campaigns.

    Each check takes one or two queries, however many campaigns there are.
    """
    with scopes_disabled():
        ids = list(
            Campaign.objects.values_list("pk", flat=True) if campaigns is None else campaigns
        )
        for check in (
            _overdrawn,
            _living_costs,
            _short_of_stock,
            _too_much_held,
            _negative_points,
            _overhealed,
            _bad_damage,
            _foreign_weeks,
            _calendar,
            _foreign_references,
            _offers,
            _deals,
            _challenges,
            _event_cars,
            _results,
            _rolls,
            _voices,
            _unreadable,
        ):
            yield from check(ids)


# --- sums -----------------------------------------------------------------------------------------


def _totals(rows: QuerySet, *group_fields: str) -> QuerySet:
    return rows.order_by().values_list(*group_fields).annotate(total=Sum("amount"))


def _overdrawn(ids: list[UUID]) -> Iterator[Finding]:
    """Check for negative balances, except debts from a GM's correction."""
    rows = Money.objects.filter(team__campaign__in=ids)
    owed = dict(
        _totals(
            rows.filter(
                Q(cause__startswith="correction:") | Q(cause__startswith="duel:"), amount__lt=0
            ),
            "team_id",
        )
    )
    for campaign, team, total in _totals(rows, "team__campaign_id", "team_id").filter(total__lt=0):
        if total < owed.get(team, 0):
            yield Finding("overdrawn", campaign, team, f"The team's money adds up to {total}.")


def _living_costs(ids: list[UUID]) -> Iterator[Finding]:
    """Check that living costs belong to closed weeks, and are not too high for the people who were
    in the team (C135).
    """
    people = Count("team__characters", filter=Q(team__characters__hired_at__lte=F("at")))
    rows = Money.objects.filter(team__campaign__in=ids, item="living")
    for row in rows.annotate(people=people).select_related("week", "team"):
        week = row.week
        rate = rules_in(week).living_costs if week and week.status == Week.Status.CLOSED else 0
        is_possible = 0 < -row.amount <= rate * row.people
        if not is_possible or row.cause != f"living:{row.week_id}":
            yield Finding(
                "wrong-living-costs",
                row.team.campaign_id,
                row.pk,
                f"Living costs of {-row.amount} are booked for {row.people} people at {rate}.",
            )


def _short_of_stock(ids: list[UUID]) -> Iterator[Finding]:
    rows = _totals(
        Stock.objects.filter(team__campaign__in=ids), "team__campaign_id", "team_id", "item"
    ).filter(total__lt=0)
    for campaign, team, item, total in rows:
        yield Finding(
            "short-of-stock", campaign, team, f"The amount of {item} in the store is {total}."
        )


def _too_much_held(ids: list[UUID]) -> Iterator[Finding]:
    """Check for holds that exceed the balance, and for holds of settled weeks."""
    holds = Hold.objects.filter(team__campaign__in=ids)
    teams = {team for _, team in holds.values_list("team__campaign_id", "team_id")}
    money = dict(_totals(Money.objects.filter(team__in=teams), "team_id"))
    stock = {
        (team, item): total
        for team, item, total in _totals(Stock.objects.filter(team__in=teams), "team_id", "item")
    }
    for campaign, team, item, total in _totals(holds, "team__campaign_id", "team_id", "item"):
        if total > (money.get(team, 0) if item == Hold.MONEY else stock.get((team, item), 0)):
            yield Finding(
                "held-too-much", campaign, team, f"More {item} is reserved than available."
            )
    late = holds.filter(week__status__in=[Week.Status.SETTLED, *Week.FINISHED])
    for campaign, team in late.values_list("team__campaign_id", "team_id"):
        yield Finding(
            "held-too-long",
            campaign,
            team,
            "There are reservations for a week that is settled or void.",
        )


def _negative_points(ids: list[UUID]) -> Iterator[Finding]:
    """Check for negative skill points, except debts from a corrected duel (C33)."""
    rows = SkillPoint.objects.filter(character__team__campaign__in=ids)
    short = list(
        _totals(rows, "character__team__campaign_id", "character_id", "item").filter(total__lt=0)
    )
    deductions = rows.filter(cause__startswith="duel:", amount__lt=0) if short else rows.none()
    owed = {
        (character, item): total
        for character, item, total in _totals(deductions, "character_id", "item")
    }
    for campaign, character, item, total in short:
        if total < owed.get((character, item), 0):
            yield Finding(
                "negative-points", campaign, character, f"Skill points in {item} add up to {total}."
            )


def _overhealed(ids: list[UUID]) -> Iterator[Finding]:
    rows = Wound.objects.filter(character__team__campaign__in=ids)
    for campaign, character, total in _totals(
        rows, "character__team__campaign_id", "character_id"
    ).filter(total__lt=0):
        yield Finding("overhealed", campaign, character, f"More DP were healed than lost: {total}.")


def _bad_damage(ids: list[UUID]) -> Iterator[Finding]:
    """Check for parts with negative damage, or with more damage than they can have."""
    rows = list(
        _totals(
            Damage.objects.filter(vehicle__team__campaign__in=ids),
            "vehicle__team__campaign_id",
            "vehicle_id",
            "item",
        )
    )
    cars = Vehicle.objects.in_bulk({car for _, car, _, total in rows if total})
    for campaign, car, item, total in rows:
        if total and not 0 <= total <= part_limit(cars[car], item):
            yield Finding("bad-damage", campaign, car, f"The damage of {item} adds up to {total}.")


# --- rows that belong to different campaigns ------------------------------------------------------


def _foreign_weeks(ids: list[UUID]) -> Iterator[Finding]:
    """Check for rows whose week belongs to a different campaign than the rows' owner."""
    owners: dict[Any, str] = {
        Money: "team", Stock: "team", StandingPoint: "team", SkillPoint: "character__team",
        Wound: "character__team", Prestige: "character__team", Damage: "vehicle__team",
        DuelEntry: "team", WorkOrder: "worker__team", Hold: "team",
    }  # fmt: skip
    for model, team in owners.items():
        campaign_path = f"{team}__campaign"
        week = "duel__week" if model is DuelEntry else "week"
        rows = (
            model._default_manager.filter(**{f"{campaign_path}__in": ids})
            .exclude(**{week: None})
            .exclude(**{f"{week}__season__campaign": F(campaign_path)})
        )
        for campaign, row in rows.values_list(f"{campaign_path}_id", "pk"):
            yield Finding(
                "wrong-campaign",
                campaign,
                row,
                f"A row of {model.__name__} refers to a week of another campaign.",
            )


def _foreign_references(ids: list[UUID]) -> Iterator[Finding]:
    """Check for entries and work orders that refer to a different campaign."""
    entries = DuelEntry.objects.filter(team__campaign__in=ids).exclude(
        vehicle__team__campaign=F("team__campaign")
    )
    for campaign, row in entries.values_list("team__campaign_id", "pk"):
        yield Finding(
            "wrong-vehicle", campaign, row, "A team entered a vehicle of another campaign."
        )
    mismatch = Q(vehicle__isnull=False) & ~Q(vehicle__team__campaign=F("worker__team__campaign"))
    mismatch |= Q(patient__isnull=False) & ~Q(patient__team__campaign=F("worker__team__campaign"))
    orders = WorkOrder.objects.filter(worker__team__campaign__in=ids).filter(mismatch)
    for campaign, row in orders.values_list("worker__team__campaign_id", "pk"):
        yield Finding("wrong-work", campaign, row, "A work order refers to another campaign.")


def _offers(ids: list[UUID]) -> Iterator[Finding]:
    """Check for offers to teams in a different campaign, and open offers of vehicles that the
    seller does not own.
    """
    rows = Offer.objects.filter(seller__campaign__in=ids)
    invalid = rows.exclude(buyer__campaign=F("seller__campaign")) | rows.filter(
        closed_at=None
    ).exclude(vehicle__team=F("seller"))
    for campaign, row in invalid.values_list("seller__campaign_id", "pk"):
        yield Finding("wrong-offer", campaign, row, "An offer has an invalid seller or buyer.")


def _deals(ids: list[UUID]) -> Iterator[Finding]:
    """Check that the site holds the stakes of every deal, and that its state matches its steps."""
    held: dict[str, int] = {}
    bookings = Money.objects.filter(team__campaign__in=ids, cause__startswith="deal:")
    for cause, total in _totals(bookings, "cause"):
        deal = cause.partition("/")[0]
        held[deal] = held.get(deal, 0) - total
    steps: dict[UUID, set[str]] = {}
    for pk, state in DealStep.objects.filter(deal__season__campaign__in=ids).values_list(
        "deal_id", "state"
    ):
        steps.setdefault(pk, set()).add(state)
    for row in Deal.objects.filter(season__campaign__in=ids).select_related("season"):
        campaign, states = row.season.campaign_id, steps.get(row.pk, set())
        if held.get(f"deal:{row.pk}", 0) != sum(row.stakes.values()):
            yield Finding("wrong-stakes", campaign, row.pk, "A deal's stakes are not what it says.")
        endings = states.difference(Deal.IN_FORCE)
        if row.state not in states or len(endings) != (row.state not in Deal.IN_FORCE):
            yield Finding("wrong-deal", campaign, row.pk, "A deal's state differs from its steps.")


def _challenges(ids: list[UUID]) -> Iterator[Finding]:
    """Check that challenges, their teams and their weeks belong to one campaign.

    Also check that challenges match their events (C57).
    """
    rows = Challenge.objects.filter(week__season__campaign__in=ids)
    campaign_of = F("week__season__campaign")
    accepted = Q(outcome=Challenge.Outcome.ACCEPTED)
    invalid = rows.filter(
        ~Q(challenger__campaign=campaign_of)
        | ~Q(challenged__campaign=campaign_of)
        | accepted & Q(duel=None)
        | ~accepted & Q(duel__isnull=False)
        | ~Q(duel=None) & ~Q(duel__week=F("week"))
    )
    for campaign, row in invalid.values_list("week__season__campaign_id", "pk"):
        yield Finding("wrong-challenge", campaign, row, "A challenge does not match its event.")


def _event_cars(ids: list[UUID]) -> Iterator[Finding]:
    """Check for lent cars that should have been returned (C137), and for prize cars of teams that
    did not win (C138).
    """
    cars = Vehicle.objects.filter(team__campaign__in=ids, gone_at=None, event__isnull=False)
    rows = DuelResult.objects.filter(duel__in=cars.values("event")).order_by("revision")
    results = {row.duel_id: row.payload for row in rows}
    for car in cars.select_related("team", "event__week__season"):
        if (event := car.event) is None:
            continue
        result = results.get(event.pk)
        if event.prize:
            is_wrong = result is None or result["places"].get(str(car.team_id)) != 1
        elif result is None:
            season_ended = event.week.season.closed_at is not None
            is_wrong = event.called_off_at is not None or season_ended
        else:
            is_wrong = str(car.pk) not in result["drove"]
        if is_wrong:
            kind = "Prize" if event.prize else "Lent"
            yield Finding(
                "wrong-event-car",
                car.team.campaign_id,
                car.pk,
                f"{kind} car {car.name} of {event.name} does not belong to {car.team}.",
            )


# --- calendar, results, stored values -------------------------------------------------------------


def _calendar(ids: list[UUID]) -> Iterator[Finding]:
    """Check for overlapping weeks, open weeks in closed seasons, and weeks without rules or
    a duel.
    """
    before: dict[UUID, Week] = {}
    for week in (
        Week.objects.filter(season__campaign__in=ids)
        .annotate(has_duel=Exists(Duel.objects.filter(pk=OuterRef("pk"))))
        .select_related("season")
        .order_by("season", "number")
    ):
        campaign, last = week.season.campaign_id, before.get(week.season_id)
        if last and week.opens_at < last.closes_at:
            yield Finding(
                "weeks-overlap",
                campaign,
                week.pk,
                f"Week {week.number} opens before week {last.number} closes.",
            )
        if not week.has_duel:
            yield Finding("no-duel", campaign, week.pk, f"Week {week.number} has no weekly duel.")
        if week.status != Week.Status.PLANNED and week.rules is None:
            yield Finding(
                "no-rules", campaign, week.pk, f"Week {week.number} was opened without house rules."
            )
        if (week.settled_at is None) == (week.status in {Week.Status.SETTLED, Week.Status.CLOSED}):
            yield Finding(
                "settled-when",
                campaign,
                week.pk,
                f"The status of week {week.number} does not match its settlement time.",
            )
        before[week.season_id] = week
    left_open = Week.objects.filter(
        season__campaign__in=ids, season__closed_at__isnull=False
    ).exclude(status__in=Week.FINISHED)
    for campaign, week_id in left_open.values_list("season__campaign_id", "pk"):
        yield Finding(
            "closed-too-early", campaign, week_id, "A week of a closed season is not closed."
        )


def _results(ids: list[UUID]) -> Iterator[Finding]:
    """Check for duels' ledger rows that are missing, changed, or not caused by a result."""
    for first in range(0, len(ids), CAMPAIGNS_PER_BATCH):
        clubs = ids[first : first + CAMPAIGNS_PER_BATCH]
        expected, booked = dict(_expected(clubs)), dict(_booked(clubs))
        for row in sorted(
            {
                row
                for row in expected.keys() | booked.keys()
                if expected.get(row) != booked.get(row)
            },
            key=str,
        ):
            kind = row.book.model._meta.verbose_name
            yield Finding(
                "result-differs",
                row.campaign,
                row.owner,
                f"{row.item} ({kind}), cause {row.cause}: {booked.get(row, 0)} is booked, "
                f"{expected.get(row, 0)} follows from the recorded result.",
            )


class DuelRow(NamedTuple):
    """The identity of a duel's ledger row."""

    campaign: UUID
    book: Book
    owner: UUID
    item: str
    cause: str


def _expected(campaigns: list[UUID]) -> Iterator[tuple[DuelRow, int]]:
    """Yield every ledger row that the duel results of these campaigns require, with its amount."""
    from campaign.duels.services.results import lines_of

    rows = (
        DuelResult.objects.filter(duel__week__season__campaign__in=campaigns)
        .select_related("duel__week__season__campaign")
        .order_by("duel_id", "revision")
    )
    for duel, revisions in groupby(rows, key=lambda row: row.duel):
        campaign = duel.week.season.campaign_id
        for line in lines_of(revisions, duel):
            yield DuelRow(campaign, line.book, line.owner, line.item, line.cause), line.amount


def _booked(campaigns: list[UUID]) -> Iterator[tuple[DuelRow, int]]:
    for book in Book:
        owner = book.owner.removesuffix("_id")
        club = "team__campaign" if owner == "team" else f"{owner}__team__campaign"
        rows = book.model._default_manager.filter(
            **{f"{club}__in": campaigns}, cause__startswith="duel:"
        )
        for campaign, owner_id, item, cause, amount in rows.values_list(
            f"{club}_id", book.owner, "item", "cause", "amount"
        ):
            yield DuelRow(campaign, book, owner_id, item, cause), amount


def _rolls(ids: list[UUID]) -> Iterator[Finding]:
    """Check for dice rolls at a duel's table that do not match the promised seed (C44)."""
    rows = TableRoll.objects.filter(table_dice__duel__week__season__campaign__in=ids)
    for roll in rows.select_related("table_dice__duel__week__season"):
        dice = roll.table_dice
        if tuple(roll.faces) != faces(bytes(dice.seed), roll.number, len(roll.faces)):
            yield Finding(
                "roll-differs",
                dice.duel.week.season.campaign_id,
                roll.pk,
                f"Roll {roll.number} of {dice.duel.phrase} does not match its seed.",
            )


def _voices(ids: list[UUID]) -> Iterator[Finding]:
    """Check for wordings that do not match their digests (C81), empty posts, and misplaced letters.

    A letter must belong to its two teams (C83). Forgotten wordings have only a digest, so they are
    skipped.
    """
    rows = Wording.objects.filter(post__thread__campaign__in=ids).exclude(text="")
    for row in rows.select_related("post__thread").iterator(1000):
        proof = talk.digest(
            post=str(row.post_id), number=row.number, text=row.text, written_at=row.at
        )
        if proof != row.digest:
            yield Finding(
                "wording-differs",
                row.post.thread.campaign_id,
                row.pk,
                "The text of a post does not match its digest.",
            )
    posts = Post.objects.filter(thread__campaign__in=ids)
    letters = Q(thread__kind=Thread.Kind.LETTERS)
    between = Q(team=F("thread__one")) | Q(team=F("thread__other"))
    invalid = posts.filter(letters & ~between | ~letters & Q(team__isnull=False))
    invalid |= posts.filter(wordings=None)
    for campaign, pk in invalid.values_list("thread__campaign_id", "pk"):
        yield Finding(
            "wrong-post", campaign, pk, "A post is empty or from a team outside its thread."
        )
    foreign_letters = Thread.objects.filter(campaign__in=ids, kind=Thread.Kind.LETTERS).exclude(
        one__campaign=F("campaign"), other__campaign=F("campaign")
    )
    for campaign, pk in foreign_letters.values_list("campaign_id", "pk"):
        yield Finding(
            "wrong-letters", campaign, pk, "A letter refers to a team of another campaign."
        )


def _unreadable(ids: list[UUID]) -> Iterator[Finding]:
    """Check for house rules and designs that cannot be read."""
    for pk, stored in Campaign.objects.filter(pk__in=ids).values_list("pk", "house_rules"):
        try:
            house.decode(stored)
        except BadHouseRules as error:
            yield Finding("bad-rules", pk, pk, f"House rules: {error}")
    for campaign, pk, design in Vehicle.objects.filter(team__campaign__in=ids).values_list(
        "team__campaign_id", "pk", "design"
    ):
        if read_design(design)[0] is None:
            yield Finding("bad-design", campaign, pk, "The design of a vehicle is not valid.")
