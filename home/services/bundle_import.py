"""Services for importing a bundle.

If any part fails, nothing is imported.

No service has checked the rows of a bundle, so only the site's host can import a bundle, with
`manage.py import_campaign` or in the admin (`bundle_uploads.py`). The people in a bundle cannot
sign in unless the host maps them to users.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from itertools import count, islice
from math import ceil
from typing import IO, Annotated, Any, Final, NamedTuple
from uuid import UUID, uuid4

import msgspec
from django.db import DatabaseError, models, transaction
from django.utils.text import slugify
from django_scopes import scope, scopes_disabled

from campaign.calendar.services import calendar, pausing
from campaign.duels.selectors.driven import is_driven_here
from campaign.garage.models import PublishedDesign, Vehicle
from campaign.house_rules.rules.calendar import MAX_PLANNED_WEEKS, to_utc
from campaign.league.models import Campaign, Duel, Meet, Membership, Team, Week
from campaign.league.selectors.house import zone_of
from campaign.league.services import desk_log
from campaign.roster.models import Character
from core.accounts.models import User
from core.web import bulk
from core.web.names import compose_names
from core.web.refusals import Refused
from core.web.text import free_slug
from home.rules.bundle import PEOPLE, Signature
from home.selectors.bundle_files import BadBundle, Bundle, open_bundle
from home.selectors.bundle_keys import is_ours
from home.selectors.bundle_parts import EXPORTED_TABLES, ExportedTable
from home.selectors.bundle_rows import BadRow, decode_row, exported_fields

from .bundle_fork import PLAYER, open_weeks, say_fork, say_players

BATCH_ROWS: Final = 500
SEED_BYTES: Final = 32
WEEK_SECONDS: Final = 7 * 24 * 3600


class PersonLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line in the part that lists people."""

    id: UUID
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=150)]


@dataclass(frozen=True)
class Imported:
    """The imported club, its bundle's signature, and the names of people who cannot sign in."""

    campaign: Campaign
    signature: Signature
    rows: int
    inactive_people: tuple[str, ...]

    @property
    def is_ours(self) -> bool:
        """True if this site made the bundle."""
        return is_ours(self.signature)


@dataclass
class Ids:
    """The keys of all rows in the bundle, by table, and the user for each person."""

    rows: dict[type[models.Model], set[UUID]] = field(default_factory=dict)
    people: dict[UUID, UUID] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)


EXCHANGES: Final = "campaign.exchange"
"""The part for rights to exchange a vehicle, which older bundles do not have (E47)."""


class Fork(NamedTuple):
    """Options of a fork, which say whether its past weeks are revealed immediately."""

    reveal_weeks: bool = False


def _turn_exchanges_off(weeks: Iterable[UUID]) -> None:
    """Turn exchanges and points for stolen sheets off in the rules of weeks that are older."""
    for week in Week.objects.filter(pk__in=weeks).exclude(rules=None):
        week.rules = {**week.rules, "exchange_after_infiltration": False, "sheet_points": 0}
        week.save(update_fields=["rules"])


def import_bundle(
    file: IO[bytes],
    *,
    gm: User,
    now: datetime,
    users: Mapping[str, User] | None = None,
    name: str = "",
    fork: Fork | None = None,
) -> Imported:
    """Import an open bundle. If any part fails, nothing is imported.

    `users` maps the names of people in the bundle to users. All other people become users who
    cannot sign in. `gm` runs the club, and `name` replaces its name. A `fork` leaves out messages
    and renames people to players.

    A week that was open restarts. Weeks are postponed if their orders were already due. They are
    also postponed if the site would immediately drive events that nobody could enter.

    Raise BadBundle, with the name of the damaged part. Raise Refused if the site already has the
    club. Raise WrongTime if a fork's weeks should be revealed during a week.
    """
    parts = [part for part in EXPORTED_TABLES if fork is None or part.talk == "none"]
    with open_bundle(file) as bundle, scopes_disabled(), transaction.atomic():
        ids = Ids()
        read_keys(bundle, ids, parts)
        _map_people(bundle, ids, users or {}, as_players=fork is not None)
        try:
            with transaction.atomic():
                rows = sum(_write(bundle, part, ids, name) for part in parts)
        except DatabaseError as error:
            raise BadBundle(
                "The bundle contains conflicting rows and cannot be imported."
            ) from error
        if ids.rows[Week] - ids.rows[Duel]:
            raise BadBundle("The bundle has weeks without a duel and cannot be imported.")
        if EXCHANGES not in {part.name for part in bundle.manifest.parts}:
            _turn_exchanges_off(ids.rows[Week])
        club = Campaign.objects.filter(pk=UUID(bundle.manifest.club.id))
        compose_names(club)
        campaign = club.get()
        _compose_names(campaign)
        with scope(campaign=campaign.pk):
            _make_gm(campaign, gm, now)
            desk_log.record(
                campaign_id=campaign.pk,
                actor=gm,
                kind="brought-here",
                now=now,
                detail={"made_at": bundle.manifest.made_at.isoformat()},
            )
            if fork:
                say_fork(campaign, bundle.manifest, bundle.signature.key, gm, now)
            if fork and fork.reveal_weeks:
                open_weeks(campaign, gm, now)
            _postpone_weeks(campaign, gm, now)
        return Imported(campaign, bundle.signature, rows, tuple(sorted(ids.names)))


