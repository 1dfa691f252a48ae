"""Exporting a club to one signed file, and importing it on another site."""

from __future__ import annotations

import json
import unicodedata
from base64 import b64encode
from datetime import datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_scopes import scopes_disabled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaign.garage.models import Vehicle
from campaign.league.demo import SLUG
from campaign.league.models import Campaign, DeskAct, Membership, Team, Week
from campaign.members.services import members
from campaign.news.models import News
from campaign.roster.models import Character
from campaign.voices.models import Thread
from campaign.voices.services import speaking
from core.accounts.models import User
from core.web import clock
from core.web.refusals import Refused
from espionage.models import AmbushFight, OrderSheet, Seal
from espionage.selectors.opened import closed_season, closed_week
from espionage.services.tick import tick
from home.rules.bundle import Manifest
from home.selectors.bundle_files import BadBundle, open_bundle
from home.selectors.bundle_parts import APPS, EXPORTED_TABLES, OMITTED_TABLES
from home.selectors.bundle_schema import bundle_schema
from home.services.bundle_import import Fork, import_bundle
from play.models import Chair, Table
from play.selectors.matches import current_match
from tests import luck
from tests.espionage.ambushes import PLAYED, plan, save_sheets_with_ambush
from tests.factories import found_club, person
from tests.seasons import club_that_met, grow

from .carrying import another_site, bundle_of, changed, fingerprint, reconciled, signed_anew

if TYPE_CHECKING:
    from tests.factories import Club

pytestmark = pytest.mark.django_db

FIXTURES: Final = Path(__file__).parent / "bundles"
OTHERS: Final = {"campaign.campaign", "campaign.membership", "campaign.deskact", "people"}
"""Parts that differ in an imported club: its address and its importer."""


def _parts(bundle: bytes) -> dict[str, tuple[int, str]]:
    with open_bundle(BytesIO(bundle)) as found:
        return {part.name: (part.rows, part.digest) for part in found.manifest.parts}


def _rows(bundle: bytes, part: str) -> list[dict[str, Any]]:
    with open_bundle(BytesIO(bundle)) as found:
        return [json.loads(line) for line in found.lines(part)]


def _import_bundle(bundle: bytes, **options: Any) -> Campaign:
    gm = options.pop("gm", None) or person("host")
    return import_bundle(BytesIO(bundle), gm=gm, now=timezone.now(), **options).campaign


@pytest.mark.slow("carries the demo club over")
def test_the_demo_club_is_unchanged_on_another_site() -> None:
    with another_site():
        with luck.ruling("the demo club"):
            call_command("demo", stdout=StringIO())
        here = Campaign.objects.get(slug=SLUG)
        bundle, before = bundle_of(here, timezone.now()), fingerprint(here)
    after = fingerprint(_import_bundle(bundle))
    assert reconciled() == "All agree."
    states = after.pop("states")
    assert states.items() <= before.pop("states").items()
    assert after == before
    assert len(states) >= 3
    assert len(after["transcripts"]) >= 3
    assert len(after["standings"][0]) == 4


@pytest.mark.slow("exports and imports a whole week")
def test_a_fights_table_is_exported_once_its_week_is_published() -> None:
    with another_site():
        club = found_club(teams=3, weeks=2, options=PLAYED)
        due, settle = club.open_week.due_at, club.open_week.settle_at
        with clock.set_to(club.at):
            save_sheets_with_ambush(club)
        _tick(due)
        with pytest.raises(Refused, match="is being resolved"):
            bundle_of(club.campaign, club.at)
        with clock.set_to(due + timedelta(hours=1)), scopes_disabled():
            _fight(club)
        _tick(due + timedelta(hours=2))
        _tick(max(settle, due + timedelta(hours=36)))
        bundle = bundle_of(club.campaign, club.at)
    assert len(_rows(bundle, "play.table")) == 1
    assert len(_rows(bundle, "espionage.ambushfight")) == 1
    assert len(_rows(bundle, "play.match")) == 2
    _import_bundle(bundle)
    assert reconciled() == "All agree."


