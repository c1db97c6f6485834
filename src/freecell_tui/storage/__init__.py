"""The player's files: games, settings and the history of finished games. Only this package touches the disk.

A save's format is in `saves`, and where saves are kept in `save_store`; the result of a game in `results`, the store of
results in `history`, on top of `database`, and their figures in `statistics`. All of them use `files`.
"""