# --- checks ---------------------------------------------------------------------------------------


def read_keys(bundle: Bundle, ids: Ids, parts: Iterable[ExportedTable]) -> None:
    """Read the keys of all rows. Raise Refused if the site already has one of them."""
    for part in parts:
        keys: set[UUID] = set()
        for row in _decode_lines(bundle, part):
            keys.add(row.pk)
        ids.rows[part.model] = keys
        existing = part.model._base_manager.filter(pk__among=keys)  # the manager without a scope
        if keys and existing.exists():
            raise Refused(
                "This club already exists on this site. A club can be imported only once per "
                "site, because its published hashes refer to teams and people by ID.",
                field="file",
                code="there-already",
            )
    if {str(key) for key in ids.rows[Campaign]} != {bundle.manifest.club.id}:
        raise BadBundle(
            "The part campaign.campaign does not belong to the club named in the manifest."
        )


def _decode_lines(bundle: Bundle, part: ExportedTable) -> Iterator[models.Model]:
    for number, line in enumerate(bundle.lines(part.name), 1):
        try:
            yield decode_row(part, line)
        except BadRow as error:
            raise BadBundle(f"Line {number} of the part {part.name}: {error}.") from error


# --- people ---------------------------------------------------------------------------------------


def _map_people(
    bundle: Bundle, ids: Ids, users: Mapping[str, User], *, as_players: bool = False
) -> None:
    """Map each person in the bundle to a known user, or to a new user who cannot sign in.

    A new user gets the name from the bundle, or a player number.
    """
    try:
        people = [msgspec.json.decode(line, type=PersonLine) for line in bundle.lines(PEOPLE)]
    except msgspec.MsgspecError as error:
        raise BadBundle("The part “people” cannot be read.") from error
    if strangers := sorted(set(users) - {person.name for person in people}):
        raise Refused(f"There is no one called {strangers[0]} in the bundle.", field="known")
    taken_ids = set(
        User.objects.filter(pk__among={person.id for person in people}).values_list("pk")
    )
    for number, person in enumerate(people, 1):
        if person.name in users:
            ids.people[person.id] = users[person.name].pk
            ids.players[person.name] = users[person.name].get_username()
            continue
        username = (
            PLAYER.format(number=number) if as_players else User.normalize_username(person.name)
        )
        row = _create_inactive_user(
            username, uuid4() if (person.id,) in taken_ids or as_players else person.id
        )
        ids.people[person.id] = row.pk
        ids.players[person.name] = row.get_username()
        ids.names.append(row.get_username() if as_players else person.name)
    if not as_players:
        ids.players.clear()


def _create_inactive_user(username: str, key: UUID) -> User:
    """Create a user who cannot sign in. If the name is taken, add a number."""
    similar = User.objects.filter(username__istartswith=username[:140])
    taken_names = {name.casefold() for name in similar.values_list("username", flat=True)}
    candidates = (f"{username[:140]}-{number}" for number in count(2))
    name = (
        username
        if username.casefold() not in taken_names
        else next(candidate for candidate in candidates if candidate.casefold() not in taken_names)
    )
    user = User(pk=key, username=name, is_active=False, shown=User.Shown.NOBODY)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def _make_gm(campaign: Campaign, gm: User, now: datetime) -> None:
    row, created = Membership.objects.get_or_create(
        campaign=campaign,
        user=gm,
        defaults={"role": Membership.Role.GM, "joined_at": now},
    )
    if not created:
        row.role, row.left_at = Membership.Role.GM, None
        row.save(update_fields=["role", "left_at"])


# --- rows -----------------------------------------------------------------------------------------


