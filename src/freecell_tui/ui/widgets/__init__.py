"""What dialogs are made of; which dialogs there are is decided in `freecell_tui.ui.dialogs`.

`dialog` has the box itself, what is around it, questions, and the prompt for a number. A `canvas_dialog` draws its
content itself; a `list_dialog` does so for items with a note on the chosen one, a `game_browser` for games.
`parts` are common to all: the frame, the key hints, what a click on each place does, and the window of a long list.
"""
