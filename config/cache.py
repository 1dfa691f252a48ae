"""A cache that keeps working while Redis is unavailable, but then stores nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that it returns defaults instead of errors while Redis is
    unavailable.

    During that time, rate limits do not apply. Each failure is logged.
    """

    def add(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Store a value unless there is already one.

        If Redis is unavailable, return True, so that no process waits for a lock.
        """
        return bool(self._try(super().add, True, key, *args, **kwargs))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or the default."""
        return self._try(super().get, default, key, default, version)

    def set(self, key: Any, *args: Any, **kwargs: Any) -> None:
        """Store a value."""
        self._try(super().set, None, key, *args, **kwargs)

    def touch(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Renew a value's lifetime."""
        return bool(self._try(super().touch, False, key, *args, **kwargs))

    def delete(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Delete a value."""
        return bool(self._try(super().delete, False, key, *args, **kwargs))

    def get_many(self, keys: Any, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        """Return the stored values."""
        values: dict[Any, Any] = self._try(super().get_many, {}, keys, *args, **kwargs)
        return values

    def has_key(self, key: Any, *args: Any, **kwargs: Any) -> bool:
        """Return whether a value is stored."""
        return bool(self._try(super().has_key, False, key, *args, **kwargs))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Increment a value. If Redis is unavailable, counting starts again."""
        return int(self._try(super().incr, delta, key, delta, version))

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> list[Any]:
        """Store several values, and return the keys that could not be stored."""
        failed_keys: list[Any] = self._try(super().set_many, list(data), data, *args, **kwargs)
        return failed_keys

    def delete_many(self, keys: Any, *args: Any, **kwargs: Any) -> None:
        """Delete several values."""
        self._try(super().delete_many, None, keys, *args, **kwargs)

    @staticmethod
    def _try(do: Callable[..., Any], default: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return do(*args, **kwargs)
        except (RedisError, OSError) as problem:
            log.warning("cache_away", error=type(problem).__name__)
            return default
