"""Kinds of notices have a topic and a secrecy; one without them cannot be declared."""

from __future__ import annotations

import pytest

from campaign.league.notice_kinds import ClubNotice
from core.notifications.kinds import NoticeKind, kind_of, sealed_kinds


def test_a_kind_needs_a_topic_and_a_secrecy() -> None:
    with pytest.raises(TypeError):

        class Forgetful(NoticeKind):
            NOTHING = "nothing-said"


def test_a_kind_can_be_declared_once_only() -> None:
    with pytest.raises(ValueError, match="declared twice"):

        class Again(NoticeKind):
            JOINED = "joined", ClubNotice.JOINED.topic, ClubNotice.JOINED.secrecy


def test_an_undeclared_kind_is_an_error() -> None:
    with pytest.raises(LookupError, match="No package declares"):
        kind_of("anything-new")


def test_secret_kinds_are_sealed() -> None:
    by_being_there = {
        "orders-due", "orders-last", "decision", "ambush", "ambush-turn", "duel-turn", "explosion",
        "game-turn",
    }  # fmt: skip
    between_two_teams = {
        "challenged", "challenge-proposed", "challenge-declined", "challenge-withdrawn",
    }  # fmt: skip
    between_two_people = {"game-challenged"}
    about_what_is_said = {
        "letter", "post-hidden", "post-shown", "post-reported", "muted", "mute-ended",
    }  # fmt: skip
    assert set(sealed_kinds()) == {
        *by_being_there,
        *between_two_teams,
        *between_two_people,
        *about_what_is_said,
        "orders-last",
        "report",
    }
