"""The errors of the storage, apart from the database, so that to catch one does not load it."""


class HistoryError(Exception):
    """The history cannot be used now; `str()` is a sentence for the player."""
