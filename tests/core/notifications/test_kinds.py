"""Kinds of notices carry their topic and their secrecy; one that forgets them cannot be
declared.
"""

from __future__ import annotations

import pytest

from campaign.league.notice_kinds import ClubNotice
from core.notifications.kinds import NoticeKind, kind_of, sealed_kinds


def test_a_kind_that_forgets_its_topic_or_its_secrecy_is_an_error_where_it_stands() -> None:
    with pytest.raises(TypeError):

        class Forgetful(NoticeKind):
            NOTHING = "nothing-said"


def test_a_kind_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):

        class Again(NoticeKind):
            JOINED = "joined", ClubNotice.JOINED.topic, ClubNotice.JOINED.secrecy


def test_a_word_that_no_room_declares_is_no_kind() -> None:
    with pytest.raises(LookupError, match="No package declares"):
        kind_of("anything-new")


def test_kinds_that_tell_something_secret_are_sealed() -> None:
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
