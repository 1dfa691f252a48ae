"""Querysets with prepared SQL return the same rows as without."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import NotSupportedError, connection, transaction
from django.db.models import Count, Q
from django_scopes import ScopeError, scope, scopes_disabled

from campaign.league.models import Team, Week
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.prepared import (
    LARGEST,
    MOST_KEYS,
    CannotPrepare,
    Keys,
    Prepared,
    PreparedInScope,
)
from play.models import Holiday
from tests.factories import found_club, person

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.db.models import QuerySet
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
ROOMS = ("core.", "play.", "campaign.", "espionage.", "home.")
NOON = datetime(2040, 3, 4, 12, tzinfo=UTC)


def users_named(name: str) -> QuerySet[User]:
    return User.objects.filter(username=name).annotate(told=Count("notices", distinct=True))


def count_notices(user: UUID, since: datetime) -> QuerySet[Notice]:
    rows = Notice.objects.filter(user=user, at__gte=since).select_related("user")
    return rows.order_by("at")


def notice(user: User, at: datetime) -> Notice:
    return Notice.objects.create(
        user=user, kind="news", text="News.", path="", cause=uuid4().hex, at=at
    )


def test_each_value_returns_its_own_rows_with_annotations() -> None:
    ann, bob = person("ann"), person("bob")
    notice(bob, NOON)
    prepared = Prepared(users_named, name=str)
    for _ in range(2):
        found = [prepared.first(name=one.username) for one in (ann, bob)]
        assert found == [ann, bob]
        assert [one.told for one in found] == [0, 1]  # type: ignore[union-attr]
    assert prepared.first(name="nobody") is None


def test_times_and_keys_are_converted_and_related_rows_are_joined(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, bob = person("ann"), person("bob")
    early, late = (notice(ann, NOON + timedelta(hours=hours)) for hours in (0, 2))
    notice(bob, NOON)
    prepared = Prepared(count_notices, user=UUID, since=datetime)
    assert prepared.all(user=ann.pk, since=NOON) == (early, late)
    with django_assert_num_queries(1):
        rows = prepared.all(user=ann.pk, since=NOON + timedelta(hours=1))
        assert [(row.pk, row.user.username) for row in rows] == [(late.pk, ann.username)]


def test_a_query_is_built_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    built: list[str] = []

    def counted(name: str) -> QuerySet[User]:
        built.append(name)
        return users_named(name)

    prepared = Prepared(counted, name=str)
    with django_assert_num_queries(3):
        for name in ("ann", "bob", "cat"):
            prepared.first(name=name)
    assert len(built) == 1


@pytest.mark.parametrize(
    "build",
    [
        lambda name: User.objects.filter(username__startswith=name),
        lambda name: User.objects.filter(username=name).exclude(email__contains=name),
        lambda name: User.objects.exclude(username="" if name else None),
    ],
    ids=["by its beginning", "once as it is and once in part", "not at all"],
)
def test_a_value_changed_by_the_query_cannot_be_prepared(build: Any) -> None:
    with pytest.raises(CannotPrepare, match="name"):
        Prepared(build, name=str).first(name="ann")


def test_a_value_of_an_unknown_type_cannot_be_prepared() -> None:
    with pytest.raises(CannotPrepare, match="float"):
        Prepared(lambda size: User.objects.filter(pk=size), size=float).first(size=1.0)


def test_two_parameters_of_one_type_may_not_be_confused() -> None:
    with pytest.raises(CannotPrepare, match="taken for each other"):
        Prepared(lambda a, b: User.objects.filter(pk=a, id=b), a=int, b=int)


def test_a_list_of_keys_returns_its_rows_and_an_empty_list_none(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = [person(f"p{number}") for number in range(MOST_KEYS + 1)]
    prepared = Prepared(
        lambda users: User.objects.filter(pk__in=users).order_by("pk"), users=frozenset[UUID]
    )
    for count in (1, 2, 3, MOST_KEYS, MOST_KEYS + 1):
        with django_assert_num_queries(1):
            found = prepared.all(users=frozenset(one.pk for one in people[:count]))
        assert set(found) == set(people[:count])
        assert len(found) == count
    with django_assert_num_queries(0):
        assert prepared.all(users=frozenset()) == ()


def test_keys_in_one_parameter_share_one_sql_for_any_number(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = [person(f"p{number}") for number in range(MOST_KEYS + 2)]
    built: list[int] = []

    def build(users: frozenset[UUID]) -> QuerySet[User]:
        built.append(len(users))
        return User.objects.filter(pk__among=users).order_by("pk")

    prepared = Prepared(build, users=Keys)
    for count in (1, 2, 3, MOST_KEYS + 2):
        with django_assert_num_queries(1):
            found = prepared.all(users=[one.pk for one in people[:count]])
        assert set(found) == set(people[:count])
        assert len(found) == count
    with django_assert_num_queries(0):
        assert prepared.all(users=()) == ()
    assert built == [1, 0]


def test_excluded_keys_may_be_empty() -> None:
    ann, bob = person("ann"), person("bob")
    prepared = Prepared(
        lambda users: User.objects.exclude(pk__among=users).order_by("username"), users=Keys
    )
    assert prepared.all(users=frozenset()) == (ann, bob)
    assert prepared.all(users={ann.pk}) == (bob,)
    assert prepared.all(users={ann.pk, bob.pk}) == ()


def test_keys_for_a_list_of_parameters_must_be_a_list() -> None:
    with pytest.raises(CannotPrepare, match="users"):
        Prepared(lambda users: User.objects.filter(pk__in=users), users=Keys).all(users=[uuid4()])


def test_empty_keys_keep_the_other_condition() -> None:
    ann, bob = person("ann"), person("bob")
    either = Prepared(
        lambda name, users: User.objects.filter(Q(username=name) | Q(pk__in=users)).order_by(
            "username"
        ),
        name=str,
        users=frozenset[UUID],
    )
    assert either.all(name=ann.username, users=frozenset()) == (ann,)
    assert either.all(name=ann.username, users=frozenset({bob.pk})) == (ann, bob)


@pytest.mark.parametrize("number", [1, 2, LARGEST, LARGEST + 1, 10**30])
def test_large_numbers_are_converted_like_field_values(number: int) -> None:
    club = found_club()
    prepared = PreparedInScope(
        lambda number: Week.objects.filter(number=number).values_list("number", flat=True),
        number=int,
    )
    with scope(campaign=club.campaign.pk):
        asked = Week.objects.filter(number=number).values_list("number", flat=True)
        assert prepared.all(number=number) == tuple(asked)


@pytest.mark.parametrize("apart", [timedelta(hours=-3), timedelta(0), timedelta(days=9)])
def test_a_time_can_have_a_fixed_offset(apart: timedelta) -> None:
    ann = person("ann")
    for hours in (-4, -3, 0, 9 * 24, 10 * 24):
        notice(ann, NOON + timedelta(hours=hours))

    def around(now: datetime) -> QuerySet[Notice]:
        return Notice.objects.filter(at__lte=now + timedelta(days=9), at__gte=now + apart)

    prepared = Prepared(around, now=datetime)
    with scopes_disabled():
        for now in (NOON, NOON + timedelta(minutes=1), NOON - timedelta(days=9)):
            assert set(prepared.all(now=now)) == set(around(now))


def test_a_date_is_converted_like_a_field_value() -> None:
    held = Holiday.objects.create(user=person("ann"), starts=NOON, ends=NOON)
    prepared = Prepared(lambda day: Holiday.objects.filter(starts__date=day), day=date)
    assert prepared.all(day=NOON.date()) == (held,)
    assert prepared.all(day=NOON.date() + timedelta(days=1)) == ()


def test_values_lists_are_returned_as_tuples() -> None:
    ann = person("ann")
    prepared = Prepared(
        lambda name: User.objects.filter(username=name).values_list("pk", "username"), name=str
    )
    assert prepared.all(name=ann.username) == ((ann.pk, ann.username),)


def test_a_prepared_query_returns_only_rows_of_the_scopes_club() -> None:
    here, there = found_club(name="Here"), found_club(name="There")
    prepared = PreparedInScope(lambda name: Team.objects.filter(name=name).order_by("pk"), name=str)
    name = here.teams[0].name
    with scope(campaign=here.campaign.pk):
        assert prepared.all(name=name) == (here.teams[0],)
    with scope(campaign=there.campaign.pk):
        assert prepared.all(name=name) == (there.teams[0],)
    with scopes_disabled():
        for _ in range(2):
            assert set(prepared.all(name=name)) == {here.teams[0], there.teams[0]}
    with scope(campaign=here.campaign.pk):
        assert prepared.all(name=name) == (here.teams[0],)
    with pytest.raises(ScopeError):
        prepared.all(name=name)


def all_prepared_queries() -> list[Prepared[Any]]:
    """Return every prepared query of the modules that pages and operations import."""
    import_module(settings.ROOT_URLCONF)
    ours = [vars(module) for name, module in sys.modules.items() if name.startswith(ROOMS)]
    kept = [each for names in ours for each in names.values()]
    return [each for each in kept if issubclass(type(each), Prepared)]


def test_every_prepared_query_of_the_site_can_be_prepared() -> None:
    ones = all_prepared_queries()
    assert len(ones) > 60
    for one in ones:
        for size, scoped in product((0, 1, 2), {False, isinstance(one, PreparedInScope)}):
            keys = {name: (uuid4(),) * size for name in one._many}
            one._for("default", keys, scoped=scoped)


def test_every_prepared_query_of_the_site_can_be_run() -> None:
    """Run with new SQL and as a prepared statement; PostgreSQL has to infer the type of each
    value.
    """
    for one in all_prepared_queries():
        for size, scoped in product((1, 2), {False, isinstance(one, PreparedInScope)}):
            keys = {name: (uuid4(),) * size for name in one._many}
            ready = one._for("default", keys, scoped=scoped)
            for _ in range(3):
                assert ready is None or list(ready.asked(ready.words, "default")) is not None


@pytest.fixture
def prepared_statements(db: None) -> Iterator[None]:
    """Let PostgreSQL prepare statements on this connection."""
    if not settings.ON_POSTGRES:
        pytest.skip("SQLite keeps statements of itself")

    def prepare() -> None:
        connection.ensure_connection()
        connection.connection.prepare_threshold = 1

    prepare()
    yield
    prepare()


def run_on_other_connection(statement: str) -> None:
    """Run this on another connection."""
    other = connection.copy()  # type: ignore[no-untyped-call]
    with other.cursor() as cursor:
        cursor.execute(statement)
    other.close()


def test_postgresql_keeps_a_repeated_query_as_a_prepared_statement(
    prepared_statements: None,
) -> None:
    """Other values still get their own rows."""
    ann, bob = person("ann"), person("bob")
    prepared = Prepared(users_named, name=str)
    for one in [ann, bob] * 3:
        assert prepared.first(name=one.username) == one
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        kept = [sql for (sql,) in cursor.fetchall() if '"username" = $1' in sql]
    assert len(kept) == 1


@pytest.mark.parametrize(
    ("changed", "back"),
    [
        ("ADD COLUMN shoe_size integer", "DROP COLUMN shoe_size"),
        ("ALTER COLUMN username TYPE text", "ALTER COLUMN username TYPE varchar(150)"),
    ],
)
def test_a_changed_table_does_not_break_a_prepared_query(
    transactional_db: None, prepared_statements: None, changed: str, back: str
) -> None:
    """A deployment changes columns while old processes still query."""
    ann = person("ann")
    prepared = Prepared(users_named, name=str)
    for _ in range(4):
        assert prepared.first(name=ann.username) == ann
    run_on_other_connection(f"ALTER TABLE accounts_user {changed}")
    try:
        assert prepared.first(name=ann.username) == ann
    finally:
        run_on_other_connection(f"ALTER TABLE accounts_user {back}")
    assert prepared.first(name=ann.username) == ann


def test_a_transaction_that_meets_a_changed_column_fails_once(
    transactional_db: None, prepared_statements: None
) -> None:
    ann = person("ann")
    prepared = Prepared(users_named, name=str)
    for _ in range(4):
        assert prepared.first(name=ann.username) == ann
    run_on_other_connection("ALTER TABLE accounts_user ALTER COLUMN username TYPE text")
    try:
        with pytest.raises(NotSupportedError), transaction.atomic():
            prepared.first(name=ann.username)
        with transaction.atomic():
            assert prepared.first(name=ann.username) == ann
    finally:
        run_on_other_connection("ALTER TABLE accounts_user ALTER COLUMN username TYPE varchar(150)")
