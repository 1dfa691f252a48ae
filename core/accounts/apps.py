"""App for users and their API tokens."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """App for users and their API tokens."""

    name = "core.accounts"
    verbose_name = "Accounts"