def _write(bundle: Bundle, part: ExportedTable, ids: Ids, name: str) -> int:
    refers = {
        attname: column.related_model
        for attname, column in exported_fields(part).items()
        if column.related_model
    }
    rows, written = _decode_lines(bundle, part), 0
    while batch := list(islice(rows, BATCH_ROWS)):
        for row in batch:
            for attname, model in refers.items():
                _resolve_reference(part, row, attname, model, ids)
            if ids.players:
                say_players(row, ids.players)
            _adapt(row, name)
        bulk.insert(batch)
        written += len(batch)
    return written


def _resolve_reference(
    part: ExportedTable, row: models.Model, attname: str, model: Any, ids: Ids
) -> None:
    """Check that a reference leads to a row of the same bundle, and replace the ids of people."""
    key = getattr(row, attname)
    if key is None:
        return
    if model is User and key in ids.people:
        setattr(row, attname, ids.people[key])
    elif key not in ids.rows.get(model, ()):
        raise BadBundle(f"The part {part.name} refers to something that is not in the bundle.")


def _adapt(row: models.Model, name: str) -> None:
    """Set the values that differ on this site: the club's address, and unrevealed seeds."""
    if isinstance(row, Campaign):
        row.name = name.strip()[:80] or row.name
        slug = row.slug if not name else slugify(row.name)[:50] or row.slug
        similar = Campaign.objects.filter(slug__startswith=slug[:50])
        row.slug = free_slug(slug, set(similar.values_list("slug", flat=True)))
    if isinstance(row, Meet) and not row.seed:
        row.seed = os.urandom(SEED_BYTES)


def _compose_names(campaign: Campaign) -> None:
    """Normalize the names that people search for, as is done for new rows."""
    compose_names(Team.objects.filter(campaign=campaign))
    compose_names(Character.objects.filter(team__campaign=campaign))
    compose_names(Vehicle.objects.filter(team__campaign=campaign))
    compose_names(PublishedDesign.objects.filter(campaign=campaign))


# --- planned weeks --------------------------------------------------------------------------------


def _postpone_weeks(campaign: Campaign, gm: User, now: datetime) -> None:
    """Postpone planned weeks by whole weeks if the first can no longer be played in time.

    This is the case if its orders were due, or if the time of an event that the site drives has
    passed. Events move with their weeks.
    """
    planned = Week.objects.filter(season__campaign=campaign, status=Week.Status.PLANNED)
    first = planned.filter(season__closed_at=None).order_by("number").first()
    if first is None or not (first.due_at <= now or _has_missed_events(first, now)):
        return
    old_starts = dict(planned.values_list("pk", "opens_at"))
    weeks = ceil((now - first.opens_at).total_seconds() / WEEK_SECONDS)
    while weeks > 0:
        chunk = min(weeks, MAX_PLANNED_WEEKS)
        calendar.postpone(
            week=Week.objects.select_related("season__campaign").get(pk=first.pk),
            weeks=chunk,
            actor=gm,
            reason="The club was moved to another site.",
            now=now,
        )
        weeks -= chunk
    _postpone_events(planned, old_starts, zone_of(campaign))


def _has_missed_events(week: Week, now: datetime) -> bool:
    """Return whether the week has events, or draws of heats, that nobody could enter.

    Their times have passed, so the site would start them as soon as the week opens.
    """
    if not is_driven_here(week):
        return False
    finals = Duel.objects.filter(kind=Duel.Kind.FINAL, called_off_at=None)
    undrawn = Meet.objects.filter(week=week, drawn_at=None, closes_at__lte=now, duels__in=finals)
    events = Duel.objects.filter(week=week, called_off_at=None, starts_at__lte=now, results=None)
    events = events.filter(driven=None)  # neither in the arena nor out of it
    return undrawn.exists() or events.exists()


def _postpone_events(
    planned: models.QuerySet[Week], old_starts: Mapping[UUID, datetime], zone: tzinfo
) -> None:
    """Move additional events along with their weeks, in local time.

    Events that were already driven or recorded do not move.
    """
    weeks = {week.pk: week for week in planned}
    for model, hours in pausing.TIME_FIELDS.items():
        still = {"results": None, "driven__table": None} if model is Duel else {}
        rows = model.objects.filter(week__in=weeks, starts_at__isnull=False, **still)
        for row in rows:
            new_start, old_start = (
                moment.astimezone(zone).replace(tzinfo=None)
                for moment in (weeks[row.week_id].opens_at, old_starts[row.week_id])
            )
            for hour in hours:
                local = getattr(row, hour).astimezone(zone).replace(tzinfo=None)
                setattr(row, hour, to_utc(local + (new_start - old_start), zone))
            row.save(update_fields=list(hours))
