"""The composition root: imports everything, imported by nothing."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
