"""A spy's choice in combat changes nothing on the other spy's or a spectator's pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.urls import reverse

from core.web import clock
from minigames.lunacy.rules.laboratory import LEFT_ENTRANCE, room
from minigames.lunacy.rules.values import Change, Circle, Go, Stay, Wield
from play.selectors.matches import current_match
from play.services import moving, seating, tables
from tests.factories import NOON, person, signed_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
ASKED = (
    "play-table", "play-pulse", "play-history", "api-table", "api-table-log", "api-table-history",
    "play",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _one_moment() -> Iterator[None]:
    """Stop the time, which pages show."""
    with time_machine.travel(NOON, tick=False), clock.set_to(NOON):
        yield


class Fight:
    """Two spies in the middle of the ground floor. The first mover is attacked and has a weapon."""

    def __init__(self) -> None:
        self.people: list[User] = [person("ann"), person("bob")]
        table = tables.open_table(
            user=self.people[0], game="lunacy", options={}, seats=("me", "open")
        )
        self.table = seating.sit_down(table_id=table.pk, user=self.people[1], seat=1)
        state = self.state
        self.first = int(state.table.first)
        for seat, number in zip((self.first, 1 - self.first, self.first), (1, 2, 3), strict=True):
            self.move(seat, Circle(number=number))
        ahead, other = (
            ((1, 2, 3), (5, 4))
            if state.table.spies[self.first].place == LEFT_ENTRANCE
            else ((5, 4, 3), (1, 2))
        )
        own = state.own[self.first]
        self.move(self.first, Change(weapon=own.weapons[0], defence=own.defences[0]))
        self.move(self.first, Go(to=room(ahead[0], 1)))
        for column in other:
            self.move(1 - self.first, Go(to=room(column, 1)))
        for column in ahead[1:]:
            self.move(self.first, Go(to=room(column, 1)))
        self.move(1 - self.first, Go(to=room(ahead[-1], 1)))

    @property
    def state(self) -> Any:
        self.table.refresh_from_db()
        assert self.table.match is not None
        return current_match(self.table.match).state

    def move(self, seat: int, move: Any) -> None:
        moving.make_move(table_id=self.table.pk, user=self.people[seat], move=move)


def pages_of(fight: Fight, user: User) -> dict[str, str]:
    """Return all pages of a person without the parts that differ on each request."""
    client = signed_in(user)
    found = {}
    for name in ASKED:
        path = reverse(name, kwargs={} if name == "play" else {"table": fight.table.pk})
        answer = client.get(path)
        assert answer.status_code == 200, (name, answer.status_code)
        body = re.sub(
            r'(name="(?:csrfmiddlewaretoken|idempotency)"\s+value=)"[^"]*"',
            r"\1",
            answer.content.decode(),
        )
        kept = {
            head: value
            for head, value in answer.headers.items()
            if head not in {"Date", "Set-Cookie"} and not head.startswith("RateLimit")
        }
        found[name] = f"{sorted(kept.items())}\n{body}"
    return found


def test_sealed_choice_does_not_change_other_pages() -> None:
    fight = Fight()
    watcher = person("watcher")
    others = (fight.people[1 - fight.first], watcher)
    assert fight.state.table.phase == "weapons"
    before = [pages_of(fight, user) for user in others]
    fight.move(fight.first, Wield(use="equipment"))
    assert fight.state.own[fight.first].sealed is not None
    assert [pages_of(fight, user) for user in others] == before
    fight.move(1 - fight.first, Wield(use="sword"))
    before = [pages_of(fight, user) for user in others]
    assert "Stay and fight on" in before[0]["play-table"]
    fight.move(fight.first, Stay())
    assert [pages_of(fight, user) for user in others] == before
