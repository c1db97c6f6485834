"""The table: everything that is drawn, and every key and click.

`layout` says where each card lies, and `painter` draws it in one of the `card_styles` with the marks of `glyphs`;
`theme` says what a theme is, `themes` reads them, and `palette` knows the colours that terminals have; `table` is the
widget that shows it all, `title` the way in, and `desk` lays `dialogs` over either; `choices` is what the title and the
menu offer, `questions` what the other dialogs ask; `records` opens the screens of
what a player keeps, each a `page`; `keys` is the table of commands, `mouse` what the buttons
mean, `screen` the terminal; `app` is the game that runs on all of these, and `start` the ways to begin it.
"""
