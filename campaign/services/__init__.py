"""The only writers of a club's records. Every service takes keyword arguments and the time, works in one transaction, locks
first and reads then, and refuses with a sentence that says what to change.
"""
