"""Spectator talk during a duel is hidden from drivers until the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from autoduel.rules.values import Autopilot
from core.accounts.models import User
from play.models import Table
from play.selectors import chat, table_view
from play.selectors.participants import NoSuchTable, place
from play.services import deputies, leaving, moving, seating, tables, talking
from play.services.refusals import NotSeated
from tests.factories import person, signed_in

pytestmark = pytest.mark.django_db


class Duel:
    """Mia and Sam drive, Kim and Lou watch, and Dee is Mia's deputy."""

    def __init__(self, **more: Any) -> None:
        self.mia, self.sam, self.kim, self.lou, self.dee = map(
            person, ("mia", "sam", "kim", "lou", "dee")
        )
        table = tables.open_table(
            user=self.mia,
            game="autoduel",
            options={},
            seats=("me", f"person:{self.sam.username}"),
            **more,
        )
        self.table: Table = seating.sit_down(table_id=table.pk, user=self.sam)

    def say(self, user: User, text: str, channel: str = "stands") -> None:
        talking.say(table_id=self.table.pk, user=user, text=text, channel=channel)

    def heard(self, user: User) -> list[str]:
        said = chat.lines(place(self.table.pk, user))
        return [line.text for line in said if not line.is_house]

    def version(self, user: User) -> str:
        return table_view.version(place(self.table.pk, user))


@pytest.fixture
def duel() -> Duel:
    return Duel()


def test_v113_spectators_talk_among_themselves_unheard_by_drivers(duel: Duel) -> None:
    deputies.name_deputy(table_id=duel.table.pk, user=duel.mia, username=duel.dee.username)
    duel.say(duel.kim, "Blue brakes too late.")
    duel.say(duel.lou, "She always does.")
    both = ["Blue brakes too late.", "She always does."]
    assert duel.heard(duel.kim) == duel.heard(duel.lou) == both
    assert duel.heard(duel.mia) == duel.heard(duel.sam) == duel.heard(duel.dee) == []


def test_v113_spectator_talk_does_not_change_a_drivers_view(duel: Duel) -> None:
    names = ("api-table", "api-table-talk", "api-table-log", "play-table", "play-pulse")

    def read(user: User) -> list[bytes]:
        client = signed_in(user)
        found = [client.get(reverse(name, args=[duel.table.pk])).content for name in names]
        return [
            re.sub(rb'(value|csrf-token|nonce|hx-headers)=(".*?"|\'.*?\')', b"", one)
            for one in found
        ]

    before = {user: read(user) for user in (duel.mia, duel.sam)}
    watched = duel.version(duel.kim)
    duel.say(duel.lou, "Now!")
    assert {user: read(user) for user in (duel.mia, duel.sam)} == before
    assert duel.version(duel.kim) != watched


def test_v113_spectator_talk_is_public_and_closed_after_the_duel(duel: Duel) -> None:
    duel.say(duel.kim, "Look at Red.")
    leaving.resign(table_id=duel.table.pk, user=duel.sam)
    assert duel.heard(duel.mia) == duel.heard(duel.sam) == duel.heard(duel.lou) == ["Look at Red."]
    for user in (duel.kim, duel.mia):
        with pytest.raises(NotSeated):
            duel.say(user, "Well driven.")


def test_v113_drivers_have_no_spectator_channel(duel: Duel) -> None:
    with pytest.raises(NotSeated) as theirs:
        duel.say(duel.mia, "Anybody there?")
    with pytest.raises(NotSeated) as none:
        duel.say(duel.mia, "Anybody there?", channel="moon")
    assert str(theirs.value) == str(none.value)
    with pytest.raises(NotSeated):
        duel.say(duel.kim, "Hello, drivers!", channel="table")
    keys = [(one.key, one.mute) for one in chat.channels(place(duel.table.pk, duel.kim))]
    assert keys == [("table", True), ("stands", False)]
    assert [one.key for one in chat.channels(place(duel.table.pk, duel.mia))] == ["table"]


def test_v113_guests_watch_silently_and_closed_tables_have_no_spectator_talk() -> None:
    duel, closed = Duel(), Duel(watched=False, visibility="invited")
    User.objects.filter(pk=duel.kim.pk).update(guest=True)
    duel.kim.refresh_from_db()
    with pytest.raises(NotSeated):
        duel.say(duel.kim, "Psst.")
    with pytest.raises(NoSuchTable):
        closed.say(closed.kim, "Psst.")


def test_v113_spectator_page_has_the_form_and_sends_messages(duel: Duel) -> None:
    client = signed_in(duel.kim)
    assert (
        b"Players can read them when it is over"
        in client.get(reverse("play-table", args=[duel.table.pk])).content
    )
    sent = {"idempotency": "k1", "channel": "stands", "text": "Good morning."}
    assert client.post(reverse("play-say", args=[duel.table.pk]), sent).status_code == 303
    moving.make_move(table_id=duel.table.pk, user=duel.mia, move=Autopilot())
    assert duel.heard(duel.lou) == ["Good morning."] and duel.heard(duel.mia) == []
