"""The admin hides sealed records in lists, pages, searches, histories and deletions."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from campaign.deals.models import Deal, DealStep
from campaign.duels.models import (
    DrivenDuel,
    DuelDraft,
    DuelEntry,
    DuelSignature,
    Exchange,
    TableDice,
    TableMark,
    TableRoll,
)
from campaign.garage.models import Offer, PublishedDesign
from campaign.league.models import Challenge, Meet, Season
from campaign.ledger.models import Hold
from campaign.members.models import Invite
from campaign.members.rules.acts import Inviting
from campaign.members.services import invites
from campaign.roster.models import Captivity
from campaign.voices.models import Block, Mute, Post, ReadMark, Report, RivalNote, Thread, Wording
from core.accounts.models import User
from core.notifications.models import Notice
from core.notifications.services import events
from espionage.models import (
    AmbushFight,
    AmbushHeard,
    Charge,
    Intel,
    OrderPlan,
    OrderSheet,
    Seal,
    SealedSeat,
)
from play.models import (
    Chair,
    ChatLine,
    DailyDeal,
    DealtTable,
    Entrant,
    Match,
    Move,
    OffLadders,
    Pairing,
    PlayerRating,
    PrivateMark,
    PrivateNote,
    RatingChange,
    Round,
    Snapshot,
    Told,
)
from tests.factories import Club, found_club
from tests.staff import log_in_as_staff

pytestmark = pytest.mark.django_db
SECRETS = (
    "SECRET-ORDERS",
    "SECRET-SETUP",
    "SECRET-MOVE",
    "SECRET-TOLD",
    "SECRET-STATE",
    "SECRET-DICE",
    "SECRET-SHEET",
    "SECRET-HURT",
    "d1d1d1d1",
    "987654",
    "1ea51ea5",
)


@pytest.fixture
def sealed_club() -> Club:
    """Return a club whose open week has one of every record that staff must not see."""
    club = found_club()
    week, (anvil, basilisk), at = club.open_week, club.teams, club.at
    with club.scope():
        match = Match.objects.create(
            game="week",
            rules_version=1,
            setup="SECRET-SETUP",
            seed=b"SECRET-SEED",
            seed_hash="5" * 64,
            sealed=True,
            opened_at=at,
        )
        Move.objects.create(match=match, ply=1, seat=0, payload="SECRET-MOVE", at=at)
        Told.objects.create(match=match, ply=1, payload="SECRET-TOLD")
        Snapshot.objects.create(match=match, ply=1, state="SECRET-STATE", state_hash="7" * 64)
        Seal.objects.filter(week=week).update(seed=b"SECRET-SEED", match=match)
        sheet = OrderSheet.objects.create(
            week=week,
            team=anvil,
            version=1,
            state="final",
            payload="SECRET-ORDERS",
            salt=b"SECRET-SALT",
            digest="d1" * 32,
            saved_at=at,
            saved_by=club.players[0],
        )
        OrderPlan.objects.create(
            week=week,
            team=anvil,
            version=1,
            payload="SECRET-ORDERS",
            saved_at=at,
            saved_by=club.players[0],
        )
        SealedSeat.objects.filter(week=week, team=anvil).update(
            sheet=sheet, salt=b"SECRET-SALT", leaf="1ea5" * 16
        )
        car = club.car(1)
        Charge.objects.create(
            week=week,
            vehicle=car,
            planted_by=anvil,
            due="duel",
            payload={"dice": "SECRET-DICE"},
            cause="c",
            at=at,
        )
        Intel.objects.create(
            team=anvil,
            about=basilisk,
            week=week,
            vehicle=car,
            kind="sheet",
            snapshot={"x": "SECRET-SHEET"},
            cause="c",
            at=at,
        )
        Captivity.objects.create(character=club.who(1, "Vesper"), held_by=anvil, week=week, at=at)
        draft = DuelDraft.objects.create(
            duel_id=week.pk,
            number=1,
            team=anvil,
            by=club.players[0],
            at=at,
            books_at=at,
            payload={},
        )
        DuelSignature.objects.create(
            draft=draft, team=anvil, by=club.players[0], at=at, payload={"hurt": "SECRET-HURT"}
        )
        Hold.objects.create(team=anvil, week=week, item="money", amount=987_654)
    return club


@pytest.fixture
def owner(client: Client) -> Client:
    log_in_as_staff(client, User.objects.create_superuser("root", "root@example.org", "secret"))
    return client


def all_pages(owner: Client) -> dict[str, str]:
    """Return the content of every list, record, history, search and delete page that answers."""
    found: dict[str, str] = {"index": owner.get(reverse("admin:index")).content.decode()}
    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        rows = [row.pk for row in model._base_manager.all()[:5]]
        addresses = [
            reverse(f"admin:{name}_changelist"),
            reverse(f"admin:{name}_changelist") + "?q=SECRET",
        ]
        addresses += [
            reverse(f"admin:{name}_{act}", args=[pk])
            for pk in rows
            for act in ("change", "history", "delete")
        ]
        for address in addresses:
            page = owner.get(address)
            if page.status_code == 200:
                found[address] = page.content.decode()
    return found


@pytest.mark.slow("opens every page of the admin")
def test_admin_pages_hide_sealed_contents(sealed_club: Club, owner: Client) -> None:
    pages = all_pages(owner)
    assert len(pages) > 60
    for address, page in pages.items():
        assert not [secret for secret in SECRETS if secret in page], address
        assert b"SECRET-S".hex() not in page, address


@pytest.mark.parametrize("model", [OrderSheet, OrderPlan, Charge, Intel, Captivity, Match])
def test_admin_hides_that_a_sealed_record_exists(
    model: Any, sealed_club: Club, owner: Client
) -> None:
    name = f"{model._meta.app_label}_{model._meta.model_name}"
    row = model._base_manager.first()
    with_one = owner.get(reverse(f"admin:{name}_changelist")).content.decode()
    assert str(row.pk) not in with_one
    assert "0 " in with_one.split('class="paginator"')[1][:200]
    for act in ("change", "history", "delete"):
        assert owner.get(reverse(f"admin:{name}_{act}", args=[row.pk])).status_code != 200


@pytest.mark.parametrize("model", [Move, Told, Snapshot, Hold, AmbushFight, AmbushHeard])
def test_secret_records_are_not_in_the_admin(model: Any) -> None:
    assert not admin.site.is_registered(model)


@pytest.mark.parametrize(
    "model", [Seal, SealedSeat, OrderSheet, OrderPlan, Charge, Intel, Captivity, Match, DuelEntry]
)
def test_admin_is_read_only(model: Any, rf: Any) -> None:
    request, panel = rf.get("/"), admin.site._registry[model]
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    assert not panel.has_add_permission(request)
    assert not panel.has_change_permission(request)
    assert not panel.has_delete_permission(request)
    assert not panel.search_fields


@pytest.mark.slow("opens every page of the admin")
def test_closed_season_shows_record_lists_but_no_orders(sealed_club: Club, owner: Client) -> None:
    Season.objects.with_scopes_disabled().filter(pk=sealed_club.season.pk).update(
        closed_at=sealed_club.at
    )
    listed = owner.get(reverse("admin:espionage_ordersheet_changelist")).content.decode()
    assert str(OrderSheet._base_manager.get().pk) in listed
    for address, page in all_pages(owner).items():
        assert not [secret for secret in SECRETS if secret in page], address


def test_admin_hides_the_hash_of_an_invite(sealed_club: Club, owner: Client) -> None:
    invite, _ = invites.make(
        campaign=sealed_club.campaign,
        new=Inviting(uses=1),
        actor=sealed_club.gm,
        now=sealed_club.at,
    )
    page = owner.get(reverse("admin:campaign_invite_change", args=[invite.pk])).content.decode()
    assert Invite._base_manager.get().token_hash not in page


def test_every_model_is_in_the_admin_or_deliberately_left_out() -> None:
    left_out = {
        Move,
        Told,
        Snapshot,
        Chair,
        ChatLine,
        PrivateMark,
        PrivateNote,
        Hold,
        AmbushFight,
        DrivenDuel,
        Exchange,
        AmbushHeard,
        Offer,
        Deal,
        DealStep,
        Challenge,
        PublishedDesign,
        Meet,
        TableMark,
        TableDice,
        TableRoll,
        PlayerRating,
        RatingChange,
        DailyDeal,
        DealtTable,
        Entrant,
        Round,
        Pairing,
        OffLadders,
        Thread,
        Post,
        Wording,
        ReadMark,
        Block,
        Report,
        Mute,
        RivalNote,
    }
    models = [
        model
        for label in ("accounts", "notifications", "web", "campaign", "play", "espionage")
        for model in apps.get_app_config(label).get_models()
    ]
    missing = {
        model.__name__
        for model in models
        if not admin.site.is_registered(model) and model not in left_out
    }
    assert missing <= {"ApiToken", "IdempotentAnswer", "OwnHook", "PushSubscription"}, missing


def test_admin_ids_do_not_reveal_the_number_of_hidden_notices(
    sealed_club: Club, owner: Client
) -> None:
    """Positions count the notices of everyone, including sealed ones."""
    events.number_new()
    notice = Notice._base_manager.filter(kind="week-opened").first()
    assert notice is not None and notice.number is not None
    page = owner.get(reverse("admin:notifications_notice_change", args=[notice.pk]))
    assert page.status_code == 200
    assert str(notice.number) not in page.content.decode()
    several = reverse("admin:notifications_notice_changelist")
    assert owner.get(f"{several}?number__lte=1").status_code == 400
    assert owner.get(f"{several}?kind=week-opened").status_code == 200
