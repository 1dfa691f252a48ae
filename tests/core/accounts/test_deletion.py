"""Deleting an account: requested, cancelled by signing in, done after some days; what is erased and
what stays.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.calendar.services import calendar_feed
from campaign.league.models import Caretaking, DeskAct, Membership, TeamOwner
from campaign.league.refusals import LastOne
from campaign.members.services import members
from campaign.news.models import News
from campaign.voices.models import Wording
from campaign.voices.services import notes, speaking
from core.accounts.models import ApiToken, User
from core.accounts.services import deletion, tokens
from core.notifications.models import Notice
from core.notifications.services.pruning import prune
from core.web import clock
from core.web.refusals import Refused
from play.models import Chair, ChatLine, Holiday, OffLadders, PrivateNote, Table
from play.services import holidays as holiday_services
from play.services import notes as table_notes
from play.services import seating, tables, talking
from tests.factories import Club, found_club, person
from tests.staff import log_in_as_staff

pytestmark = pytest.mark.django_db
FOURTEEN = timedelta(days=14, minutes=1)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Advance the site's clock."""
    real = clock.now

    def go(by: timedelta) -> None:
        monkeypatch.setattr(clock, "now", lambda: real() + by)

    return go


def dump() -> str:
    """Return every row of every table as PostgreSQL writes it."""
    said = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            said += [row[0] for row in cursor.fetchall()]
    return "\n".join(said)


def delete_account(user: User, later: Any) -> User:
    deletion.schedule(user=user, now=clock.now())
    later(FOURTEEN)
    assert prune()["deleted"] == 1
    user.refresh_from_db()
    return user


def request_deletion(client: Client, name: str, password: str = "secret") -> Any:
    key = "k" * 32
    return client.post(
        reverse("delete-account"), {"name": name, "password": password, "idempotency": key}
    )


# --- asking, and coming back ----------------------------------------------------------------------


def test_deletion_needs_the_name_and_password_and_ends_all_sessions(client: Client) -> None:
    user, other = person("zenobia"), Client()
    client.force_login(user)
    other.force_login(user)
    tokens.create_token(user=user, name="tool", days=30, now=clock.now())
    assert request_deletion(client, "somebody").status_code == 422
    assert request_deletion(client, user.username, "wrong").status_code == 422
    assert not User.objects.filter(leaving_at__isnull=False).exists()

    assert request_deletion(client, user.username).status_code == 303
    user.refresh_from_db()
    assert user.leaving_at is not None
    assert not ApiToken.objects.filter(user=user).exists()
    for browser in (client, other):
        assert browser.get(reverse("delete-account")).status_code == 302


def test_signing_in_within_the_grace_period_keeps_the_account(client: Client, later: Any) -> None:
    user = person("zenobia")
    deletion.schedule(user=user, now=clock.now())
    form = {"login": user.username, "password": "secret"}
    answer = client.post(reverse("account_login"), form, follow=True)
    assert "Your account will not be deleted" in answer.content.decode()
    assert client.get(reverse("delete-account")).status_code == 200
    later(FOURTEEN)
    prune()
    user.refresh_from_db()
    assert (user.leaving_at, user.gone_at) == (None, None)


def test_nothing_is_deleted_within_the_grace_period(later: Any) -> None:
    user = person("zenobia")
    deletion.schedule(user=user, now=clock.now())
    later(timedelta(days=13))
    prune()
    user.refresh_from_db()
    assert user.gone_at is None
    assert user.username.startswith("zenobia")


def test_password_attempts_are_limited(client: Client) -> None:
    user = person("zenobia")
    client.force_login(user)
    said = [request_deletion(client, user.username, "wrong").content.decode() for _ in range(11)]
    assert "Too many attempts" not in said[9]
    assert "Too many attempts" in said[10]


# --- clubs ----------------------------------------------------------------------------------------


def test_the_only_gm_of_a_club_cannot_delete_their_account(client: Client) -> None:
    club = found_club(teams=1, characters=2)
    with pytest.raises(Refused, match="Make someone else a GM first"):
        deletion.schedule(user=club.gm, now=club.at)
    client.force_login(club.gm)
    assert (
        f"You are the only GM of {club.campaign}"
        in client.get(reverse("delete-account")).content.decode()
    )

    members.admit(
        campaign=club.campaign, user=club.players[0], role=Membership.Role.GM, now=club.at
    )
    deletion.schedule(user=club.gm, now=club.at)


def test_a_gm_who_is_leaving_does_not_count_as_a_remaining_gm() -> None:
    club = found_club(teams=1, characters=2)
    other = club.players[0]
    members.admit(campaign=club.campaign, user=other, role=Membership.Role.GM, now=club.at)
    deletion.schedule(user=club.gm, now=club.at)
    with scopes_disabled():
        part = Membership.objects.get(campaign=club.campaign, user=other)
    with pytest.raises(LastOne):
        members.leave(membership=part, now=club.at, actor=other)