def test_names_in_an_old_bundle_are_composed() -> None:
    composed = "Zoë"
    typed = unicodedata.normalize("NFD", composed)
    with another_site():
        club = found_club()
        with club.scope():
            Team.objects.filter(pk=club.teams[0].pk).update(name=typed)
            Vehicle.objects.filter(pk=club.car(0).pk).update(name=typed)
            Character.objects.filter(pk=club.who(0, "Rook").pk).update(name=typed)
            Campaign.objects.filter(pk=club.campaign.pk).update(name=typed)
            User.objects.filter(pk=club.players[0].pk).update(username=typed)
        club.campaign.refresh_from_db()
        bundle = bundle_of(club.campaign, club.at)
    campaign = _import_bundle(bundle)
    with scopes_disabled():
        assert campaign.name == composed
        for row in (Team, Vehicle, Character):
            assert row.objects.filter(name=composed).exists()
            assert not row.objects.filter(name=typed).exists()
    assert User.objects.filter(username=composed).exists()


def _tick(at: datetime) -> None:
    with clock.set_to(at):
        tick(now=at)


def _fight(club: Club) -> None:
    """Play the week's fight to its end."""
    owners = {team.pk: owner for team, owner in zip(club.teams, club.players, strict=True)}
    fight = AmbushFight.objects.get(over_at=None)
    chairs = Chair.objects.filter(table=fight.table_id).exclude(party=None)
    people = {chair.seat: owners[chair.party] for chair in chairs if chair.party}
    while (table := Table.objects.select_related("match").get(pk=fight.table_id)).is_playing:
        assert table.match
        seat = current_match(table.match).to_act()[0]
        plan(table, seat, people[seat])


@given(seasons=st.integers(0, 2), weeks=st.integers(1, 3), talk=st.sampled_from(["none", "all"]))
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@pytest.mark.slow("exports and imports a whole season")
def test_exporting_an_imported_club_gives_the_same_rows(
    seasons: int, weeks: int, talk: str
) -> None:
    with another_site():
        with another_site():
            club = club_that_met()
            _talk(club)
            grow(club, seasons=seasons, weeks=weeks)
            bundle = bundle_of(club.campaign, club.at, talk)
        again = bundle_of(_import_bundle(bundle), club.at, talk)
        before, after = _parts(bundle), _parts(again)
        assert {name: after[name] for name in after if name not in OTHERS} == {
            name: before[name] for name in before if name not in OTHERS
        }
        assert before["campaign.week"][0] == seasons * weeks + 2


def _talk(club: Club) -> None:
    said: dict[str, Any] = {"author": club.players[0], "text": "A truce?", "now": club.at}
    speaking.open_topic(campaign=club.campaign, title="Ash Flats", **said)
    speaking.write_letter(team=club.teams[0], to=club.teams[1], **said)


@pytest.mark.parametrize(("talk", "kinds"), [("none", []), ("public", ["board"])])
def test_letters_are_exported_only_with_all_talk(talk: str, kinds: list[str]) -> None:
    club = found_club()
    _talk(club)
    bundle = bundle_of(club.campaign, club.at, talk)
    threads = _rows(bundle, "campaign.thread")
    assert [row["kind"] for row in threads] == kinds
    assert len(_rows(bundle, "campaign.wording")) == len(kinds)
    assert {row["kind"] for row in _rows(bundle_of(club.campaign, club.at), "campaign.thread")} == {
        "board",
        "letters",
    }


def test_an_open_weeks_seed_and_orders_are_not_exported() -> None:
    with another_site():
        club = found_club()
        save_sheets_with_ambush(club)
        with scopes_disabled():
            seed = bytes(Seal.objects.get().seed)
            texts = list(OrderSheet.objects.values_list("payload", flat=True))
        bundle = bundle_of(club.campaign, club.at)
    with ZipFile(BytesIO(bundle)) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert seed.hex().encode() not in everything
    assert b64encode(seed) not in everything
    assert not any(json.dumps(text)[1:-1].encode() in everything for text in texts)
    assert _rows(bundle, "espionage.seal") == []
    copy = _import_bundle(bundle)
    with scopes_disabled():
        first = Week.objects.get(season__campaign=copy, number=1)
        assert first.status == Week.Status.PLANNED
        assert first.opens_at >= timezone.now() - timedelta(minutes=1)
        tick(now=first.opens_at + timedelta(minutes=1))
        first.refresh_from_db()
        assert first.status == Week.Status.OPEN
        assert bytes(Seal.objects.get(week=first).seed) != seed
    assert reconciled() == "All agree."


