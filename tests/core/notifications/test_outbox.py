"""Outgoing messages: queued with their notice, sent once, retried if the other side fails, and only
to people who want them.
"""

from __future__ import annotations

from datetime import timedelta
from smtplib import (
    SMTPAuthenticationError,
    SMTPDataError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import OperationalError, connection, transaction

from campaign.news.models import Hook, HookDelivery
from campaign.news.services import news, webhook_messages
from core.notifications.kinds import kind_of
from core.notifications.models import Delivery, Notice
from core.notifications.rules.topics import DEFAULT_TOPICS, TOPIC_TEXTS, Topic
from core.notifications.selectors.deliveries import letters_of
from core.notifications.services import (
    delivery_worker,
    email_channel,
    email_rendering,
    notices,
    notification_preferences,
    outbox,
)
from core.notifications.services.delivery_worker import LEASE, MAX_AGE, RETRY_DELAYS
from core.notifications.services.webhook_client import Answer
from core.web import clock
from core.web.refusals import Refused
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
State = Delivery.State


def confirm(user: User) -> User:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def tell(
    *users: User,
    club: Club,
    text: str = "Your report for week 1 is ready.",
    kind: str = "report",
    cause: str = "",
    at: datetime | None = None,
) -> None:
    messages = (
        notices.Message(
            user.pk,
            club.campaign.pk,
            kind_of(kind),
            text,
            "report/1/",
            cause or text,
            at or club.at,
        )
        for user in users
    )
    with transaction.atomic():
        notices.send(messages)


def publish(club: Club, *texts: str) -> None:
    items = (
        news.Item(club.campaign.pk, "week-settled", text, text, club.at, position=at)
        for at, text in enumerate(texts)
    )
    with transaction.atomic():
        news.publish(items)


def hooked(club: Club) -> Hook:
    with club.scope():
        return Hook.objects.create(
            campaign=club.campaign,
            name="The garage",
            kind=Hook.Kind.DISCORD,
            address="https://discord.com/api/webhooks/1/abc",
            made_by=club.gm,
            made_at=club.at,
        )


def states() -> list[str]:
    return list(Delivery.objects.order_by("at", "id").values_list("state", flat=True))


class Server:
    """A mail server that answers with this error, for these recipients or for everyone."""

    def __init__(self, error: Exception, *, only: str = "") -> None:
        self.error, self.only = error, only
        self.sent: list[str] = []

    def open(self) -> None: ...

    def close(self) -> None: ...

    def send_messages(self, messages: list[Any]) -> None:
        to = messages[0].to[0]
        if not self.only or to == self.only:
            raise self.error
        self.sent.append(to)


def die(*_: object) -> None:
    """Kill the worker while it sends."""
    raise KeyboardInterrupt


# --- by mail --------------------------------------------------------------------------------------


def test_a_personal_notice_is_mailed_with_its_page(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    user = confirm(club.players[0])
    line = notices.Message(
        user=user.pk,
        campaign=None,
        kind=kind_of("game-challenged"),
        text="Ann challenges you to Lunacy.",
        path="/play/x/",
        cause="challenge:x",
        happened_at=club.at,
    )
    with transaction.atomic():
        notices.send([line])
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    (letter,) = mail.outbox
    assert letter.subject == "Games: new notifications"
    assert "Ann challenges you to Lunacy.\nhttp://localhost:8000/play/x/\n" in str(letter.body)


def test_a_notice_is_mailed_to_confirmed_addresses_after_some_minutes(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    first, second = club.players
    confirm(first)
    EmailAddress.objects.create(user=second, email=second.email, verified=False, primary=True)
    tell(first, second, club=club)
    assert not delivery_worker.deliver(), "whoever is on the site may read it there"
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (
        [first.email],
        f"{club.campaign.name}: new notifications",
    )
    assert (
        f"Your report for week 1 is ready.\nhttp://localhost:8000/c/{club.campaign.slug}/report/1/\n"
        in letter.body
    )
    assert first.get_username() not in letter.body
    assert not delivery_worker.deliver() and len(mail.outbox) == 1


def test_a_notice_without_a_club_is_grouped_under_your_games(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    first = confirm(club.players[0])
    line = "Cup, round 1 of 3: you play Bo."
    message = notices.Message(
        first.pk, None, kind_of("tournament-round"), line, "/play/7/", "cup:1", club.at
    )
    with transaction.atomic():
        notices.send([message])
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}
    assert mail.outbox[0].subject == "Games: new notifications"
    assert f"{line}\nhttp://localhost:8000/play/7/\n" in mail.outbox[0].body
    tell(first, club=club)
    with transaction.atomic():
        notices.send([message._replace(cause="cup:2")])
    later(3 * outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 2}
    assert mail.outbox[1].subject == "New notifications from 1 club and your games"
    assert letters_of(first)[0].notice is not None


def test_the_unsubscribe_link_stops_that_users_mail_only(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    first, second = (confirm(player) for player in club.players)
    tell(first, second, club=club)
    later(outbox.MAIL_DELAY)
    delivery_worker.deliver()
    headers = mail.outbox[0].extra_headers
    token = headers["List-Unsubscribe"].rstrip("/>").rpartition("/")[2]
    stopped = email_rendering.user_of_token(token)
    assert (
        stopped in {first.pk, second.pk}
        and headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    )
    assert mail.outbox[0].to == [{first.pk: first, second.pk: second}[stopped].email]
    assert (
        email_rendering.user_of_token(token[:-1] + ("A" if token[-1] != "A" else "B")) is None
        and email_rendering.user_of_token("no token") is None
    )
    assert notification_preferences.unsubscribe(user_id=stopped)
    tell(first, second, club=club, text="Another report.")
    assert Delivery.objects.filter(state=State.WAITING).count() == 1


def test_a_notice_read_on_the_site_is_not_mailed(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    reader = confirm(club.players[0])
    tell(reader, club=club)
    notices.mark_read(user=reader, now=club.at)
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"needless": 1} and not mail.outbox


def test_notices_sent_together_share_one_mail_in_order(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    reader = confirm(club.players[0])
    for minute, text in enumerate(("The first.", "The second.", "The third.")):
        tell(reader, club=club, text=text, at=club.at + timedelta(minutes=minute))
    later(2 * outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 3}
    (letter,) = mail.outbox
    assert [line for line in letter.body.splitlines() if line.startswith("The ")] == [
        "The first.",
        "The second.",
        "The third.",
    ]


def test_a_notice_with_a_repeated_cause_is_mailed_once(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    reader = confirm(club.players[0])
    tell(reader, club=club, cause="the report")
    tell(reader, club=club, cause="the report")
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 1}


def test_a_batch_with_repeated_notices_sends_each_once(club: Club) -> None:
    """Like the job, which sends more notices than one by one."""
    reader = confirm(club.players[0])
    tell(reader, club=club, text="Line 3.")
    lines = [
        notices.Message(
            reader.pk,
            club.campaign.pk,
            kind_of("report"),
            f"Line {at}.",
            "",
            f"Line {at}.",
            club.at,
        )
        for at in range(20)
    ]
    with transaction.atomic():
        notices.send(lines)
    assert Delivery.objects.count() == 20


def test_a_rolled_back_notice_is_not_sent(club: Club) -> None:
    reader = confirm(club.players[0])
    with transaction.atomic():
        tell(reader, club=club)
        transaction.set_rollback(True)
    assert not Delivery.objects.exists()


def test_only_chosen_topics_are_mailed(club: Club, later: Callable[[timedelta], None]) -> None:
    reader = confirm(club.players[0])
    notification_preferences.choose(user=reader, topics=["waits"])
    tell(reader, club=club, text="A report.")
    tell(reader, club=club, text="Your turn.", kind="ambush-turn")
    assert [row.notice.text for row in Delivery.objects.select_related("notice") if row.notice] == [
        "Your turn."
    ]
    notification_preferences.choose(user=reader, topics=["reports"])
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"needless": 1}, "the wish of the moment counts"
    with pytest.raises(Refused, match="Unknown topic 'gossip'"):
        notification_preferences.choose(user=reader, topics=["waits", "gossip"])


def test_default_topics_apply_and_every_topic_has_a_text() -> None:
    assert (
        set(TOPIC_TEXTS) == set(Topic) and set(Topic) - {Topic.CLUB, Topic.TURNS} == DEFAULT_TOPICS
    )
    assert {kind_of(kind).topic for kind in ("ambush", "orders-due", "decision", "week-stuck")} == {
        Topic.WAITS
    }
    assert kind_of("offer-made").topic == Topic.CLUB


def test_a_test_mail_is_sent_at_once_to_a_confirmed_address(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    writer = club.players[0]
    with pytest.raises(Refused, match="Confirm your email address"):
        notification_preferences.send_test(user=writer, now=club.at)
    confirm(writer)
    notification_preferences.send_test(user=writer, now=club.at)
    with pytest.raises(Refused, match="already sent"):
        notification_preferences.send_test(user=writer, now=club.at)
    assert (
        delivery_worker.deliver() == {"sent": 1}
        and mail.outbox[0].subject == "Test email from Dead Drop"
    )


def test_a_site_without_mail_queues_none(club: Club, settings: Any) -> None:
    settings.MAIL_LEAVES = False
    reader = confirm(club.players[0])
    tell(reader, club=club)
    assert (
        not Delivery.objects.exists()
        and Notice._base_manager.filter(user=reader, kind="report").count() == 1
    )
    with pytest.raises(Refused, match="does not send email"):
        notification_preferences.send_test(user=reader, now=club.at)


# --- bad days -------------------------------------------------------------------------------------


def test_a_failing_mail_server_is_retried_with_growing_delays(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = confirm(club.players[0])
    notification_preferences.send_test(user=reader, now=club.at)
    monkeypatch.setattr(
        email_channel, "get_connection", lambda: Server(ConnectionRefusedError(111, "refused"))
    )
    gone = timedelta(0)
    for pause in RETRY_DELAYS:
        later(gone)
        assert delivery_worker.deliver() == {"waiting": 1}
        later(gone + pause - timedelta(seconds=1))
        assert not delivery_worker.deliver()
        gone += pause
    later(gone)
    assert delivery_worker.deliver() == {"failed": 1}
    (row,) = letters_of(reader)
    assert (row.state, row.fault, row.attempts) == (
        State.FAILED,
        "ConnectionRefusedError",
        len(RETRY_DELAYS) + 1,
    )


def test_a_rejected_address_is_not_retried_and_delays_no_other_mail(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (confirm(player) for player in club.players)
    server = Server(SMTPRecipientsRefused({bad.email: (550, b"no such user here")}), only=bad.email)
    monkeypatch.setattr(email_channel, "get_connection", lambda: server)
    tell(bad, good, club=club)
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"failed": 1, "sent": 1} and server.sent == [good.email]
    assert letters_of(bad)[0].fault == "the mail server responded with 550", (
        "what it said may quote the address"
    )


def test_a_dropped_connection_is_retried(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = confirm(club.players[0])
    notification_preferences.send_test(user=reader, now=club.at)
    with monkeypatch.context() as moment:
        moment.setattr(
            email_channel, "get_connection", lambda: Server(SMTPServerDisconnected("bye"))
        )
        assert delivery_worker.deliver() == {"waiting": 1}
    later(RETRY_DELAYS[0])
    assert delivery_worker.deliver() == {"sent": 1}


def test_mail_held_by_a_dead_worker_is_sent_by_the_next_one(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = confirm(club.players[0])
    notification_preferences.send_test(user=reader, now=club.at)
    with monkeypatch.context() as moment:
        moment.setattr(delivery_worker, "_deliver", die)
        with pytest.raises(KeyboardInterrupt):
            delivery_worker.deliver()
    later(LEASE - timedelta(seconds=1))
    assert not delivery_worker.deliver(), "it may be sending still"
    later(LEASE)
    assert delivery_worker.deliver() == {"sent": 1}


def test_mail_that_kills_every_worker_is_given_up(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    notification_preferences.send_test(user=confirm(club.players[0]), now=club.at)
    monkeypatch.setattr(delivery_worker, "_deliver", die)
    for turn in range(len(RETRY_DELAYS) + 1):
        later(turn * LEASE)
        with pytest.raises(KeyboardInterrupt):
            delivery_worker.deliver()
    later((len(RETRY_DELAYS) + 1) * LEASE)
    assert not delivery_worker.deliver() and states() == [State.FAILED]


def test_unsent_mail_is_put_back_when_the_time_is_up(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for player in club.players:
        notification_preferences.send_test(user=confirm(player), now=club.at)
    with monkeypatch.context() as moment:
        times = iter([0.0, 0.0, 1.0, delivery_worker.SECONDS, delivery_worker.SECONDS])
        moment.setattr(delivery_worker, "monotonic", lambda: next(times))
        assert delivery_worker.deliver() == {"sent": 1}
    assert list(
        Delivery.objects.filter(state=State.WAITING).values_list("attempts", flat=True)
    ) == [0]
    assert delivery_worker.deliver() == {"sent": 1}


def test_outdated_deliveries_are_dropped(club: Club, later: Callable[[timedelta], None]) -> None:
    tell(confirm(club.players[0]), club=club)
    hooked(club)
    publish(club, "Week 1 is settled.")
    later(MAX_AGE + timedelta(seconds=1))
    assert delivery_worker.deliver() == {"needless": 2} and not mail.outbox


def test_a_notice_created_late_is_still_sent(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    """A week stuck for days is settled with its original time, and its readers are still
    notified.
    """
    reader = confirm(club.players[0])
    hook = hooked(club)
    tell(reader, club=club, at=club.at - 2 * MAX_AGE)
    with transaction.atomic():
        news.publish(
            [
                news.Item(
                    club.campaign.pk,
                    "week-settled",
                    "Week 1 is settled.",
                    "settled",
                    club.at - 2 * MAX_AGE,
                )
            ]
        )
    assert HookDelivery.objects.filter(
        hook=hook, next_at__lte=club.at
    ).exists() and not Delivery.objects.filter(user=reader, next_at__lte=club.at)
    Hook._base_manager.update(stopped_at=club.at)
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"sent": 1, "needless": 1} and len(mail.outbox) == 1
    later(outbox.MAIL_DELAY + MAX_AGE)
    assert not delivery_worker.deliver()


def test_a_mail_that_cannot_be_rendered_fails_alone(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    bad, good = (confirm(player) for player in club.players)
    elsewhere = found_club(teams=0, name="Elsewhere")
    tell(bad, club=club)
    tell(good, club=elsewhere)
    type(club.campaign)._base_manager.filter(pk=club.campaign.pk).update(
        name="A club\nBcc: everybody@example.org"
    )
    gone = outbox.MAIL_DELAY
    later(gone)
    assert delivery_worker.deliver() == {"waiting": 1, "sent": 1} and [
        letter.to for letter in mail.outbox
    ] == [[good.email]]
    assert letters_of(bad)[0].fault == "the message could not be created"
    ends = []
    for pause in RETRY_DELAYS:
        gone += pause
        later(gone)
        ends.append(delivery_worker.deliver())
    assert ends[-1] == {"failed": 1} and len(mail.outbox) == 1


def test_a_message_that_cannot_be_rendered_delays_no_other_hook(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = hooked(club), hooked(club)

    def tell_one(hook: Hook, news: object) -> Answer:
        if hook == first:
            raise UnicodeError
        return Answer(204)

    monkeypatch.setattr(webhook_messages, "send_news", tell_one)
    publish(club, "Anvil won.")
    assert delivery_worker.deliver() == {"waiting": 1, "sent": 1}
    assert HookDelivery.objects.get(state=State.SENT).hook_id == second.pk


@pytest.mark.parametrize(
    "error",
    [SMTPAuthenticationError(535, b"wrong password"), ConnectionRefusedError(111, "refused")],
)
def test_a_mail_server_refusing_the_site_is_asked_once_per_batch(
    club: Club,
    later: Callable[[timedelta], None],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
) -> None:
    opened = []

    class Shut(Server):
        def open(self) -> None:
            opened.append(1)
            raise error

    other = FakeHook(Answer(204))
    monkeypatch.setattr(webhook_messages, "send_news", other)
    monkeypatch.setattr(email_channel, "get_connection", lambda: Shut(error))
    tell(*(confirm(player) for player in club.players), club=club)
    later(outbox.MAIL_DELAY)
    hooked(club)
    publish(club, "Anvil won.")
    assert (
        delivery_worker.deliver() == {"waiting": 2, "sent": 1}
        and opened == [1]
        and other.told == [["Anvil won."]]
    )
    with monkeypatch.context() as moment:
        moment.setattr(email_channel, "get_connection", mail.get_connection)
        later(outbox.MAIL_DELAY + RETRY_DELAYS[0])
        assert delivery_worker.deliver() == {"sent": 2}


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (SMTPSenderRefused(550, b"who are you?", "us"), State.WAITING),
        (SMTPDataError(554, b"spam"), State.FAILED),
    ],
)
def test_site_wide_mail_errors_are_retried_and_per_mail_errors_are_not(
    club: Club,
    later: Callable[[timedelta], None],
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    state: Delivery.State,
) -> None:
    notification_preferences.send_test(user=confirm(club.players[0]), now=club.at)
    monkeypatch.setattr(email_channel, "get_connection", lambda: Server(error))
    assert delivery_worker.deliver() == {state: 1}


def test_the_message_id_of_an_international_domain_is_ascii(
    club: Club, later: Callable[[timedelta], None], settings: Any
) -> None:
    settings.DEFAULT_FROM_EMAIL = "Dead Drop <deaddrop@bücher.example>"
    notification_preferences.send_test(user=confirm(club.players[0]), now=club.at)
    delivery_worker.deliver()
    assert (
        mail.outbox[0].message()["Message-ID"]
        == f"<{Delivery.objects.get().pk.hex}@xn--bcher-kva.example>"
    )


def test_a_wrong_mail_setting_delays_no_hooks(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong() -> Server:
        raise ValueError("EMAIL_USE_TLS/EMAIL_USE_SSL are mutually exclusive")

    monkeypatch.setattr(email_channel, "get_connection", wrong)
    monkeypatch.setattr(webhook_messages, "send_news", FakeHook(Answer(204)))
    notification_preferences.send_test(user=confirm(club.players[0]), now=club.at)
    hooked(club)
    publish(club, "Week 1 is settled.")
    assert delivery_worker.deliver() == {"waiting": 1, "sent": 1}


def test_an_archived_club_sends_nothing(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_messages, "send_news", FakeHook())
    hooked(club)
    tell(confirm(club.players[0]), club=club)
    publish(club, "Week 1 is settled.")
    type(club.campaign)._base_manager.filter(pk=club.campaign.pk).update(archived_at=club.at)
    later(outbox.MAIL_DELAY)
    assert delivery_worker.deliver() == {"needless": 2} and not mail.outbox


@pytest.mark.django_db(transaction=True)
def test_a_busy_database_sends_no_mail_twice(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    notification_preferences.send_test(user=confirm(club.players[0]), now=club.at)
    mark, busy = (
        delivery_worker._mark,
        iter([OperationalError("database is locked"), OperationalError("database is locked")]),
    )

    def marked(*what: Any) -> Any:
        if what[0] and (error := next(busy, None)):
            raise error
        return mark(*what)

    monkeypatch.setattr(delivery_worker, "_mark", marked)
    assert (
        delivery_worker.deliver() == {"sent": 1}
        and states() == [State.SENT]
        and len(mail.outbox) == 1
    )


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_workers_send_each_delivery_once(club: Club) -> None:
    reader = confirm(club.players[0])
    Delivery.objects.bulk_create(
        [Delivery(user=reader, at=clock.now(), next_at=clock.now()) for _ in range(250)]
    )

    def work() -> None:
        delivery_worker.deliver()
        connection.close()

    workers = [Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(states()) == {State.SENT} and set(
        Delivery.objects.values_list("attempts", flat=True)
    ) == {1}


# --- to a club's hooks ----------------------------------------------------------------------------


class FakeHook:
    """The other side of a hook, which gives these answers and records requests."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = iter(answers)
        self.told: list[list[str]] = []

    def __call__(self, hook: Hook, news: list[Any]) -> Answer:
        self.told.append([row.text for row in news])
        return next(self.answers)


def test_public_news_reach_hooks_in_one_message_in_order(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = FakeHook(Answer(204))
    monkeypatch.setattr(webhook_messages, "send_news", other)
    hooked(club)
    elsewhere = found_club(teams=0, name="Elsewhere")
    publish(elsewhere, "Not for them.")
    publish(club, "Anvil won.", "Borax lost.", "Week 1 is settled.")
    publish(club, "Anvil won.")
    assert delivery_worker.deliver() == {"sent": 3} and other.told == [
        ["Anvil won.", "Borax lost.", "Week 1 is settled."]
    ]


def test_news_older_than_a_hook_are_not_sent_to_it(
    club: Club, later: Callable[[timedelta], None]
) -> None:
    publish(club, "Old news.")
    hooked(club)
    assert not delivery_worker.deliver()


@pytest.mark.parametrize("status", [401, 404, 410])
def test_a_hook_closed_by_the_other_side_is_stopped(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(webhook_messages, "send_news", FakeHook(Answer(status)))
    hook = hooked(club)
    publish(club, "Anvil won.")
    assert delivery_worker.deliver() == {"failed": 1}
    with club.scope():
        hook.refresh_from_db()
    assert hook.stopped_at == club.at and hook.stopped_why == f"the server responded with {status}"
    publish(club, "Borax lost.")
    assert HookDelivery.objects.count() == 1


def test_a_retry_after_header_is_respected(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = FakeHook(Answer(429, wait=600), Answer(403), Answer(204))
    monkeypatch.setattr(webhook_messages, "send_news", other)
    hooked(club)
    publish(club, "Anvil won.")
    assert delivery_worker.deliver() == {"waiting": 1}
    later(timedelta(seconds=599))
    assert not delivery_worker.deliver()
    later(timedelta(seconds=600))
    assert delivery_worker.deliver() == {"waiting": 1}
    later(timedelta(seconds=600) + RETRY_DELAYS[1])
    assert delivery_worker.deliver() == {"sent": 1} and len(other.told) == 3


def test_a_message_rejected_by_the_other_side_is_not_retried(
    club: Club, later: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_messages, "send_news", FakeHook(Answer(400)))
    hooked(club)
    publish(club, "Anvil won.")
    assert delivery_worker.deliver() == {"failed": 1}
    assert HookDelivery.objects.get().fault == "the server responded with 400"


def test_outdating_a_notice_keeps_the_time_at_which_it_was_read(club: Club) -> None:
    (player, *_), hour = club.players, timedelta(hours=1)
    tell(player, club=club, text="Read.", cause="turn:1")
    notices.mark_read(user=player, now=club.at + hour)
    tell(player, club=club, text="Unread.", cause="turn:2")
    tell(player, club=club, text="Newer.", cause="turn:3", at=club.at + 3 * hour)
    tell(player, club=club, text="Of something else.", cause="report:1")
    notices.mark_outdated(
        user=player.pk, cause_prefix="turn:", until=club.at + 2 * hour, now=club.at + 4 * hour
    )
    told = Notice._base_manager.filter(user=player, path="report/1/")
    assert dict(told.values_list("text", "read_at")) == {
        "Read.": club.at + hour,
        "Unread.": club.at + 4 * hour,
        "Newer.": None,
        "Of something else.": None,
    }
