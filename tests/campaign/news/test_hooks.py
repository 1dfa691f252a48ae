"""A club's hooks: accepted addresses, sent messages, and the meaning of answers. The other side is
a server with a certificate.
"""

from __future__ import annotations

import hmac
import json
import re
import ssl
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from http.client import HTTPSConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from socket import gaierror
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings as site
from django.db import transaction
from django.utils import timezone

from campaign.league.models import Campaign, DeskAct
from campaign.news.models import Hook, HookDelivery, News
from campaign.news.selectors.hooks import (
    find_hook,
    hooks_of,
    mask_address,
    recent_deliveries,
    working_hooks,
)
from campaign.news.services import hooks, news, webhook_messages
from campaign.news.services.webhook_messages import send_news
from core.notifications.services import webhook_client
from core.notifications.services.delivery_worker import deliver
from core.notifications.services.webhook_client import Answer, kind_of
from core.web import clock
from core.web.refusals import Refused
from tests.factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DISCORD = "https://discord.com/api/webhooks/1234567890/aBc-def_GHI0123456789"
TOOL = "https://tools.example.org/dead-drop?club=1"
State = HookDelivery.State


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]


# --- addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    [
        DISCORD,
        "https://discord.com/api/v10/webhooks/1/x",
        "https://ptb.discord.com/api/webhooks/1/x",
        "https://discordapp.com/api/webhooks/1/x",
        "HTTPS://Discord.com:443/api/webhooks/1/x",
        f"{DISCORD}/",
        f"{DISCORD}?thread_id=1234567890123456789",
        f"{DISCORD}/?thread_id=7",
    ],
)
def test_discord_webhooks_are_accepted(address: str) -> None:
    assert kind_of(address) == webhook_client.Kind.DISCORD


@pytest.mark.parametrize(
    "address",
    [
        TOOL,
        "https://tools.example.org",
        "https://TOOLS.example.org:443/",
        "https://tools.example.org/@me",
    ],
)
def test_a_tool_at_an_allowed_host_is_accepted(address: str) -> None:
    assert kind_of(address) == webhook_client.Kind.TOOL


@pytest.mark.parametrize(
    "address",
    [
        "",
        "discord.com/api/webhooks/1/x",
        "http://discord.com/api/webhooks/1/x",
        "ftp://tools.example.org/",
        "//tools.example.org/",
        "https://",
        "https:///api/webhooks/1/x",
        "https://user:pass@discord.com/api/webhooks/1/x",
        "https://@discord.com/api/webhooks/1/x",
        "https://tools.example.org@evil.example/",
        "https://discord.com:8443/api/webhooks/1/x",
        "https://tools.example.org:80/",
        "https://tools.example.org:no/",
        "https://tools.example.org:99999/",
        "https://[::1/",
        f"{DISCORD}#fragment",
        f"{DISCORD}#",
        "https://tools.example.org/a b",
        "https://tools.example.org/\n",
        "https://tools.example.org/\t",
        "https://tools.example.org/\x00",
        "https://tools.example.org\\@evil.example/",
        "https://tools.example.org/caf\N{LATIN SMALL LETTER E WITH ACUTE}",
        "https://tool\N{CYRILLIC SMALL LETTER ES}.example.org/",
        "https://discord\N{FULLWIDTH FULL STOP}com/api/webhooks/1/x",
        f"https://tools.example.org/{'x' * 400}",
        "javascript:alert(1)",
    ],
)
def test_an_invalid_https_address_is_refused(address: str) -> None:
    with pytest.raises(Refused) as refused:
        kind_of(address)
    assert (refused.value.code, refused.value.problems[0].field) == ("bad-address", "address")


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://2130706433/",
        "https://localhost/",
        "https://evil.example/api/webhooks/1/x",
        "https://discord.com.evil.example/api/webhooks/1/x",
        "https://evildiscord.com/api/webhooks/1/x",
        "https://discord.com./api/webhooks/1/x",
        "https://sub.tools.example.org/",
        "https://tools.example.org.evil.example/",
    ],
)
def test_other_hosts_are_refused_and_the_allowed_ones_named(address: str) -> None:
    with pytest.raises(Refused, match=r"only to Discord and tools\.example\.org") as refused:
        kind_of(address)
    assert (refused.value.code, refused.value.problems[0].field) == ("host-not-allowed", "address")


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/",
        "/channels/1/2",
        "/api/webhooks/1",
        "/api/webhooks/one/x",
        "/api/webhooks/1/x/github",
        "/api/webhooks/1/x//",
        "/api/webhooks/1/x?thread_id=",
        "/api/webhooks/1/x?thread_id=1&wait=true",
        "/api/webhooks/1/x?wait=true",
        "/api/webhooks/1/../../users/@me",
        "/api/users/@me",
        "/api/webhooks/1/x%2F..",
    ],
)
def test_another_discord_page_is_refused_with_instructions(path: str) -> None:
    with pytest.raises(Refused, match="go to Integrations, create a webhook") as refused:
        kind_of(f"https://discord.com{path}")
    assert refused.value.problems[0].field == "address"


