"""A team's secret orders: read and written by version, tried without saving, their receipts and
odds. For its owners only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias, get_args
from uuid import UUID

from msgspec import Meta
from rest_framework import exceptions

from campaign.league import policy
from campaign.league.api.permissions import ClubCall, TeamCall, team_door
from campaign.league.api.shapes import Season_
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Week
from campaign.league.rules.house import HouseRules
from campaign.league.selectors.house import rules_in
from campaign.ledger.rules.gear import Packed
from core.web.api.operations import Body, Query, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.scopes import Scope
from core.web.not_found import or_404
from core.web.records import filled
from engine.game import Stale
from engine.values import changed
from espionage.models import OrderSheet
from espionage.models.sheets import ENTROPY_LENGTH
from espionage.rules.files import Character, Roster
from espionage.rules.odds import (
    OrderOdds,
    Span,
    chance_against_unknown_guard,
    chance_to_stop,
    order_odds,
)
from espionage.rules.orders import COUNTERSPY, NO_SHEET, Action, Sheet, Standing
from espionage.rules.receipt import Receipt
from espionage.rules.receipt import make_receipt as receipt_of
from espionage.selectors import known, order_weeks, sheets
from espionage.selectors.order_weeks import Writing
from espionage.selectors.public import around_week
from espionage.selectors.reports import frozen_file
from espionage.services.sheets import save_sheet

State: TypeAlias = Literal["nothing", "draft", "final", "passed", "standing", "bot"]
TAG: Final = re.compile(r'"(\d{1,6})\.(\d{1,6})\.(\d{1,9})"')


class Precondition(exceptions.APIException):
    """The caller has not looked at the version that counts."""

    status_code = 412
    default_code = "stale"
    default_detail = (
        "Someone has saved these orders since you opened them. Check the newer version, then "
        "save again."
    )


class PreconditionNeeded(exceptions.APIException):
    """The caller does not say what they have looked at."""

    status_code = 428
    default_code = "if-match-needed"
    default_detail = "Send the ETag of the orders you last read in the If-Match header."


class SheetOut(Record):
    """The orders that count now. Version 0 is an empty sheet: nothing sent, with the standing
    orders carried over. Where nothing was sent, "standing" is what those gave at the deadline
    (E41), and "bot" what the bot that stands in wrote then (E44).
    """

    week: int
    season: int
    state: State
    version: int
    sheet: Sheet
    entropy: str | None
    digest: str | None
    saved_at: datetime | None
    saved_by: str | None


class SheetIn(Body):
    """Orders to save: as a draft, as final, or to pass on purpose (then without a sheet). A draft
    counts at the deadline, too (E15).
    """

    state: Literal["draft", "final", "passed"]
    sheet: Sheet = NO_SHEET
    entropy: Annotated[
        str,
        Meta(
            max_length=ENTROPY_LENGTH,
            description=(
                "Your own randomness for the week's dice: any text, ideally random. It is sealed "
                "with the sheet and shown on the receipt."
            ),
        ),
    ] = ""


def find_week(call: ClubCall, number: int, season: int | None = None) -> Week:
    """A week with its seal and match; Http404. One query."""
    return or_404(
        order_weeks.week_numbered(call.campaign, number, "" if season is None else str(season))
    )


def own_week(call: TeamCall, number: int, season: int | None = None) -> Week:
    """A week whose orders are the caller's to give: any for an owner, their own for a deputy (C24);
    Http404.
    """
    week = find_week(call, number, season)
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    return week


@team_door(allow=policy.may_command)
def read(call: TeamCall, query: SeasonQuery, number: int) -> SheetOut:
    """My team's orders for a week. The ETag names the version; send it back as If-Match to save."""
    week = own_week(call, number, query.season)
    found = sheets.start(week, call.team)
    call.headers["ETag"] = _tag(week, found.version)
    return _out(week, found.newest, found.sheet(week))


def _tag(week: Week, version: int) -> str:
    return f'"{week.season.number}.{week.number}.{version}"'


