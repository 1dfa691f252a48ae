"""A week by phone and Discord messages for four people, from its opening to the result.

Each message is true when it arrives.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
import time_machine

from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import drafts as drafted
from campaign.duels.services import drafts, results
from campaign.league.models import Week
from core.notifications.rules.acts import NewDevice
from core.notifications.services import (
    delivery_worker,
    devices,
    outbox,
    own_hooks,
    webhook_client,
)
from core.notifications.services.webhook_client import Answer
from core.web import clock
from core.web.moments import localize
from engine.values import changed
from espionage.demo.night_shift import lay_ambush
from espionage.services.tick import tick
from play.services.tick import tick as play_tick
from tests.espionage.ambushes import PLAYED, save_sheets_with_ambush
from tests.factories import Club, duel_of, found_club, signed_in
from tests.push import Browser, push_service

from .test_fights import fight_out, fights
from .test_life_of_a_week import give

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from core.accounts.models import User
    from tests.push import PushService

pytestmark = pytest.mark.django_db
DISCORD: Final = "https://discord.com/api/webhooks/1/abc"
MINUTE: Final = timedelta(minutes=1)


class FourOwners:
    """Four team owners, of whom the first is the GM, and the messages each has received."""

    def __init__(self, service: PushService, webhook_posts: list[Any]) -> None:
        self.service, self.posted = service, webhook_posts
        self.club = found_club(
            teams=4, week="planned", gm_plays=True, options={**PLAYED, "show_sealed": True}
        )
        with self.club.scope():
            assert self.club.week is not None
            self.week = Week.objects.select_related("season__campaign").get(pk=self.club.week.pk)
        self.browsers = {}
        at = self.club.at
        for number, user in enumerate(self.people[:3]):
            browser = self.browsers[f"/push/{number}"] = Browser()
            devices.add_device(
                user=user,
                new=NewDevice(
                    endpoint=f"{service.url}{number}", name="phone", words=True, **browser.keys
                ),
                now=at,
            )
        own_hooks.set_hook(user=self.people[3], address=DISCORD, now=at)
        self.pages: dict[int, set[str]] = defaultdict(set)

    @property
    def people(self) -> list[User]:
        return self.club.players

    def heard(self) -> dict[int, list[str]]:
        """Return new messages since the last call, by recipient."""
        found: dict[int, list[str]] = defaultdict(list)
        for path, _, body in self.service.heard:
            said = json.loads(self.browsers[path].opened(body))
            found[int(path[-1])] += said["lines"]
            self.pages[int(path[-1])].add(said["url"])
        for address, said, _ in self.posted:
            assert address == DISCORD
            _, *lines = re.sub(r"\\(.)", r"\1", said["content"]).splitlines()
            found[3] += [line.removeprefix("- ") for line in lines if line.startswith("- ")]
            self.pages[3] |= set(re.findall(r"<http://[^/]+(/[^>]*)>", said["content"]))
        self.service.heard.clear()
        self.posted.clear()
        return dict(found)


@pytest.fixture
def webhook_posts(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []

    def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
        found.append((address, json.loads(body), headers))
        return Answer(204)

    monkeypatch.setattr(webhook_client, "post", post)
    return found


@pytest.fixture
def four(settings: Any, webhook_posts: list[Any]) -> Iterator[FourOwners]:
    with push_service(settings) as service:
        yield FourOwners(service, webhook_posts)


def tick_at(four: FourOwners, moment: datetime) -> dict[int, list[str]]:
    """Run the due jobs and return the messages that arrive within a minute."""
    with clock.set_to(moment):
        play_tick()
        tick(now=moment)
    with clock.set_to(moment + outbox.OTHER_DELAY):
        delivery_worker.deliver()
    return four.heard()


def current_week(club: Club) -> Week:
    """Return the week as stored now, with its season and club."""
    return Week.objects.select_related("season__campaign").get(pk=club.open_week.pk)


def format_local_time(moment: datetime) -> str:
    """Return a time as people without a time zone setting see it: in the club's zone."""
    return localize(f"{{{moment:%Y-%m-%dT%H:%MZ}}}", moment.tzinfo)  # type: ignore[arg-type]


@pytest.mark.slow("plays a whole week with deliveries")
def test_week_is_announced_on_phones_and_discord_from_opening_to_result(four: FourOwners) -> None:
    club, week = four.club, four.week
    due, hour = format_local_time(week.due_at), timedelta(hours=1)
    names = [team.name for team in club.teams]

    assert tick_at(four, week.opens_at - MINUTE) == {}, "nothing is sent early"
    assert tick_at(four, week.opens_at) == {
        number: [f"Week 1 is open: orders for {name} by {due}."]
        for number, name in enumerate(names)
    }

    club.at = week.opens_at + hour
    with clock.set_to(club.at):
        with club.scope():
            week.refresh_from_db()
        for number in range(4):
            club.enter(number, duel=duel_of(week), driver="Wrench" if number else "Rook")
        save_sheets_with_ambush(club)
    assert tick_at(four, week.opens_at + hour) == {}, "other teams' orders send nothing"

    a_day_before = tick_at(four, week.due_at - timedelta(hours=24))
    assert set(a_day_before) == {2, 3}, "teams with orders are not reminded"
    assert all(due in line for lines in a_day_before.values() for line in lines)

    club.at = week.due_at - 3 * hour
    with clock.set_to(club.at):
        give(club, 2)
    [last] = tick_at(four, club.at)[3]
    assert due in last and names[2] not in last
    club.at += MINUTE
    with clock.set_to(club.at):
        give(club, 3)
        with club.scope():
            lay_ambush(current_week(club), ambushes=1)
    assert tick_at(four, club.at) == {}

    met = tick_at(four, week.due_at)
    assert set(met) == {0, 1}, "a fight has two sides"
    assert all(" in an ambush. Fight it by" in line for lines in met.values() for line in lines)

    with clock.set_to(week.due_at + MINUTE):
        [fight] = fights(club)
        fight_out(club, fight.table)
    told_now = tick_at(four, week.settle_at)
    assert set(told_now) == {0, 1, 2, 3}
    for lines in told_now.values():
        assert any(line.startswith("Your report for week 1 is ready") for line in lines)

    at = week.duel_at
    starts = tick_at(four, at)
    assert set(starts) == {0, 1, 2, 3}
    for lines in starts.values():
        assert "The duel of week 1 starts now." in lines
    with clock.set_to(at + hour), club.scope():
        held = duel_of(current_week(club))
        form = results.form_for(held)
        first = str(club.teams[3].pk)
        rows = tuple(changed(row, place=1 if row.team == first else 2) for row in form.teams)
        drafts.draft(
            duel=held, team=club.teams[0], record=DuelRecord(form=changed(form, teams=rows)),
            seen_number=0, actor=four.people[0], now=at + hour,
        )  # fmt: skip
    to_sign = tick_at(four, at + hour)
    assert set(to_sign) == {1, 2, 3}, "the author is not asked to sign"
    with club.scope():
        newest = drafted.newest_draft(held)
        assert newest is not None
    assert all(format_local_time(newest.books_at) in line for [line] in to_sign.values())
    result = tick_at(four, newest.books_at)
    assert set(result) == {0, 1, 2, 3}
    assert all(names[3] in line for lines in result.values() for line in lines)

    for number, pages in four.pages.items():
        reader = signed_in(four.people[number])
        with (
            time_machine.travel(newest.books_at + MINUTE, tick=False),
            clock.set_to(newest.books_at),
        ):
            assert pages
            for page in pages:
                assert reader.get(page, follow=True).status_code == 200, page
