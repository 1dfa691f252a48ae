"""Users and their API tokens."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users and their API tokens."""

    name = "core.accounts"
    verbose_name = "Accounts"
