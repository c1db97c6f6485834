"""The game in lines of text: for screen readers, braille displays, dumb terminals and pipes.

A line comes in, sentences go out; nothing is drawn, coloured or moved. Read `words` for what can be said, `talk` for
what is done then, `reading` and `telling` for the sentences, `voice` for how they are spoken, `thought` for the solver,
and `start` for how it begins and ends.
"""
