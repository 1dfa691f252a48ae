"""The folder broker: messages are read completely, and a torn message stops nobody."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from queue import Empty
from threading import Thread

import pytest
from kombu import Connection

from config.filesystem_broker import Channel

QUEUE = "celery"
LONG = {"body": "x" * 200_000}
SENT = 200


@pytest.fixture
def channel(tmp_path: Path) -> Channel:
    """Return a channel in its own folder."""
    (tmp_path / "queue").mkdir()
    folders = {
        "data_folder_in": str(tmp_path / "queue"),
        "data_folder_out": str(tmp_path / "queue"),
        "control_folder": str(tmp_path / "control"),
    }
    opened = Connection(
        "filesystem://localhost//",
        transport="config.filesystem_broker:Transport",
        transport_options=folders,
    ).channel()
    assert isinstance(opened, Channel)
    return opened


def test_the_application_uses_this_broker_channel(tmp_path: Path) -> None:
    code = "from config.celery import app; print(app.connection_for_write().transport.Channel)"
    environment = {**os.environ, "VAR_DIR": str(tmp_path), "BROKER_URL": "filesystem://localhost//"}
    environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == str(Channel)


def test_a_message_is_read_once_and_unchanged(channel: Channel) -> None:
    channel._put(QUEUE, LONG)
    assert channel._get(QUEUE) == LONG
    with pytest.raises(Empty):
        channel._get(QUEUE)


def test_a_concurrent_reader_never_gets_a_partial_message(channel: Channel) -> None:
    def write() -> None:
        for _ in range(SENT):
            channel._put(QUEUE, LONG)

    writer, read = Thread(target=write), 0
    writer.start()
    while read < SENT:
        try:
            assert channel._get(QUEUE) == LONG
        except Empty:
            continue
        read += 1
    writer.join()


def test_a_torn_message_is_skipped(channel: Channel) -> None:
    Path(channel.data_folder_in, f"1_torn.{QUEUE}.msg").write_text('{"body": "x')
    with pytest.raises(Empty):
        channel._get(QUEUE)
    channel._put(QUEUE, LONG)
    assert channel._get(QUEUE) == LONG


def test_a_message_being_written_is_not_visible(channel: Channel) -> None:
    Path(channel.data_folder_in, f"1_half.{QUEUE}.part").write_text('{"body": "x')
    with pytest.raises(Empty):
        channel._get(QUEUE)
