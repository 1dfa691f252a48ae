"""A cache that forgives: while Redis is away nothing is remembered, and the site goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, which answers "I know nothing" instead of raising when Redis cannot be
    reached.

    Rate limits stand open for that long; every miss is logged.
    """

    def add(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Store unless there; claims to have stored when Redis is away, so that nobody waits for a
        lock that nobody holds.
        """
        return bool(self._try(super().add, True, key, *args, **kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return what is stored, or the default."""
        return self._try(super().get, default, key, default, version)

    def set(self, key: Any, *args: Any, **kwargs: Any) -> None:
        """Store."""
        self._try(super().set, None, key, *args, **kwargs)

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Renew."""
        return bool(self._try(super().touch, False, key, *args, **kwargs))

    def delete(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Forget."""
        return bool(self._try(super().delete, False, key, *args, **kwargs))

    def get_many(self, keys: Any, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        """Return those that are stored."""
        found: dict[Any, Any] = self._try(super().get_many, {}, keys, *args, **kwargs)
        return found

    def has_key(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Tell whether it is stored."""
        return bool(self._try(super().has_key, False, key, *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Count up; starts anew when Redis is away."""
        return int(self._try(super().incr, delta, key, delta, version))

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Store several; returns those that could not be stored."""
        left: list[Any] = self._try(super().set_many, list(data), data, *args, **kwargs)
        return left

    def delete_many(self, keys: Any, *args: Any, **kwargs: Any) -> None:
        """Forget several."""
        self._try(super().delete_many, None, keys, *args, **kwargs)

    @staticmethod
    def _try(do: Callable[..., Any], otherwise: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return do(*args, **kwargs)
        except (RedisError, OSError) as problem:
            log.warning("cache_away", error=type(problem).__name__)
            return otherwise