def test_without_allowed_hosts_only_discord_is_accepted(settings: Any) -> None:
    settings.HOOK_HOSTS = []
    with pytest.raises(Refused, match="only to Discord"):
        kind_of(TOOL)


def test_an_address_is_masked_to_its_host_and_at_most_four_letters() -> None:
    assert mask_address(Hook(address=DISCORD)) == "discord.com …6789"
    assert mask_address(Hook(address="https://tools.example.org/s3cret")) == "tools.example.org"


# --- adding, trying, taking away ------------------------------------------------------------------


@pytest.fixture
def club(db: None) -> Club:
    return found_club(teams=2, characters=1, vehicles=0)


def add(club: Club, address: str = DISCORD, name: str = "The garage") -> Hook:
    return hooks.add(campaign=club.campaign, name=name, address=address, actor=club.gm, now=club.at)


def hook_acts(club: Club) -> list[DeskAct]:
    with club.scope():
        return list(DeskAct.objects.filter(kind__startswith="hook-").order_by("at", "kind"))


def test_adding_a_hook_is_public_but_its_address_is_not(club: Club) -> None:
    hook = add(club, f"  {DISCORD}\n", "  The   garage ")
    assert (hook.name, hook.address, hook.kind, hook.secret) == (
        "The garage",
        DISCORD,
        "discord",
        "",
    )
    assert working_hooks([club.campaign.pk]) == {club.campaign.pk: (hook.pk,)}
    [act] = hook_acts(club)
    assert act.public and act.detail == {"name": "The garage", "to": "Discord"}


def test_each_tool_hook_has_its_own_secret(club: Club) -> None:
    first, second = add(club, TOOL), add(club, f"{TOOL}2")
    assert len(first.secret) == len(second.secret) == 64
    assert first.secret != second.secret


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\u200b"])
def test_a_hook_needs_a_name(club: Club, name: str) -> None:
    with pytest.raises(Refused) as refused:
        add(club, name=name)
    assert refused.value.problems[0].field == "name"
    assert not hook_acts(club)


def test_an_address_is_added_once_unless_it_was_removed_or_stopped(club: Club) -> None:
    hook = add(club)
    with pytest.raises(Refused, match="already sent to this address"):
        add(club)
    hooks.remove(hook=hook, actor=club.gm, now=club.at)
    again = add(club)
    with club.scope():
        Hook.objects.filter(pk=again.pk).update(
            stopped_at=club.at, stopped_why="the server responded with 404"
        )
    assert add(club).stopped_at is None


def test_two_clubs_can_use_the_same_channel(club: Club) -> None:
    add(club)
    other = found_club(teams=0, week=None, name="Another club")
    add(other)
    with club.scope():
        assert len(hooks_of(club.campaign)) == 1
        assert find_hook(club.campaign, Hook.objects.get().pk)
    with other.scope():
        theirs = Hook.objects.get()
    with club.scope():
        assert find_hook(club.campaign, theirs.pk) is None


def test_a_club_has_at_most_five_hooks_including_stopped_ones(club: Club) -> None:
    several = [add(club, f"{DISCORD}{number}") for number in range(hooks.MAX_HOOKS)]
    with club.scope():
        Hook.objects.filter(pk=several[0].pk).update(
            stopped_at=club.at, stopped_why="the server responded with 404"
        )
    with pytest.raises(Refused, match="at most 5"):
        add(club)
    hooks.remove(hook=several[0], actor=club.gm, now=club.at)
    add(club)


def test_removing_a_hook_forgets_its_secrets_and_can_be_repeated(club: Club) -> None:
    hook = add(club, TOOL)
    for _ in range(2):
        hooks.remove(hook=hook, actor=club.gm, now=club.at)
    with club.scope():
        hook.refresh_from_db()
        assert not hooks_of(club.campaign)
    assert (hook.address, hook.secret, hook.stopped_at, hook.stopped_why) == ("", "", club.at, "")
    assert [act.kind for act in hook_acts(club)] == ["hook-added", "hook-removed"]
    assert working_hooks([club.campaign.pk]) == {}