def test_imported_people_have_only_a_name_and_cannot_sign_in() -> None:
    with another_site():
        club = found_club()
        first = club.players[0]
        first.email = "first@example.org"
        first.set_password("a-secret-word")
        first.save()
        bundle = bundle_of(club.campaign, club.at)
    assert all(set(row) == {"id", "name"} for row in _rows(bundle, "people"))
    gm, friend = person("host"), User.objects.create_user("friend")
    taken = User.objects.create_user(first.username)
    copy = _import_bundle(bundle, gm=gm, users={club.players[1].username: friend})
    with scopes_disabled():
        rows = Membership.objects.filter(campaign=copy)
        roles = dict(rows.values_list("user__username", "role"))
    assert roles["friend"] == Membership.Role.PLAYER
    assert roles[gm.username] == Membership.Role.GM
    stand_in = User.objects.get(username=f"{first.username}-2")
    assert taken.username not in roles
    assert stand_in.username in roles
    assert (stand_in.is_active, stand_in.has_usable_password(), stand_in.email) == (
        False,
        False,
        "",
    )


def test_an_existing_club_is_not_imported_again() -> None:
    club = found_club()
    bundle = bundle_of(club.campaign, club.at)
    with pytest.raises(Refused, match="This club already exists"):
        _import_bundle(bundle)
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("rows/campaign.money.jsonl", b"000", b"999", "The part campaign.money was changed"),
        ("rows/campaign.team.jsonl", b"{", b"{{", "The part campaign.team was changed"),
        ("manifest.json", b"Test club", b"Best club", "The manifest was changed"),
        ("signature.json", b'"key":"', b'"key":"zz', "The signature is not readable"),
    ],
)
def test_a_modified_bundle_is_refused_and_its_part_named(
    name: str, old: bytes, new: bytes, said: str
) -> None:
    with another_site():
        club = found_club()
        bundle = bundle_of(club.campaign, club.at)
    with pytest.raises(BadBundle, match=said):
        _import_bundle(changed(bundle, name, old, new))
    assert not Campaign.objects.exists()


def test_a_signed_bundle_cannot_change_another_club() -> None:
    with another_site():
        club = found_club()
        bundle = bundle_of(club.campaign, club.at)
    other = found_club(name="Another club")
    old, new = str(club.teams[0].pk), str(other.teams[0].pk)
    for part in ("campaign.money", "campaign.teamowner"):
        with pytest.raises(BadBundle, match=f"{part} refers to something"):
            _import_bundle(signed_anew(bundle, part, old, new))
    with pytest.raises(BadBundle, match=r"Line 1 of the part campaign.team"):
        _import_bundle(
            signed_anew(bundle, "campaign.team", '"colour":"', '"colour":"much too long ')
        )
    assert Campaign.objects.count() == 1
    assert not User.objects.filter(username=club.players[0].username).exists()


def test_a_bundle_with_a_week_without_a_duel_is_refused() -> None:
    with another_site():
        club = found_club()
        bundle = bundle_of(club.campaign, club.at)
    pk = str(club.week.pk).encode()
    with open_bundle(BytesIO(bundle)) as opened:
        (duel,) = (line for line in opened.lines("campaign.duel") if pk in line)
    with pytest.raises(BadBundle, match="weeks without a duel"):
        _import_bundle(signed_anew(bundle, "campaign.duel", duel.decode(), ""))
    assert not Campaign.objects.exists()


@pytest.mark.parametrize("junk", [b"", b"PK", b"no zip at all", None])
def test_a_file_that_is_no_bundle_is_refused(junk: bytes | None) -> None:
    if junk is None:
        out = BytesIO()
        with ZipFile(out, "w") as archive:
            archive.writestr("readme.txt", "hello")
        junk = out.getvalue()
    with pytest.raises(BadBundle, match="not a bundle"):
        _import_bundle(junk)