def test_a_club_without_members_is_closed(later: Any) -> None:
    club = found_club(teams=0)
    delete_account(club.gm, later)
    club.campaign.refresh_from_db()
    assert club.campaign.archived_at is not None


def test_c22_a_team_without_other_owners_gets_a_caretaker(later: Any) -> None:
    club = found_club(teams=2, characters=2)
    delete_account(club.players[0], later)
    with club.scope():
        team = club.teams[0]
        team.refresh_from_db()
        assert team.bot == "caretaker"
        assert Caretaking.objects.filter(team=team, until=None).exists()
        assert not TeamOwner.objects.filter(team=team, until=None).exists()
        assert TeamOwner.objects.filter(team=club.teams[1], until=None).exists()


# --- what goes and what stays ---------------------------------------------------------------------


def busy_life(club: Club, user: User) -> Table:
    """Create everything that names the user or contains their words."""
    at, rival = club.at, club.players[1]
    thread = speaking.open_topic(
        campaign=club.campaign, author=user, title="Zyzzyva speaks", text="Qwertz is mine.", now=at
    )
    speaking.post_in_thread(thread=thread, author=rival, text="So it is.", now=at)
    speaking.post_in_thread(thread=thread, author=user, text="Qwertz again.", now=at)
    speaking.ask_gm(
        campaign=club.campaign, author=user, title="Zyzzyva asks", text="Qwertz?", now=at
    )
    speaking.write_letter(
        team=club.teams[0], to=club.teams[1], author=user, text="Qwertz, my dear.", now=at
    )
    with club.scope():
        notes.save_note(
            team=club.teams[0],
            rival=club.teams[1],
            text="Qwertz.",
            replaced_version=0,
            author=user,
            now=at,
        )
    members.admit(campaign=club.campaign, user=user, role=Membership.Role.GM, now=at)
    with scopes_disabled():
        part = Membership.objects.get(campaign=club.campaign, user=user)
    members.set_role(membership=part, role=Membership.Role.PLAYER, actor=club.gm, now=at)
    calendar_feed.renew(user=user, now=at)
    tokens.create_token(user=user, name="tool", days=30, now=at)
    LogEntry.objects.create(
        user=club.gm,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(user.pk),
        object_repr=user.username,
        action_flag=CHANGE,
    )
    table = tables.open_table(user=user, game="lunacy", options={}, seats=("me", "open"))
    seating.sit_down(table_id=table.pk, user=rival)
    talking.say(table_id=table.pk, user=user, text="Qwertz at the table.")
    table_notes.save_note(table_id=table.pk, user=user, text="Qwertz for me.")
    now = clock.now()
    holiday_services.start_holiday(
        user=user, starts=now + timedelta(days=30), ends=now + timedelta(days=31)
    )
    return table


def test_no_personal_data_is_left_and_the_books_still_agree(client: Client, later: Any) -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    client.force_login(user)
    name, address = user.username, user.email
    busy_life(club, user)
    before = dump()
    assert all(said in before for said in (name, address, "Qwertz", "Zyzzyva"))
    digests = set(Wording.objects.with_scopes_disabled().values_list("digest", flat=True))

    delete_account(user, later)

    after = dump()
    left = [
        line
        for line in after.splitlines()
        if any(said in line for said in (name, address, "Qwertz", "Zyzzyva"))
    ]
    assert left == []
    assert digests == set(Wording.objects.with_scopes_disabled().values_list("digest", flat=True))
    assert user.username == f"former player {user.pk.hex[:8]}"
    assert not user.is_active
    assert not user.has_usable_password()
    assert not Notice.objects.with_scopes_disabled().filter(user=user).exists()
    assert not Holiday.objects.filter(user=user).exists()
    assert not PrivateNote.objects.filter(user=user).exists()
    assert not ChatLine.objects.filter(user=user).exists()
    assert OffLadders.objects.filter(user=user).exists()
    with club.scope():
        assert DeskAct.objects.filter(detail__user=user.username).exists()
    call_command("reconcile")


def test_deletion_resigns_running_matches(later: Any) -> None:
    club = found_club(teams=2, characters=2)
    table = busy_life(club, club.players[0])
    delete_account(club.players[0], later)
    table.refresh_from_db()
    assert (table.status, table.ending) == (Table.Status.OVER, "resigned")
    chair = Chair.objects.get(table=table, holder=club.players[1])
    assert chair.result == Chair.Result.WON


