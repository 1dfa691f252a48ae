"""Rules of Lunacy at the Labs as pure functions on immutable values."""
