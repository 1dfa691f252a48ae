"""Token scopes: every operation names the scope it needs, and a token without it is refused.

A token reads only public facts about what is not its owner's or outside its club.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from campaign.league.models import Membership
from campaign.members.services import members
from core.accounts.services import tokens
from core.web.api.scopes import TOKEN_SCOPES, Scope, ScopeMissing, has_all, insist
from tests.factories import found_club, person

from .conftest import Api
from .test_doors import DOORS, addresses, busy, cases

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["busy"]

NEEDS: Final[Mapping[str, str]] = {
    "any": """
        this-token GET, token-renew POST
    """,
    "read": """
        design-check POST, design-read POST, join-look POST, letters-read POST,
        notices-read POST, orders-check POST,
        table-look POST, talk-read POST, vehicle-refit-quote POST
    """,
    "orders": """
        challenge-accept POST, challenge-decline POST, challenge-propose POST, challenge-withdraw
        POST, challenges POST, character PATCH, character-assign POST, character-gold-cross POST,
        character-release POST, characters POST, deal-accept POST, deal-bounty POST,
        deal-decline POST, deal-loan POST, deal-pact POST, deal-report POST, deal-withdraw POST,
        decision POST, duel-dispute POST, duel-draft POST, duel-forfeit POST, duel-roll POST,
        duel-sheet POST, duel-sign POST, duel-talk POST,
        duel-write-up POST, editor POST, entries POST, entry DELETE, entry-replace POST,
        letters-block DELETE, letters-block PUT, letters-with POST, more-time POST, motion DELETE,
        motion-answer POST,
        motion-vote POST, motions POST, news-talk POST, offer-accept POST, offer-decline POST,
        offer-withdraw POST, orders PUT, orders-standing PUT, post DELETE, post PATCH, post-report
        POST, ready-company POST, rival-note PUT, store-buy POST, store-sell POST, talk POST,
        talk-thread POST, team PATCH, team-answer POST, team-ask-approval POST, team-bot DELETE,
        team-bot PUT, team-deputies POST, team-deputy DELETE, team-drop-out POST, team-hand-over
        POST, team-invite-revoke POST, team-invites POST, team-ready-company POST, team-withdraw
        POST, teams POST, tryout POST, tryout-keep POST, vehicle PATCH, vehicle-crew PUT,
        vehicle-design DELETE, vehicle-design PUT, vehicle-offers POST, vehicle-refit POST,
        vehicle-repairs POST, vehicle-scrap POST, vehicle-sell POST, vehicles POST, week-beacon
        POST, work POST, work-order DELETE
    """,
    "play": """
        arena POST, daily POST, holiday POST, holiday-back POST, on-ladders PUT, play-challenges
        POST, table-claim POST, table-close POST, table-coach POST, table-decline POST, table-deputy
        POST, table-free-seat POST, table-invite POST, table-join POST, table-loadout PUT,
        table-marks PUT, table-move POST, table-note PUT, table-odds POST, table-pause POST,
        table-rematch POST, table-resign POST, table-resume POST, table-seat-bot POST, table-share
        POST, table-sit POST, table-stand POST, table-talk POST, table-unpause POST, tables POST,
        tournament-cancel POST, tournament-enter POST, tournament-leave POST, tournaments POST
    """,
    "desk": """
        bot-teams POST, bundle POST, campaign PATCH, club-parts PUT, duel-call-off POST,
        club-arena DELETE, club-arena PUT, published-parts POST,
        duel-correction POST, duel-dismiss POST, duel-paper POST, duel-result POST, events POST,
        go-on POST, heats POST, hook DELETE, hook-test POST, hooks POST, house-rules PATCH,
        invite-revoke POST, invites POST, join-answer POST, login-link POST, member PATCH,
        member-remove POST, moving POST, moving-check POST, mute-end POST, mutes POST, pause POST,
        post-hide POST, post-report-dismiss POST, post-show POST, public-page PUT, sealed POST,
        season-close POST, seasons POST, team-approve POST, team-corrections POST, team-send-back
        POST, week PATCH, week-cancel POST, week-extend POST, week-postpone POST, week-retry POST,
        week-start POST, week-void POST, weeks POST, weeks-reschedule POST, word DELETE, word PUT
    """,
    "account": """
        calendar DELETE, calendar POST, campaigns POST, clock PUT, club-ask POST, device DELETE,
        device PATCH, devices POST, join POST, leave POST, mail PUT, mail-test POST, own-hook
        DELETE, own-hook PUT, own-name PUT, own-page PUT, reach PUT, reach-offer DELETE, reach-test
        POST, token DELETE, token PUT, tryouts POST
    """,
}
"""Scopes of all methods except GET, by the address's name without "api-". GET needs "read", except
for "any", which accepts every token. Public addresses are not listed.
"""
SCOPES: Final = ("read", "orders", "play", "desk")


def scopes_by_operation() -> dict[tuple[str, str], str]:
    """Return the scope of each address and method."""
    found = {}
    for scope, words in NEEDS.items():
        for one in " ".join(words.split()).split(", "):
            name, method = one.split(" ")
            found[f"api-{name}", method] = scope
    return found


def token(api: Api, who: str, *scopes: str, club: str = "") -> str:
    """Return a token of this person."""
    return tokens.create_token(
        user=api.people[who], name="A tool", days=30, now=api.now, scopes=scopes, club=club
    )[1]


def request_with_token(key: str, method: str, path: str, body: Any = None) -> Any:
    """Return the answer to a request with this token."""
    said = {"Authorization": f"Token {key}"}
    return Client().generic(
        method, path, "{}" if body is None else body, content_type="application/json", headers=said
    )


def refusal(answer: Any) -> tuple[int, str]:
    """Return the status and code of an answer."""
    return answer.status_code, answer.json()["errors"][0]["code"]


def test_every_operation_names_its_scope() -> None:
    known, said = scopes_by_operation(), {}
    for name, pattern in addresses().items():
        for method, operation in pattern.callback.cls.operations.items():  # type: ignore[attr-defined]
            if not operation.anonymous:
                said[name, method] = str(operation.needs(method) or "any")
    assert said == {
        key: known.get(key, "read" if key[1] == "GET" else "not listed") for key in said
    }
    assert known.keys() <= said.keys()


@pytest.mark.everyday
def test_a_token_without_the_scope_is_refused_and_changes_nothing(busy: Api) -> None:
    known = scopes_by_operation()
    keys = {
        who: {
            scope: token(busy, who, *[one for one in SCOPES if one != scope])
            for scope in ("orders", "play", "desk", "account")
        }
        for who in ("owner", "gm")
    }
    for who in ("owner", "gm"):
        keys[who]["account"] = token(busy, who, "orders", "play")
        keys[who]["orders"] = token(busy, who, "play")
    told = set()
    for name, method, url, allowed in cases(busy):
        scope = known.get((name, method))
        if scope in {None, "any", "read"}:
            continue
        for who, own in keys.items():
            with transaction.atomic():
                answer = request_with_token(own[scope], method, url)
                transaction.set_rollback(True)
            if who in allowed:
                assert refusal(answer) == (403, "scope-missing"), (name, method, who)
                said = answer.json()["errors"][0]["detail"]
                assert f"“{scope}”" in said or scope == "account" or "“desk”" in said, said
                told.add((name, method))
            elif "stranger" not in allowed:
                assert answer.status_code in {403, 404}, (name, method, who, answer.content)
    assert len(told) > 130


@pytest.mark.slow("asks every address")
def test_a_read_token_reads_everything_its_user_can_read(busy: Api) -> None:
    key = token(busy, "owner")
    for name, method, url, allowed in cases(busy):
        if method == "GET" and "owner" in allowed:
            answer, own = request_with_token(key, "GET", url), busy.get(url, "owner")
            assert (answer.status_code, answer.content) == (own.status_code, own.content), name


def test_gm_writes_to_a_rival_team_need_the_desk_scope(busy: Api) -> None:
    path, body = busy.team_url("bot/"), '{"bot": ""}'
    assert refusal(request_with_token(token(busy, "gm", "orders"), "PUT", path, body)) == (
        403,
        "scope-missing",
    )
    assert request_with_token(token(busy, "gm", "desk"), "PUT", path, body).status_code not in {
        403,
        404,
    }
    assert request_with_token(
        token(busy, "owner", "orders"), "PUT", path, body
    ).status_code not in {403, 404}


def test_a_token_for_one_club_sees_nothing_outside_that_club(api: Api) -> None:
    other = found_club(teams=2, name="Elsewhere")
    owner = api.people["owner"]
    members.admit(campaign=other.campaign, user=owner, role=Membership.Role.PLAYER, now=api.now)
    here, there = api.club_url(), f"/api/v1/campaigns/{other.campaign.slug}/"
    key = token(api, "owner", "orders", club=api.slug)
    assert request_with_token(key, "GET", here).status_code == 200
    assert request_with_token(key, "GET", api.team_url("weeks/1/orders/")).status_code == 200
    assert api.get(there, "owner").status_code == 200
    nowhere = request_with_token(key, "GET", f"/api/v1/campaigns/{uuid4().hex}/")
    assert (
        request_with_token(key, "GET", there).status_code,
        request_with_token(key, "GET", there).content,
    ) == (
        404,
        nowhere.content,
    )
    for path in ("me/", "campaigns/", "errands/", "notices/", "play/tables/", "me/tokens/"):
        assert refusal(request_with_token(key, "GET", f"/api/v1/{path}")) == (
            403,
            "scope-missing",
        ), path
    said = request_with_token(key, "GET", "/api/v1/me/token/").json()
    assert (said["scopes"], said["club"]) == (["read", "orders"], api.slug)
    assert request_with_token(key, "GET", "/api/v1/").status_code == 200
    stream = Client().get(f"/live/play/{uuid4()}/", headers={"Authorization": f"Token {key}"})
    assert stream.status_code == 403


def test_a_token_is_limited_to_its_users_clubs_and_matching_scopes(api: Api) -> None:
    def made(who: str, **more: Any) -> Any:
        said = {"name": "A tool", "days": 30, "scopes": ["read"], **more}
        return api.ask(who, "PUT", f"/api/v1/me/tokens/{uuid4()}/", said)

    for who, club in (("stranger", api.slug), ("owner", "no-such-club")):
        answer = made(who, club=club)
        assert refusal(answer) == (422, "no-such-club")
    assert made("stranger", club=api.slug).content == made("stranger", club="nowhere").content
    assert refusal(made("owner", club=api.slug, scopes=["play"])) == (422, "play-in-one-club")
    assert made("owner", scopes=["everything"]).status_code == 400
    answer = made("owner", club=api.slug, scopes=["orders"]).json()
    assert (answer["scopes"], answer["club"]) == (["read", "orders"], api.slug)
    assert request_with_token(answer["secret"], "GET", api.club_url()).status_code == 200


def test_a_token_is_created_once_and_not_by_a_token_with_fewer_scopes(api: Api) -> None:
    path = f"/api/v1/me/tokens/{uuid4()}/"
    body = {"name": "A tool", "days": 30, "scopes": ["read"]}
    assert api.do("PUT", path, body, status=201)["secret"].startswith("dd_")
    assert refusal(api.ask("token", "PUT", path, body)) == (409, "ref-taken")
    less = token(api, "owner", "orders", "play")
    answer = request_with_token(less, "PUT", f"/api/v1/me/tokens/{uuid4()}/")
    assert refusal(answer) == (403, "scope-missing")


def test_any_token_renews_itself_and_only_a_full_one_renews_others(api: Api) -> None:
    mine, key = tokens.create_token(
        user=api.people["owner"], name="Mine", days=3, now=api.now, scopes=("read",)
    )
    other, _ = tokens.create_token(user=api.people["owner"], name="Other", days=3, now=api.now)

    def renewed(secret: str, ref: Any, days: int = 90) -> Any:
        return request_with_token(
            secret, "POST", f"/api/v1/me/tokens/{ref}/renew/", f'{{"days": {days}}}'
        )

    before = mine.expiry
    answer = renewed(key, mine.ref)
    mine.refresh_from_db()
    assert answer.status_code == 200
    assert before is not None and mine.expiry is not None
    assert (mine.expiry - before).days == 87
    assert renewed(key, other.ref).status_code == 404
    assert renewed(api.token, other.ref).status_code == 200
    assert renewed(key, mine.ref, days=9999).status_code == 400
    with_it = request_with_token(key, "GET", "/api/v1/me/token/")
    assert with_it["Token-Expires"] == mine.expiry.isoformat(timespec="seconds")
    tokens.revoke(token=mine)
    assert renewed(key, mine.ref).status_code == 401


def test_a_session_needs_no_scope(api: Api) -> None:
    assert "Token-Expires" not in api.get("/api/v1/me/", "owner")
    assert api.get("/api/v1/me/token/", "owner").status_code == 404
    assert "Token-Expires" in api.get("/api/v1/me/", "token")


@pytest.mark.django_db
def test_tokens_created_before_scopes_have_all_scopes() -> None:
    from core.accounts.models import ApiToken

    row, _ = ApiToken.objects.create(user=person("old"), name="From before")
    row.refresh_from_db()
    assert (row.rights, row.club_slug) == (frozenset(SCOPES), "")


def test_access_table_and_scope_table_list_the_same_addresses() -> None:
    assert {name for name, _ in scopes_by_operation()} <= DOORS.keys()


@dataclass
class ClubToken:
    """The rights of a token limited to one club."""

    club_slug: str
    rights: frozenset[str] = frozenset(map(str, TOKEN_SCOPES))


def test_a_club_token_with_every_scope_stays_within_its_club() -> None:
    rights = ClubToken("midville")
    assert not has_all(rights)
    assert has_all(ClubToken(""))
    insist(rights, Scope.DESK, in_club=True)
    with pytest.raises(ScopeMissing):
        insist(rights, Scope.READ, in_club=False)
    with pytest.raises(ScopeMissing):
        insist(rights, Scope.ACCOUNT, in_club=True)
