"""The player's files: games, settings and the history of finished games.

Only this package touches the disk. `files` is the base of all its modules.

- games: `saves` has the format of a save, `save_store` the folders of saves;
- finished games: `results` has the result of a game, `history` the store of results on top of `database`, `statistics`
  their figures, `daily` the daily deals among them;
- settings: `settings`, in the notation of `toml`;
- tournaments: `tournaments`.
"""
