"""The errors of the storage, apart from the database, so that to catch one does not load it."""


class HistoryError(Exception):
    """The history cannot be used now; `str()` is a sentence for the player."""


class HistoryBusy(HistoryError):
    """Another program is using the history: what was asked can be asked again in a moment."""