def publish(club: Club, *texts: str) -> None:
    items = [
        news.Item(club.campaign.pk, "week-settled", text, text, club.at, position=at)
        for at, text in enumerate(texts)
    ]
    with transaction.atomic():
        news.publish(items)


def states(hook: Hook) -> list[tuple[str, str]]:
    return [(row.state, row.fault) for row in recent_deliveries([hook]).get(hook.pk, ())]


def test_pending_news_of_a_removed_hook_are_not_sent(club: Club, sent_messages: list[Any]) -> None:
    hook = add(club)
    publish(club, "Week 1 is settled.")
    hooks.remove(hook=hook, actor=club.gm, now=club.at)
    with clock.set_to(club.at):
        deliver()
    assert not sent_messages and states(hook) == [(State.NEEDLESS, "")]


def test_a_hook_removed_during_delivery_gets_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = {add(club), add(club, address=TOOL)}
    told: list[Hook] = []

    def told_first(hook: Hook, _: object) -> Answer:
        told.append(hook)
        (other,) = both - {hook}
        hooks.remove(hook=other, actor=club.gm, now=club.at)
        return Answer(204)

    monkeypatch.setattr(webhook_messages, "send_news", told_first)
    publish(club, "Week 1 is settled.")
    with clock.set_to(club.at):
        assert deliver() == {"sent": 1, "needless": 1}
    assert len(told) == 1


