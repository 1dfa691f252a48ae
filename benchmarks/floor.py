"""The minimum cost of the job: writing the same rows, with one commit for every fifty weeks.

After a run of the job, `record` reads the rows that the job wrote. `write` then writes these rows
to a copy of the database from before the run. New rows are inserted with COPY (on SQLite, with
executemany). Rows are changed with one UPDATE per table, and released holds are deleted with one
DELETE. The same work cannot be done with fewer statements.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction

BATCH: Final = 50

BY_MATCH: Final = ("play_match", "play_move", "play_told", "play_snapshot")
BY_WEEK: Final = (
    *(
        "campaign_money",
        "campaign_stock",
        "campaign_skillpoint",
        "campaign_wound",
        "campaign_damage",
    ),
    *("campaign_news", "espionage_intel", "espionage_charge", "espionage_captivity"),
)
NOTICES: Final = "notifications_notice"
CHANGED: Final = {
    "campaign_week": ("id", "status", "settled_at", "attempts"),
    "espionage_seal": ("week_id", "order_root", "dice_root", "frozen_at", "match_id"),
    "espionage_sealedseat": ("id", "sheet_id", "leaf"),
}
"""Tables with changed rows. The first column is the key; the other columns have new values."""

Mark = dict[str, int]
"""The last row ID of each table before the job (SQLite), or the transaction ID (PostgreSQL)."""


def mark() -> Mark:
    """Return the mark of the current state of the database."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT txid_current()")
            return {"": cursor.fetchone()[0]}
        last_rows = {}
        for table in (*BY_MATCH, *BY_WEEK, NOTICES):
            cursor.execute(f"SELECT coalesce(max(rowid), 0) FROM {table}")
            last_rows[table] = cursor.fetchone()[0]
        return last_rows


# --- recording ------------------------------------------------------------------------------------


def record(before: Mark, folder: Path) -> int:
    """Write all rows added or changed since the mark to files, one per batch.

    Return the number of rows.
    """
    folder.mkdir(parents=True)
    rows = 0
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE done AS SELECT id AS week, (row_number() OVER (ORDER BY id) - "
            "1) / %s AS batch FROM campaign_week "
            "WHERE status = 'settled'",
            [BATCH],
        )
        batches: dict[int, dict[str, Any]] = defaultdict(dict)
        for table in (*BY_MATCH, *BY_WEEK, NOTICES):
            for batch, chunk in _new_rows(cursor, table, before).items():
                batches[batch][table] = chunk
        for table in CHANGED:
            for batch, chunk in _changed_rows(cursor, table).items():
                batches[batch][table] = chunk
        cursor.execute("SELECT week, batch FROM done")
        for week, batch in cursor.fetchall():
            batches[batch].setdefault("weeks", []).append(week)
    for batch, tables in batches.items():
        rows += sum(len(chunk) for table, chunk in tables.items() if table != "weeks")
        _keep(folder / f"{batch:05}", tables)
    return rows


def _join(table: str) -> str:
    if table in BY_MATCH:
        return (
            "JOIN espionage_seal s ON s.match_id = "
            f"t.{'id' if table == 'play_match' else 'match_id'} JOIN done d ON d.week = s.week_id"
        )
    if table == NOTICES:
        week = (
            "split_part(t.cause, ':', 2)::uuid"
            if connection.vendor == "postgresql"
            else "replace(substr(t.cause, 8, 36), '-', '')"
        )
        return f"JOIN done d ON d.week = {week}"
    return f"JOIN done d ON d.week = t.{'id' if table == 'campaign_week' else 'week_id'}"


def _new_rows(cursor: Any, table: str, before: Mark) -> dict[int, list[Any]]:
    new = f"t.xmin::text::bigint > {before['']}" if "" in before else f"t.rowid > {before[table]}"
    if table == NOTICES:
        new += " AND t.kind = 'report'"
    return _by_batch(cursor, f"SELECT d.batch, t.* FROM {table} t {_join(table)} WHERE {new}")


def _changed_rows(cursor: Any, table: str) -> dict[int, list[Any]]:
    columns = ", ".join(f"t.{column}" for column in CHANGED[table])
    return _by_batch(cursor, f"SELECT d.batch, {columns} FROM {table} t {_join(table)}")


def _by_batch(cursor: Any, query: str) -> dict[int, list[Any]]:
    rows_by_batch: dict[int, list[Any]] = defaultdict(list)
    if connection.vendor == "postgresql":
        with cursor.copy(f"COPY ({query}) TO STDOUT") as copy:
            for line in b"".join(map(bytes, copy)).splitlines(keepends=True):
                batch, _, row = line.partition(b"\t")
                rows_by_batch[int(batch)].append(row)
    else:
        for batch, *row in cursor.execute(query).fetchall():
            rows_by_batch[batch].append(tuple(row))
    return rows_by_batch


def _keep(path: Path, tables: dict[str, Any]) -> None:
    if connection.vendor == "postgresql":
        tables = {
            table: rows if table == "weeks" else b"".join(rows) for table, rows in tables.items()
        }
    path.write_bytes(pickle.dumps(tables))


# --- writing --------------------------------------------------------------------------------------


def write(folder: str) -> int:
    """Write the recorded rows, and return the number of weeks written.

    Processes can share the work, because each process claims one batch at a time.
    """
    weeks_done = 0
    with connection.cursor() as cursor:
        for table, columns in CHANGED.items():
            cursor.execute(
                f"CREATE TEMP TABLE new_{table} AS SELECT {', '.join(columns)} FROM {table} LIMIT 0"
            )
    for path in sorted(Path(folder).glob("[0-9]*")):
        claimed = path.with_name(f"taken-{path.name}")
        try:
            path.rename(claimed)
        except FileNotFoundError:
            continue
        tables = pickle.loads(claimed.read_bytes())
        _write(tables)
        weeks_done += len(tables["weeks"])
    return weeks_done


@transaction.atomic
def _write(tables: dict[str, Any]) -> None:
    with connection.cursor() as cursor:
        for table in (*BY_MATCH, *BY_WEEK, NOTICES):
            if table in tables:
                _insert(cursor, table, "", tables[table])
        for table, (key, *columns) in CHANGED.items():
            _insert(cursor, f"new_{table}", "", tables[table])
            settings = ", ".join(f"{column} = n.{column}" for column in columns)
            cursor.execute(
                f"UPDATE {table} SET {settings} FROM new_{table} n WHERE n.{key} = {table}.{key}"
            )
            cursor.execute(f"DELETE FROM new_{table}")
        marks = ", ".join(["%s"] * len(tables["weeks"]))
        cursor.execute(f"DELETE FROM campaign_hold WHERE week_id IN ({marks})", tables["weeks"])


def _insert(cursor: Any, table: str, columns: str, rows: Any) -> None:
    if connection.vendor == "postgresql":
        with cursor.copy(f"COPY {table} {columns} FROM STDIN") as copy:
            copy.write(rows)
    else:
        cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)
