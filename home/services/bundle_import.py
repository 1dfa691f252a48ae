"""Taking a bundle in: the club it carries is on this site afterwards, or nothing is.

Rows of a bundle are truth that no service has looked at, so only the site's host takes one in
(`manage.py import_campaign`, and `bundle_uploads.py` in the admin). Its people come without a way
to log in, or are who the host says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from math import ceil
from typing import IO, TYPE_CHECKING, Annotated, Any, Final, NamedTuple
from uuid import UUID, uuid4

import msgspec
from django.db import DatabaseError, models, transaction
from django.utils.text import slugify
from django_scopes import scope, scopes_disabled

from campaign.duels.models import DrivenDuel, DuelResult
from campaign.duels.selectors.driven import is_driven_here
from campaign.garage.models import PublishedDesign, Vehicle
from campaign.league.models import Campaign, Event, Meet, Membership, Team, Week
from campaign.league.rules.calendar import to_utc
from campaign.league.selectors.house import zone_of
from campaign.league.services import calendar, desk_log, pausing
from campaign.roster.models import Character
from core.accounts.models import User
from core.web import bulk
from core.web.names import compose_names
from core.web.refusals import Refused
from home.rules.bundle import PEOPLE
from home.selectors.bundle_files import BadBundle, opened
from home.selectors.bundle_keys import is_ours
from home.selectors.bundle_parts import CARRIED
from home.selectors.bundle_rows import BadRow, decoded, fields

from .bundle_fork import PLAYER, open_weeks, say_fork, say_players

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from home.rules.bundle import Signature
    from home.selectors.bundle_files import Bundle
    from home.selectors.bundle_parts import Carried

AT_ONCE: Final = 500
SEED_BYTES: Final = 32
WEEK_SECONDS: Final = 7 * 24 * 3600


class Somebody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the people's part."""

    id: UUID
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=150)]


@dataclass(frozen=True)
class Imported:
    """The club that was taken in, who signed its bundle, and who of it has no log-in."""

    campaign: Campaign
    signature: Signature
    rows: int
    stand_ins: tuple[str, ...]

    @property
    def is_ours(self) -> bool:
        """Whether this site made the bundle."""
        return is_ours(self.signature)


@dataclass
class Ids:
    """The keys of all rows of the bundle by table, and who its people are here."""

    rows: dict[type[models.Model], set[UUID]] = field(default_factory=dict)
    people: dict[UUID, UUID] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)


class Fork(NamedTuple):
    """That the club is to be a fork: whether its weeks so far are opened at once."""

    opened: bool = False


def take_in(
    file: IO[bytes],
    *,
    gm: User,
    at: datetime,
    known: Mapping[str, User] | None = None,
    name: str = "",
    fork: Fork | None = None,
) -> Imported:
    """Take in an open bundle, all of it or nothing. `known` says who of its people, by their names
    in it, is whom here; everybody else becomes a person without a log-in. `gm` runs the club;
    `name` is another name for it. A `fork` leaves behind what people said, and calls them players.

    A week that was open begins anew; weeks whose orders were due by now, or in which the site would
    drive at once what nobody could enter for, are put off, as a GM would.
    Raises BadBundle, with the part that is at fault; Refused where the site has the club already;
    WrongTime where the weeks of a fork are to be opened and one is under way.
    """
    parts = [part for part in CARRIED if fork is None or part.talk == "none"]
    with opened(file) as bundle, scopes_disabled(), transaction.atomic():
        ids = Ids()
        read_keys(bundle, ids, parts)
        _people(bundle, ids, known or {}, as_players=fork is not None)
        try:
            with transaction.atomic():
                rows = sum(_write(bundle, part, ids, name) for part in parts)
        except DatabaseError as error:
            raise BadBundle(
                "The bundle contains conflicting rows and cannot be imported."
            ) from error
        club = Campaign.objects.filter(pk=UUID(bundle.manifest.club.id))
        compose_names(club)
        campaign = club.get()
        _compose_names(campaign)
        with scope(campaign=campaign.pk):
            _run_by(campaign, gm, at)
            desk_log.record(
                campaign_id=campaign.pk,
                actor=gm,
                kind="brought-here",
                at=at,
                detail={"made_at": bundle.manifest.made_at.isoformat()},
            )
            if fork:
                say_fork(campaign, bundle.manifest, bundle.signature.key, gm, at)
            if fork and fork.opened:
                open_weeks(campaign, gm, at)
            _put_off(campaign, gm, at)
        return Imported(campaign, bundle.signature, rows, tuple(sorted(ids.names)))