def test_a_silent_discord_is_asked_once_and_delays_no_tool(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each timeout takes ten seconds, in which nothing else is sent."""
    silent = [add(club), add(club, address=f"{DISCORD}2")]
    add(club, address=TOOL)
    told: list[Hook] = []

    def told_of(hook: Hook, _: object) -> Answer:
        told.append(hook)
        return (
            Answer(204)
            if hook.kind == webhook_client.Kind.TOOL
            else Answer(0, fault="it did not respond in time")
        )

    monkeypatch.setattr(webhook_messages, "send_news", told_of)
    publish(club, "Week 1 is settled.")
    with clock.set_to(club.at):
        assert deliver() == {"waiting": 2, "sent": 1}
    assert (
        len(told) == 2
        and [states(hook) for hook in silent]
        == [[(State.WAITING, "it did not respond in time")]] * 2
    )


def test_a_second_test_waits_for_the_first(club: Club, sent_messages: list[Any]) -> None:
    hook = add(club)
    hooks.test(hook=hook, now=club.at)
    with pytest.raises(Refused, match="already sent"):
        hooks.test(hook=hook, now=club.at)
    with clock.set_to(club.at):
        deliver()
    hooks.test(hook=hook, now=club.at + timedelta(minutes=1))
    assert states(hook) == [(State.WAITING, ""), (State.SENT, "")]
    assert [body["content"].count("This is a test") for _, body, _ in sent_messages] == [1]


def test_a_failed_test_can_be_repeated_at_once(
    club: Club, sent_messages: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = add(club)
    hooks.test(hook=hook, now=club.at)
    with monkeypatch.context() as away, clock.set_to(club.at):
        away.setattr(webhook_client, "post", lambda *_: Answer(500))
        deliver()
    assert states(hook) == [(State.WAITING, "the server responded with 500")]
    soon = club.at + timedelta(seconds=5)
    hooks.test(hook=hook, now=soon)
    with clock.set_to(soon):
        deliver()
    assert states(hook) == [(State.SENT, "")] and len(sent_messages) == 1


def test_stopped_hooks_cannot_be_tested(club: Club) -> None:
    hook = add(club)
    with club.scope():
        Hook.objects.filter(pk=hook.pk).update(
            stopped_at=club.at, stopped_why="the server responded with 404"
        )
    with pytest.raises(Refused, match="Remove it and add it again"):
        hooks.test(hook=hook, now=club.at)


def test_the_last_ten_deliveries_of_every_hook_take_one_query(
    club: Club, django_assert_num_queries: Any
) -> None:
    two = [add(club), add(club, TOOL)]
    publish(club, *(f"Line {number}" for number in range(12)))
    with django_assert_num_queries(1):
        found = recent_deliveries(two)
    for hook in two:
        assert [row.news.text for row in found[hook.pk] if row.news] == [
            f"Line {number}" for number in range(11, 1, -1)
        ]


# --- what is said ---------------------------------------------------------------------------------


@pytest.fixture
def sent_messages(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any, dict[str, str]]]:
    """Record address, body and headers of what is sent."""
    found: list[tuple[str, Any, dict[str, str]]] = []

    def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
        found.append((address, json.loads(body), headers))
        return Answer(204)

    monkeypatch.setattr(webhook_client, "post", post)
    return found


def to_discord(*texts: str, club: str = "Club") -> dict[str, Any]:
    """Return the message with these news."""
    hook = Hook(kind=Hook.Kind.DISCORD, address=DISCORD, campaign=Campaign(slug="club", name=club))
    found: dict[str, Any] = webhook_messages._for_discord(hook, [News(text=text) for text in texts])
    return found


def test_a_message_contains_club_news_and_link() -> None:
    said = to_discord("Week 1 is settled.", "Week 2 is open.", club="Midville")["content"]
    assert said.splitlines() == [
        "**Midville**",
        "- Week 1 is settled.",
        "- Week 2 is open.",
        "<http://localhost:8000/c/club/>",
    ]


@pytest.mark.parametrize("name", ["@everyone", "<@1234>", "<@&1234>", "@here"])
def test_a_message_pings_nobody(name: str) -> None:
    body = to_discord(f"{name} won.", club=name)
    assert body["allowed_mentions"] == {"parse": []}
    assert not re.search(r"(?<!\\)[@<]", body["content"].rpartition("\n")[0])


@pytest.mark.parametrize(
    "name",
    [
        "**bold**",
        "_slanted_",
        "~~gone~~",
        "`code`",
        "||spoiler||",
        "> quote",
        "# title",
        "-# small",
        "[link](https://evil.example)",
        "https://evil.example",
        "<https://evil.example>",
        ":skull:",
        "<:skull:1>",
        "- item",
        "back\\slash",
    ],
)
def test_markup_in_a_name_is_escaped(name: str) -> None:
    """Every character with a meaning in Discord has a backslash before it, and none is lost."""
    line = to_discord(f"{name} won.")["content"].splitlines()[1].removeprefix("- ")
    assert not set(re.sub(r"\\.", "", line)) & set("\\*_~`|>#[]<@:-")
    assert re.sub(r"\\(.)", r"\1", line) == f"{name} won."


def test_a_news_item_is_one_line() -> None:
    assert to_discord("A reason\n\n# with lines\r\n- of its own")["content"].count("\n") == 2


def test_long_news_are_cut_and_the_rest_counted() -> None:
    said = to_discord(*[f"{number:02} {'x' * 90}" for number in range(40)])["content"]
    kept = said.count("\n- ")
    assert len(said) <= 2000
    assert 10 < kept < 40
    assert said.splitlines()[-2:] == [f"and {40 - kept} more", "<http://localhost:8000/c/club/>"]


def test_the_longest_possible_line_fits() -> None:
    """Five hundred escaped characters, of a club whose name is escaped completely."""
    said = to_discord("*" * 500, "*" * 500, club="*" * 80)["content"]
    assert len(said) <= 2000 and "and 1 more" in said


def test_emoji_count_twice() -> None:
    said = to_discord(*["\N{SLEUTH OR SPY}" * 400 for _ in range(3)])["content"]
    assert len(said.encode("utf-16-le")) // 2 <= 2000 and "and 1 more" in said


def test_a_test_message_says_that_it_is_one() -> None:
    assert "This is a test" in to_discord()["content"]


def test_a_tool_gets_json_with_ids_and_a_signature(
    club: Club, sent_messages: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    hook, raw, taking = add(club, TOOL), list[bytes](), webhook_client.post

    def post(address: str, body: bytes, headers: dict[str, str]) -> Answer:
        raw.append(body)
        return taking(address, body, headers)

    monkeypatch.setattr(webhook_client, "post", post)
    publish(club, "Week 1 is settled.", "Anvil <b>leads</b>.")
    with clock.set_to(club.at):
        deliver()
    [(address, body, headers)] = sent_messages
    with club.scope():
        rows = list(News.objects.filter(kind="week-settled").order_by("position"))
    slug = club.campaign.slug
    assert address == TOOL
    assert body == {
        "campaign": slug,
        "name": club.campaign.name,
        "url": f"http://localhost:8000/c/{slug}/",
        "test": False,
        "news": [
            {
                "id": str(row.pk),
                "at": row.at.isoformat().replace("+00:00", "Z"),
                "kind": "week-settled",
                "text": row.text,
            }
            for row in rows
        ],
    }
    assert headers["Content-Type"] == "application/json"
    assert (
        headers["X-Dead-Drop-Signature"]
        == "sha256=" + hmac.new(hook.secret.encode(), raw[0], sha256).hexdigest()
    )


def test_the_documented_message_format_is_correct(club: Club, sent_messages: list[Any]) -> None:
    """The documented example has the message's fields, and the documented code verifies the
    signature.
    """
    example, check, _own = re.findall(
        r"```(?:json|python)\n(.*?)```",
        (site.BASE_DIR / "docs" / "reference" / "hooks.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    add(club, TOOL)
    publish(club, "Week 1 is settled.")
    with clock.set_to(club.at):
        deliver()
    [(_, body, _)] = sent_messages
    said = json.loads(example)
    assert (list(said), list(said["news"][0])) == (list(body), list(body["news"][0]))
    known: dict[str, Any] = {}
    exec(check, known)
    good = f"sha256={hmac.new(b'the secret', b'{}', sha256).hexdigest()}"
    assert known["is_from_the_site"]("the secret", b"{}", good)
    assert not known["is_from_the_site"]("the secret", b"{ }", good)


def test_a_test_has_no_news_and_discord_gets_no_signature(
    club: Club, sent_messages: list[Any]
) -> None:
    for hook in (add(club, TOOL), add(club)):
        hooks.test(hook=hook, now=club.at)
    with clock.set_to(club.at):
        deliver()
    told = {address: (body, headers) for address, body, headers in sent_messages}
    assert (told[TOOL][0]["test"], told[TOOL][0]["news"]) == (True, [])
    assert "X-Dead-Drop-Signature" not in told[DISCORD][1]


# --- on the wire ----------------------------------------------------------------------------------


@dataclass
class HookServer:
    """A server with its own certificate that gives prepared answers and records requests."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    heard: list[tuple[str, str, bytes, dict[str, str]]] = field(default_factory=list)
    port: int = 0
    authority: str = ""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a certificate for this machine with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = timezone.now()
    built = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("certificate") / "both.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + built.public_bytes(serialization.Encoding.PEM))
    return file


@contextmanager
def run_server(other: HookServer, certificate: Path) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            other.heard.append((self.command, self.path, body, dict(self.headers)))
            self.send_response(other.status)
            for name, value in other.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def do_GET(self) -> None:
            other.heard.append((self.command, self.path, b"", dict(self.headers)))

        def log_message(self, *_: object) -> None: ...

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    other.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def hook_server(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HookServer]:
    """Let a server with a trusted certificate answer for every host."""
    there = HookServer()

    def connect(host: str) -> HTTPSConnection:
        assert host in {"tools.example.org", "discord.com"}
        return HTTPSConnection(
            "127.0.0.1",
            there.port,
            timeout=webhook_client.SECONDS,
            context=ssl.create_default_context(cafile=there.authority or None),
        )

    monkeypatch.setattr(webhook_client, "SecureConnection", connect)
    with run_server(there, certificate):
        there.authority = str(certificate)
        yield there


def test_a_posted_body_arrives_unchanged(hook_server: HookServer) -> None:
    assert webhook_client.post(
        TOOL, b'{"news": []}', {"X-Dead-Drop-Signature": "sha256=1"}
    ) == Answer(204)
    [(method, path, body, headers)] = hook_server.heard
    assert (method, path, body) == ("POST", "/dead-drop?club=1", b'{"news": []}')
    assert headers["X-Dead-Drop-Signature"] == "sha256=1"


def test_an_address_without_a_path_goes_to_the_root(hook_server: HookServer) -> None:
    assert webhook_client.post("https://tools.example.org", b"{}", {}).status == 204
    assert webhook_client.post("https://tools.example.org?club=1", b"{}", {}).status == 204
    assert [path for _, path, _, _ in hook_server.heard] == ["/", "/?club=1"]


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("https://discord.com/api/webhooks/1/x/", "/api/webhooks/1/x"),
        ("https://discord.com/api/webhooks/1/x?thread_id=7", "/api/webhooks/1/x?thread_id=7"),
        ("https://discord.com/api/webhooks/1/x/?thread_id=7", "/api/webhooks/1/x?thread_id=7"),
    ],
)
def test_threads_and_trailing_slashes_are_kept_in_the_address(
    hook_server: HookServer, address: str, path: str
) -> None:
    assert webhook_client.post(address, b"{}", {}).status == 204
    assert [heard for _, heard, _, _ in hook_server.heard] == [path]


