"""A team's secret orders in all versions, with checks, receipts and odds.

Only the team's owners can use these operations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias, get_args
from uuid import UUID

from msgspec import Meta
from rest_framework import exceptions

from campaign.calendar.api.weeks import SeasonQuery
from campaign.league import policy
from campaign.league.api.permissions import ClubCall, TeamCall, team_door
from campaign.league.api.shapes import Season_, SeasonPage
from campaign.league.models import Week
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
from espionage.rules.odds import OrderOdds, order_odds
from espionage.rules.orders import NO_SHEET, Action, Sheet, Standing
from espionage.rules.receipt import Receipt
from espionage.rules.receipt import make_receipt as receipt_of
from espionage.selectors import order_weeks, rival_vehicles, sheets
from espionage.selectors.order_weeks import OrderFormData
from espionage.selectors.public import view_for_week
from espionage.selectors.reports import frozen_file
from espionage.selectors.sheet_chances import guard_records, sheet_chances
from espionage.services.sheets import save_sheet

State: TypeAlias = Literal["nothing", "draft", "final", "passed", "standing", "bot"]
ETAG_PATTERN: Final = re.compile(r'"(\d{1,6})\.(\d{1,6})\.(\d{1,9})"')


class Precondition(exceptions.APIException):
    """The caller has not seen the current version."""

    status_code = 412
    default_code = "stale"
    default_detail = (
        "Someone has saved these orders since you opened them. Check the newer version, then "
        "save again."
    )


class PreconditionNeeded(exceptions.APIException):
    """The request does not say which version the caller has seen."""

    status_code = 428
    default_code = "if-match-needed"
    default_detail = "Send the ETag of the orders you last read in the If-Match header."


class SheetOut(Record):
    """The orders that are currently in effect.

    Version 0 is an empty sheet with the last standing orders. If no sheet was sent, the state
    "standing" means that standing orders supplied the orders at the deadline (E41), and "bot" means
    that the team's bot wrote them (E44).
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
    """Orders to save as a draft or as sealed orders, or a pass (without a sheet).

    A draft that is the last saved version at the deadline counts like sealed orders (E15).
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
    """Return a week with its seal and match, in one query. Raise Http404 if there is none."""
    return or_404(
        order_weeks.week_numbered(call.campaign, number, "" if season is None else str(season))
    )


def own_week(call: TeamCall, number: int, season: int | None = None) -> Week:
    """Return a week for which the caller can write orders. Raise Http404 otherwise.

    An owner can write orders for any week, a deputy only for the week assigned to them (C24).
    """
    week = find_week(call, number, season)
    policy.require(policy.may_command_in(call.viewer, call.team, week))
    return week


@team_door(allow=policy.may_command)
def read(call: TeamCall, query: SeasonQuery, number: int) -> SheetOut:
    """Return your team's orders for a week.

    The ETag identifies the version. Send it as If-Match when you save.
    """
    week = own_week(call, number, query.season)
    base = sheets.form_base(week, call.team)
    call.headers["ETag"] = _tag(week, base.version)
    return _out(week, base.current, base.sheet(week))


def _tag(week: Week, version: int) -> str:
    return f'"{week.season.number}.{week.number}.{version}"'


def _out(week: Week, row: OrderSheet | None, sheet: Sheet) -> SheetOut:
    return SheetOut(
        week=week.number,
        season=week.season.number,
        state=_state(row),
        version=row.version if row else 0,
        sheet=sheets.read_sheet(row) if row else sheet,
        entropy=row.entropy if row else None,
        digest=row.digest if row else None,
        saved_at=row.saved_at if row else None,
        saved_by=_writer(row),
    )


def _writer(row: OrderSheet | None) -> str | None:
    return row.saved_by.get_username() if row and row.saved_by else None


def _state(row: OrderSheet | None) -> State:
    state: State = row.state if row else "nothing"  # type: ignore[assignment]
    return state


@team_door(allow=policy.may_command, if_match=True)
def write(call: TeamCall, query: SeasonQuery, body: SheetIn, number: int) -> SheetOut:
    """Save your team's orders.

    If-Match identifies the version to replace.
    """
    return _save(
        call,
        own_week(call, number, query.season),
        body.sheet,
        OrderSheet.State(body.state),
        body.entropy,
    )


def _save(
    call: TeamCall, week: Week, sheet: Sheet, state: OrderSheet.State, entropy: str
) -> SheetOut:
    seen_version = _version_seen(call, week)
    try:
        row = save_sheet(
            week_id=week.pk,
            team=call.team,
            sheet=sheet,
            state=state,
            seen_version=seen_version,
            saved_by=call.user,
            entropy=entropy,
        )
    except Stale as stale:
        raise Precondition from stale
    call.headers["ETag"] = _tag(week, row.version)
    return _out(week, row, NO_SHEET)


def _version_seen(call: TeamCall, week: Week) -> int:
    if call.if_match is None:
        raise PreconditionNeeded
    tag = ETAG_PATTERN.fullmatch(call.if_match.strip().removeprefix("W/"))
    if tag is None or (int(tag[1]), int(tag[2])) != (week.season.number, week.number):
        raise Precondition
    return int(tag[3])


# --- standing orders ------------------------------------------------------------------------------


@team_door(allow=policy.may_command)
def read_standing(call: TeamCall, query: SeasonQuery, number: int) -> Standing:
    """Return your team's standing orders for a week.

    The week's sheet provides them if there is one, otherwise the last sheet. The ETag is the same
    as for the orders.
    """
    week = own_week(call, number, query.season)
    base = sheets.form_base(week, call.team)
    call.headers["ETag"] = _tag(week, base.version)
    return base.sheet(week).standing


@team_door(allow=policy.may_command, if_match=True)
def write_standing(call: TeamCall, query: SeasonQuery, body: Standing, number: int) -> SheetOut:
    """Change only the standing orders.

    This creates a new version of the sheet in the same state. If the week was passed, the new
    version is a draft.
    """
    week = own_week(call, number, query.season)
    base = sheets.form_base(week, call.team)
    is_state_kept = base.current is not None and base.current.state != OrderSheet.State.PASSED
    state = (
        OrderSheet.State(base.current.state)
        if base.current and is_state_kept
        else OrderSheet.State.DRAFT
    )
    entropy = base.current.entropy if base.current else ""
    return _save(call, week, changed(base.sheet(week), standing=body), state, entropy)


# --- before saving --------------------------------------------------------------------------------


@team_door(allow=policy.may_command, scope=Scope.READ)
def check(call: TeamCall, query: SeasonQuery, body: SheetIn, number: int) -> Receipt:
    """Check orders without saving them.

    The response contains the orders that would be carried out, their cost and odds, and every error
    that saving them would cause.
    """
    form_data = order_weeks.load_form_data(
        own_week(call, number, query.season),
        call.team,
        with_records=policy.owns(call.viewer, call.team),
    )
    sheet = NO_SHEET if body.state == "passed" else body.sheet
    return receipt_of(
        sheet,
        form_data.club_view.file,
        form_data.club_view.roster,
        form_data.rules,
        form_data.vehicle_names,
        odds=form_data.chances(sheet),
    )


class Named(Record):
    """A rival's vehicle that can be named in orders, as it was last seen."""

    id: UUID
    team: UUID
    name: str


