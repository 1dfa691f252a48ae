"""The club's part of the API. One subject a file: what goes in and out as records, and the operations on it."""
