"""The game in lines of text: for screen readers, braille displays, dumb terminals and pipes.

A line comes in, sentences go out; nothing is drawn, coloured or moved. `run` begins and ends it, `repl` answers a line,
`parser` understands it, `commands` are its words, `frontend` fills the controller's port, `screens` and `records` say
what the table's screens show, `describe` reads the table, `narrate` says what has happened, `speech` speaks.
"""