# --- whole, and not here yet ----------------------------------------------------------------------


def read_keys(bundle: Bundle, ids: Ids, parts: Iterable[Carried]) -> None:
    """The keys of all rows. Raises Refused for one that the site has already."""
    for part in parts:
        keys: set[UUID] = set()
        for row in _decoded(bundle, part):
            keys.add(row.pk)
        ids.rows[part.model] = keys
        there = part.model._base_manager.filter(pk__among=keys)  # the manager without a scope
        if keys and there.exists():
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


def _decoded(bundle: Bundle, part: Carried) -> Iterator[models.Model]:
    for number, line in enumerate(bundle.lines(part.name), 1):
        try:
            yield decoded(part, line)
        except BadRow as error:
            raise BadBundle(f"Line {number} of the part {part.name}: {error}.") from error


# --- people ---------------------------------------------------------------------------------------


def _people(
    bundle: Bundle, ids: Ids, known: Mapping[str, User], *, as_players: bool = False
) -> None:
    """Everybody of the bundle is somebody here: who was said, or a person without a log-in, under
    their name or as a player with a number.
    """
    try:
        everybody = [msgspec.json.decode(line, type=Somebody) for line in bundle.lines(PEOPLE)]
    except msgspec.MsgspecError as error:
        raise BadBundle("The part “people” is not readable.") from error
    if strangers := sorted(set(known) - {one.name for one in everybody}):
        raise Refused(f"There is no one called {strangers[0]} in the bundle.", field="known")
    taken = set(User.objects.filter(pk__among={one.id for one in everybody}).values_list("pk"))
    for number, one in enumerate(everybody, 1):
        if one.name in known:
            ids.people[one.id] = known[one.name].pk
            ids.players[one.name] = known[one.name].get_username()
            continue
        called = PLAYER.format(number=number) if as_players else User.normalize_username(one.name)
        row = _stand_in(called, uuid4() if (one.id,) in taken or as_players else one.id)
        ids.people[one.id] = row.pk
        ids.players[one.name] = row.get_username()
        ids.names.append(row.get_username() if as_players else one.name)
    if not as_players:
        ids.players.clear()


def _stand_in(called: str, key: UUID) -> User:
    """A person whom the club knows by name and who cannot log in; numbered where the name is
    somebody's here.
    """
    there = User.objects.filter(username__istartswith=called[:140])
    taken = {name.casefold() for name in there.values_list("username", flat=True)}
    free = (f"{called[:140]}-{number}" for number in count(2))
    name = (
        called
        if called.casefold() not in taken
        else next(other for other in free if other.casefold() not in taken)
    )
    user = User(pk=key, username=name, is_active=False, shown=User.Shown.NOBODY)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def _run_by(campaign: Campaign, gm: User, at: datetime) -> None:
    """Whoever brought the club here is its GM."""
    row, made = Membership.objects.get_or_create(
        campaign=campaign,
        user=gm,
        defaults={"role": Membership.Role.GM, "joined_at": at},
    )
    if not made:
        row.role, row.left_at = Membership.Role.GM, None
        row.save(update_fields=["role", "left_at"])


# --- rows -----------------------------------------------------------------------------------------


def _write(bundle: Bundle, part: Carried, ids: Ids, name: str) -> int:
    """Write a part's rows; how many."""
    refers = {
        attname: column.related_model
        for attname, column in fields(part).items()
        if column.related_model
    }
    rows, written = _decoded(bundle, part), 0
    while batch := list(islice(rows, AT_ONCE)):
        for row in batch:
            for attname, model in refers.items():
                _refer(part, row, attname, model, ids)
            if ids.players:
                say_players(row, ids.players)
            _finish(row, name)
        bulk.insert(batch)
        written += len(batch)
    return written


def _refer(part: Carried, row: models.Model, attname: str, model: Any, ids: Ids) -> None:
    """A reference leads to a row of the same bundle, or to somebody of it."""
    key = getattr(row, attname)
    if key is None:
        return
    if model is User and key in ids.people:
        setattr(row, attname, ids.people[key])
    elif key not in ids.rows.get(model, ()):
        raise BadBundle(f"The part {part.name} refers to something that is not in the bundle.")


