"""Seeded leaks, each a typical mistake: the suite has to find every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

import structlog
from django.core.cache import cache
from django.db.models import Count
from django.http import HttpResponse
from django.utils import timezone

import campaign.desk.views.log
import campaign.duels.views.duel
import campaign.roster.selectors.roster
import config.api_middleware
import config.errors
import home.context
from campaign.duels.selectors import duels
from campaign.garage.models import Vehicle
from campaign.garage.selectors import garage
from campaign.league.models import DeskAct, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.views.frame import Link
from campaign.ledger.selectors import books
from campaign.news.models import News
from campaign.news.services import news
from core.notifications.services import email_rendering, notices, push_channel
from engine.values import EVERYONE, changed
from espionage.models import Charge, OrderSheet, Seal
from espionage.rules.step_builder import StepBuilder
from espionage.rules.values import MissionBegan
from espionage.selectors import courier, reports, transcripts, week_status
from espionage.selectors.week_status import Promises
from espionage.services import deadline_reminders, resolving, settling, sheets
from espionage.tasks import tick

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer
    from engine.values import Audience

Patches = Callable[[], AbstractContextManager[Any]]


@dataclass(frozen=True)
class SeededLeak:
    """A mistake, and where it shows: difference, phase, readers and addresses."""

    name: str
    sow: Patches
    difference: str
    phase: str
    reader: str
    at: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@contextmanager
def entries_of_all() -> Iterator[None]:
    """Remove the filter by owner."""
    with patch.object(duels, "has_begun", lambda *_: True):
        yield


@contextmanager
def entries_that_fell_out() -> Iterator[None]:
    """Include entries that were not at the start in the list."""
    muster = duels.muster

    def everybody(*args: Any, **named: Any) -> Any:
        return tuple(replace(one, is_at_start=True) for one in muster(*args, **named))

    with patch.object(duels, "muster", everybody):
        yield


@contextmanager
def states_on_every_page() -> Iterator[None]:
    """Show at the foot of every page how many teams have sent something."""
    site = home.context.site

    def counted(request: Any) -> dict[str, Any]:
        sent = (
            OrderSheet.objects.order_by()
            .values("state")
            .annotate(teams=Count("team", distinct=True))
            .values_list("state", "teams")
        )
        return {**site(request), "foot_links": (Link(f"Orders: {sorted(sent)}", "/help/"),)}

    with _templates_with(counted):
        yield


def _templates_with(processor: Callable[[Any], dict[str, Any]]) -> AbstractContextManager[Any]:
    from django.template import engines

    engine = engines["django"].engine  # type: ignore[attr-defined]
    kept = [one for one in engine.template_context_processors if one.__name__ != "site"]
    return patch.object(engine, "template_context_processors", (*kept, processor))


@contextmanager
def news_by_saving() -> Iterator[None]:
    """Number news by hidden events before them."""
    publish = news.publish

    def numbered(items: Any) -> Any:
        return publish(item._replace(position=OrderSheet.objects.count()) for item in items)

    with patch.object(settling.news, "publish", numbered):
        yield


@contextmanager
def etag_by_time() -> Iterator[None]:
    """Derive the ETag from the last save instead of the bytes."""
    tagged = config.api_middleware._tagged

    def stamped(request: Any, response: HttpResponse) -> Any:
        last = OrderSheet.objects.order_by("-saved_at").values_list("saved_at", flat=True).first()
        response["ETag"] = f'"{last}"'
        return tagged(request, response)

    with patch.object(config.api_middleware, "_tagged", stamped):
        yield


@contextmanager
def whole_desk_log() -> Iterator[None]:
    """Show acts about one team to everyone."""

    def everything(viewer: Viewer) -> QuerySet[DeskAct]:
        return (
            DeskAct.objects.filter(campaign=viewer.campaign)
            .select_related("actor", "week", "team")
            .order_by("-at", "-id")
        )

    with patch.object(campaign.desk.views.log, "acts", everything):
        yield


@contextmanager
def charges_in_the_value() -> Iterator[None]:
    """Reduce the value of a mined vehicle."""
    value = garage.GarageVehicle.value.fget  # type: ignore[attr-defined]

    def mined(parked: garage.GarageVehicle) -> int:
        return value(parked) - 100 * Charge.objects.filter(vehicle=parked.id, fired_at=None).count()

    with patch.object(garage.GarageVehicle, "value", property(mined)):
        yield


@contextmanager
def report_before_its_time() -> Iterator[None]:
    """Open reports as soon as the week is resolved."""
    with patch.object(reports, "is_published", lambda week: week.status != "open"):
        yield


@contextmanager
def missions_counted() -> Iterator[None]:
    """Put the length of the week into the public transcript."""
    evidence = transcripts._evidence

    def counted(seal: Seal, *rest: Any) -> Any:
        records = transcripts._replay(seal.match).state.hidden.records  # type: ignore[arg-type]
        return changed(evidence(seal, *rest), plies=len(records))

    with patch.object(transcripts, "_evidence", counted):
        yield


@contextmanager
def spies_named() -> Iterator[None]:
    """Tell everyone who went on a mission."""
    tell = StepBuilder.tell

    def aloud(p: StepBuilder, event: Any, *, to: Audience) -> None:
        tell(p, event, to=EVERYONE if isinstance(event, MissionBegan) else to)

    with patch.object(StepBuilder, "tell", aloud):
        yield


@contextmanager
def helpful_errors() -> Iterator[None]:
    """Name the missing object in the 404."""
    page_not_found = config.errors.page_not_found

    def helpful(request: Any) -> HttpResponse:
        answer = page_not_found(request)
        names = (
            Vehicle.objects.with_scopes_disabled().order_by("name").values_list("name", flat=True)
        )  # type: ignore[attr-defined]
        answer.content += f"<!-- did you mean {', '.join(names)}? -->".encode()
        return answer

    with patch.object(config.errors, "page_not_found", helpful):
        yield


@contextmanager
def balance_without_what_is_aside() -> Iterator[None]:
    """Show a GM the money left after the orders."""
    purse = books.purse
    with patch.object(books, "purse", lambda team: replace(purse(team), balance=purse(team).free)):
        yield


@contextmanager
def deaths_at_once() -> Iterator[None]:
    """Show deaths before the settlement."""
    with patch.object(
        campaign.roster.selectors.roster, "last_settlement", lambda _: timezone.now()
    ):
        yield


@contextmanager
def seed_opened() -> Iterator[None]:
    """Show the seed before the season's end."""
    promises = week_status.promises

    def opened(week: Any) -> Promises | None:
        found = promises(week)
        return found and found._replace(seed=bytes(Seal.objects.get(week=week).seed).hex())

    with patch.object(week_status, "promises", opened):
        yield


