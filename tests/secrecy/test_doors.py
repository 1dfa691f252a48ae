"""Access: every address, every method, every reader. Without access the answer has the same bytes
as for an unknown address.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

import pytest

from tests.siege import EVERYDAY, SIEGE, dice

from .asking import Answer, Question, Site
from .objects import SAME_FOR_ALL, address, admits, is_api, named, unknown
from .routes import ROUTES
from .worlds import A, B, Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NONSENSE = urlencode({"nonsense": "yes", "confirmed": "1", "idempotency": "k" * 32, "amount": "-1"})
READERS = (
    "owner", "co-owner", "rival", "gm", "gm-with-team", "spectator", "idle", "left", "foreign-gm",
    "stranger", "anonymous",
)  # fmt: skip


def request(method: str, path: str, name: str) -> Question:
    """Return a request with an invalid body if the method takes one."""
    if method == "GET":
        return Question("GET", path, name, by_token=is_api(name))
    if is_api(name):
        body = "" if method == "DELETE" else '{"nonsense": 1}'
        return Question(method, path, name, by_token=True, body=body, kind="application/json")
    return Question(method, path, name, body=NONSENSE)


@pytest.mark.everyday
@pytest.mark.promise("doors")
@pytest.mark.parametrize("reader", READERS)
def test_readers_without_access_get_the_usual_404(
    reader: str, world: World, site: Site, tried: Callable[[int], None]
) -> None:
    """The whole table of addresses and methods for one reader. In a usual run outsiders share the
    addresses, and one unsupported method of each address is tried, drawn by the day's seed.
    """
    asker = world.readers[reader]
    asked = [name for name in ROUTES if is_asked(reader, name)]
    wrong = [
        said
        for name in asked
        for method in methods(name)
        for said in _wrong(site, world, asker, name, method)
    ]
    assert not wrong, f"{len(wrong)}: " + "\n".join(wrong[:20])
    tried(sum(len(methods(name)) for name in asked))


OUTSIDE: Final = ("left", "foreign-gm", "stranger")
"""Readers without a role in the club: one of them asks each address in a usual run."""


def is_asked(reader: str, name: str) -> bool:
    """Return whether a reader asks at an address in this run: one in six for every change."""
    if EVERYDAY and dice("everyday", reader, name).randrange(6):
        return False
    return SIEGE or reader not in OUTSIDE or dice("doors", name).choice(OUTSIDE) == reader


def methods(name: str) -> list[str]:
    """Return the methods of an address, and in a usual run one unsupported method."""
    others = [each for each in METHODS if each not in ROUTES[name].doors]
    tried = others if SIEGE or not others else [dice("methods", name).choice(others)]
    return [each for each in METHODS if each in ROUTES[name].doors or each in tried]


def _wrong(site: Site, world: World, reader: Reader, name: str, method: str) -> list[str]:
    route = ROUTES[name]
    if name in SAME_FOR_ALL and reader.name not in {"owner", "anonymous"}:
        return []
    if method not in route.doors:
        return (
            _unheard_of(site, world, reader, name, method)
            if reader.name in {"owner", "rival"}
            else []
        )
    path = address(name, named(world, name, route, B))
    if admits(route.doors[method], reader, B, world.phase):
        return _let_in(site, world, reader, name, method)
    answer = site.ask(world, reader, request(method, path, name))
    return (
        []
        if refused(site, world, reader, name, answer)
        else [f"{method} {path}: {answer.status} instead of nothing there"]
    )


def _let_in(site: Site, world: World, reader: Reader, name: str, method: str) -> list[str]:
    """Check that readers with access get an answer, invalid forms are refused, and missing objects
    are not found.
    """
    route, found = ROUTES[name], []
    path = address(name, named(world, name, route, B))
    answer = site.ask(world, reader, request(method, path, name))
    good = (
        {200, 302, 303}
        if method == "GET"
        else {200, 201, 204, 302, 303, 400, 409, 412, 415, 422, 428}
    )
    missing = "00000000-0000-4000" in path or name in MAY_BE_MISSING
    if answer.status not in good and not (missing and refused(site, world, reader, name, answer)):
        found.append(f"{method} {path}: {answer.status} for {reader.name}, who may come in")
    if reader.name in {"owner", "gm"} and "member" not in route.doors.get(method, ""):
        for other in unknown(world, name, route, B):
            gone = site.ask(world, reader, request(method, address(name, other), name))
            unread = gone.status == answer.status == 400 and gone.body == answer.body
            if not (unread or refused(site, world, reader, name, gone)) and name not in WHATEVER:
                found.append(
                    f"{method} {address(name, other)}: {gone.status} though there is no such thing"
                )
    return found


MAY_BE_MISSING = {
    "espionage:decision", "espionage:ambush", "espionage:ambush-story", "api-ambush",
    "api-ambush-story", "espionage:receipt", "espionage:receipt-version", "espionage:order-row",
    "espionage:orders-print", "espionage:report-receipt", "api-orders-receipt", "api-decision",
    "duel-enter/event",
    "duel-enter", "duel-withdraw", "duel-replace", "work-cancel", "gold-cross", "api-orders",
    "desk-approval", "desk-send-back", "desk-sealed-opened", "api-team-approval",
}  # fmt: skip
"""Addresses of objects that Basilisk does not have at this time in the base week."""
WHATEVER = {
    "join",
    "login-link",
    "play-join",
    "help-page",
    "espionage:order-row",
    "api-json-schema",
}
"""Addresses with their own words for missing objects, for everyone."""


def _unheard_of(site: Site, world: World, reader: Reader, name: str, method: str) -> list[str]:
    """Check that an unsupported method gets 405 for everyone, or the answer of the address's other
    methods.
    """
    route = ROUTES[name]
    answer = site.ask(
        world, reader, request(method, address(name, named(world, name, route, B)), name)
    )
    open_to = any(admits(door, reader, B, world.phase) for door in route.doors.values())
    good = answer.status == 405 or open_to or refused(site, world, reader, name, answer)
    return [] if good else [f"{method} {name}: {answer.status} for a method that is not there"]


_NOWHERE: dict[tuple[str, bool, bool], Answer] = {}


SHUT = frozenset({"person", "api-person", "bundle-file"})


def shut(name: str) -> bool:
    """Return whether an address is public: then missing objects are a 404, without a redirect to
    sign in.
    """
    return name.startswith(("club-public", "api-club")) or name in SHUT


def refused(site: Site, world: World, reader: Reader, name: str, answer: Answer) -> bool:
    """Return whether an answer is that of an unknown address, or, without a session, the redirect
    to sign in or 401.
    """
    if reader.user is None and answer.status in {302, 401}:
        return True
    key = reader.name, is_api(name), shut(name)
    if key in _NOWHERE and _alike(answer, _NOWHERE[key]):
        return True
    # The page header counts the reader's own notices, which may have been read since.
    club = "clubs" if reader.user is None and shut(name) else "campaigns" if is_api(name) else "c"
    path = f"/api/v1/{club}/no-such-club/" if is_api(name) else f"/{club}/no-such-club/"
    _NOWHERE[key] = site.ask(world, reader, Question("GET", path, by_token=is_api(name)))
    return _alike(answer, _NOWHERE[key])


def _alike(answer: Answer, nothing: Answer) -> bool:
    return (
        answer.status == nothing.status == 404
        and answer.body == nothing.body
        and _headers(answer) == _headers(nothing)
    )


def _headers(answer: Answer) -> list[tuple[str, str]]:
    """Return the headers without `Allow`, which depends only on the address pattern."""
    return [(name, value) for name, value in answer.headers if name != "Allow"]


def test_the_redirect_to_sign_in_reveals_nothing(world: World, site: Site) -> None:
    nobody = world.readers["anonymous"]
    real, none = (
        site.ask(world, nobody, Question("GET", f"/c/{slug}/"))
        for slug in (world.slug, "x" * len(world.slug))
    )
    assert real.status == none.status == 302
    assert [value.replace(world.slug, "") for _, value in real.headers] == [
        value.replace("x" * len(world.slug), "") for _, value in none.headers
    ]


@pytest.mark.everyday
def test_former_foreign_and_unknown_teams_get_the_same_404(world: World, site: Site) -> None:
    """Another team's object, a missing one, and the reader's own under another team's address."""
    rival = world.readers["rival"]
    base = f"/c/{world.slug}/teams"
    own = world.car(A).pk
    paths = [
        f"{base}/basilisk/garage/{world.car(B).pk}/",
        f"{base}/basilisk/garage/{own}/",
        f"{base}/anvil/garage/{world.car(B).pk}/",
        f"{base}/nobody/garage/{own}/",
        f"/c/{world.other.campaign.slug}/teams/anvil/garage/{own}/",
    ]  # type: ignore[union-attr]
    answers = [site.ask(world, rival, Question("GET", path)) for path in paths]
    assert len(set(answers)) == 1 and answers[0].status == 404
