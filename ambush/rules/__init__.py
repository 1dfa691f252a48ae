"""The rules of the duel. `game` is the duel itself, and `call` connects it to the week."""
