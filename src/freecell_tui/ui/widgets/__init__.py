"""What dialogs are made of; which dialogs there are is decided in `freecell_tui.ui.dialogs`.

`dialog` has the box itself and what is around it. A dialog of text is `lines`, a list with a chosen row is `rows`, and
what is neither draws itself as a `canvas_dialog`. `parts` are common to all: the frame, the key hints, what a click on
each place does, and the window of a long list.
"""
