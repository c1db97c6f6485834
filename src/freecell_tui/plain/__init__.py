"""The game in lines of text: for screen readers, braille displays, dumb terminals and pipes.

The player types a line and gets sentences; nothing is drawn, coloured or moved. `run` is the conversation, `words`
reads lines and describes the table and its changes, `commands` are the commands, `frontend` is the controller's front
end, and `screens` are the table's screens in words, with the guided first game.
"""