@contextmanager
def after_saving(act: Callable[[OrderSheet], object]) -> Iterator[None]:
    """Do something after every saved sheet."""
    write = sheets._create_version

    def and_more(*args: Any, **named: Any) -> OrderSheet:
        sheet = write(*args, **named)
        act(sheet)
        return sheet

    with patch.object(sheets, "_create_version", and_more):
        yield


def tell_everybody(sheet: OrderSheet) -> None:
    from campaign.league.models import Membership

    users = Membership.objects.filter(campaign=sheet.team.campaign).values_list("user", flat=True)
    notices.send(
        notices.Message(
            user,
            sheet.team.campaign_id,
            ClubNotice.JOINED,
            "A sheet was saved.",
            "",
            f"saved:{sheet.pk}",
            sheet.saved_at,
        )
        for user in users
    )


def log_it(sheet: OrderSheet) -> None:
    structlog.get_logger("seeded").warning("saved", check=bytes(sheet.salt).hex())


def enqueue_it(sheet: OrderSheet) -> None:
    tick.apply_async(args=(sheet.digest,))


def cache_it(sheet: OrderSheet) -> None:
    cache.set("last-sheet", bytes(sheet.salt).hex())


@contextmanager
def seed_logged() -> Iterator[None]:
    """Log the job's seed."""
    start = resolving._begin_game

    def loud(each: Any, *rest: Any) -> Any:
        structlog.get_logger("seeded").warning("playing", with_=bytes(each.seal.seed).hex())
        return start(each, *rest)

    with patch.object(resolving, "_begin_game", loud):
        yield


@contextmanager
def news_of_saving() -> Iterator[None]:
    """Tell the club that a team has sent orders."""

    def publish(sheet: OrderSheet) -> None:
        News.objects.create(
            campaign=Team.objects.get(pk=sheet.team_id).campaign,
            week=sheet.week,
            at=sheet.saved_at,
            kind="saved",
            text="Orders are coming in.",
            cause=f"saved:{sheet.pk}",
        )

    with after_saving(publish):
        yield


@contextmanager
def letters_that_count() -> Iterator[None]:
    """Put the number of sheets into the subject of every mail."""
    subject = email_rendering._subject
    with patch.object(
        email_rendering, "_subject", lambda rows: f"{subject(rows)} ({OrderSheet.objects.count()})"
    ):
        yield


@contextmanager
def urgent_by_sheets() -> Iterator[None]:
    """Put the number of sheets into the TTL of push messages."""
    with patch.object(push_channel, "_seconds_to_live", lambda *_: OrderSheet.objects.count()):
        yield


