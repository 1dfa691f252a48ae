"""A superuser imports a club on a page of the admin: previewed first, imported completely or not at
all.
"""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, DeskAct, Membership
from core.accounts.models import User
from core.notifications.services.pruning import prune
from core.web import clock
from home.models import BundleUpload
from home.selectors.bundle_sealing import seal_bundle
from home.services import bundle_uploads
from tests.factories import found_club, person
from tests.seasons import club_that_met
from tests.staff import log_in_as_staff

from .carrying import another_site, bundle_of, changed, fingerprint, reconciled

if TYPE_CHECKING:
    from tests.factories import Club

pytestmark = pytest.mark.django_db


@pytest.fixture
def root() -> User:
    return User.objects.create_superuser("root", "root@example.org", "secret")


@pytest.fixture
def staff(client: Client, root: User) -> Client:
    log_in_as_staff(client, root)
    return client


def foreign_bundle(club: Club | None = None) -> bytes:
    """Return the bundle of a club that is not on this site."""
    with another_site():
        made = club or found_club()
        return bundle_of(made.campaign, made.at)


def upload_bundle(staff: Client, said: bytes, key: str = "one") -> Any:
    file = SimpleUploadedFile("club.zip", said, content_type="application/zip")
    return staff.post(reverse("admin:bring-club"), {"file": file, "idempotency": key})


def confirm_import(staff: Client, page: str, **said: str) -> Any:
    return staff.post(page, {"gm": "root", "idempotency": "two", **said})


def text(answer: Any) -> str:
    return str(answer.content.decode())


# --- the way of it --------------------------------------------------------------------------------


@pytest.mark.slow("carries a club over")
def test_a_superuser_previews_and_imports_a_club(staff: Client, root: User) -> None:
    with another_site():
        club = club_that_met()
        said, before = bundle_of(club.campaign, club.at), fingerprint(club.campaign)
    assert reverse("admin:bring-club") in text(staff.get(reverse("admin:index")))
    page = upload_bundle(staff, said)["Location"]
    looked = text(staff.get(page))
    assert f"Import {club.campaign.name}" in looked
    assert all(team.name in looked for team in club.teams)
    assert all(user.username in looked for user in club.players)
    assert "this site:" in looked
    assert not Campaign.objects.exists(), "nothing is here before it is said"
    answer = confirm_import(staff, page)
    copy = Campaign.objects.get()
    assert answer["Location"] == reverse("club", args=[copy.slug])
    assert "has been imported to /c/" in text(staff.get(answer["Location"]))
    assert fingerprint(copy) == before
    assert reconciled() == "All agree."
    assert not BundleUpload.objects.exists()
    with scopes_disabled():
        assert Membership.objects.get(campaign=copy, user=root).role == Membership.Role.GM
    assert confirm_import(staff, page)["Location"] == answer["Location"], (
        "pressed twice it is done once"
    )


def test_the_preview_sets_the_gm_the_name_and_the_fork(staff: Client) -> None:
    person("host")
    host = User.objects.get(username__startswith="host")
    page = upload_bundle(staff, foreign_bundle())["Location"]
    assert "There is no user nobody on this site." in text(confirm_import(staff, page, gm="nobody"))
    assert not Campaign.objects.exists()
    answer = confirm_import(
        staff, page, gm=host.username, name="Lesson", fork="on", idempotency="three"
    )
    assert answer["Location"] == reverse("admin:index")
    copy = Campaign.objects.get()
    assert copy.name == "Lesson"
    with scopes_disabled():
        assert DeskAct.objects.filter(campaign=copy, kind="fork-made").exists()
        assert Membership.objects.get(campaign=copy, user=host).role == Membership.Role.GM


def test_a_bundle_sealed_by_this_site_is_imported(staff: Client) -> None:
    with another_site():
        club = found_club()
        with seal_bundle(club.campaign, talk="all", now=club.at) as file:
            said = file.read()
    confirm_import(staff, upload_bundle(staff, said)["Location"])
    assert Campaign.objects.get().pk == club.campaign.pk


# --- what is refused ------------------------------------------------------------------------------