def _out(week: Week, row: OrderSheet | None, sheet: Sheet) -> SheetOut:
    return SheetOut(
        week=week.number,
        season=week.season.number,
        state=_state(row),
        version=row.version if row else 0,
        sheet=sheets.read(row) if row else sheet,
        entropy=row.entropy if row else None,
        digest=row.digest if row else None,
        saved_at=row.saved_at if row else None,
        saved_by=_writer(row),
    )


def _writer(row: OrderSheet | None) -> str | None:
    return row.saved_by.get_username() if row and row.saved_by else None


def _state(row: OrderSheet | None) -> State:
    found: State = row.state if row else "nothing"  # type: ignore[assignment]
    return found


@team_door(allow=policy.may_command, if_match=True)
def write(call: TeamCall, query: SeasonQuery, body: SheetIn, number: int) -> SheetOut:
    """Save my team's orders on top of the version that If-Match names."""
    return _saved(
        call,
        own_week(call, number, query.season),
        body.sheet,
        OrderSheet.State(body.state),
        body.entropy,
    )


def _saved(
    call: TeamCall, week: Week, sheet: Sheet, state: OrderSheet.State, entropy: str
) -> SheetOut:
    seen = _seen(call, week)
    try:
        row = save_sheet(
            week_id=week.pk,
            team=call.team,
            sheet=sheet,
            state=state,
            seen=seen,
            by=call.user,
            entropy=entropy,
        )
    except Stale as stale:
        raise Precondition from stale
    call.headers["ETag"] = _tag(week, row.version)
    return _out(week, row, NO_SHEET)


def _seen(call: TeamCall, week: Week) -> int:
    """The version that the caller has looked at."""
    if call.if_match is None:
        raise PreconditionNeeded
    said = TAG.fullmatch(call.if_match.strip().removeprefix("W/"))
    if said is None or (int(said[1]), int(said[2])) != (week.season.number, week.number):
        raise Precondition
    return int(said[3])


# --- standing orders ------------------------------------------------------------------------------


@team_door(allow=policy.may_command)
def read_standing(call: TeamCall, query: SeasonQuery, number: int) -> Standing:
    """My team's standing orders for a week: those on its sheet, or those carried over. The ETag is
    that of the orders.
    """
    week = own_week(call, number, query.season)
    found = sheets.start(week, call.team)
    call.headers["ETag"] = _tag(week, found.version)
    return found.sheet(week).standing


@team_door(allow=policy.may_command, if_match=True)
def write_standing(call: TeamCall, query: SeasonQuery, body: Standing, number: int) -> SheetOut:
    """Change the standing orders alone: a new version of the sheet, in the state it had. A passed
    week becomes a draft again.
    """
    week = own_week(call, number, query.season)
    found = sheets.start(week, call.team)
    kept = found.newest is not None and found.newest.state != OrderSheet.State.PASSED
    state = (
        OrderSheet.State(found.newest.state) if found.newest and kept else OrderSheet.State.DRAFT
    )
    entropy = found.newest.entropy if found.newest else ""
    return _saved(call, week, changed(found.sheet(week), standing=body), state, entropy)


# --- before saving --------------------------------------------------------------------------------


@team_door(allow=policy.may_command, scope=Scope.READ)
def check(call: TeamCall, query: SeasonQuery, body: SheetIn, number: int) -> Receipt:
    """Try orders without saving them, as they would be sent to be saved: what would run, what it
    would cost, its odds, and all that order entry would refuse.
    """
    found = order_weeks.writing(own_week(call, number, query.season), call.team)
    sheet = NO_SHEET if body.state == "passed" else body.sheet
    return receipt_of(
        sheet, found.around.file, found.around.roster, found.house, found.vehicle_names
    )


class Named(Record):
    """A rival's vehicle that can be named, as last seen."""

    id: UUID
    team: UUID
    name: str


class Choices(Record):
    """What orders can be made of: my people, money and gear; who plays this week, with the people
    everybody knows; vehicles I know of.
    """

    people: tuple[Character, ...]
    money: int
    stock: tuple[Packed, ...]
    rivals: Roster
    vehicles: tuple[Named, ...]
    missions_a_week: int


