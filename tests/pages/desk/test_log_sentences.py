"""The desk log has a sentence for every kind of act."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.desk.views.log_sentences import SENTENCES, sentence
from campaign.league.models import DeskAct, Team
from core.accounts.models import User

ANN = {"user": "ann"}
EVENT = {"event": "the Cup", "week": 3}
HOOK = {"name": "Channel", "to": "chat.example"}
PART = {"by": "ann", "thread": "Rules"}
LETTER = {"by": "", "digest": "0123456789abcdef"}
MONEY = {"book": "money", "amount": -500, "owner": "Anvil"}
SKILL = {"book": "skill", "amount": 3, "item": "driver", "owner": "Rook", "own": True}

SAID: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("bot-seated", {"bot": "greedy"}, "Assigned a greedy bot to Anvil"),
    ("brought-here", {}, "Imported the club from another site"),
    ("correction", MONEY, "Corrected the money of Anvil: −$500"),
    ("correction", SKILL, "Corrected the skill points of Rook, their own team: +3 driver"),
    ("correction-refused", MONEY, "Tried to correct the money of Anvil; nothing was booked"),
    ("deadline-extended", {"week": 3}, "Extended the deadline of week 3"),
    (
        "deadline-held",
        {"what": "reports", "week": 3},
        "Postponed the reports of week 3 after an outage",
    ),
    ("deadline-more-time", {"week": 3}, "Requested an extension for Anvil in week 3"),
    ("deputy-ended", {**ANN, "week": 3}, "Removed ann as deputy for Anvil in week 3"),
    ("deputy-named", {**ANN, "week": 3}, "Named ann as deputy for Anvil in week 3"),
    ("duel-corrected", {"week": 3}, "Corrected the duel of week 3"),
    ("duel-corrected", EVENT, "Corrected the Cup of week 3"),
    ("duel-on-paper", {"week": 3}, "Took the duel of week 3 out of the arena"),
    ("duel-recorded", {"week": 3}, "Recorded the duel of week 3"),
    ("event-called-off", EVENT, "Cancelled the Cup of week 3"),
    ("event-made", EVENT, "Created the Cup of week 3"),
    ("event-named", {"week": 3}, "Named the duel of week 3"),
    ("fork-made", {"title": "The Mill"}, "Created this club as a fork of The Mill"),
    ("hook-added", HOOK, "Started sending the club’s news to “Channel” (chat.example)"),
    ("hook-removed", HOOK, "Stopped sending the club’s news to “Channel” (chat.example)"),
    ("invite-made", {}, "Created an invite link for a player"),
    ("invite-made", {"role": "gm"}, "Created an invite link for GM"),
    ("invite-revoked", {}, "Revoked an invite link"),
    ("join-agreed", ANN, "Accepted ann’s request to join"),
    ("join-declined", ANN, "Declined ann’s request to join"),
    ("league-goes-on", {}, "Resumed the league"),
    ("league-paused", {"weeks": 2}, "Paused the league for a total of 2 weeks"),
    ("login-link-made", ANN, "Created a one-time sign-in link for ann"),
    ("member-left", ANN, "ann left the club"),
    ("member-removed", ANN, "Removed ann from the club"),
    (
        "moved-in",
        {"teams": 1, "people": 2, "cars": 3},
        "Moved the club in with its old records: 1 team, 2 people, 3 cars",
    ),
    ("mute-ended", ANN, "Unmuted ann"),
    (
        "muted",
        {**ANN, "letters": False, "until": "1 May"},
        "Muted ann on board and talk until 1 May",
    ),
    (
        "muted",
        {**ANN, "letters": True, "until": "1 May"},
        "Muted ann on board and talk and in letters until 1 May",
    ),
    ("next-evening", {"at": "2040-03-01T19"}, "Confirmed the next evening on 2040-03-01"),
    (
        "next-evening-answer",
        {"at": "2040-03-01T19", "yes": True},
        "Answered yes to the next evening on 2040-03-01",
    ),
    (
        "next-evening-answer",
        {"at": "2040-03-01T19", "yes": False},
        "Answered no to the next evening on 2040-03-01",
    ),
    ("owner-left", ANN, "ann left Anvil"),
    ("page-closed", {}, "Closed the club’s public page"),
    ("page-opened", {}, "Opened the club’s public page"),
    ("parts-changed", {"changes": "1 added"}, "Changed the club’s vehicle parts (1 added)"),
    ("phase-ended", {"phase": "orders", "week": 3}, "Ended the time for orders in week 3"),
    ("post-hidden", PART, "Hid what ann wrote in “Rules”"),
    ("post-hidden", LETTER, "Hid a letter (0123456789ab)"),
    ("post-shown", PART, "Unhid what ann wrote in “Rules”"),
    ("report-dismissed", LETTER, "Dismissed the report about a letter (0123456789ab)"),
    ("role-changed", {**ANN, "before": "gm", "after": "player"}, "Made ann a player, who was GM"),
    (
        "role-changed",
        {**ANN, "before": "", "after": "spectator"},
        "Made ann a spectator, who joined with a link",
    ),
    (
        "rules-changed",
        {"after": {"death": False, "timezone": "UTC"}},
        "Changed house rules: Death, Time zone",
    ),
    ("rules-changed", {"after": {"timezone": "UTC"}}, "Changed house rules: Time zone"),
    ("sealed-opened", {"week": 3}, "Opened the sealed orders of Anvil of week 3"),
    ("season-closed", {}, "Closed the season"),
    (
        "season-closed",
        {"without_duels": [3, 4]},
        "Closed the season without the duel of week 3 and 4",
    ),
    ("season-opened", {}, "Started a season"),
    ("share-asked", ANN, "Asked the owners of Anvil to make ann a co-owner"),
    ("share-declined", ANN, "Declined ann’s request to run Anvil"),
    ("team-approved", {}, "Approved Anvil"),
    (
        "team-approved",
        {"own": True, "rule": True},
        "Approved Anvil, their own team automatically, because its roster follows the house rules",
    ),
    ("team-given", ANN, "Gave Anvil, which had no owner, to ann through an invite link"),
    ("team-handed-over", {"after": "bob"}, "Handed Anvil over to bob"),
    ("team-left", {"team": "Cobra"}, "Cobra left the league"),
    ("team-ready", {"week": 3, "phase": "orders"}, "Anvil was ready in week 3 (orders)"),
    ("team-sent-back", {}, "Sent Anvil’s roster back"),
    ("team-shared", ANN, "Made ann a co-owner of Anvil"),
    ("week-cancelled", {"week": 3}, "Deleted week 3"),
    ("week-postponed", {"week": 3}, "Postponed week 3"),
    ("week-retried", {"week": 3}, "Tried week 3 again after a fault"),
    ("week-started", {"week": 3, "evening": False}, "Started week 3"),
    ("week-started", {"week": 3, "evening": True}, "Started week 3 as a single evening"),
    ("week-voided", {"week": 3}, "Declared week 3 void after a fault"),
    ("weeks-rescheduled", {"weeks": [3]}, "Rescheduled week 3"),
    ("weeks-rescheduled", {"weeks": [3, 4]}, "Rescheduled weeks 3 and 4"),
    ("something-new", {}, "Something new"),
)


@pytest.mark.parametrize(("kind", "detail", "said"), SAID)
def test_an_act_is_written_as_a_sentence(kind: str, detail: dict[str, Any], said: str) -> None:
    act = DeskAct(kind=kind, detail=detail, team=Team(name="Anvil"), actor=User(pk=1))
    assert sentence(act).replace("\N{NO-BREAK SPACE}", " ") == said


def test_every_kind_has_a_sentence_here() -> None:
    assert {kind for kind, _, _ in SAID} == {*SENTENCES, "something-new"}


@pytest.mark.parametrize(
    ("kind", "detail", "said"),
    [
        ("team-left", {}, "a team left the league"),
        ("league-goes-on", {}, "Resumed the league by a vote"),
        ("league-paused", {"weeks": 1}, "Paused the league for a total of 1 week by a vote"),
    ],
)
def test_an_act_without_a_team_or_a_person_is_a_sentence_too(
    kind: str, detail: dict[str, Any], said: str
) -> None:
    act = DeskAct(kind=kind, detail=detail)
    assert sentence(act).replace("\N{NO-BREAK SPACE}", " ") == said