def newer_bundle(said: bytes) -> bytes:
    """Return the bundle as a newer site would make it."""
    from zipfile import ZIP_DEFLATED, ZipFile

    import msgspec

    from home.selectors.bundle_keys import sign

    out = BytesIO()
    with ZipFile(BytesIO(said)) as was, ZipFile(out, "w", ZIP_DEFLATED) as archive:
        manifest = was.read("manifest.json").replace(b'"version": 1', b'"version": 99', 1)
        assert b"99" in manifest
        for name in was.namelist():
            text = was.read(name)
            if name == "manifest.json":
                text = manifest
            elif name == "signature.json":
                text = msgspec.json.encode(sign(manifest))
            archive.writestr(name, text)
    return out.getvalue()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda _: b"no bundle at all", "This file is not a bundle"),
        (lambda ok: ok[: len(ok) // 2], "This file is not a bundle"),
        (lambda ok: changed(ok, "manifest.json", b"Test club", b"Best club"), "was changed after"),
        (lambda ok: changed(ok, "rows/campaign.team.jsonl", b"{", b"{{"), "campaign.team was"),
        (newer_bundle, "created by a newer version of Dead Drop"),
        (lambda ok: ok + b"\0" * (4 << 20), "larger than 4 MiB"),
    ],
    ids=["junk", "half", "manifest", "part", "newer", "large"],
)
def test_an_invalid_file_is_refused_and_not_stored(spoil: Any, said: str, staff: Client) -> None:
    answer = upload_bundle(staff, spoil(foreign_bundle()))
    assert answer.status_code == 422
    assert said in text(answer)
    assert not BundleUpload.objects.exists()
    assert not Campaign.objects.exists()


@pytest.mark.slow("carries a club over")
def test_an_existing_club_is_refused_on_upload_and_on_import(staff: Client) -> None:
    said = foreign_bundle()
    page = upload_bundle(staff, said)["Location"]
    confirm_import(staff, page, idempotency="three")
    answer = upload_bundle(staff, said, "four")
    assert answer.status_code == 422
    assert "This club already exists on this site" in text(answer)
    row = BundleUpload.objects.create(
        by=User.objects.get(username="root"), at=timezone.now(), file=said
    )
    page = reverse("admin:bring-club-look", args=[row.pk])
    assert "This club already exists on this site" in text(staff.get(page))
    assert confirm_import(staff, page, idempotency="five").status_code == 422
    assert Campaign.objects.count() == 1


# --- who may --------------------------------------------------------------------------------------


def test_importing_needs_a_superuser_with_a_second_factor(client: Client, root: User) -> None:
    row = BundleUpload.objects.create(by=root, at=timezone.now(), file=b"x")
    pages = [reverse("admin:bring-club"), reverse("admin:bring-club-look", args=[row.pk])]
    for page in pages:
        assert Client().get(page).status_code == 302
    client.force_login(root)
    for page in pages:
        assert client.get(page)["Location"].startswith("/admin/login/"), "no second factor"
        assert client.post(page, {"gm": "root"}).status_code == 302
    helper = person("helper")
    User.objects.filter(pk=helper.pk).update(is_staff=True)
    helper.refresh_from_db()
    log_in_as_staff(client, helper)
    for page in pages:
        assert client.get(page).status_code == 404
        assert client.post(page, {"gm": "root"}).status_code == 404
    assert "bring-a-club" not in text(client.get(reverse("admin:index")))


def test_a_superuser_cannot_view_anothers_upload(staff: Client) -> None:
    other = User.objects.create_superuser("other", "other@example.org", "secret")
    row = BundleUpload.objects.create(by=other, at=timezone.now(), file=foreign_bundle())
    assert staff.get(reverse("admin:bring-club-look", args=[row.pk])).status_code == 404


def test_an_unused_upload_is_deleted_after_a_day(
    root: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    BundleUpload.objects.create(by=root, at=now, file=b"x")
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(hours=23))
    prune()
    assert BundleUpload.objects.exists()
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(hours=25))
    prune()
    assert not BundleUpload.objects.exists()


def test_a_club_too_large_for_the_page_is_left_to_the_command(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = foreign_bundle()
    monkeypatch.setattr(bundle_uploads, "MAX_ROWS", 10)
    page = upload_bundle(staff, bundle).content.decode()
    assert "too large to import on this page" in page and "import_campaign" in page
    assert not BundleUpload.objects.exists()