def test_a_try_out_is_not_exported() -> None:
    club = found_club()
    club.campaign.tryout = True
    with pytest.raises(Refused, match="Keep the club first"):
        bundle_of(club.campaign, club.at)


def test_every_table_of_a_club_is_exported_or_omitted_with_a_reason() -> None:
    carried = {part.label for part in EXPORTED_TABLES}
    there = {model._meta.label for app in APPS for model in apps.get_app_config(app).get_models()}
    assert carried | set(OMITTED_TABLES) == there
    assert not carried & set(OMITTED_TABLES)
    assert len(carried) == len(EXPORTED_TABLES)
    assert all(OMITTED_TABLES.values())


def test_foreign_keys_of_exported_rows_are_exported() -> None:
    known = {part.model for part in EXPORTED_TABLES} | {User}
    for part in EXPORTED_TABLES:
        for field in part.model._meta.concrete_fields:
            if field.name in part.omitted_fields:
                assert field.has_default() or field.null or field.empty_strings_allowed, field
            elif field.related_model:
                assert field.related_model in known, f"{part.label}.{field.name}"
        assert not part.model._meta.many_to_many


def test_the_documented_schema_of_bundles_is_up_to_date() -> None:
    kept = json.loads((Path("docs") / "bundle.schema.json").read_text(encoding="utf-8"))
    assert kept == bundle_schema()


def test_the_commands_move_a_club_between_sites(tmp_path: Path) -> None:
    file, said = tmp_path / "club.zip", StringIO()
    with another_site():
        club = found_club()
        call_command("export_campaign", club.campaign.slug, str(file), stdout=said)
        with pytest.raises(CommandError, match="already exists"):
            call_command("export_campaign", club.campaign.slug, str(file))
        with pytest.raises(CommandError, match="Club not found"):
            call_command("export_campaign", "nowhere", str(tmp_path / "other.zip"))
    assert "Week 1 is open" in said.getvalue()
    host, said = User.objects.create_user("host"), StringIO()
    call_command("import_campaign", str(file), gm="host", name="Lesson (copy)", stdout=said)
    copy = Campaign.objects.get()
    assert (copy.name, copy.slug) == ("Lesson (copy)", "lesson-copy")
    assert "Valid signature by" in said.getvalue() and "(this site)" in said.getvalue()
    with scopes_disabled():
        assert Membership.objects.get(campaign=copy, user=host).role == Membership.Role.GM
    with pytest.raises(CommandError, match="already"):
        call_command("import_campaign", str(file), gm="host")
    with pytest.raises(CommandError, match="There is no user"):
        call_command("import_campaign", str(file), gm="nobody")


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.zip")), ids=lambda file: file.name)
def test_bundles_of_every_format_can_be_imported(file: Path) -> None:
    copy = _import_bundle(file.read_bytes())
    with open_bundle(BytesIO(file.read_bytes())) as bundle:
        manifest: Manifest = bundle.manifest
    assert str(copy.pk) == manifest.club.id
    assert len(fingerprint(copy)["transcripts"]) >= 1
    assert reconciled() == "All agree."


def test_every_bundle_format_has_a_fixture() -> None:
    assert {file.name for file in FIXTURES.glob("*.zip")} >= {"format-1.zip"}


# --- a fork to teach with -------------------------------------------------------------------------


def _closed_club() -> tuple[Club, bytes, dict[str, Any]]:
    """Return a club whose first week is closed, with talk and a log, its bundle, and the rows that
    must stay the same.
    """
    club = club_that_met()
    _talk(club)
    members.admit(
        campaign=club.campaign, user=club.players[0], role=Membership.Role.GM, now=club.at
    )
    with scopes_disabled():
        part = Membership.objects.get(campaign=club.campaign, user=club.players[0])
    members.set_role(membership=part, role=Membership.Role.PLAYER, actor=club.gm, now=club.at)
    with scopes_disabled():
        closes = Week.objects.get(season__campaign=club.campaign, number=1).closes_at
    _tick(closes + timedelta(hours=1))
    with scopes_disabled():
        # the second week is open
        assert Week.objects.get(season__campaign=club.campaign, number=1).status == "closed"
    return club, bundle_of(club.campaign, closes + timedelta(hours=1)), fingerprint(club.campaign)


