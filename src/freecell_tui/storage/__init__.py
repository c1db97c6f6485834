"""The player's files: saves, settings and the history of finished games. Only this package touches the disk.

Read `saves` for what a save is and `save_store` for where saves are kept; `settings` for what can be set and
`settings_file` for how the file is edited; `results` for what counts of a game, `history` for where that is kept, on
top of `database`, and `statistics` for what is made of it; `tournaments` for descriptions, results and attempts.
`files` is the tool of the others.
"""
