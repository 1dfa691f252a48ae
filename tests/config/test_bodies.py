"""Limits for request bodies: too large ones are refused with a message before they are read."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from config import limits
from tests.api.conftest import Api, api, set_clock, some_key  # noqa: F401 - fixtures

pytestmark = pytest.mark.django_db
LONG = b'{"x": "' + b"a" * 1_200_000 + b'"}'
JSON = "application/json"
CHECKED = "/api/v1/transcripts/check/"


class Untouched(BytesIO):
    """A body that fails when it is read."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("it was read")

    readline = read


def error_of(answer: Any) -> tuple[str, str]:
    """Return the code and the message of an API error."""
    said = answer.json()
    assert said["type"] == "client_error"
    [one] = said["errors"]
    assert one["attr"] is None
    return one["code"], one["detail"]


@pytest.mark.parametrize(
    "kind", [JSON, "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]
)
def test_a_body_over_one_mebibyte_gets_413_in_the_apis_shape(client: Client, kind: str) -> None:
    answer = client.post(CHECKED, LONG, kind)
    assert answer.status_code == 413
    code, sentence = error_of(answer)
    assert code == "too-large"
    assert "1 MiB" in sentence


def test_orders_checks_and_new_clubs_have_the_same_limit(api: Api) -> None:  # noqa: F811
    posted = [
        ("POST", f"/api/v1/{path}") for path in ("campaigns/", "designs/check/", "join/look/")
    ]
    for method, path in [("PUT", api.team_url("weeks/1/orders/")), *posted]:
        answer = api.ask("token", method, path, LONG, if_match='"1.1.0"')
        assert (answer.status_code, error_of(answer)[0]) == (413, "too-large")


@pytest.mark.parametrize("who", ["token", "owner"])
def test_an_idempotency_key_does_not_change_the_limit(api: Api, who: str) -> None:  # noqa: F811
    answer = api.ask(who, "POST", "/api/v1/campaigns/", LONG, idempotency_key=some_key())
    assert (answer.status_code, error_of(answer)[0]) == (413, "too-large")


def test_a_page_explains_that_a_form_is_too_long(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "a" * 1_200_000})
    assert answer.status_code == 413
    assert "1 MiB" in answer.content.decode()
    assert "<h1>" in answer.content.decode()


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({f"field{number}": "x" for number in range(1_001)}, "1,000 fields"),
        ({f"file{number}": SimpleUploadedFile("a", b"a") for number in range(101)}, "100 files"),
    ],
    ids=["fields", "files"],
)
def test_a_page_explains_that_a_form_has_too_many_parts(
    client: Client, sent: dict[str, Any], sentence: str
) -> None:
    answer = client.post("/check/", sent)
    assert answer.status_code == 413
    assert sentence in answer.content.decode()


@pytest.mark.parametrize("address", ["/check/", "/accounts/login/", "/c/demo/", CHECKED])
def test_an_upload_is_refused_by_its_declared_size_without_reading(
    client: Client, address: str
) -> None:
    announced = {"CONTENT_LENGTH": str(300 * 1024 * 1024), "wsgi.input": Untouched()}
    answer = client.generic(
        "POST",
        address,
        content_type="multipart/form-data; boundary=x",
        **announced,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]
    assert answer.status_code == 413
    assert "4 MiB" in answer.content.decode()
    assert answer["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("address", "kind"), [("/check/", "text/html; charset=utf-8"), (CHECKED, JSON)]
)
def test_a_body_without_content_length_is_refused_without_reading(
    client: Client, address: str, kind: str
) -> None:
    sent = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "", "wsgi.input": Untouched()}
    answer = client.generic("POST", address, content_type=JSON, **sent)  # type: ignore[arg-type]
    assert answer.status_code == 411
    assert answer["Content-Type"] == kind
    assert "Content-Length" in answer.content.decode()


def test_a_transcript_of_nearly_four_mebibytes_is_read(client: Client) -> None:
    file = SimpleUploadedFile(
        "week.json", b'{"a": "' + b"a" * (4 * 1024 * 1024 - 100) + b'"}', JSON
    )
    answer = client.post("/check/", {"file": file})
    assert answer.status_code == 200
    assert "This is not a week&#x27;s transcript." in answer.content.decode()


def test_the_request_limit_is_above_the_largest_transcript() -> None:
    from espionage.forms.transcripts import MAX_FILE_BYTES

    assert MAX_FILE_BYTES == limits.LARGEST_FILE
    assert settings.DATA_UPLOAD_MAX_MEMORY_SIZE + limits.LARGEST_FILE <= limits.LARGEST_BODY


def test_the_description_lists_413_for_every_write(client: Client) -> None:
    paths = client.get("/api/v1/schema/?format=json").json()["paths"]
    writing = {
        (path, method): operation["responses"]
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in {"post", "put", "patch", "delete"}
    }
    assert writing
    assert not [where for where, answers in writing.items() if not {"411", "413"} <= set(answers)]