def test_a_name_is_replaced_only_as_a_whole_word() -> None:
    from core.accounts.rules.former import replace_name, replace_name_in_record

    assert replace_name("max asks Maxine and max.", "max", "X") == "X asks Maxine and X."
    assert replace_name("max-2 asks max", "max", "X") == "max-2 asks X"
    said = {"user": "max", "team": "max", "before": ["max", 3, None]}
    assert replace_name_in_record(said, "max", "X") == {
        "user": "X", "team": "max", "before": ["X", 3, None]
    }  # fmt: skip


def test_a_common_word_as_a_name_changes_no_other_clubs(later: Any) -> None:
    elsewhere = found_club()
    with scopes_disabled():
        line = News.objects.create(
            campaign=elsewhere.campaign,
            at=clock.now(),
            kind="word",
            cause="a",
            text="The orders are in.",
        )
    told = Notice.objects.create(
        user=person("morgan-2"), at=clock.now(), kind="word", cause="a", text="The orders are in."
    )
    delete_account(person("orders"), later)
    with scopes_disabled():
        line.refresh_from_db()
    told.refresh_from_db()
    assert line.text == told.text == "The orders are in."


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE campaign_wording SET text = 'other'",
        "UPDATE campaign_wording SET text = '', digest = ''",
        "UPDATE campaign_rivalnote SET text = 'other'",
        "UPDATE campaign_deskact SET detail = '{}'",
        "UPDATE campaign_deskact SET reason = ''",
        "DELETE FROM campaign_wording",
        "DELETE FROM campaign_deskact",
    ],
)
def test_append_only_tables_allow_only_words_to_be_erased(change: str, later: Any) -> None:
    club = found_club(teams=2, characters=2)
    busy_life(club, club.players[0])
    delete_account(person("otto"), later)
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)


def test_the_last_member_of_an_abandoned_club_becomes_gm(later: Any) -> None:
    club = found_club(teams=0)
    deletion.schedule(user=club.gm, now=clock.now())
    newcomer = person("newcomer")
    members.admit(
        campaign=club.campaign, user=newcomer, role=Membership.Role.PLAYER, now=clock.now()
    )
    later(FOURTEEN)
    prune()
    club.campaign.refresh_from_db()
    assert club.campaign.archived_at is None
    with club.scope():
        assert Membership.objects.get(user=newcomer).role == Membership.Role.GM
        assert Membership.objects.get(user=club.gm).left_at is not None


# --- by staff -------------------------------------------------------------------------------------


def test_staff_can_schedule_the_deletion_of_an_account(client: Client, later: Any) -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    log_in_as_staff(client, User.objects.create_superuser("root", "root@example.org", "secret"))
    asked_for = {
        "action": "have_deleted",
        "index": "0",
        "_selected_action": [str(user.pk), str(club.gm.pk)],
    }
    said = client.post(reverse("admin:accounts_user_changelist"), asked_for, follow=True)
    page = said.content.decode()
    assert f"The account {user} will be deleted on" in page
    assert f"The account {club.gm} was not scheduled for deletion: You are the only GM" in page
    user.refresh_from_db()
    club.gm.refresh_from_db()
    assert (user.leaving_at is not None, club.gm.leaving_at) == (True, None)
    later(FOURTEEN)
    prune()
    user.refresh_from_db()
    assert user.gone_at is not None
    client.post(reverse("admin:accounts_user_changelist"), asked_for)
    user.refresh_from_db()
    assert user.leaving_at is None, "who is gone is not asked again"


def test_staff_without_a_second_factor_cannot_delete_accounts(client: Client) -> None:
    user = person("zenobia")
    client.force_login(User.objects.create_superuser("root", "root@example.org", "secret"))
    asked_for = {"action": "have_deleted", "index": "0", "_selected_action": [str(user.pk)]}
    assert client.post(reverse("admin:accounts_user_changelist"), asked_for).status_code == 302
    user.refresh_from_db()
    assert user.leaving_at is None


def test_an_open_table_that_nobody_joined_is_closed(later: Any) -> None:
    user = person("zenobia")
    table = tables.open_table(user=user, game="lunacy", options={}, seats=("me", "open"))
    delete_account(user, later)
    assert not Table.objects.filter(pk=table.pk, status=Table.Status.OPEN).exists()


def test_club_news_replace_the_name_of_a_deleted_user(later: Any) -> None:
    club = found_club(teams=2, characters=2)
    user = club.players[0]
    with club.scope():
        line = News.objects.create(
            campaign=club.campaign,
            kind="word",
            text=f"{user.username} won twice.",
            cause="word",
            at=club.at,
        )
    delete_account(user, later)
    with club.scope():
        line.refresh_from_db()
    assert line.text == f"{user.username} won twice."
