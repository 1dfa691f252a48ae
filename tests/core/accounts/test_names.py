"""Changing a user name: which names are allowed, and that only the new one is shown."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.league.models import DeskAct
from campaign.news.models import News
from core.accounts.models import User
from core.accounts.rules.names import looks_like
from core.accounts.services import deletion, guests, names
from core.notifications.models import Notice
from core.notifications.services.pruning import prune
from core.web import clock
from core.web.refusals import NameTaken, Refused, WrongTime
from tests.factories import found_club, person

from .test_deletion import FOURTEEN, busy_life, dump, later

__all__ = ["later"]

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NAME = "zenobia77"
"""A name that is no word of any page."""
Commits = Callable[..., AbstractContextManager[Any]]


def user_named(name: str) -> User:
    """Return a user with exactly this name."""
    user = person("somebody")
    User.objects.filter(pk=user.pk).update(username=name)
    user.refresh_from_db()
    return user


def post_name(client: Client, name: str) -> Any:
    return client.post(reverse("own-name"), {"username": name, "idempotency": name[:30] or "k"})


# --- which names there are ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("vera", "Vera"),
        ("vera", "v.e-r_a"),
        ("vera", "véra"),
        ("will", "wi1l"),
        ("otto", "0tt0"),
        ("sam", "sarn"),
        ("wanda", "vvanda"),
        ("morgan", "morg\u0251n"),  # Latin alpha
        ("cape", "\u0441\u0430\u0440\u0435"),  # all of it Cyrillic
        ("ivo", "lvo"),
        ("sam", "5am"),
        ("vera", "v\u1d07ra"),  # a small capital
        ("vera", "\u1d20\u1d07\u0280\u1d00"),  # small capitals only
        ("morgan", "m\u00f8rgan"),
        ("lena", "\u0142ena"),
        ("dora", "\u0111ora"),
        ("dora", "\u00d0ora"),
        ("hanna", "\u0127anna"),
        ("jan", "\u0237an"),  # dotless
        ("ivo", "\u0131vo"),
        ("oedipa", "\u0153dipa"),
        ("aeon", "\u1d01on"),
    ],
)
def test_confusable_names_are_refused(name: str, other: str) -> None:
    assert looks_like(name) == looks_like(other)
    user = person("zenobia")
    user_named(name)
    with pytest.raises(NameTaken, match="is too similar to another name"):
        names.change_name(user=user, name=other, now=clock.now())


def test_small_capitals_and_stroked_letters_match_their_base_letter() -> None:
    variant = re.compile(
        "LATIN LETTER SMALL CAPITAL ([A-Z]{1,2})"
        "|LATIN (?:SMALL|CAPITAL) (?:LETTER|LIGATURE) (?:DOTLESS )?([A-Z]{1,2})"
        "(?: WITH (?!SMALL LETTER).*)?"
    )
    letters = {
        chr(code): (found[1] or found[2]).lower()
        for code in range(sys.maxunicode + 1)
        if (found := variant.fullmatch(unicodedata.name(chr(code), "")))
    }
    assert len(letters) > 800
    drawn_like_another = {"\u028b": "u", "\u01b2": "u", "\u1d8c": "y"}  # v with hooks
    assert {letter: looks_like(letter) for letter in letters} == {
        letter: looks_like(drawn_like_another.get(letter, base)) for letter, base in letters.items()
    }


@pytest.mark.parametrize(("name", "other"), [("vera", "verna"), ("sam", "max"), ("-", "+")])
def test_distinct_names_do_not_match(name: str, other: str) -> None:
    assert looks_like(name) != looks_like(other)


@pytest.mark.parametrize(
    "name",
    [
        "morg\u0251n",
        "m\u0585rgan",
        "m\u043ergan",
        "5morgan\u0430",
        "morgan..",
        "mo..rgan",
        "..",
        "m.0.rgan",
    ],
)
def test_sign_up_refuses_names_that_look_like_existing_ones(name: str, client: Client) -> None:
    user_named("morgan")
    form = {"username": name, "email": "new@example.org", "idempotency": "k"}
    form |= dict.fromkeys(("password1", "password2"), "correct horse 9")
    client.post(reverse("account_signup"), form)
    assert not User.objects.filter(username=name).exists()


@pytest.mark.parametrize(
    "name", ["jürgen", "Οδυσσέας", "влад7", "やまだ太郎", "김철수", "o.k", "vera-2"]
)
def test_sign_up_accepts_names_in_any_single_alphabet(name: str, client: Client) -> None:
    user_named("morgan")
    form = {"username": name, "email": "new@example.org", "idempotency": "k"}
    form |= dict.fromkeys(("password1", "password2"), "correct horse 9")
    client.post(reverse("account_signup"), form)
    assert User.objects.filter(username=name).exists()


@pytest.mark.parametrize("name", ["m\u0585rgan", "mo..rgan"])
def test_accounts_with_names_refused_today_can_still_sign_in(name: str, client: Client) -> None:
    user_named(name)
    client.post(reverse("account_login"), {"login": name, "password": "secret"})
    assert client.session["_auth_user_id"]


@pytest.mark.parametrize(
    "name",
    ["", "x", "two words", "a/b", "é" * 151, "former player 12345678", "m\u0585rgan", "a..b"],
)
def test_an_invalid_name_is_refused_and_changes_nothing(name: str, client: Client) -> None:
    user = user_named(NAME)
    client.force_login(user)
    assert post_name(client, name).status_code == 422
    with pytest.raises(Refused):
        names.change_name(user=user, name=name, now=clock.now())
    user.refresh_from_db()
    assert (user.username, user.renamed_at) == (NAME, None)


def test_a_renamed_user_signs_in_by_the_new_name_and_is_notified(
    client: Client, django_capture_on_commit_callbacks: Commits
) -> None:
    club = found_club(teams=1, characters=1)
    user = club.players[0]
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.force_login(user)
    old = user.username
    with django_capture_on_commit_callbacks(execute=True):
        assert post_name(client, NAME).status_code == 303
    assert f"You are {NAME}" in client.get(reverse("own-name")).content.decode()
    assert Client().login(username=NAME, password="secret")
    assert not Client().login(username=old, password="secret")
    with scopes_disabled():
        told = Notice.objects.get(user=user, kind="account-changed")
    assert told.text.startswith(f"Your username is now {NAME}")
    (letter,) = mail.outbox
    assert letter.to == [user.email]
    assert f"is now {NAME}" in letter.body


def test_a_name_can_be_changed_every_thirty_days_including_its_case() -> None:
    user, now = user_named(NAME), clock.now()
    names.change_name(user=user, name=NAME, now=now)
    assert user.renamed_at is None, "the same name is no change"
    names.change_name(user=user, name=NAME.title(), now=now)
    with pytest.raises(WrongTime, match="You can change it again on"):
        names.change_name(user=user, name="xanthippe", now=now + 30 * DAY - timedelta(hours=1))
    names.change_name(user=user, name="xanthippe", now=now + 30 * DAY)
    user.refresh_from_db()
    assert (user.username, user.former_name) == ("xanthippe", NAME.title())


def test_a_former_name_is_reserved_for_a_year(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, other, now = user_named(NAME), person("otto"), clock.now()
    names.change_name(user=user, name="xanthippe", now=now)
    form = {"username": NAME, "email": "new@example.org", "idempotency": "k"}
    form |= dict.fromkeys(("password1", "password2"), "correct horse 9")

    def is_free() -> bool:
        client.post(reverse("account_signup"), form)
        return User.objects.filter(username=NAME).exists()

    with pytest.raises(NameTaken):
        names.change_name(user=other, name=NAME, now=now)
    assert not is_free()
    monkeypatch.setattr(clock, "now", lambda: now + 364 * DAY)
    prune()
    assert not is_free()
    monkeypatch.setattr(clock, "now", lambda: now + 366 * DAY)
    assert prune()["names"] == 1
    assert is_free()


def test_a_user_can_take_back_their_former_name() -> None:
    user, now = user_named(NAME), clock.now()
    names.change_name(user=user, name="xanthippe", now=now)
    names.change_name(user=user, name=NAME, now=now + 31 * DAY)
    assert user.username == NAME


def test_a_guest_cannot_change_their_name(client: Client) -> None:
    guest = guests.create_guest()
    client.force_login(guest)
    assert post_name(client, NAME).status_code == 422
    guest.refresh_from_db()
    assert guest.username.startswith("guest-")


def test_attempts_to_change_a_name_are_limited(client: Client) -> None:
    client.force_login(user_named(NAME))
    user_named("vera")
    said = [
        client.post(reverse("own-name"), {"username": "vera", "idempotency": f"k{number}"})
        for number in range(11)
    ]
    assert "Too many attempts" not in said[9].content.decode()
    assert "Too many attempts" in said[10].content.decode()


# --- what the site says of one --------------------------------------------------------------------


def test_a_former_name_is_shown_nowhere_and_quoted_words_stay() -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    old = f"{NAME}{user.pk.hex[:6]}"
    User.objects.filter(pk=user.pk).update(username=old)
    user.refresh_from_db()
    busy_life(club, user)
    before = [line for line in dump().splitlines() if old in line]
    assert len(before) >= 5
    names.change_name(user=user, name="xanthippe", now=clock.now())
    left = [line for line in dump().splitlines() if old in line]
    assert [line for line in left if str(user.pk) not in line] == []
    assert len(left) == 1, "in the account's own row, as the name that is held"
    with club.scope():
        assert DeskAct.objects.filter(detail__user="xanthippe").exists()
    assert "Qwertz is mine." in dump()
    call_command("reconcile")


def test_deleting_an_account_erases_both_names(later: Any) -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    old = f"{NAME}{user.pk.hex[:6]}"
    User.objects.filter(pk=user.pk).update(username=old)
    user.refresh_from_db()
    busy_life(club, user)
    names.change_name(user=user, name="xanthippe", now=clock.now())
    deletion.schedule(user=user, now=clock.now())
    later(FOURTEEN)
    prune()
    assert not [line for line in dump().splitlines() if old in line or "xanthippe" in line]


@pytest.mark.parametrize("what", ["orders", "2026-03-05T19", "00Z", "kites", "red-kites"])
def test_a_common_word_as_a_name_rewrites_no_site_texts(what: str, client: Client) -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    User.objects.filter(pk=user.pk).update(username=what)
    user.refresh_from_db()
    line = f"The {what} are {{2026-03-05T19:00Z}} in."
    with club.scope():
        club.teams[1].name, club.teams[1].slug = "Red Kites", "red-kites"
        club.teams[1].save(update_fields=["name", "slug"])
        news = News.objects.create(
            campaign=club.campaign, at=club.at, kind="word", cause="a", text=line
        )
        told = Notice.objects.create(
            user=club.gm, campaign=club.campaign, at=club.at, kind="word", cause="a", text=line,
            path=f"teams/{what}/",
        )  # fmt: skip
    client.force_login(user)
    assert "is also a common word on this site" in client.get(reverse("own-name")).content.decode()
    names.change_name(user=user, name="xanthippe", now=clock.now())
    for row in (news, told):
        row.refresh_from_db()
        assert row.text == line
    assert told.path == f"teams/{what}/"


# --- what the database lets through ---------------------------------------------------------------

SAID = '{"user": "max", "team": "max-2", "before": ["max", "otto"], "number": 3}'


@pytest.mark.parametrize(
    ("change", "may"),
    [
        ('{"user": "xena", "team": "max-2", "before": ["xena", "otto"], "number": 3}', True),
        ('{"user": "xena", "team": "max-2", "before": ["max", "otto"], "number": 3}', True),
        ('{"user": "xena", "team": "max-2", "before": ["xena", "otto"], "number": 4}', False),
        ('{"user": "xena", "team": "max-2", "before": ["xena", "vera"], "number": 3}', False),
        ('{"user": "xena", "team": "max-2", "before": ["xena"], "number": 3}', False),
        ('{"user": "xena", "team": "max-2", "before": ["xena", "otto"]}', False),
        ('{"user": "vera", "team": "max-2", "before": ["max", "otto"], "number": 3}', False),
        ('{"user": "former player 1"}', False),
        ("{}", False),
    ],
)
def test_the_desk_log_allows_only_renames_to_the_current_name(change: str, may: bool) -> None:
    club = found_club(teams=1, characters=1)
    user = user_named("max")
    user_named("vera")
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO campaign_deskact (id, campaign_id, kind, reason, detail, public, at)"
            " VALUES (%s, %s, 'test', '', %s, true, %s)",
            [user.pk, club.campaign.pk, SAID, club.at],
        )
    User.objects.filter(pk=user.pk).update(username="xena", former_name="max")

    def changing() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "UPDATE campaign_deskact SET detail = %s WHERE id = %s", [change, user.pk]
            )

    if may:
        changing()
    else:
        with pytest.raises(DatabaseError, match="append-only"):
            changing()


def test_the_desk_log_refuses_to_restore_a_former_name() -> None:
    club = found_club(teams=1, characters=1)
    user = user_named("xena")
    User.objects.filter(pk=user.pk).update(former_name="max")
    with club.scope():
        act = DeskAct.objects.create(
            campaign=club.campaign, kind="test", at=club.at, detail={"user": "xena"}
        )
        for detail in ({"user": "max"}, {"user": "xena", "also": "max"}):
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                DeskAct.objects.filter(pk=act.pk).update(detail=detail)


def test_names_in_other_alphabets_are_replaced_in_the_desk_log() -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    User.objects.filter(pk=user.pk).update(username="Zoë-Łukasz")
    user.refresh_from_db()
    with club.scope():
        act = DeskAct.objects.create(
            campaign=club.campaign, kind="test", at=club.at, detail={"user": "Zoë-Łukasz"}
        )
    names.change_name(user=user, name="Ýmir-Æsa", now=clock.now())
    with club.scope():
        act.refresh_from_db()
    assert act.detail == {"user": "Ýmir-Æsa"}


# --- for programs ---------------------------------------------------------------------------------


def test_a_full_token_can_change_its_users_name(client: Client) -> None:
    user = user_named(NAME)
    client.force_login(user)
    page = reverse("api-own-name")
    assert client.get(page).json() == {"username": NAME, "free_from": None}
    answer = client.put(page, {"username": "xanthippe"}, content_type="application/json")
    assert answer.status_code == 200
    assert answer.json()["username"] == "xanthippe"
    assert answer.json()["free_from"] is not None
    again = client.put(page, {"username": NAME}, content_type="application/json")
    assert again.status_code == 409
    user_named("vera")
    User.objects.filter(pk=user.pk).update(renamed_at=None)
    taken = client.put(page, {"username": "Vera"}, content_type="application/json")
    assert taken.json()["errors"][0]["code"] == "name-taken"