@team_door(allow=policy.may_command)
def choices(call: TeamCall, query: SeasonQuery, number: int) -> Choices:
    """What orders can be made of."""
    found = order_weeks.writing(own_week(call, number, query.season), call.team)
    return filled(
        Choices,
        found.around.file,
        rivals=found.around.rivals,
        vehicles=tuple(_named(found)),
        missions_a_week=found.house.missions_a_week,
    )


def _named(found: Writing) -> Iterator[Named]:
    for pk, seen in found.targets.standing.items():
        yield Named(id=pk, team=seen.team, name=seen.name)


class OddsLine(Record):
    """The exact odds of one of my people for one kind of order, before any counterspy has a say;
    `week` is what that comes to in the week, whoever is on duty there, from the least to the most.
    It holds for a mission that is the only one against its target: others there can lower it. For
    a counterspy it is how likely a mission ends by one attempt, the least if every 12+ is an
    ambush.
    """

    spy: str
    name: str
    action: Action
    odds: OrderOdds
    week: Span


class OddsQuery(Paged):
    """Which odds."""

    season: Season_ = None
    action: Action | None = None


@team_door(allow=policy.may_command)
def odds(call: TeamCall, query: OddsQuery, number: int) -> Page[OddsLine]:
    """What each of my people can be expected to do."""
    found = order_weeks.writing(own_week(call, number, query.season), call.team)
    house = found.house
    lines = [
        _odds_line(who, action, house)
        for who in found.around.file.people
        if who.fit
        for action in get_args(Action)
        if query.action in {None, action}
    ]
    return paged(call, query, lines, lambda line: line)


def _odds_line(who: Character, action: Action, house: HouseRules) -> OddsLine:
    found = order_odds(who, action)
    guards = action == COUNTERSPY
    week = (
        chance_to_stop(found, ambush=True)
        if guards
        else chance_against_unknown_guard(found, house.skill_cap)
    )
    return OddsLine(spy=who.id, name=who.name, action=action, odds=found, week=week)


# --- after saving ---------------------------------------------------------------------------------


class VersionsQuery(Paged):
    """Of which season."""

    season: Season_ = None


class VersionOut(Record):
    """A version of the orders. Its digest is SHA-256 over its salt, what was added to the dice, and
    its canonical text: docs/reference/proof.md.
    """

    version: int
    state: State
    digest: str
    salt: str
    entropy: str
    saved_at: datetime
    saved_by: str | None


@team_door(allow=policy.may_command)
def versions(call: TeamCall, query: VersionsQuery, number: int) -> Page[VersionOut]:
    """Every version of my team's orders for a week, the newest first."""
    return paged(
        call, query, sheets.history(own_week(call, number, query.season), call.team), _version
    )


def _version(row: OrderSheet) -> VersionOut:
    return filled(
        VersionOut,
        row,
        state=_state(row),
        salt=bytes(row.salt).hex(),
        saved_by=_writer(row),
    )


class ReceiptOut(Record):
    """What was saved, in plain words: what will run, or what ran; and what binds both sides to
    it.
    """

    version: VersionOut
    sheet: Sheet
    receipt: Receipt


class ReceiptQuery(Query):
    """Which version; the one that counts when left out."""

    season: Season_ = None
    version: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


@team_door(allow=policy.may_command)
def receipt(call: TeamCall, query: ReceiptQuery, number: int) -> ReceiptOut:
    """The receipt of my team's orders."""
    week = own_week(call, number, query.season)
    rows = sheets.history(week, call.team)
    row = or_404(next((row for row in rows if query.version in {None, row.version}), None))
    house, sheet = rules_in(week), sheets.read(row)
    them = around_week(call.team, week, house)
    names = known.names(
        call.team,
        [order.target for order in sheet.orders if order.action == "blow_up" and order.target],
    )
    words = receipt_of(sheet, frozen_file(week, call.team) or them.file, them.roster, house, names)
    return ReceiptOut(version=_version(row), sheet=sheet, receipt=words)
