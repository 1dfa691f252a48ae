"""The mutation run: small faults are put into the code one at a time, and the tests have to notice.

``make mutants`` runs it, `docs/mutation.md` is what it last came to, and how it works stands in
`docs/reference/testing.md`.
"""
