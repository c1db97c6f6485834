"""The player's files: saves, settings and the history of finished games. Only this package touches the disk.

Read `saves` for the format of a save and `save_store` for where saves are kept; `settings` for the settings and
`settings_file` for editing their file in place; `results` for the result of a game, `history` for the store of results,
on top of `database`, and `statistics` for their figures; `tournaments` for descriptions, results and attempts. All of
them use `files`.
"""
