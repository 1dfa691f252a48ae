"""The rules of Lunacy at the Labs, as pure functions of immutable values."""
