"""Sentences of the desk log that depend on the details of an act."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.desk.views.log_sentences import sentence
from campaign.league.models import DeskAct, Team
from core.accounts.models import User

ANN = {"user": "ann"}
ANVIL = {"team": "Anvil"}
PART = {"by": "ann", "thread": "Rules"}
LETTER = {"by": "", "digest": "0123456789abcdef"}
MONEY = {"book": "money", "amount": -500, "owner": "Anvil"}
SKILL = {"book": "skill", "amount": 3, "item": "driver", "owner": "Rook", "own": True}
MUTED = {**ANN, "until": "1 May"}
EVENING = {"at": "2040-03-01T19:00", "week": 3, "evening": True}
BY_RULE = "Approved Anvil, their own team automatically, because its roster follows the house rules"

SAID: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("correction", MONEY, "Corrected the money of Anvil: −$500"),
    ("correction", SKILL, "Corrected the skill points of Rook, their own team: +3 driver"),
    ("correction-refused", MONEY, "Tried to correct the money of Anvil; nothing was booked"),
    ("duel-corrected", {"week": 3}, "Corrected the duel of week 3"),
    ("duel-corrected", {"event": "the Cup", "week": 3}, "Corrected the Cup of week 3"),
    ("duel-on-paper", {"week": 3}, "Took the duel of week 3 out of the arena"),
    ("invite-made", {}, "Created an invite link for a player"),
    ("invite-made", {"role": "gm"}, "Created an invite link for GM"),
    ("muted", {**MUTED, "letters": False}, "Muted ann on board and talk until 1 May"),
    ("muted", {**MUTED, "letters": True}, "Muted ann on board and talk and in letters until 1 May"),
    (
        "next-evening-answer",
        {**EVENING, "yes": True},
        "Answered yes to the next evening on 2040-03-01",
    ),
    (
        "next-evening-answer",
        {**EVENING, "yes": False},
        "Answered no to the next evening on 2040-03-01",
    ),
    ("post-hidden", PART, "Hid what ann wrote in “Rules”"),
    ("report-dismissed", LETTER, "Dismissed the report about a letter (0123456789ab)"),
    ("role-changed", {**ANN, "before": "gm", "after": "player"}, "Made ann a player, who was GM"),
    ("role-changed", {**ANN, "before": "", "after": "gm"}, "Made ann GM, who joined with a link"),
    ("rules-changed", {"after": {"timezone": "UTC"}}, "Changed house rules: Time zone"),
    ("season-closed", {}, "Closed the season"),
    ("season-closed", {"without_duels": [3]}, "Closed the season without the duel of week 3"),
    ("team-approved", ANVIL, "Approved Anvil"),
    ("team-approved", {**ANVIL, "own": True, "rule": True}, BY_RULE),
    ("team-left", {}, "a team left the league"),
    ("week-started", {**EVENING, "evening": False}, "Started week 3"),
    ("week-started", EVENING, "Started week 3 as a single evening"),
    ("weeks-rescheduled", {"weeks": [3]}, "Rescheduled week 3"),
    ("weeks-rescheduled", {"weeks": [3, 4]}, "Rescheduled weeks 3 and 4"),
    ("league-goes-on", {}, "Resumed the league by a vote"),
    ("league-paused", {"weeks": 1}, "Paused the league for a total of 1 week by a vote"),
    ("something-new", {}, "Something new"),
)


@pytest.mark.parametrize(("kind", "detail", "said"), SAID)
def test_an_act_is_written_as_a_sentence(kind: str, detail: dict[str, Any], said: str) -> None:
    act = DeskAct(kind=kind, detail=detail)
    assert sentence(act).replace("\N{NO-BREAK SPACE}", " ") == said


def test_an_act_of_a_gm_about_a_team_names_the_team() -> None:
    act = DeskAct(kind="team-left", detail={}, team=Team(name="Anvil"), actor=User(username="gm"))
    assert sentence(act) == "Anvil left the league"
    act.kind = "league-goes-on"
    assert sentence(act) == "Resumed the league"