class Choices(Record):
    """The values that can be used in orders.

    You can use your people, money and gear, this week's teams, and known vehicles.
    """

    people: tuple[Character, ...]
    money: int
    stock: tuple[Packed, ...]
    rivals: Roster
    vehicles: tuple[Named, ...]
    missions_a_week: int


@team_door(allow=policy.may_command)
def choices(call: TeamCall, query: SeasonQuery, number: int) -> Choices:
    """Return the values that can be used in orders."""
    form_data = order_weeks.load_form_data(own_week(call, number, query.season), call.team)
    return filled(
        Choices,
        form_data.club_view.file,
        rivals=form_data.club_view.rivals,
        vehicles=tuple(_named_vehicles(form_data)),
        missions_a_week=form_data.rules.missions_a_week,
    )


def _named_vehicles(form_data: OrderFormData) -> Iterator[Named]:
    for pk, sighting in form_data.targets.targetable.items():
        yield Named(id=pk, team=sighting.team, name=sighting.name)


class OddsLine(Record):
    """The exact odds of one character's roll for one kind of order, before any counterspy acts.

    The chances in the week depend on the whole sheet. Check your orders to read them.
    """

    spy: str
    name: str
    action: Action
    odds: OrderOdds


class OddsQuery(Paged):
    """Filters for odds."""

    season: Season_ = None
    action: Action | None = None


@team_door(allow=policy.may_command)
def odds(call: TeamCall, query: OddsQuery, number: int) -> Page[OddsLine]:
    """List the odds of each of your people."""
    form_data = order_weeks.load_form_data(own_week(call, number, query.season), call.team)
    lines = [
        OddsLine(spy=person.id, name=person.name, action=action, odds=order_odds(person, action))
        for person in form_data.club_view.file.people
        if person.fit
        for action in get_args(Action)
        if query.action in {None, action}
    ]
    return paged(call, query, lines, lambda line: line)


# --- after saving ---------------------------------------------------------------------------------


class VersionOut(Record):
    """A version of the orders.

    The digest is the SHA-256 hash of the salt, the entropy and the canonical text (see
    docs/reference/proof.md).
    """

    version: int
    state: State
    digest: str
    salt: str
    entropy: str
    saved_at: datetime
    saved_by: str | None


@team_door(allow=policy.may_command)
def versions(call: TeamCall, query: SeasonPage, number: int) -> Page[VersionOut]:
    """List the versions of your team's orders for a week, newest first."""
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
    """The saved orders in plain words, with the digest that binds both the team and the site."""

    version: VersionOut
    sheet: Sheet
    receipt: Receipt


class ReceiptQuery(Query):
    """The version to return. The default is the current version."""

    season: Season_ = None
    version: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


@team_door(allow=policy.may_command)
def receipt(call: TeamCall, query: ReceiptQuery, number: int) -> ReceiptOut:
    """Return the receipt of your team's orders."""
    week = own_week(call, number, query.season)
    rows = sheets.history(week, call.team)
    row = or_404(next((row for row in rows if query.version in {None, row.version}), None))
    rules = rules_in(week)
    sheet = sheets.read_sheet(row)
    is_owner = policy.owns(call.viewer, call.team)
    club_view = view_for_week(call.team, week, rules)
    names = rival_vehicles.names_on_sheet(call.team, sheet)
    file, roster = frozen_file(week, call.team) or club_view.file, club_view.roster
    records = guard_records(week, call.team) if is_owner else ()
    odds_of_sheet = sheet_chances(file, sheet, roster, rules, records)
    receipt_words = receipt_of(sheet, file, roster, rules, names, odds=odds_of_sheet)
    return ReceiptOut(version=_version(row), sheet=sheet, receipt=receipt_words)
