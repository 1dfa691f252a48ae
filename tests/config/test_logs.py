"""Logs hold nothing that a rival may not read."""

import pytest

from config.logs import REDACTED, bare_address, redact


@pytest.mark.parametrize("key", ["password", "payload", "order_sheet", "move", "api_token", "Authorization", "request_body", "seed"])
def test_secrets_are_blanked_by_the_name_of_their_key(key: str) -> None:
    assert redact(None, "", {"event": "submitted", key: "bomb the garage", "week": 3}) == {"event": "submitted", key: REDACTED, "week": 3}


def test_a_query_string_is_not_logged() -> None:
    assert redact(None, "", {"request": "GET /weeks/3/?target=red"})["request"] == "GET /weeks/3/"


def test_an_address_that_is_a_key_is_not_logged() -> None:
    assert bare_address("GET /calendar/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6.ics") == f"GET /calendar/{REDACTED}.ics"


def test_an_identity_in_an_address_is_logged() -> None:
    address = "GET /matches/6b1f7e0e-3c1f-4f0e-9a55-0d3b1d6f7a11/"
    assert bare_address(address) == address