def _finish(row: models.Model, name: str) -> None:
    """What is another one here: the club's address, and seeds that were not opened yet."""
    if isinstance(row, Campaign):
        row.name = name.strip()[:80] or row.name
        row.slug = _slug(row.slug if not name else slugify(row.name)[:50] or row.slug)
    if isinstance(row, Meet) and not row.seed:
        row.seed = os.urandom(SEED_BYTES)


def _compose_names(campaign: Campaign) -> None:
    """Bring the names that people look up to the form in which new names are stored."""
    compose_names(Team.objects.filter(campaign=campaign))
    compose_names(Character.objects.filter(team__campaign=campaign))
    compose_names(Vehicle.objects.filter(team__campaign=campaign))
    compose_names(PublishedDesign.objects.filter(campaign=campaign))


def _slug(wanted: str) -> str:
    others = (f"{wanted[:50]}-{number}" for number in count(2))
    taken = set(Campaign.objects.filter(slug__startswith=wanted[:50]).values_list("slug"))
    return wanted if (wanted,) not in taken else next(one for one in others if (one,) not in taken)


# --- the weeks to come ----------------------------------------------------------------------------


def _put_off(campaign: Campaign, gm: User, at: datetime) -> None:
    """Weeks are put off by whole weeks until the first opens, where its orders were due by now, or
    the hour of something that the site drives in it has passed; what is driven in them is as much
    later.
    """
    planned = Week.objects.filter(season__campaign=campaign, status=Week.Status.PLANNED)
    first = planned.filter(season__closed_at=None).order_by("number").first()
    if first is None or not (first.due_at <= at or _missed(first, at)):
        return
    opened = dict(planned.values_list("pk", "opens_at"))
    weeks = ceil((at - first.opens_at).total_seconds() / WEEK_SECONDS)
    while weeks > 0:
        some = min(weeks, calendar.MOST_AHEAD)
        calendar.postpone(
            week=Week.objects.select_related("season__campaign").get(pk=first.pk),
            weeks=some,
            actor=gm,
            reason="The club was moved to another site.",
            at=at,
        )
        weeks -= some
    _put_off_hours(planned, opened, zone_of(campaign))


def _missed(week: Week, at: datetime) -> bool:
    """Whether the site would drive an event of a week, or draw its heats, in the moment in which it
    opens, since their hour has passed: nobody could enter.
    """
    if not is_driven_here(week):
        return False
    finals = Event.objects.filter(kind=Event.Kind.FINAL, called_off_at=None)
    undrawn = Meet.objects.filter(week=week, drawn_at=None, closes_at__lte=at, events__in=finals)
    events = Event.objects.filter(week=week, called_off_at=None, starts_at__lte=at)
    done = DrivenDuel.objects.filter(event__isnull=False).values("event")  # or out of the arena
    events = events.exclude(pk__in=done).exclude(pk__in=_over())
    return undrawn.exists() or events.exists()


def _driven() -> models.QuerySet[Any, Any]:
    """Events that stand in the arena, or stood there."""
    rows = DrivenDuel.objects.filter(event__isnull=False, table__isnull=False)
    return rows.values_list("event", flat=True)


def _over() -> models.QuerySet[Any, Any]:
    """Events that are recorded."""
    return DuelResult.objects.exclude(event=None).values_list("event", flat=True)


def _put_off_hours(
    planned: models.QuerySet[Week], opened: Mapping[UUID, datetime], zone: tzinfo
) -> None:
    """What is driven beside the duels of these weeks is by local time as long after its week opens
    as it was before; what was driven or recorded already keeps its hour.
    """
    weeks = {week.pk: week for week in planned}
    for model, hours in pausing.HOURS.items():
        rows = model.objects.filter(week__in=weeks)
        if model is Event:
            rows = rows.exclude(pk__in=_driven()).exclude(pk__in=_over())
        for row in rows:
            now, before = (
                moment.astimezone(zone).replace(tzinfo=None)
                for moment in (weeks[row.week_id].opens_at, opened[row.week_id])
            )
            for hour in hours:
                local = getattr(row, hour).astimezone(zone).replace(tzinfo=None)
                setattr(row, hour, to_utc(local + (now - before), zone))
            row.save(update_fields=list(hours))
