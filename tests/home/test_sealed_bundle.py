"""The export of a GM: a file that they cannot read and that the site can open."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership
from campaign.members.services import members
from campaign.voices.services import speaking
from core.accounts.models import User
from core.accounts.services import tokens
from espionage.services.tick import tick
from home.rules.bundle import padded_size
from home.selectors.bundle_files import BadBundle, open_bundle
from home.selectors.bundle_sealing import open_unsealed
from tests.espionage.ambushes import PLAYED, save_sheets_with_ambush
from tests.factories import found_club, signed_in
from tests.seasons import club_that_met

from .carrying import another_site, bundle_of, changed, fingerprint, reconciled

if TYPE_CHECKING:
    from tests.factories import Club

pytestmark = pytest.mark.django_db


def _page(club: Club) -> str:
    return f"/c/{club.campaign.slug}/desk/bundle/"


def _client(user: User | None) -> Client:
    assert user
    return signed_in(user)


def _download_bundle(club: Club, talk: str = "all") -> bytes:
    answer = _client(club.gm).post(_page(club), {"talk": talk, "idempotency": "one"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    return b"".join(answer.streaming_content)


@pytest.mark.parametrize("gm_plays", [False, True])
def test_a_gm_downloads_one_file_that_they_cannot_read(gm_plays: bool) -> None:
    club = found_club(gm_plays=gm_plays)
    with ZipFile(BytesIO(_download_bundle(club))) as archive:
        assert set(archive.namelist()) == {"manifest.json", "signature.json", "sealed.bin"}
        told = json.loads(archive.read("manifest.json"))
        sealed = archive.read("sealed.bin")
    assert set(told) == {
        *("format", "version", "site_version", "made_at", "club", "size", "digest")
    }
    assert club.teams[0].name.encode() not in sealed


@pytest.mark.slow("carries two clubs over")
def test_hidden_differences_between_clubs_do_not_change_the_file_size() -> None:
    sealed, opened = set(), set()
    for letters in (0, 20):
        with another_site():
            club = club_that_met(weeks=3)
            for number in range(letters):
                speaking.write_letter(
                    team=club.teams[0],
                    to=club.teams[1],
                    author=club.players[0],
                    text=f"Offer {number}: a truce?" * 9,
                    now=club.at,
                )
            with ZipFile(BytesIO(_download_bundle(club))) as archive:
                sealed.add(archive.getinfo("sealed.bin").file_size)
            opened.add(len(bundle_of(club.campaign, club.at)))
    assert len(sealed) == 1
    assert len(opened) == 2


def test_the_site_that_sealed_a_bundle_imports_it(tmp_path: Path) -> None:
    file, said = tmp_path / "club.zip", StringIO()
    with another_site():
        club = club_that_met()
        file.write_bytes(_download_bundle(club))
        before = fingerprint(club.campaign)
    User.objects.create_user("host")
    call_command("import_campaign", str(file), gm="host", stdout=said)
    assert "Valid signature by" in said.getvalue() and "(this site)" in said.getvalue()
    assert fingerprint(Campaign.objects.get()) == before
    assert reconciled() == "All agree."


def test_the_host_opens_a_bundle_for_another_site(tmp_path: Path, settings: Any) -> None:
    file, out, said = tmp_path / "sealed.zip", tmp_path / "open.zip", StringIO()
    with another_site():
        file.write_bytes(_download_bundle(found_club()))
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("open_bundle", str(tmp_path / "none.zip"), str(tmp_path / "never.zip"))
    call_command("open_bundle", str(file), str(out), stdout=StringIO())
    with pytest.raises(CommandError, match="already exists"):
        call_command("open_bundle", str(file), str(out))
    with pytest.raises(CommandError, match="is not sealed"):
        call_command("open_bundle", str(out), str(tmp_path / "again.zip"))
    User.objects.create_user("host")
    settings.SECRET_KEY = "the secret of another site" * 3
    with pytest.raises(CommandError, match="This bundle was sealed by another site"):
        call_command("import_campaign", str(file), gm="host")
    call_command("import_campaign", str(out), gm="host", stdout=said)
    assert "Valid signature by" in said.getvalue() and "(another site)" in said.getvalue()


def test_an_old_secret_key_opens_its_bundles(settings: Any) -> None:
    club = found_club()
    sealed = _download_bundle(club)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next secret of this site" * 3
    with open_unsealed(BytesIO(sealed)) as bundle:
        assert ZipFile(bundle).testzip() is None


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("manifest.json", b"Test club", b"Best club"),
        ("sealed.bin", b"", b"x"),
    ],
)
def test_a_modified_sealed_bundle_is_refused(name: str, old: bytes, new: bytes) -> None:
    sealed = changed(_download_bundle(found_club()), name, old, new)
    with pytest.raises(BadBundle, match="changed"), open_unsealed(BytesIO(sealed)):
        pass


def test_nothing_is_exported_while_a_week_is_being_resolved() -> None:
    club = found_club(teams=3, weeks=2, options=PLAYED)
    save_sheets_with_ambush(club)
    with club.scope():
        tick(now=club.open_week.due_at)
    answer = _client(club.gm).post(_page(club), {"talk": "all", "idempotency": "one"})
    assert "Week 1 is being resolved" in answer.content.decode()


def test_only_a_gm_finds_the_export_page() -> None:
    club = found_club(spectator=True)
    assert _client(club.gm).get(_page(club)).status_code == 200
    for user in (club.players[0], club.spectator):
        assert _client(user).get(_page(club)).status_code == 404
        assert _client(user).post(_page(club), {"talk": "all"}).status_code == 404
    answer = _client(club.gm).post(_page(club), {"talk": "everything", "idempotency": "one"})
    assert answer.status_code in {200, 422}
    assert "Select a valid choice" in answer.content.decode()


@pytest.mark.parametrize("size", [0, 1, (1 << 20) + 1, 10 << 20])
def test_sealed_bundles_are_padded_to_a_multiple_of_the_budget(size: int) -> None:
    whole = padded_size(size, 4)
    budget = padded_size(0, 4)
    assert whole >= size
    assert whole % budget == 0
    assert whole == budget or whole < 2 * size


# --- for programs ---------------------------------------------------------------------------------


def _request_bundle(
    club: Club, user: User | None, talk: str = "all", scopes: tuple[str, ...] = ()
) -> Any:
    """Return the API's answer to a token of these scopes, or to a session."""
    assert user
    page = f"/api/v1/campaigns/{club.campaign.slug}/desk/bundle/"
    said: dict[str, Any] = {"data": {"talk": talk}, "content_type": "application/json"}
    if not scopes:
        return _client(user).post(page, **said)
    made = tokens.create_token(user=user, name="tool", days=30, now=timezone.now(), scopes=scopes)
    return Client().post(page, headers={"Authorization": f"Bearer {made[1]}"}, **said)


