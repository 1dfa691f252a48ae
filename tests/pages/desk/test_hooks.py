"""News webhooks: added, tested and removed on the desk; a tool's secret is shown once, addresses
never.
"""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from campaign.league.models import Membership
from campaign.news.models import Hook, HookDelivery, News
from campaign.news.services import hooks
from core.notifications.services.webhook_client import NOT_ALLOWED

from .conftest import Desk, words

TOKEN = "aBc-def_GHI0123456789"
DISCORD = f"https://discord.com/api/webhooks/1234567890/{TOKEN}"
TOOL = "https://tools.example.org/dead-drop?club=a-very-long-secret"
SAID = {"name": "The garage", "address": DISCORD}
State = HookDelivery.State


@pytest.fixture(autouse=True)
def hosts(settings: Any) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]


def add(desk: Desk, address: str = DISCORD, name: str = "The garage") -> Hook:
    return hooks.add(
        campaign=desk.club.campaign,
        name=name,
        address=address,
        actor=desk.club.gm,
        now=desk.club.at,
    )


def all_hooks(desk: Desk) -> list[Hook]:
    with desk.club.scope():
        return list(Hook.objects.order_by("made_at", "name"))


def text(page: str) -> str:
    """Return the page's text with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split()).replace(" ,", ",").replace(" .", ".")


# --- adding ---------------------------------------------------------------------------------------


def test_an_empty_list_of_hooks_explains_how_to_add_one(desk: Desk) -> None:
    page = text(words(desk.get("desk-hooks")))
    assert "Post to the club’s Discord when a week opens" in page
    for step in ("Integrations", "Webhooks", "Copy Webhook URL"):
        assert step in page
    assert "News webhooks" in words(desk.get("desk"))


def test_tools_are_mentioned_only_if_a_host_is_allowed(desk: Desk, settings: Any) -> None:
    assert "X-Dead-Drop-Signature" in words(desk.get("desk-hooks"))
    settings.HOOK_HOSTS = []
    assert "X-Dead-Drop-Signature" not in words(desk.get("desk-hooks"))


def test_a_hook_is_added_and_its_address_never_shown_again(desk: Desk) -> None:
    answer = desk.send("desk-hooks", SAID)
    assert (answer.status_code, answer["Location"]) == (303, desk.path("desk-hooks"))
    page = words(desk.get("desk-hooks"))
    assert "news is now sent to The garage" in page
    assert "discord.com …6789" in page
    assert TOKEN not in page and "1234567890" not in page
    log = text(words(desk.get("desk-log", "player")))
    assert "Started sending the club’s news to “The garage” (Discord)" in log
    assert "6789" not in log


def test_two_clicks_add_one_hook(desk: Desk) -> None:
    first, second = (desk.send("desk-hooks", SAID, key="one-form") for _ in range(2))
    assert first["Location"] == second["Location"]
    assert len(all_hooks(desk)) == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"name": ""}, "This field is required"),
        ({"name": "x" * 61}, "at most 60 characters"),
        ({"name": "\u200b"}, "enter 1 to 60 characters"),
        ({"address": ""}, "This field is required"),
        ({"address": "http://discord.com/api/webhooks/1/x"}, "starting with https://"),
        ({"address": "https://discord.com/channels/1/2"}, "not a Discord webhook"),
        ({"address": "https://evil.example/"}, "only to Discord and tools.example.org"),
        ({"address": f"{DISCORD}{'x' * 400}"}, "at most 400 characters"),
    ],
)
def test_an_invalid_hook_is_refused_at_its_field_and_the_input_kept(
    desk: Desk, said: dict[str, str], sentence: str
) -> None:
    answer = desk.send("desk-hooks", {**SAID, **said})
    page = words(answer)
    assert answer.status_code == 422
    [field] = said
    errors = re.search(rf'<ul class="errorlist" id="id_{field}_error">(.*?)</ul>', page, re.DOTALL)
    assert errors and sentence in errors[1]
    kept = {"name": "The garage", "address": DISCORD}[({"name", "address"} - {field}).pop()]
    assert f'value="{kept}"' in page
    assert not all_hooks(desk)


def test_a_sixth_hook_is_refused(desk: Desk) -> None:
    for number in range(hooks.MAX_HOOKS):
        add(desk, f"{DISCORD}{number}")
    answer = desk.send("desk-hooks", SAID)
    assert answer.status_code == 422
    assert "A club can have at most 5 webhooks. Remove one first." in words(answer)


# --- a tool's secret ------------------------------------------------------------------------------


def test_a_tools_secret_is_shown_to_its_creator_once(desk: Desk) -> None:
    answer = desk.send("desk-hooks", {"name": "Our tool", "address": TOOL})
    page = words(desk.client("gm").get(answer["Location"]))
    [hook] = all_hooks(desk)
    assert f'id="secret">{hook.secret}<' in page
    listed = words(desk.get("desk-hooks"))
    assert hook.secret not in listed and "tools.example.org …cret" in listed
    assert desk.client("gm").get(answer["Location"]).status_code == 404


def test_two_clicks_add_one_tool_and_show_its_secret(desk: Desk) -> None:
    first, second = (
        desk.send("desk-hooks", {"name": "Our tool", "address": TOOL}, key="one-form")
        for _ in range(2)
    )
    assert first["Location"] == second["Location"]
    assert desk.client("gm").get(second["Location"]).status_code == 200
    assert len(all_hooks(desk)) == 1


def test_another_gm_does_not_see_the_secret(desk: Desk) -> None:
    address = desk.send("desk-hooks", {"name": "Our tool", "address": TOOL})["Location"]
    with desk.club.scope():
        Membership.objects.filter(user=desk.people["player"]).update(role="gm")
    assert desk.client("player").get(address).status_code == 404
    [hook] = all_hooks(desk)
    assert hook.secret not in words(desk.get("desk-hooks", "player"))


def test_a_discord_hook_has_no_secret(desk: Desk) -> None:
    desk.send("desk-hooks", SAID)
    assert desk.get("desk-hook", hook=all_hooks(desk)[0].pk).status_code == 404


# --- how it does ----------------------------------------------------------------------------------


def store_delivery(
    desk: Desk,
    hook: Hook,
    state: HookDelivery.State,
    *,
    fault: str = "",
    said: str = "",
    minutes: int = 0,
) -> None:
    """Store a delivery of news or of a test."""
    at = desk.club.at + timedelta(minutes=minutes)
    with desk.club.scope():
        row = (
            News.objects.create(
                campaign=desk.club.campaign, kind="note", text=said, cause=said, at=at
            )
            if said
            else None
        )
        HookDelivery.objects.create(
            hook=hook, news=row, at=at, next_at=at + timedelta(minutes=5), state=state, fault=fault
        )


@pytest.mark.parametrize(
    ("state", "fault", "tag", "sentence"),
    [
        (State.SENT, "", "Works", "Sent"),
        (State.WAITING, "", "On its way", "On its way"),
        (
            State.WAITING,
            "the server responded with 500",
            "Waiting for another attempt",
            "The server responded with 500. Next attempt: Mon 5 Mar, 10:05",
        ),
        (State.FAILED, "it did not respond in time", "Failed", "It did not respond in time."),
        (State.NEEDLESS, "", "Nothing sent yet", "Too late, or the webhook is no longer active."),
    ],
)
def test_every_hook_shows_the_state_of_its_last_delivery(
    desk: Desk, state: HookDelivery.State, fault: str, tag: str, sentence: str
) -> None:
    store_delivery(desk, add(desk), state, fault=fault, said="Week 1 <is> settled.")
    page = words(desk.get("desk-hooks"))
    assert re.search(rf'<span class="tag[^"]*">{tag}</span>', page)
    assert sentence in text(page)
    assert "Week 1 &lt;is&gt; settled." in page


def test_the_last_delivery_decides_the_state(desk: Desk) -> None:
    hook = add(desk)
    store_delivery(desk, hook, State.FAILED, fault="it did not respond in time", said="First")
    store_delivery(desk, hook, State.SENT, minutes=1)
    store_delivery(desk, hook, State.NEEDLESS, minutes=2, said="Third")
    page = words(desk.get("desk-hooks"))
    assert '<span class="tag good">Works</span>' in page
    assert page.index("Third") < page.index("A test.") < page.index("First")


def test_a_hook_without_deliveries_says_so(desk: Desk) -> None:
    add(desk)
    page = words(desk.get("desk-hooks"))
    assert "Nothing sent yet" in page and "Recently sent" not in page


@pytest.mark.parametrize(
    ("why", "advice"),
    [
        ("the server responded with 404", "Create a new one, add its URL here"),
        (NOT_ALLOWED, "does not allow this host"),
    ],
)
def test_a_stopped_hook_says_why_and_what_to_do(desk: Desk, why: str, advice: str) -> None:
    hook = add(desk)
    with desk.club.scope():
        Hook.objects.filter(pk=hook.pk).update(stopped_at=desk.club.at, stopped_why=why)
    page = text(words(desk.get("desk-hooks")))
    assert "Stopped" in page and why[1:] in page and advice in page
    assert "Send a test" not in page and "Remove" in page
    assert "News no longer reaches The garage" in words(desk.get("desk"))
    hooks.remove(hook=hook, actor=desk.club.gm, now=desk.club.at)
    assert "Nothing to do" in words(desk.get("desk"))


# --- trying, taking away --------------------------------------------------------------------------


def count_waiting(hook: Hook) -> int:
    return HookDelivery.objects.filter(hook=hook, state=State.WAITING).count()


def test_a_test_is_sent_once_despite_repeated_clicks(desk: Desk) -> None:
    hook = add(desk)
    for _ in range(2):
        assert desk.send("desk-hook-test", hook=hook.pk, key="one-form")["Location"] == desk.path(
            "desk-hooks"
        )
    assert "Test sent to The garage" in words(desk.get("desk-hooks"))
    assert count_waiting(hook) == 1


def test_a_second_test_is_refused_while_the_first_is_pending(desk: Desk) -> None:
    hook = add(desk)
    desk.send("desk-hook-test", hook=hook.pk)
    desk.send("desk-hook-test", hook=hook.pk)
    assert "A test was already sent." in words(desk.get("desk-hooks"))
    assert count_waiting(hook) == 1


def test_removing_asks_first_and_can_be_repeated(desk: Desk) -> None:
    hook = add(desk)
    asked = words(desk.send("desk-hook-remove", hook=hook.pk, key="one-form"))
    assert "Remove The garage?" in asked and "one-form" in asked
    assert all_hooks(desk)[0].stopped_at is None
    for _ in range(2):
        answer = desk.send("desk-hook-remove", hook=hook.pk, key="one-form", sure=True)
        assert (answer.status_code, answer["Location"]) == (303, desk.path("desk-hooks"))
    page = words(desk.get("desk-hooks"))
    assert "The garage was removed." in page and "No webhooks yet" in page
    assert all_hooks(desk)[0].address == ""
    assert "Stopped sending the club’s news to “The garage” (Discord)" in words(
        desk.get("desk-log", "spectator")
    )


def test_a_removed_hook_is_not_found(desk: Desk) -> None:
    hook = add(desk)
    hooks.remove(hook=hook, actor=desk.club.gm, now=desk.club.at)
    for name in ("desk-hook-test", "desk-hook-remove"):
        assert desk.send(name, hook=hook.pk, sure=True).status_code == 404


def test_a_button_without_its_form_key_does_nothing(desk: Desk) -> None:
    hook = add(desk)
    for name, said in (("desk-hook-test", {}), ("desk-hook-remove", {"confirmed": "1"})):
        assert desk.client("gm").post(desk.path(name, hook=hook.pk), said).status_code == 303
    assert not count_waiting(hook) and all_hooks(desk)[0].stopped_at is None


def test_markup_in_names_is_escaped(desk: Desk) -> None:
    add(desk, name="<b>Bold</b>")
    for page in (words(desk.get("desk-hooks")), words(desk.get("desk-log"))):
        assert "<b>Bold" not in page and "&lt;b&gt;Bold" in page
