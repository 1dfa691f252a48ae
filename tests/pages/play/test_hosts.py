"""The page of a table whose opener is its Administrator: shown to everyone, without a seat, with a
voice in the open channel.
"""

from __future__ import annotations

import pytest

from core.accounts.models import User
from play.models import Table
from play.services import tables
from tests.factories import person, signed_in

pytestmark = pytest.mark.django_db

SEATS = 8


@pytest.fixture
def ann() -> User:
    return person("ann")


def administered_table(ann: User, *seats: str) -> Table:
    words = [*seats, *["bot:random"] * (SEATS - len(seats))]
    return tables.open_table(
        user=ann, game="achtung", options={"host": "is_the_administrator"}, seats=words
    )


@pytest.mark.parametrize("seats", [(), ("open",)], ids=["being played", "before the start"])
def test_everyone_sees_the_administrator_who_has_no_seat(ann: User, seats: tuple[str, ...]) -> None:
    table = administered_table(ann, *seats)
    path = f"/play/{table.pk}/"
    mine, others = (
        signed_in(ann).get(path).content.decode(),
        signed_in(person("dan")).get(path).content.decode(),
    )
    for page in (mine, others):
        assert f"Administrator: <b>{ann}</b>" in page
    assert "Take this seat" not in mine
    assert ("Take this seat" in others) == bool(seats)


def test_the_administrator_talks_to_everyone_and_spectators_listen(ann: User) -> None:
    table = administered_table(ann)
    path = f"/play/{table.pk}/"
    client = signed_in(ann)
    assert "Write a message" in client.get(path).content.decode()
    client.post(
        f"{path}say/", {"idempotency": "k" * 32, "channel": "table", "text": "Good evening"}
    )
    watcher = signed_in(person("dan")).get(path).content.decode()
    assert "Good evening" in watcher and "You can read this channel but not write in it." in watcher


def test_the_form_refuses_a_seat_for_the_administrator(ann: User) -> None:
    client = signed_in(ann)
    form = client.get("/play/new/achtung/?seats=8").context["form"]
    typed = {name: form[name].value() for name in form.fields}
    sent = {
        name: value
        for name, value in typed.items()
        if isinstance(value, str | int) and value is not False
    }
    answer = client.post(
        "/play/new/achtung/", {**sent, "count": "8", "option_host": "is_the_administrator"}
    )
    assert answer.status_code == 422, answer.context["form"].errors
    assert "The Administrator watches and never plays" in str(answer.context["form"].errors)
    assert not Table.objects.exists()
    sent["seat_1"] = "bot:watcher"
    assert client.post(
        "/play/new/achtung/", {**sent, "count": "8", "option_host": "is_the_administrator"}
    ).status_code in (302, 303)
    assert Table.objects.get().opened_by == ann
