"""The admin for staff who may view every model but are no superusers: books, but nothing sealed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.urls import reverse
from django_scopes import scopes_disabled

from core.notifications.models import (
    Delivery,
    Notice,
    OwnHook,
    OwnHookDelivery,
    PushDelivery,
    PushSubscription,
)

from .asking import Question, Site
from .comparing import broken, hear, leaks
from .differences import Difference, called, find, in_lots, lives
from .objects import UNKNOWN_ID
from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

NEVER = {"Hold", "Move", "Told", "Snapshot"}
"""Models that are not in the admin."""
HIDDEN = {
    "seed",
    "salt",
    "payload",
    "leaf",
    "digest",
    "snapshot",
    "setup",
    "token_hash",
    "sealed",
    "key_hash",
    "address",
    "secret",
    "key",
    "data",
}
"""Fields that no page of the admin shows."""

DIFFERENCES = (
    "other orders",
    "duel entry",
    "seed and salts",
    "more knowledge",
    "charges after the duel",
    "a captive",
    "passed or nothing",
)


class Pages:
    """Every list of the admin and one record of each; in the second world the same records are
    requested.
    """

    def __init__(self) -> None:
        self.rows: dict[str, str] = {}

    def __call__(self, world: World, reader: Reader) -> Iterator[Question]:
        yield Question("GET", reverse("admin:index"))
        for model in admin.site._registry:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
            yield Question("GET", reverse(f"{name}_changelist"))
            with scopes_disabled():
                newest = model._base_manager.order_by("pk").first()
            row = self.rows.setdefault(name, str(newest.pk) if newest is not None else UNKNOWN_ID)
            yield Question("GET", reverse(f"{name}_change", args=[row]))
            yield Question("GET", reverse(f"{name}_history", args=[row]))


@pytest.mark.deeper
@pytest.mark.parametrize("lot", in_lots(map(find, DIFFERENCES)), ids=called)
def test_staff_without_superuser_rights_do_not_see_sealed_data(
    lot: list[Difference], world: World, site: Site
) -> None:
    """In a usual run all compatible differences apply at once."""
    staff, pages = [world.readers["staff"]], Pages()
    first, second = lives(lot, world)
    two = hear(site, world, second, ("open",), staff, pages, why=True)
    one = hear(site, world, first, ("open",), staff, pages, like=two)
    assert not broken(one) and not broken(two), (broken(one) + broken(two))[:3]
    assert not (found := list(leaks(one, two))), "\n".join(map(str, found[:5]))
    assert any(answer.status == 200 for answer in one.answers.values())


@pytest.mark.everyday
def test_admin_hides_sealed_models_and_fields(world: World) -> None:
    """A result's payload is public once it is recorded; every other payload is orders or dice."""
    from django.test import RequestFactory

    request = RequestFactory().get("/admin/")
    request.user = world.readers["staff"].user  # type: ignore[assignment]
    for model, page in admin.site._registry.items():
        assert model.__name__ not in NEVER
        shown = (
            {str(field) for field in page.get_fields(request)}
            if model.__name__ != "DuelResult"
            else set()
        )
        assert not shown & HIDDEN, f"{model.__name__} shows {shown & HIDDEN}"


@pytest.mark.parametrize("reader", ["owner", "gm", "stranger", "anonymous"])
def test_nobody_else_finds_the_admin(reader: str, world: World, site: Site) -> None:
    asker = world.readers[reader]
    for question in list(Pages()(world, asker))[:6]:
        assert site.ask(world, asker, question).status == 302


@pytest.mark.parametrize(
    "kind",
    ["orders-due", "orders-last", "decision", "ambush", "ambush-turn", "explosion", "report"],
)
def test_admin_hides_secret_notices_and_their_mail(kind: str, world: World) -> None:
    """That a team has written nothing, is asked, fights, or planted a charge that went off (E18,
    E25); and a report's headline.
    """
    from django.test import RequestFactory

    request, at = RequestFactory().get("/admin/"), world.at
    request.user = world.readers["staff"].user  # type: ignore[assignment]
    with scopes_disabled():
        rows = [
            Notice.objects.create(
                user=world.club.gm,
                campaign=world.club.campaign,
                kind=each,
                text="A line.",
                path="",
                cause=each,
                at=at,
            )
            for each in (kind, "week-opened")
        ]
        mailed = [
            Delivery.objects.create(user=world.club.gm, notice=row, at=at, next_at=at)
            for row in rows
        ]
        device = PushSubscription.objects.filter(user=world.club.gm).first()
        hook = OwnHook.objects.filter(user=world.club.gm).first()
        assert device and hook
        pushed = [
            PushDelivery.objects.create(subscription=device, notice=row, at=at, next_at=at)
            for row in rows
        ]
        posted = [
            OwnHookDelivery.objects.create(hook=hook, notice=row, at=at, next_at=at) for row in rows
        ]
        for model, made in (
            (Notice, rows),
            (Delivery, mailed),
            (PushDelivery, pushed),
            (OwnHookDelivery, posted),
        ):
            listed = (
                admin.site._registry[model]
                .get_queryset(request)
                .filter(pk__in=[row.pk for row in made])
            )
            assert list(listed) == made[1:], model