@pytest.mark.parametrize("opened_", [False, True], ids=["goes on", "opened"])
def test_a_fork_renames_its_people_names_its_origin_and_continues(opened_: bool) -> None:
    with another_site():
        club, bundle, before = _closed_club()
        names = [club.gm.username, *(user.username for user in club.players)]
        ids = [club.gm.pk, *(user.pk for user in club.players)]
    host = person("host")
    copy = _import_bundle(bundle, gm=host, fork=Fork(reveal_weeks=opened_))
    assert not User.objects.filter(pk__in=ids).exists()
    assert _mentions_of(copy, names) == []
    after = fingerprint(copy)
    assert after["leaves"] == before["leaves"]
    assert after["transcripts"] == before["transcripts"]
    with scopes_disabled():
        assert not Thread.objects.filter(campaign=copy).exists()
        players = User.objects.filter(username__startswith="Player ")
        assert players.count() == len(names)
        assert not any(user.is_active or user.has_usable_password() for user in players)
        act = DeskAct.objects.get(campaign=copy, kind="fork-made")
        assert act.detail["title"] == club.campaign.name
        line = News.objects.get(cause=f"fork-made:{act.pk}")
        assert f"a fork of {club.campaign.name}" in line.text
        first = Week.objects.get(season__campaign=copy, season__number=1, number=1)
        assert (first.season.closed_at is not None) is opened_
        season = closed_season(copy, 1)
        assert (season is not None and closed_week(season, 1) == first) is opened_
        _play_the_next_week(copy)
    assert reconciled() == "All agree."


def _mentions_of(copy: Campaign, names: list[str]) -> list[str]:
    """Return what the site shows of these people by name; it must be nothing."""
    with scopes_disabled():
        said = [
            *News.objects.filter(campaign=copy).values_list("text", flat=True),
            *(str(act.detail) for act in DeskAct.objects.filter(campaign=copy)),
            *Membership.objects.filter(campaign=copy).values_list("user__username", flat=True),
        ]
    return [line for line in said if any(name in line for name in names)]


def _play_the_next_week(copy: Campaign) -> None:
    """Open, resolve and publish the next week with standing orders only."""
    planned = Week.objects.filter(season__campaign=copy, season__closed_at=None)
    week = planned.order_by("number").filter(status=Week.Status.PLANNED).first()
    assert week is not None
    _tick(week.opens_at + timedelta(minutes=1))
    week.refresh_from_db()
    assert week.status == Week.Status.OPEN
    _tick(week.due_at + timedelta(minutes=1))
    _tick(max(week.settle_at, week.due_at) + timedelta(minutes=2))
    week.refresh_from_db()
    assert week.status == Week.Status.SETTLED


def test_a_fork_opens_weeks_only_between_weeks() -> None:
    with another_site():
        club = club_that_met()
        bundle = bundle_of(club.campaign, club.at)
    with pytest.raises(Refused, match="is still in progress"):
        _import_bundle(bundle, fork=Fork(reveal_weeks=True))
    assert not Campaign.objects.exists()
    assert not User.objects.filter(username__startswith="Player ").exists()


def test_the_command_makes_a_fork(tmp_path: Path) -> None:
    file, said = tmp_path / "club.zip", StringIO()
    with another_site():
        club = found_club()
        file.write_bytes(bundle_of(club.campaign, club.at))
    User.objects.create_user("host")
    with pytest.raises(CommandError, match="requires --fork"):
        call_command("import_campaign", str(file), gm="host", open=True)
    call_command("import_campaign", str(file), gm="host", fork=True, stdout=said)
    assert "Player 1, Player 2" in said.getvalue()
    with scopes_disabled():
        assert DeskAct.objects.filter(kind="fork-made").exists()
