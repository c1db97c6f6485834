"""What dialogs are made of; which dialogs there are is decided in `freecell_tui.ui.dialogs`.

`dialog` has the box itself, which draws itself and its frame, and what is around it. A dialog of text is `lines`, a
list with a chosen row is `rows`. `parts` are common to all: the key hints, what a click on each place does, the moves
of a line as little cards, and the window of a long list.
"""