def test_news_open_a_thread_in_forum_channels_only(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    is_forum = False

    def post(_address: str, body: bytes, _headers: object) -> Answer:
        sent.append(json.loads(body))
        return Answer(400 if is_forum != ("thread_name" in sent[-1]) else 204)

    monkeypatch.setattr(webhook_client, "post", post)
    body = webhook_client.for_discord("Kessel Run League", ["Week 1 is over."], "https://x.example")
    hook = Hook(kind=Hook.Kind.DISCORD, address=DISCORD)
    assert webhook_client.send(hook, body).status == 204
    assert "thread_name" not in sent[-1] and len(sent) == 1
    is_forum = True
    assert webhook_client.send(hook, body).status == 204
    assert sent[-1]["thread_name"] == "Kessel Run League" and len(sent) == 3
    hook.address += "?thread_id=7"
    assert webhook_client.send(hook, body).status == 400 and len(sent) == 4


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(hook_server: HookServer, status: int) -> None:
    hook_server.status, hook_server.headers = (
        status,
        {"Location": f"https://127.0.0.1:{hook_server.port}/inside"},
    )
    assert webhook_client.post(TOOL, b"{}", {}).status == status
    assert len(hook_server.heard) == 1


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ("2", 2.0),
        ("0.25", 0.25),
        ("0", 0.0),
        ("86400", 3600.0),
        ("-5", 0.0),
        ("nan", 0.0),
        ("inf", 0.0),
        ("1e9", 0.0),
        ("", 0.0),
        ("soon", 0.0),
        ("Wed, 21 Oct 2040 07:28:00 GMT", 0.0),
        ("9" * 400, 0.0),
    ],
)
def test_the_retry_after_header_is_read(hook_server: HookServer, said: str, seconds: float) -> None:
    hook_server.status, hook_server.headers = 429, {"Retry-After": said}
    assert webhook_client.post(TOOL, b"{}", {}) == Answer(429, wait=seconds)


