"""A person's own data: the export, its content and omissions, and the retention periods with their
page.
"""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from campaign.voices.services import speaking
from core.accounts.models import User
from core.accounts.services import tokens
from core.notifications.kinds import kind_of
from core.notifications.models import Notice
from core.notifications.services import notices
from core.notifications.services.pruning import prune
from core.web import clock
from core.web.models import IdempotentAnswer
from home.selectors.my_data import EXPORTED, LEFT_OUT, my_data
from monitoring.models import Incident
from play.models import ChatLine, Table
from play.services import seating, tables, talking
from tests.factories import found_club, person

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def file_of(client: Client) -> dict[str, Any]:
    answer = client.get(reverse("my-data-export"))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert set(archive.namelist()) == {"README.txt", "data.json"}
        found: dict[str, Any] = json.loads(archive.read("data.json"))
    return found


def test_every_reference_to_a_user_is_exported_or_omitted_with_a_reason() -> None:
    there = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model is User
    }
    given = {part.name for part in EXPORTED}
    assert not given & LEFT_OUT.keys()
    assert given | LEFT_OUT.keys() == there
    assert all(LEFT_OUT.values())


def test_the_export_contains_no_credentials() -> None:
    doors = {"digest", "token", "token_hash", "secret", "key", "endpoint", "p256dh", "auth", "data"}
    doors |= {"address", "salt", "seed", "sealed", "password", "entropy"}
    found = {part.name for part in EXPORTED if doors & set(part.fields)}
    assert found == {"campaign.TableMark.by"}, "what is ticked on a sheet has a key, too"


def test_the_export_has_the_users_words_and_nobody_elses(client: Client) -> None:
    club = found_club(teams=2, characters=2)
    mine, rival = club.players
    topic: dict[str, Any] = {"campaign": club.campaign, "now": club.at}
    speaking.open_topic(**topic, author=mine, title="Mine", text="Qwertz.")
    speaking.open_topic(**topic, author=rival, title="Theirs", text="Zyzzyva.")
    _, token = tokens.create_token(user=mine, name="my tool", days=30, now=clock.now())
    client.force_login(mine)
    found = file_of(client)
    assert found["account"]["name"] == mine.username
    said = json.dumps(found)
    assert all(word in said for word in ("Qwertz.", "Mine", "my tool", mine.email))
    assert not [word for word in ("Zyzzyva.", "Theirs", token, rival.email) if word in said]
    parts = found["parts"]
    assert parts["campaign.Membership.user"][0]["campaign__name"] == club.campaign.name
    assert parts["campaign.TeamOwner.user"][0]["team__name"] == club.teams[0].name


def test_tokens_are_exported_in_the_order_of_creation(client: Client) -> None:
    owner = person("owner")
    names = [f"tool {number}" for number in range(6)]
    for name in names:
        tokens.create_token(user=owner, name=name, days=30, now=clock.now())
    client.force_login(owner)
    rows = file_of(client)["parts"]["accounts.ApiToken.user"]
    assert [row["name"] for row in rows] == names


def test_corrected_data_appears_in_the_export(client: Client) -> None:
    otto = person("otto")
    client.force_login(otto)
    assert file_of(client)["account"]["name"] == otto.username
    page = client.get(reverse("my-data")).content.decode()
    for where, said in (
        ("own-name", {"username": "Ottilie"}),
        ("own-clock", {"timezone": "America/Lima"}),
    ):
        assert f'href="{reverse(where)}"' in page
        assert client.post(reverse(where), {**said, "idempotency": where}).status_code == 303
    account = file_of(client)["account"]
    assert (account["name"], account["timezone"]) == ("Ottilie", "America/Lima")


def test_the_export_takes_a_constant_number_of_queries(django_assert_max_num_queries: Any) -> None:
    user, now = person("otto"), clock.now()
    with django_assert_max_num_queries(len(EXPORTED) + 1):
        my_data(user, now)


def test_expired_rows_are_pruned_and_younger_ones_stay(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found_club(teams=2, characters=2)
    mine, rival = club.players
    table = tables.open_table(user=mine, game="lunacy", options={}, seats=("me", "open"))
    seating.sit_down(table_id=table.pk, user=rival)
    talking.say(table_id=table.pk, user=mine, text="Well met.")
    now = clock.now()
    Table.objects.filter(pk=table.pk).update(status="over", over_at=now, match=table.match)
    notices.send(
        [notices.Message(mine.pk, club.campaign.pk, kind_of("gm-word"), "A word.", "", "test", now)]
    )
    IdempotentAnswer.objects.create(user=mine, key_hash="k", request_hash="r", at=now)
    Session.objects.create(session_key="s" * 32, session_data="", expire_date=now + 14 * DAY)
    Incident.objects.create(kind="test", seen_at=now, last_seen_at=now, over_at=now)
    kept = {
        settings.NOTICES_DAYS: lambda: Notice.objects.with_scopes_disabled().filter(cause="test"),
        settings.FORMS_DAYS: IdempotentAnswer.objects.all,
        settings.SESSION_DAYS: lambda: Session.objects.filter(session_key="s" * 32),
    }
    settings.TABLE_TALK_DAYS, settings.INCIDENTS_DAYS = 200, 300
    kept[200] = lambda: ChatLine.objects.filter(table=table)
    kept[300] = lambda: Incident.objects.filter(kind="test")
    for days, rows in sorted(kept.items(), key=lambda one: one[0]):
        monkeypatch.setattr(clock, "now", lambda days=days: now + days * DAY - timedelta(hours=1))
        prune()
        assert rows().exists(), f"kept for {days} days"
        monkeypatch.setattr(clock, "now", lambda days=days: now + days * DAY + timedelta(hours=1))
        prune()
        assert not rows().exists(), f"forgotten after {days} days"


def test_the_privacy_page_states_the_retention_settings(
    client: Client, settings: LazySettings
) -> None:
    figures = {
        "SESSION_DAYS": 61, "NOTICES_DAYS": 62, "DELIVERIES_DAYS": 63, "TABLE_TALK_DAYS": 64,
        "FORMS_DAYS": 65, "INCIDENTS_DAYS": 66, "LOGS_DAYS": 67, "DELETION_DAYS": 68,
    }  # fmt: skip
    for name, days in figures.items():
        setattr(settings, name, days)
    said = client.get(reverse("privacy")).content.decode()
    assert not [name for name, days in figures.items() if f"{days} days" not in said]


def test_sign_up_account_and_every_page_link_to_the_privacy_page(client: Client) -> None:
    link = f'href="{reverse("privacy")}"'
    assert client.get(reverse("account_signup")).content.decode().count(link) == 2
    client.force_login(person("otto"))
    assert client.get(reverse("my-data")).content.decode().count(link) == 2
