"""The admin shows that tables exist but none of their secrets."""

from __future__ import annotations

from contextlib import suppress
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from core.accounts.models import User
from play.clocking import Clock
from play.models import Chair, ChatLine, Holiday, PrivateNote, Table
from play.services import notes, seating, tables, talking
from tests.engine.games.bids import Setup
from tests.staff import log_in_as_staff

from .tables import bid, table_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toys")]


@pytest.fixture
def owner(ann: User) -> Client:
    ann.is_staff = ann.is_superuser = True
    ann.save()
    client = Client()
    log_in_as_staff(client, ann)
    return client


def read(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(f"admin:play_{name}", args=args)).content.decode()


def test_admin_shows_tables_without_seed_setup_clock_talk_or_notes(
    owner: Client, ann: User, bob: User
) -> None:
    table = table_of(ann, bob, clock=Clock(kind="live", seconds=60), name="Friday")
    bid(table, bob, 5)
    talking.say(table_id=table.pk, user=bob, text="SECRET-TALK", channel="odd-seats")
    notes.save_note(table_id=table.pk, user=bob, text="SECRET-NOTE")
    open_table = table_of(ann, None, visibility="invited")
    seating.make_invite(table_id=open_table.pk, user=ann)
    pages = (
        read(owner, "table_changelist")
        + read(owner, "table_change", table.pk)
        + read(owner, "table_change", open_table.pk)
    )
    pages += read(owner, "match_change", table.match_id)
    assert "Friday" in pages
    due = [chair.due_at for chair in Chair.objects.filter(due_at__isnull=False)]
    secrets = (
        "SECRET",
        table.match.seed.hex(),
        "players&quot;",
        Table.objects.get(pk=open_table.pk).invite_hash,
        *map(str, due),
    )
    assert not [secret for secret in secrets if secret in pages]
    assert not any(admin.site.is_registered(model) for model in (Chair, ChatLine, PrivateNote))


def test_admin_hides_private_tables(owner: Client) -> None:
    table = tables.host_match(
        game="bids", setup=Setup(players=2), parties=[uuid4(), uuid4()], name="Ambush"
    )
    assert str(table.pk) not in read(owner, "table_changelist")
    assert owner.get(reverse("admin:play_table_change", args=[table.pk])).status_code != 200
    assert str(table.match_id) not in read(owner, "match_changelist")


def test_admin_is_read_only(rf: Any, ann: User) -> None:
    request = rf.get("/")
    ann.is_staff = ann.is_superuser = True
    request.user = ann
    for model in (Table, Holiday):
        panel = admin.site._registry[model]
        assert not (
            panel.has_add_permission(request)
            or panel.has_change_permission(request)
            or panel.has_delete_permission(request)
        )


def test_reconcile_command_reports_and_repairs_an_inconsistent_table(ann: User, bob: User) -> None:
    table = table_of(ann, bob)
    table.chairs.update(asked_at=None)
    said = []
    for words in (("reconcile",), ("reconcile", "--repair"), ("reconcile",)):
        out = StringIO()
        with suppress(SystemExit):
            call_command(*words, stdout=out)
        said.append(out.getvalue())
    assert (
        f"play {table.pk}: asked: Seat 0 was not asked to move although it is its turn." in said[0]
    )
    assert said[0] == said[1]
    assert said[2] == "All agree.\n"
