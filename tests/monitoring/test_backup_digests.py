"""Digests of tables: equal rows in any order, and no others."""

from __future__ import annotations

from sqlite3 import connect

import pytest
from django.db import connection

from core.accounts.models import User
from monitoring.services.backup_digests import differing_tables, digest_postgres, digest_sqlite
from tests.factories import person


@pytest.mark.django_db
@pytest.mark.skipif(connection.vendor != "postgresql", reason="copies rows out of PostgreSQL")
def test_a_changed_row_changes_the_digest_of_its_table_only() -> None:
    people = [person(name) for name in ("ann", "bob", "cat")]
    before = digest_postgres()
    assert before["accounts_user"]["rows"] == User.objects.count() == 3
    User.objects.filter(pk=people[1].pk).update(email="b@example.org\nx")
    changed = digest_postgres()
    assert differing_tables(before, changed) == ["accounts_user"]
    User.objects.filter(pk=people[1].pk).update(email=people[1].email)
    assert digest_postgres() == before, "the order of the rows does not count"


def test_sqlite_tables_are_compared_regardless_of_the_order_of_rows() -> None:
    def digests(*rows: tuple[int, str]) -> dict[str, object]:
        with connect(":memory:") as database:
            database.execute("CREATE TABLE cars (number INTEGER, name TEXT)")
            database.executemany("INSERT INTO cars VALUES (?, ?)", rows)
            return digest_sqlite(database)  # type: ignore[return-value]

    one = digests((1, "Killer"), (2, "Hearse"))
    assert one == digests((2, "Hearse"), (1, "Killer"))
    assert one != digests((2, "Hearse"), (1, "Killer"), (1, "Killer"))
    assert one != digests((1, "Killer"), (2, "hearse"))
    assert [*one] == ["cars"]
