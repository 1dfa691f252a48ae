from django.apps import AppConfig


class CheckpointConfig(AppConfig):
    """Papers, a border, and what is said of the ones about the other."""

    name = "minigames.checkpoint"
    verbose_name = "Checkpoint"

    def ready(self) -> None:
        """Put it on the site."""
        from play.tabletop import registry

        from .tabletop import CHECKPOINT_TABLE

        registry.register(CHECKPOINT_TABLE)
