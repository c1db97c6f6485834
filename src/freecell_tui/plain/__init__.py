"""The game in lines of text: for screen readers, braille displays, dumb terminals and pipes.

A line comes in, sentences go out; nothing is drawn, coloured or moved. `run` begins and ends it and answers each line,
`words` understands lines and says what lies on the table and what has happened, `commands` are its commands, `frontend`
fills the controller's port and speaks, and `screens` say what the table's screens show, the lesson too.
"""