def _path(answer: Any) -> str:
    return urlsplit(answer.json()["url"]).path


@pytest.mark.parametrize("talk", ["none", "public", "all"])
def test_the_api_gives_a_gm_the_same_file_as_the_desk_page(talk: str) -> None:
    club = found_club()
    answer = _request_bundle(club, club.gm, talk, ("read", "desk"))
    assert answer.status_code == 200
    file = Client().get(_path(answer))
    assert (file.status_code, file["Content-Type"]) == (200, "application/zip")
    assert file["Cache-Control"] == "private, no-store"
    with (
        open_unsealed(BytesIO(b"".join(file.streaming_content))) as inside,
        open_bundle(inside) as bundle,
    ):
        assert (bundle.manifest.talk, bundle.manifest.club.slug) == (talk, club.campaign.slug)


def test_the_api_export_needs_a_gm_with_a_desk_token() -> None:
    club = found_club(spectator=True)
    assert _request_bundle(club, club.gm, scopes=("read", "orders", "play")).status_code == 403
    for user in (club.players[0], club.spectator):
        assert _request_bundle(club, user).status_code == 404
    assert _request_bundle(club, club.gm, "everything").status_code == 400


def test_a_download_address_expires_after_ten_minutes() -> None:
    club = found_club()
    at = timezone.now()
    with time_machine.travel(at, tick=False):
        path = _path(_request_bundle(club, club.gm))
    with time_machine.travel(at + timedelta(minutes=9), tick=False):
        assert Client().get(path).status_code == 200
        assert Client().get(path.replace(".zip", "x.zip")).status_code == 404
    with time_machine.travel(at + timedelta(minutes=10), tick=False):
        assert Client().get(path).status_code == 404
    members.admit(campaign=club.campaign, user=club.players[0], role=Membership.Role.GM, now=at)
    with scopes_disabled():
        part = Membership.objects.get(campaign=club.campaign, user=club.gm)
    members.set_role(membership=part, role=Membership.Role.PLAYER, actor=club.players[0], now=at)
    with time_machine.travel(at, tick=False):
        assert Client().get(path).status_code == 404


def test_the_api_exports_nothing_while_a_week_is_being_resolved() -> None:
    club = found_club(teams=3, weeks=2, options=PLAYED)
    path = _path(_request_bundle(club, club.gm))
    save_sheets_with_ambush(club)
    with club.scope():
        tick(now=club.open_week.due_at)
    assert _request_bundle(club, club.gm).status_code == 409
    answer = Client().get(path)
    assert answer.status_code == 409
    assert "is being resolved" in answer.content.decode()
