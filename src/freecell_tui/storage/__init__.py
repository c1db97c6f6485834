"""Everything that touches the disk.

A save is a game's record, written by `saves`; `store` is where a player's games are kept; `places` says where that is.
`history` keeps the games that are over in a `database`, as `rows` of `results`; `statistics` and `dailies` say what
these come to, and a `ledger` counts a long history a little at a time.
"""
