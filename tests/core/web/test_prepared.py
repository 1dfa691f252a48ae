"""Querysets whose SQL is made once bring the rows that they themselves would."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.db.models import Count
from django_scopes import ScopeError, scope, scopes_disabled

from campaign.league.models import Team
from core.accounts.models import User
from core.notifications.models import Notice
from core.web.prepared import CannotPrepare, Prepared, PreparedInScope
from tests.factories import found_club, person

if TYPE_CHECKING:
    from django.db.models import QuerySet
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db
NOON = datetime(2040, 3, 4, 12, tzinfo=UTC)


def named(name: str) -> QuerySet[User]:
    return User.objects.filter(username=name).annotate(told=Count("notices", distinct=True))


def told(user: UUID, since: datetime) -> QuerySet[Notice]:
    rows = Notice.objects.filter(user=user, at__gte=since).select_related("user")
    return rows.order_by("at")


def notice(user: User, at: datetime) -> Notice:
    return Notice.objects.create(
        user=user, kind="news", text="News.", path="", cause=uuid4().hex, at=at
    )


def test_each_value_brings_its_own_rows_with_what_is_annotated() -> None:
    ann, bob = person("ann"), person("bob")
    notice(bob, NOON)
    prepared = Prepared(named, name=str)
    for _ in range(2):
        found = [prepared.first(name=one.username) for one in (ann, bob)]
        assert found == [ann, bob]
        assert [one.told for one in found] == [0, 1]  # type: ignore[union-attr]
    assert prepared.first(name="nobody") is None


def test_moments_and_keys_are_asked_for_as_fields_do_and_what_belongs_to_a_row_comes_along(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, bob = person("ann"), person("bob")
    early, late = (notice(ann, NOON + timedelta(hours=hours)) for hours in (0, 2))
    notice(bob, NOON)
    prepared = Prepared(told, user=UUID, since=datetime)
    assert prepared.all(user=ann.pk, since=NOON) == (early, late)
    with django_assert_num_queries(1):
        rows = prepared.all(user=ann.pk, since=NOON + timedelta(hours=1))
        assert [(row.pk, row.user.username) for row in rows] == [(late.pk, ann.username)]


def test_a_query_is_built_once(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    built: list[str] = []

    def counted(name: str) -> QuerySet[User]:
        built.append(name)
        return named(name)

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
def test_a_value_that_does_not_stand_there_as_it_is_given_cannot_be_prepared(build: Any) -> None:
    with pytest.raises(CannotPrepare, match="name"):
        Prepared(build, name=str).first(name="ann")


def test_a_value_of_a_kind_that_is_not_known_cannot_be_prepared() -> None:
    with pytest.raises(CannotPrepare, match="int"):
        Prepared(lambda size: User.objects.filter(pk=size), size=int).first(size=1)


def test_a_prepared_query_brings_rows_of_the_scopes_club_alone() -> None:
    here, there = found_club(name="Here"), found_club(name="There")
    prepared = PreparedInScope(lambda name: Team.objects.filter(name=name).order_by("pk"), name=str)
    name = here.teams[0].name
    with scope(campaign=here.campaign.pk):
        assert prepared.all(name=name) == (here.teams[0],)
    with scope(campaign=there.campaign.pk):
        assert prepared.all(name=name) == (there.teams[0],)
    with scopes_disabled():
        assert set(prepared.all(name=name)) == {here.teams[0], there.teams[0]}
    with pytest.raises(ScopeError):
        prepared.all(name=name)