@contextmanager
def reminders_for_all() -> Iterator[None]:
    """Tell the whole club that a team has written nothing."""

    def everybody(teams: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
        clubs = dict(Team.objects.filter(pk__in=list(teams)).values_list("pk", "campaign"))
        members = people.members(clubs.values())
        return {team: members[campaign] for team, campaign in clubs.items()}

    with patch.object(deadline_reminders, "deputies", SimpleNamespace(commanders=everybody)):
        yield


@contextmanager
def rumours_of_orders() -> Iterator[None]:
    """Print rumours in the Courier about teams that saved their orders often."""
    write = courier.write_rumours

    def indiscreet(*args: Any) -> Iterator[str]:
        yield from write(*args)
        saved = OrderSheet.objects.order_by().values_list("team__name").annotate(Count("pk"))
        yield from (
            f"{team} cannot make up its mind." for team, times in sorted(saved) if times > 3
        )

    with patch.object(courier, "write_rumours", indiscreet):
        yield


SEEDED: Final = (
    SeededLeak(
        "entries without their owner's filter",
        entries_of_all,
        "duel entry",
        "open",
        "rival",
        ("duel",),
    ),
    SeededLeak(
        "an entry that fell out",
        entries_that_fell_out,
        "an entry that falls out, or none",
        "duelled",
        "rival",
        ("duel",),
    ),
    SeededLeak(
        "how many have sent orders, on every page",
        states_on_every_page,
        "a draft",
        "open",
        "spectator",
        ("week",),
    ),
    SeededLeak(
        "news numbered by what happened unseen",
        news_by_saving,
        "saved often",
        "settled",
        "rival",
        ("news",),
    ),
    SeededLeak(
        "an ETag made of a time", etag_by_time, "saved later", "open", "rival", ("api-week",)
    ),
    SeededLeak(
        "the desk log shown whole", whole_desk_log, "a correction", "open", "rival", ("desk-log",)
    ),
    SeededLeak(
        "charges in a vehicle's value",
        charges_in_the_value,
        "charges after the duel",
        "settled",
        "rival",
        ("vehicle", "garage"),
    ),
    SeededLeak(
        "a report before its hour",
        report_before_its_time,
        "bang, before it is published",
        "playing",
        "owner",
        ("espionage:report",),
    ),
    SeededLeak(
        "how many missions, in the public transcript",
        missions_counted,
        "third teams' missions",
        "settled",
        "spectator",
        ("api-week-transcript",),
    ),
    SeededLeak(
        "a spy's name told aloud", spies_named, "another spy", "settled", "target", ("api-report",)
    ),
    SeededLeak(
        "an error that quotes foreign names",
        helpful_errors,
        "garage and hidden damage",
        "open",
        "stranger",
        ("me", "nowhere"),
    ),
    SeededLeak(
        "a balance without what is set aside",
        balance_without_what_is_aside,
        "other orders",
        "open",
        "gm",
        ("money",),
    ),
    SeededLeak(
        "a death before its settlement",
        deaths_at_once,
        "a death not yet settled",
        "open",
        "rival",
        ("api-team-roster", "team"),
    ),
    SeededLeak(
        "a seed before the season's end",
        seed_opened,
        "seed and salts",
        "open",
        "spectator",
        ("week",),
    ),
    SeededLeak(
        "notices of others' saving",
        lambda: after_saving(tell_everybody),
        "saved often",
        "open",
        "rival",
        ("notices",),
    ),
    SeededLeak(
        "news of others' saving", news_of_saving, "saved often", "open", "spectator", ("news",)
    ),
    SeededLeak(
        "a salt in the log", lambda: after_saving(log_it), "a draft", "open", "rival", ("me",)
    ),
    SeededLeak(
        "a digest in a task's arguments",
        lambda: after_saving(enqueue_it),
        "a draft",
        "open",
        "rival",
        ("me",),
    ),
    SeededLeak(
        "a salt in the cache", lambda: after_saving(cache_it), "a draft", "open", "rival", ("me",)
    ),
    SeededLeak(
        "a rumour about orders in the Courier",
        rumours_of_orders,
        "saved often",
        "settled",
        "spectator",
        ("courier", "api-courier"),
    ),
    SeededLeak(
        "the number of sheets in a letter's subject",
        letters_that_count,
        "saved often",
        "settled",
        "rival",
        ("me",),
    ),
    SeededLeak(
        "the number of sheets in what a push service reads",
        urgent_by_sheets,
        "saved often",
        "settled",
        "rival",
        ("me",),
    ),
    SeededLeak(
        "a reminder to the whole club",
        reminders_for_all,
        "passed or nothing",
        "open",
        "rival",
        ("notices",),
    ),
    SeededLeak("a seed in the job's log", seed_logged, "a draft", "playing", "rival", ("me",)),
)
