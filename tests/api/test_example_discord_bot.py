"""The example Discord bot of docs/api.md between the running site and a fake Discord, which signs
its requests like Discord.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from campaign.news.services import public_page
from core.accounts.services import tokens
from tests.servers import free_port, listening

from .conftest import Api, gather, settle

if TYPE_CHECKING:
    from tests.conftest import Site

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
BOT = EXAMPLES / "discord_bot.py"
SOON = 60
"""Seconds for an answer on a busy machine."""
PNG = b"\x89PNG\r\n\x1a\n"
ALONE = 64
"""Discord's flag of a message visible only to the person who sent the command."""


@dataclass
class SentMessage:
    """A request of the bot to Discord: address and parts by name."""

    method: str
    path: str
    authorization: str
    parts: dict[str, bytes]

    @property
    def text(self) -> str:
        content: str = json.loads(self.parts["payload_json"])["content"]
        return content


@dataclass
class Discord:
    """A fake Discord that records requests and sends commands."""

    url: str
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    told: queue.Queue[SentMessage] = field(default_factory=queue.Queue)
    bot: int = 0

    @property
    def public_key(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()

    def knock(self, body: Any, **headers: str) -> tuple[int, Any]:
        """Send a request to the bot, signed unless the headers say otherwise."""
        raw, at = json.dumps(body).encode(), "1772906400"
        signed = {
            "X-Signature-Ed25519": self.key.sign(at.encode() + raw).hex(),
            "X-Signature-Timestamp": at,
        } | {f"X-Signature-{name}": value for name, value in headers.items()}
        door = HTTPConnection("127.0.0.1", self.bot, timeout=SOON)
        door.request("POST", "/", raw, signed)
        answer = door.getresponse()
        said = answer.read()
        door.close()
        return answer.status, json.loads(said) if answer.status == 200 else said

    def command(self, name: str, user: str = "1", **options: Any) -> tuple[int, SentMessage]:
        """Send a command; return the flags of the deferred answer, and the answer."""
        given = [{"name": one, "value": value, "type": 4} for one, value in options.items()]
        data = {"name": name, "options": given} if given else {"name": name}
        asked = {"type": 2, "token": "kept", "member": {"user": {"id": user}}, "data": data}
        status, kept = self.knock(asked)
        assert (status, kept["type"]) == (200, 5)
        said = self.told.get(timeout=SOON)
        assert (said.method, said.path) == ("PATCH", "/webhooks/77/kept/messages/@original")
        assert json.loads(said.parts["payload_json"])["allowed_mentions"] == {"parse": []}
        return kept["data"]["flags"], said


@contextmanager
def fake_discord() -> Iterator[Discord]:
    """Run the fake Discord."""

    class Door(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kind, parts = self.headers["Content-Type"], {"": body}
            if kind.startswith("multipart/"):
                mail = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body)
                parts = {
                    str(part.get_param("name", header="content-disposition")): bytes(
                        part.get_payload(decode=True)
                    )
                    for part in mail.walk()
                    if not part.is_multipart()
                }
            mine = self.headers.get("Authorization", "")
            discord.told.put(SentMessage(self.command, self.path, mine, parts))
            self.send_response(200)
            self.end_headers()

        def do_PATCH(self) -> None:
            self.do_PUT()

        def log_message(self, *_: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        discord = Discord(f"http://127.0.0.1:{server.server_port}")
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield discord
        finally:
            server.shutdown()


def environment(discord: Discord, **more: str) -> dict[str, str]:
    said = {
        "DEADDROP_URL": "http://127.0.0.1:1", "DEADDROP_CLUB": "club", "DEADDROP_TOKEN": "dd_0",
        "DISCORD_APP": "77", "DISCORD_PUBLIC_KEY": discord.public_key,
        "DISCORD_BOT_TOKEN": "of the bot", "DISCORD_API": discord.url,
    }  # fmt: skip
    return said | more


def program(*said: str) -> list[str]:
    return [sys.executable, "-E", "-s", "-X", "utf8", str(BOT), *said]


@contextmanager
def running_bot(discord: Discord, **more: str) -> Iterator[None]:
    """Run the bot."""
    discord.bot = free_port()
    bot = subprocess.Popen(
        program("serve", str(discord.bot)),
        env=environment(discord, **more),
        stderr=subprocess.DEVNULL,
    )
    try:
        while not listening(discord.bot):
            with suppress(subprocess.TimeoutExpired):
                pytest.fail(f"the bot ended with {bot.wait(0.05)}")
        yield
    finally:
        bot.kill()
        bot.wait()


def reader(api: Api, who: str, **more: Any) -> str:
    """Return a read token of a person."""
    made: dict[str, Any] = {"name": "Discord", "days": 30, "now": api.now, "scopes": ["read"]}
    return tokens.create_token(user=api.people[who], **made | more)[1]


def moment(of: str) -> str:
    return f"<t:{int(datetime.fromisoformat(of).timestamp())}:F>"


@pytest.mark.timeout(20 * SOON)
@pytest.mark.django_db(transaction=True)
def test_a_club_uses_the_example_bot_for_a_week(
    site: Site, set_clock: Any, settings: Any, tmp_path: Path
) -> None:
    settings.REDIS_URL = ""
    api = gather(set_clock)
    people = tmp_path / "people.json"
    cast = {"1": reader(api, "owner", club=api.slug), "3": reader(api, "stranger")}
    people.write_text(json.dumps(cast))
    mine = {
        "DEADDROP_URL": site.url, "DEADDROP_CLUB": api.slug, "DEADDROP_PEOPLE": str(people),
        "DEADDROP_TOKEN": reader(api, "owner", club=api.slug),
    }  # fmt: skip
    with fake_discord() as discord, running_bot(discord, **mine):
        week = api.read(api.club_url("weeks/1/"))["moments"]
        flags, said = discord.command("deadline")
        due = f"Week 1 accepts orders until {moment(week['due_at'])}."
        assert (flags, said.text, said.authorization) == (0, due, "")
        flags, said = discord.command("report")
        assert (flags, said.text) == (ALONE, "You have no report yet.")

        settle(api, set_clock)
        secret = f"The drivers are secret until the duel, {moment(week['duel_at'])}."
        assert api.read(api.club_url("weeks/1/duels/0/"))["entries"]
        assert discord.command("drivers")[1].text == secret
        told = api.read(api.team_url("reports/1/"))
        flags, said = discord.command("report", week=1)
        assert flags == ALONE
        whole = said.parts.get("files[0]", said.text.encode()).decode().replace("\\", "")
        assert whole == "\n".join(
            filter(None, [f"Anvil, week 1: {told['headline']}", *told["lede"], *told["texts"]])
        )
        assert len(said.text) < 2000
        assert discord.command("report")[1].parts == said.parts
        for user in ("2", "3"):
            flags, said = discord.command("report", user)
            assert (flags, list(said.parts)) == (ALONE, ["payload_json"])
            assert told["headline"] not in said.text
        assert discord.command("report", "2")[1].text.startswith("I have no token for you.")

        set_clock(api.club.open_week.duel_at)
        lines = discord.command("drivers")[1].text.replace("\\", "").splitlines()
        assert lines[0] == "**At the start of week 1**"
        crews = sorted(lines[1:])
        assert [line.partition(":")[0] for line in crews] == ["Anvil", "Basilisk"]
        assert all("Wrench (driver)" in line for line in crews)

        flags, drawn = discord.command("standings")
        assert flags == 0
        assert all(team.name in drawn.text for team in api.club.teams)
        assert drawn.parts["files[0]"].startswith(PNG)
        public_page.set_public(
            campaign=api.club.campaign, is_public=True, actor=api.club.gm, now=api.now
        )
        shown = discord.command("standings")[1]
        assert shown.text == drawn.text
        card = api.get(api.read(f"/api/v1/clubs/{api.slug}/")["card"], "anonymous").content
        assert shown.parts["files[0]"].rstrip() == card.rstrip()
        assert card != drawn.parts["files[0]"]


@pytest.mark.timeout(8 * SOON)
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("token", ["of another club", "of a stranger", "over"])
def test_a_token_without_rights_shows_nothing(
    site: Site, set_clock: Any, settings: Any, token: str
) -> None:
    settings.REDIS_URL = ""
    api = gather(set_clock)
    made = {
        "of another club": lambda: reader(gather(set_clock), "owner"),
        "of a stranger": lambda: reader(api, "stranger"),
        "over": lambda: "dd_0",
    }[token]()
    mine = {"DEADDROP_URL": site.url, "DEADDROP_CLUB": api.slug, "DEADDROP_TOKEN": made}
    with fake_discord() as discord, running_bot(discord, **mine):
        for name in ("deadline", "drivers", "standings"):
            said = discord.command(name)[1]
            assert list(said.parts) == ["payload_json"]
            assert "week" not in said.text.lower()
            assert not any(team.name in said.text for team in api.club.teams)


@pytest.mark.timeout(6 * SOON)
def test_unsigned_requests_are_refused() -> None:
    with fake_discord() as discord, running_bot(discord):
        assert discord.knock({"type": 1}) == (200, {"type": 1})
        ping = b'{"type": 1}'
        others = Ed25519PrivateKey.generate().sign(b"1772906400" + ping).hex()
        for wrong in (others, "00" * 64, "00", "no hex", ""):
            assert discord.knock({"type": 1}, Ed25519=wrong)[0] == 401
        assert discord.knock({"type": 1}, Timestamp="1772906401")[0] == 401
        assert discord.knock({"type": 1, "much": "x" * 100_000})[0] == 401
        door = HTTPConnection("127.0.0.1", discord.bot, timeout=SOON)
        door.request("POST", "/", ping)
        assert door.getresponse().status == 401
        door.close()
        assert discord.told.empty()


@pytest.mark.timeout(4 * SOON)
def test_an_unknown_command_and_an_unreachable_site_are_answered() -> None:
    with fake_discord() as discord, running_bot(discord):
        asked = {"type": 2, "token": "kept", "data": {"name": "fly"}, "user": {"id": "1"}}
        status, said = discord.knock(asked)
        assert (status, said["type"], said["data"]["flags"]) == (200, 4, ALONE)
        assert said["data"]["content"] == "I do not know this command."
        assert "does not answer" in discord.command("deadline")[1].text
        assert discord.command("report")[1].text.startswith("I have no token for you.")


def test_the_bot_registers_its_commands_with_discord() -> None:
    with fake_discord() as discord:
        subprocess.run(program("register"), env=environment(discord), check=True, timeout=SOON)
        said = discord.told.get(timeout=SOON)
        assert (said.method, said.path) == ("PUT", "/applications/77/commands")
        assert said.authorization == "Bot of the bot"
        commands = {one["name"]: one for one in json.loads(said.parts[""])}
        assert list(commands) == ["deadline", "drivers", "report", "standings"]
        assert [one["name"] for one in commands["report"]["options"]] == ["week"]
        assert all(0 < len(one["description"]) <= 100 for one in commands.values())


def test_a_bot_without_settings_names_the_missing_ones() -> None:
    ran = subprocess.run(
        program("register"),
        env={"DEADDROP_URL": "https://league.example", "DEADDROP_CLUB": "club"},
        capture_output=True,
        text=True,
        timeout=SOON,
        check=False,
    )
    missing = "Set DEADDROP_TOKEN, DISCORD_APP, DISCORD_PUBLIC_KEY in the environment.\n"
    assert (ran.returncode, ran.stderr) == (1, missing)


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.name)
def test_each_example_has_at_most_200_lines_and_a_link_in_the_api_guide(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 200
    assert f"(examples/{file.name})" in (EXAMPLES.parent / "api.md").read_text()


def test_the_discord_bot_needs_only_cryptography_besides_the_standard_library() -> None:
    imported = {
        line.split()[1].partition(".")[0]
        for file in (BOT, EXAMPLES / "bars.py")
        for line in file.read_text().splitlines()
        if line.startswith(("import ", "from "))
    }
    assert imported - sys.stdlib_module_names == {"bars", "cryptography"}