def test_an_untrusted_certificate_is_refused(hook_server: HookServer) -> None:
    hook_server.authority = ""
    assert webhook_client.post(TOOL, b"{}", {}) == Answer(
        0, fault="a secure connection could not be established"
    )
    assert not hook_server.heard


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (gaierror(-2, "Name or service not known"), "its host was not found"),
        (TimeoutError("timed out"), "it did not respond in time"),
        (ConnectionRefusedError(111, "secret words"), "it could not be reached"),
        (OSError("secret words"), "it could not be reached"),
    ],
)
def test_network_errors_are_described_in_our_own_words(
    monkeypatch: pytest.MonkeyPatch, error: OSError, fault: str
) -> None:
    class Broken:
        def __init__(self, *_: object, **__: object) -> None: ...

        def request(self, *_: object) -> None:
            raise error

        def close(self) -> None: ...

    monkeypatch.setattr(webhook_client, "SecureConnection", Broken)
    assert webhook_client.post(TOOL, b"{}", {}) == Answer(0, fault=fault)


def test_an_invalid_http_answer_is_reported_as_unreadable(hook_server: HookServer) -> None:
    hook_server.headers = {f"X-{number}": "x" for number in range(200)}
    assert webhook_client.post(TOOL, b"{}", {}) == Answer(0, fault="its response could not be read")


def test_a_host_no_longer_allowed_stops_the_hook(
    club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = add(club, TOOL)
    hooks.test(hook=hook, now=club.at)
    settings.HOOK_HOSTS = []
    monkeypatch.setattr(webhook_client, "SecureConnection", None)
    with clock.set_to(club.at):
        deliver()
    with club.scope():
        hook.refresh_from_db()
    assert (hook.stopped_at, hook.stopped_why) == (club.at, webhook_client.NOT_ALLOWED)
    assert states(hook) == [(State.FAILED, webhook_client.NOT_ALLOWED)]


def test_news_reach_a_tool_end_to_end(club: Club, hook_server: HookServer) -> None:
    hook = add(club, TOOL)
    publish(club, "Week 1 is settled.")
    with clock.set_to(club.at):
        assert deliver() == {"sent": 1}
    [(_, _, body, headers)] = hook_server.heard
    assert (
        headers["X-Dead-Drop-Signature"]
        == "sha256=" + hmac.new(hook.secret.encode(), body, sha256).hexdigest()
    )
    assert json.loads(body)["news"][0]["text"] == "Week 1 is settled."
    assert send_news(hook, []).status == 204
