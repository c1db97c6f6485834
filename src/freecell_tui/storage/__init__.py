"""The player's files: saves, settings and the history of finished games. Only this package touches the disk.

Read `saves` for what a save is and `save_store` for where saves are kept; `settings` for what can be set and
`settings_file` for how the file is edited; `results` for what counts of a game, `history` for where that is kept, on
top of `database`, and `statistics`, `statistics_loader` and `daily_record` for what is made of it. `paths`, `files` and
`toml_text` are the tools of the others.
"""
