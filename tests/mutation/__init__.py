"""The mutation run: small faults are put into the code one at a time, and the tests have to notice.

``make mutants`` runs it and writes `docs/mutation.md`; `docs/reference/testing.md` describes it.
"""
