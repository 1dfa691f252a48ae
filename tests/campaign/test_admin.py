"""The site owner's admin: every page opens, ledgers are read-only, nothing sealed is shown."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from campaign.desk.services import corrections
from campaign.duels.models import DuelEntry
from campaign.duels.services import entries
from campaign.ledger.models import Hold, Money
from campaign.ledger.services.posting import Book
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from core.accounts.models import User
from core.web.read_only_admin import Facade
from tests.factories import Club, found_club
from tests.staff import log_in_as_staff

pytestmark = pytest.mark.django_db
REGISTERED = sorted(
    model._meta.label_lower
    for model in admin.site._registry
    if model._meta.app_label in {"accounts", "notifications", "web", "campaign"}
)


@pytest.fixture
def club() -> Club:
    club = found_club(teams=1, characters=2, vehicles=1)
    crew = {"driver": club.who(0, "Rook").pk}
    entries.enter(duel=club.duel, team=club.teams[0], vehicle=club.car(0), crew=crew, now=club.at)
    invites.make(campaign=club.campaign, new=Inviting(uses=1), actor=club.gm, now=club.at)
    for book, owner, item in (
        (Book.STOCK, club.teams[0], "knife"),
        (Book.WOUND, club.who(0, "Rook"), "dp"),
        (Book.DAMAGE, club.car(0), "plant"),
        (Book.PRESTIGE, club.who(0, "Rook"), "feat"),
    ):
        corrections.correct(
            book=book,
            owner=owner,
            item=item,
            amount=1,
            actor=club.gm,
            reason="To see.",
            now=club.at,
        )
    return club


@pytest.fixture
def owner(client: Client) -> Client:
    log_in_as_staff(client, User.objects.create_superuser("root", "root@example.org", "secret"))
    return client


@pytest.mark.parametrize("name", REGISTERED)
def test_every_list_and_record_opens(name: str, club: Club, owner: Client) -> None:
    address = f"admin:{name.replace('.', '_')}"
    assert owner.get(reverse(f"{address}_changelist")).status_code == 200
    row = apps.get_model(name)._base_manager.first()
    if row is not None and name != "campaign.duelentry":
        page = owner.get(reverse(f"{address}_change", args=[row.pk]))
        assert page.status_code == 200
        assert b"deletelink" not in page.content


def test_ledger_rows_cannot_be_added_changed_or_deleted(club: Club, owner: Client) -> None:
    row = Money._base_manager.get(item="capital")
    assert owner.get(reverse("admin:campaign_money_add")).status_code == 404
    assert (
        owner.post(reverse("admin:campaign_money_change", args=[row.pk]), {"amount": 1}).status_code
        == 404
    )
    assert (
        owner.post(
            reverse("admin:campaign_money_delete", args=[row.pk]), {"post": "yes"}
        ).status_code
        == 404
    )
    row.refresh_from_db()
    assert row.amount == 250_000


def test_admin_hides_holds_and_entries_of_sealed_orders(club: Club, owner: Client) -> None:
    assert not admin.site.is_registered(Hold)
    entry = DuelEntry._base_manager.get()
    listed = owner.get(reverse("admin:campaign_duelentry_changelist")).content.decode()
    assert str(entry.pk) not in listed
    assert owner.get(reverse("admin:campaign_duelentry_change", args=[entry.pk])).status_code == 302


def test_fields_that_staff_can_edit_exist() -> None:
    for model, page in admin.site._registry.items():
        if isinstance(page, Facade):
            assert {*page.editable} <= {field.name for field in model._meta.fields}, model


def test_staff_can_edit_the_club_name_but_not_the_rules(club: Club, owner: Client) -> None:
    address = reverse("admin:campaign_campaign_change", args=[club.campaign.pk])
    said = {
        "name": "Rust City",
        "slug": "rust-city",
        "blurb": "",
        "archived_at_0": "",
        "archived_at_1": "",
        "house_rules": "{}",
    }
    assert owner.post(address, said).status_code == 302
    club.campaign.refresh_from_db()
    assert club.campaign.name == "Rust City"
    assert club.campaign.house_rules
